// The singular values of the matrices of a layer, and the norm of each matrix over the layers, as lines.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/weights/numbers.h"
#include "widgets/views/weights/pages.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace widgets {

namespace {

/// A line of either page.
struct MatrixLine
{
    std::string name;
    std::vector<double> values;
};
using Lines = std::vector<MatrixLine>;

Lines spectrumLines(const FigureData& data, const RunResult& run)
{
    Lines lines;
    if (const auto* const all = spectraOf(data, run))
        for (const core::Spectrum& one : *all)
            if (!one.values.empty())
                lines.push_back({one.name, one.values});
    return lines;
}

Lines normLines(const FigureData& data, const RunResult& run)
{
    Lines lines;
    if (const auto* const all = normsOf(data, run))
        for (const core::NormsOfMatrix& one : *all)
            lines.push_back({one.name, one.norms});
    return lines;
}

/// Of the side: those of a run, or B − A of those that both have with as many values.
template <auto linesOf>
Lines shownLines(const FigureData& data)
{
    if (data.side != Side::Delta)
        return linesOf(data, *shownRun(data));
    Lines lines = linesOf(data, *data.a), result;
    const Lines others = linesOf(data, *data.b);
    for (MatrixLine& line : lines) {
        const auto found = std::ranges::find(others, line.name, &MatrixLine::name);
        if (found == others.end() || found->values.size() != line.values.size())
            continue;
        for (std::size_t i = 0; i < line.values.size(); ++i)
            line.values[i] = found->values[i] - line.values[i];
        result.push_back(std::move(line));
    }
    return result;
}

void drawLines(const Drawing& drawing, const Lines& lines, const QString& across, const QString& up)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(across);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atLeft)->setLabel(data.side == Side::Delta ? QStringLiteral("Δ ") + up : up);
    auto* chart = new LineChart(rect, style);
    for (const MatrixLine& line : lines) {
        QVector<double> x, y;
        for (const double value : line.values) {
            x << double(x.size());
            y << value;
        }
        LineStyle look = matrixLine(line.name, style);
        look.points = y.size() < 32;
        chart->addLine(x, y, matrixText(line.name), look)->setName(QString::fromStdString(line.name));
    }
    chart->fitAxes(true);
}

template <auto linesOf>
QString whyNotLines(const FigureData& data)
{
    return data.side == Side::Delta && shownLines<linesOf>(data).empty()
        ? WeightWords::tr("No matrix of A has the shape of that of B: look at A | B.")
        : QString();
}

QString whyNoSpectrum(const FigureData& data)
{
    const auto* const all = spectraOf(data, *shownRun(data));
    if (all && spectrumLines(data, *shownRun(data)).empty())
        return WeightWords::tr("Every matrix here has more than %1 singular values, which would take minutes.")
            .arg(core::maxSpectrum);
    return whyNotLines<spectrumLines>(data);
}

void drawSpectrum(const Drawing& drawing)
{
    drawLines(drawing, shownLines<spectrumLines>(drawing.data), WeightWords::tr("singular value, largest first"),
        WeightWords::tr("size"));
}

QString spectrumSubtitle(const FigureData& data)
{
    return WeightWords::tr("Each line: the singular values of a matrix of layer %1; a steep one writes into few directions.")
        .arg(shownLayerText(data));
}

QString spectrumCaption(const FigureData& data)
{
    constexpr double share = 0.9;
    const auto* const all = spectraOf(data, data.side == Side::Delta ? *data.a : *shownRun(data));
    if (!all || all->empty())
        return {};
    if (data.side == Side::Delta)
        return WeightWords::tr("Each line: singular values of B less those of A, the largest against the largest.");
    QStringList words, without;
    std::vector<std::pair<double, QString>> ordered; // by their share of all of the matrix
    for (const core::Spectrum& one : *all) {
        if (one.values.empty()) {
            without << matrixText(one.name);
            continue;
        }
        const auto holding = one.holding(share);
        words << WeightWords::tr("%1 %2 of %3").arg(matrixText(one.name)).arg(holding).arg(one.values.size());
        ordered.emplace_back(double(holding) / double(one.values.size()), words.back());
    }
    QStringList sentences;
    if (const QString expert = expertSentence(data); !expert.isEmpty())
        sentences << expert;
    if (!words.isEmpty()) {
        const auto [least, most] = std::ranges::minmax_element(ordered, {}, &std::pair<double, QString>::first);
        sentences << WeightWords::tr("So many singular values hold nine tenths of the squares: %1.")
                         .arg(words.size() < 3 ? words.join(WeightWords::tr(", "))
                                               : WeightWords::tr("from %1 to %2").arg(least->second, most->second));
        if (words.size() >= 3)
            sentences << WeightWords::tr("All: %1.").arg(words.join(WeightWords::tr(", ")));
    }
    if (!without.isEmpty())
        sentences << WeightWords::tr("Larger than %1 and not computed: %2.")
                         .arg(core::maxSpectrum)
                         .arg(without.join(WeightWords::tr(", ")));
    return joinedSentences(sentences);
}

void drawNorms(const Drawing& drawing)
{
    drawLines(drawing, shownLines<normLines>(drawing.data), WeightWords::tr("layer"), QStringLiteral("‖W‖"));
}

QString normsSubtitle(const FigureData&)
{
    return WeightWords::tr("Lines: the Frobenius norm of a matrix over the layers; the root of the sum of its squares.");
}

QString normsCaption(const FigureData& data)
{
    const Lines lines = shownLines<normLines>(data);
    const MatrixLine* widest = nullptr;
    double most = -1, low = 0, high = 0;
    for (const MatrixLine& line : lines) {
        double least = std::numeric_limits<double>::infinity(), largest = -least;
        for (const double value : line.values)
            if (std::isfinite(value)) {
                least = std::min(least, value);
                largest = std::max(largest, value);
            }
        if (largest - least > most) {
            widest = &line;
            most = largest - least;
            low = least;
            high = largest;
        }
    }
    if (!widest)
        return {};
    if (data.side == Side::Delta)
        return WeightWords::tr("‖W‖ of B less that of A goes from %1 to %2 in %3, the widest range.")
            .arg(formatDifference(low), formatDifference(high), matrixText(widest->name));
    QStringList sentences{WeightWords::tr("‖W‖ changes most over the layers in %1: from %2 to %3.")
                              .arg(matrixText(widest->name), formatNumber(low), formatNumber(high))};
    if (const QString expert = expertSentence(data); !expert.isEmpty())
        sentences << expert;
    return joinedSentences(sentences);
}

QString tableOf(const Lines& lines, const QString& head)
{
    QString text = head;
    for (const MatrixLine& line : lines)
        for (std::size_t i = 0; i < line.values.size(); ++i)
            text += QStringLiteral("%1,%2,%3\n")
                        .arg(QString::fromStdString(line.name))
                        .arg(i)
                        .arg(exactText(float(line.values[i])));
    return text;
}

} // namespace

const FigurePage weightsSpectrumPage{.id = "spectrum",
    .title = QT_TRANSLATE_NOOP("figures", "Into how many directions do the weights write?"),
    .draw = drawSpectrum,
    .caption = spectrumCaption,
    .whyNot = whyNoSpectrum,
    .subtitle = spectrumSubtitle,
    .table =
        [](const FigureData& data) {
            return tableOf(spectrumLines(data, *shownRun(data)), QStringLiteral("matrix,index,singular_value\n"));
        },
    .needs = spectraNeeds,
    .options = matrixOptions,
    .minPanel = minPanelOf<220, 150>,
    .concepts = "C34"};

const FigurePage weightsNormsPage{.id = "norms",
    .title = QT_TRANSLATE_NOOP("figures", "How large are the weights of each layer?"),
    .draw = drawNorms,
    .caption = normsCaption,
    .whyNot = whyNotLines<normLines>,
    .subtitle = normsSubtitle,
    .table
    = [](const FigureData& data) { return tableOf(normLines(data, *shownRun(data)), QStringLiteral("matrix,layer,norm\n")); },
    .needs = normsNeeds,
    .options = matrixOptions,
    .minPanel = minPanelOf<220, 150>,
    .concepts = "C34"};

} // namespace widgets
