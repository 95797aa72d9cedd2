// How the weights of each matrix of a layer are spread, as lines over their size.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/weights/numbers.h"
#include "widgets/views/weights/pages.h"
#include "widgets/views/weights/peak_labels.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

using Spreads = std::vector<core::WeightSpread>;

Spreads spreadsOfRun(const FigureData& data, const RunResult& run)
{
    const Spreads* const found = spreadsOf(data, run);
    return found ? *found : Spreads();
}

/// Of the side: those of a run, or B − A of those that have the same bins.
Spreads shownSpreads(const FigureData& data)
{
    if (data.side != Side::Delta)
        return spreadsOfRun(data, *shownRun(data));
    Spreads shown;
    const Spreads others = spreadsOfRun(data, *data.b);
    for (core::WeightSpread one : spreadsOfRun(data, *data.a)) {
        const auto found = std::ranges::find(others, one.name, &core::WeightSpread::name);
        if (found == others.end() || found->range != one.range)
            continue;
        std::ranges::transform(found->shares, one.shares, one.shares.begin(), std::minus());
        shown.push_back(std::move(one));
    }
    return shown;
}

double binWidth(const core::WeightSpread& one) { return 2 * one.range / double(one.shares.size()); }

double middleOf(const core::WeightSpread& one, std::size_t bin) { return -one.range + (double(bin) + 0.5) * binWidth(one); }

QString whyNotSpread(const FigureData& data)
{
    return data.side == Side::Delta && !spreadsOfRun(data, *data.a).empty() && shownSpreads(data).empty()
        ? WeightWords::tr("The weights of A and B are so unlike that their bins are others: look at A | B.")
        : QString();
}

void drawSpread(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(WeightWords::tr("weight"));
    const QString share = WeightWords::tr("share of the weights, %");
    rect->axis(QCPAxis::atLeft)->setLabel(data.side == Side::Delta ? QStringLiteral("Δ ") + share : share);
    auto* chart = new LineChart(rect, style);
    auto* const labels = new PeakLabels(rect, style);
    for (const core::WeightSpread& one : shownSpreads(data)) {
        QVector<double> x, y;
        for (std::size_t bin = 0; bin < one.shares.size(); ++bin) {
            x << middleOf(one, bin);
            y << 100 * one.shares[bin];
        }
        QCPGraph* const line = chart->addLine(x, y, {}, matrixLine(one.name, style)); // all of them end at 0
        line->setName(QString::fromStdString(one.name));
        labels->add(line, matrixText(one.name));
    }
    chart->fitAxes(true);
}

QString spreadSubtitle(const FigureData& data)
{
    return WeightWords::tr("Each line: the weights of a matrix of layer %1, in 64 bins; the outer ones hold all beyond.")
        .arg(shownLayerText(data));
}

QString spreadCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return WeightWords::tr("Each line: the shares of B less those of A.");
    const Spreads all = shownSpreads(data);
    if (all.empty())
        return {};
    const auto [least, most] = std::ranges::minmax_element(all, {}, &core::WeightSpread::rms);
    QStringList sentences{
        WeightWords::tr("Widest are the weights of %1, with a root mean square of %2; narrowest those of %3, with %4.")
            .arg(matrixText(most->name), formatNumber(most->rms), matrixText(least->name), formatNumber(least->rms))};
    if (const QString expert = expertSentence(data); !expert.isEmpty())
        sentences << expert;
    return joinedSentences(sentences);
}

QString spreadTable(const FigureData& data)
{
    QString text = QStringLiteral("matrix,weight,share\n");
    for (const core::WeightSpread& one : spreadsOfRun(data, *shownRun(data)))
        for (std::size_t bin = 0; bin < one.shares.size(); ++bin)
            text += QStringLiteral("%1,%2,%3\n")
                        .arg(QString::fromStdString(one.name), exactText(float(middleOf(one, bin))),
                            exactText(float(one.shares[bin])));
    return text;
}

} // namespace

const FigurePage weightsSpreadPage{.id = "spread",
    .title = QT_TRANSLATE_NOOP("figures", "How large are the single weights?"),
    .draw = drawSpread,
    .caption = spreadCaption,
    .whyNot = whyNotSpread,
    .subtitle = spreadSubtitle,
    .table = spreadTable,
    .needs = spreadNeeds,
    .options = matrixOptions,
    .minPanel = minPanelOf<220, 150>,
    .concepts = "C34"};

} // namespace widgets
