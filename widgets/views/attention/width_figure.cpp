// The figure "attention_width": what dividing by √d does to the scores of a head: their spread, the entropy of its rows and how
// many of them are saturated, over the width of queries and keys; random vectors beside it.

#include "core/analysis/head_width.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/standard_offers.h"

#include <QCoreApplication>

#include <cmath>

namespace widgets {

namespace {

struct HeadWidth
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWidth)
};

using Widths = std::optional<core::HeadWidths>;

constexpr double minWidth = 230, minHeight = 86; // of a chart whose lines have their names, px of ordinary type
constexpr double heading = 24;
constexpr double wideForTicks = 300; // of a chart

NeedId idOf(const RunPtr& run, const Selection& at)
{
    return {run->trace, {}, "head width " + std::to_string(at.layer) + ' ' + std::to_string(at.head)};
}

Needs attentionWidthNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (whyNoAttention(*run, data.selection.layer).isEmpty())
            all.push_back(derivedNeed(idOf(run, data.selection), [run, at = data.selection](const core::RunControl& control) {
                return core::headWidths(*run->trace, at.layer, at.head, control);
            }));
    return all;
}

const core::HeadWidths* widthsOf(const FigureData& data)
{
    const Widths* const found = data.results.value<Widths>(idOf(shownRun(data), data.selection));
    return found && *found ? &**found : nullptr;
}

/// A text of two tokens and more, of which its mask shows each query one.
bool isOfOneKey(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const Widths* const found = run ? data.results.value<Widths>(idOf(run, data.selection)) : nullptr;
    return found && !*found;
}

QString whyNotAttentionWidth(const FigureData& data)
{
    if (data.side == Side::Delta)
        return HeadWidth::tr("The lines of A and B have widths of their own: look at A | B.");
    if (QString reason = whyNoWeights(data, data.selection.layer); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (streamTokens(*run.trace).size() < 2)
        return HeadWidth::tr("One token sees one key, so that nothing can spread: add a word.");
    for (const char* name : {"attn.q", "attn.k", "attn.scores"})
        if (!run.trace->find(core::blockName(data.selection.layer, name)))
            return whyNotRecorded(core::blockName(data.selection.layer, name));
    return isOfOneKey(data) ? HeadWidth::tr("The mask of layer %1 lets no query see two keys, so that nothing can spread. "
                                            "Choose a wider window, or another mask.")
                                  .arg(counted(data.selection.layer))
                            : QString();
}

ChoiceOffer offer(const FigureData& data)
{
    if (const ChoiceOffer text = oneTokenOffer(data); !text.key.isEmpty())
        return text;
    if (isOfOneKey(data) && whyNoWeights(data, data.selection.layer).isEmpty())
        return {HeadWidth::tr("Use a causal mask"), QStringLiteral("mask.kind"), QStringLiteral("causal")};
    return weightsOffer(data);
}

/// One of the three charts.
struct Quantity
{
    double core::WidthSpread::*number;
    const char* name; // of its lines in files
    QString title;
    bool isLogarithmic = false;
};

std::vector<Quantity> quantities()
{
    return {{&core::WidthSpread::deviation, "spread", HeadWidth::tr("spread of the scores"), true},
        {&core::WidthSpread::entropy, "entropy", HeadWidth::tr("entropy of a row, nats")},
        {&core::WidthSpread::saturated, "saturated", HeadWidth::tr("saturated rows")}};
}

struct CourseLook
{
    QPen pen;
    QString name; // in files
    QString label = {};
};

void addCourse(LineChart& chart, const std::vector<core::WidthSpread>& course, const Quantity& quantity, const CourseLook& look)
{
    QVector<double> x, y;
    for (const core::WidthSpread& point : course) {
        const double value = point.*quantity.number;
        x << double(point.width);
        y << (quantity.isLogarithmic && !(value > 0) ? qQNaN() : value);
    }
    QCPGraph* const line = chart.addLine(x, y, look.label, {.color = look.pen.color(), .pen = look.pen.style()});
    line->setPen(look.pen);
    line->setName(look.name);
}

void drawChart(QCPAxisRect* rect, const core::HeadWidths& widths, const Quantity& quantity, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCPAxis* const across = rect->axis(QCPAxis::atBottom);
    across->setScaleType(QCPAxis::stLogarithmic);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const bool isNarrow = roomOf(style).width() < wideForTicks;
    for (int width = 1; width <= int(core::maxRandomWidth); width *= isNarrow ? 32 : 4)
        ticker->addTick(width, QString::number(width));
    across->setTicker(ticker);
    across->setLabel(HeadWidth::tr("width d"));
    auto* chart = new LineChart(rect, style);
    if (quantity.isLogarithmic)
        chart->setLogarithmic(true);
    const double thin = 0.7 * style.lineWidth, thick = 1.8 * style.lineWidth;
    const QString name = QString::fromLatin1(quantity.name);
    if (quantity.number == &core::WidthSpread::deviation)
        chart
            ->addLine({1, double(core::maxRandomWidth)}, {1, std::sqrt(double(core::maxRandomWidth))}, QStringLiteral("√d"),
                {.color = theme.text2, .pen = Qt::DotLine})
            ->setName(QStringLiteral("root of d"));
    if (quantity.number == &core::WidthSpread::entropy)
        chart
            ->addLine({1, double(core::maxRandomWidth)}, {widths.evenEntropy, widths.evenEntropy}, HeadWidth::tr("even"),
                {.color = theme.text2, .pen = Qt::DotLine})
            ->setName(QStringLiteral("even"));
    const QString random = HeadWidth::tr("random %1"), own = HeadWidth::tr("this head %1");
    addCourse(*chart, widths.random.plain, quantity,
        {QPen(theme.slotB, thin), QStringLiteral("random ") + name, random.arg(QStringLiteral("q·k"))});
    addCourse(*chart, widths.random.divided, quantity,
        {QPen(theme.slotA, thin, Qt::DashLine), QStringLiteral("random %1 divided").arg(name),
            random.arg(QStringLiteral("÷√d"))});
    addCourse(*chart, widths.head.plain, quantity, {QPen(theme.slotB, thick), name, own.arg(QStringLiteral("q·k"))});
    addCourse(*chart, widths.head.divided, quantity,
        {QPen(theme.slotA, thick, Qt::DashLine), name + QStringLiteral(" divided"), own.arg(QStringLiteral("÷√d"))});
    chart->fitAxes(!quantity.isLogarithmic);
    across->setRange(1, double(core::maxRandomWidth));
    if (quantity.number == &core::WidthSpread::saturated)
        rect->axis(QCPAxis::atLeft)->setRange(0, 1.04);
    const core::WidthSpread& end = widths.head.plain.back();
    if (const double value = end.*quantity.number; value > 0 || !quantity.isLogarithmic)
        chart->setMark(double(end.width), value, QString());
}

void drawAttentionWidth(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::HeadWidths* const widths = widthsOf(data);
    if (!widths)
        return;
    const QSizeF room(roomOf(style).width(), pictureHeight(style));
    const std::vector<Quantity> all = quantities();
    const bool isWide = room.width() >= double(all.size()) * minWidth;
    const auto fitting = std::size_t(std::max(1.0, room.height() / (minHeight + heading)));
    const std::size_t shown = isWide ? all.size() : std::min(all.size(), fitting);
    QStringList leftOut;
    auto* wall = plot.makeGrid();
    wall->setRowSpacing(space::xs);
    wall->setColumnSpacing(space::m);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i >= shown) {
            leftOut << all[i].title;
            continue;
        }
        const int row = isWide ? 0 : 2 * int(i), column = isWide ? int(i) : 0, below = plot.panel()->rowCount();
        wall->addElement(row, column, plot.addPanelTitle(below, 0, all[i].title, style));
        wall->setRowStretchFactor(row, 0.001);
        QCPAxisRect* const rect = plot.addAxisRect(below + 1, 0, style);
        rect->setMinimumSize(60, 34);
        wall->addElement(row + 1, column, rect);
        FigureStyle part = style;
        if (isWide)
            part.size.setWidth(style.size.width() / double(all.size()));
        drawChart(rect, *widths, all[i], part);
        if (!isWide && i + 1 < shown)
            rect->axis(QCPAxis::atBottom)->setLabel(QString());
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, wall);
    sayNoRoomFor(plot, leftOut, style);
}

QString attentionWidthSubtitle(const FigureData& data)
{
    return HeadWidth::tr(
        "Only the first d numbers of q and k count. Thick: layer %1, head %2; thin: random vectors of variance 1; solid: q · k, dashed: ÷√d.")
        .arg(counted(data.selection.layer))
        .arg(counted(data.selection.head));
}

QString attentionWidthCaption(const FigureData& data)
{
    const core::HeadWidths* const widths = widthsOf(data);
    if (!widths)
        return {};
    const core::WidthSpread &plain = widths->head.plain.back(), &divided = widths->head.divided.back();
    if (showsBoth(data)) // a line for each
        return joinedSentences({HeadWidth::tr("d = %1, ÷√d: spread %2 → %3, entropy %4 → %5.")
                                    .arg(plain.width)
                                    .arg(formatNumber(plain.deviation), formatNumber(divided.deviation),
                                        formatFixed(plain.entropy, 2), formatFixed(divided.entropy, 2)),
            HeadWidth::tr("Saturated rows %1 → %2.").arg(formatPercent(plain.saturated), formatPercent(divided.saturated))});
    QStringList sentences{
        HeadWidth::tr(
            "At d = %1 the scores spread by %2 without ÷√d and by %3 with it; the entropy is %4 and %5 nats of %6, and %7 and "
            "%8 of the rows give one key more than 99 %.")
            .arg(plain.width)
            .arg(formatNumber(plain.deviation), formatNumber(divided.deviation), formatFixed(plain.entropy, 2),
                formatFixed(divided.entropy, 2), formatFixed(widths->evenEntropy, 2), formatPercent(plain.saturated),
                formatPercent(divided.saturated)),
        HeadWidth::tr("Random scores spread by %1 at d = %2, where √d is %3.")
            .arg(formatNumber(widths->random.plain.back().deviation))
            .arg(widths->random.plain.back().width)
            .arg(formatNumber(std::sqrt(double(widths->random.plain.back().width))))};
    if (widths->queries < widths->allQueries)
        sentences << HeadWidth::tr("From %1 of %2 queries.").arg(formatCount(widths->queries), formatCount(widths->allQueries));
    return joinedSentences(sentences);
}

QString attentionWidthTable(const FigureData& data)
{
    QString text = QStringLiteral("vectors,divided,d,spread,entropy,saturated\n");
    const core::HeadWidths* const widths = widthsOf(data);
    if (!widths)
        return text;
    const auto add = [&](const char* vectors, const char* isDivided, const std::vector<core::WidthSpread>& course) {
        for (const core::WidthSpread& point : course)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                        .arg(QLatin1String(vectors), QLatin1String(isDivided))
                        .arg(point.width)
                        .arg(exactText(float(point.deviation)), exactText(float(point.entropy)),
                            exactText(float(point.saturated)));
    };
    add("head", "no", widths->head.plain);
    add("head", "yes", widths->head.divided);
    add("random", "no", widths->random.plain);
    add("random", "yes", widths->random.divided);
    return text;
}

std::vector<Caveat> attentionWidthCaveats(const FigureData& data)
{
    std::vector<Caveat> all;
    const RunResult& run = *shownRun(data);
    const core::HeadWidths* const widths = widthsOf(data);
    if (widths && run.setup) {
        const double scale = scoringOf(run, data.selection).scale;
        if (std::abs(scale * std::sqrt(double(widths->head.plain.back().width)) - 1) > 1e-4)
            all.push_back({HeadWidth::tr("This model multiplies by %1, not by 1/√d.").arg(formatNumber(scale))});
    }
    if (run.trace->find(core::blockName(data.selection.layer, "attn.bias")))
        all.push_back({HeadWidth::tr("Without the bias that positions add to the scores.")});
    return all;
}

QSizeF minPanel(const FigureData&) { return {190, 130}; }

} // namespace

const FigureInfo attentionWidthFigure{.id = "attention_width",
    .title = QT_TRANSLATE_NOOP("figures", "Why are scores divided by √d?"),
    .draw = drawAttentionWidth,
    .caption = attentionWidthCaption,
    .whyNot = whyNotAttentionWidth,
    .subtitle = attentionWidthSubtitle,
    .table = attentionWidthTable,
    .needs = attentionWidthNeeds,
    .offer = offer,
    .minPanel = minPanel,
    .caveats = attentionWidthCaveats,
    .concepts = [](const FigureData&) { return "C12"; }};

} // namespace widgets
