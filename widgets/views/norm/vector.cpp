// One position's vector in one norm, step by step, as bars over the dimensions.

#include "widgets/figure/both_sides.h"
#include "widgets/figure/by_index.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/side_heading.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/norm/vector_stages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace widgets {

namespace {

struct NormVector
{
    Q_DECLARE_TR_FUNCTIONS(NormVector)
};

QString whyNotVector(const FigureData& data)
{
    if (QString reason = whyNoNorm(data); !reason.isEmpty())
        return reason;
    const RunPtr& run = shownRun(data);
    if (!stepsOf(run, data)) {
        const core::NormSlot slot = *chosenSlot(*run, data);
        return whyNotRecorded(slot.name + ".normalized");
    }
    if (data.side == Side::Delta) {
        const auto a = stepsOf(data.a, data), b = stepsOf(data.b, data);
        if (!a || !b || a->before.size() != b->before.size())
            return NormVector::tr("The vectors of A and B are not of the same width. Look at A | B.");
        return whyNotByIndex(data);
    }
    return {};
}

struct BarPlace
{
    double width;
    double shift; // from the middle of its dimension
};

/// Thin columns from 0, as wide as there is room for; `shift` puts the second slot beside the first.
void addBars(QCPAxisRect* rect, const std::vector<float>& values, const QColor& color, BarPlace place, const char* name)
{
    auto* bars = new QCPBars(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    QVector<double> keys, heights;
    for (std::size_t i = 0; i < values.size(); ++i) {
        keys << double(i) + place.shift;
        heights << double(values[i]);
    }
    bars->setName(QString::fromLatin1(name));
    bars->setData(keys, heights, true);
    bars->setWidth(place.width);
    bars->setPen(Qt::NoPen);
    bars->setBrush(color);
    bars->setSelectable(QCP::stNone);
    bars->setAntialiased(false);
}

void addLevel(QCPAxisRect* rect, double value, const QColor& color, Qt::PenStyle pen, double last)
{
    auto* line = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    line->setData(QVector<double>{-0.5, last}, QVector<double>{value, value}, true);
    line->setPen(QPen(color, 1, pen));
    line->setSelectable(QCP::stNone);
}

struct StageLine
{
    QString text;
    Side side = Side::Both; // whose, in its colour; of both: in that of the text
};

struct StageWords
{
    QString name, formula;
    std::vector<StageLine> lines;
};

/// Name and formula of a stage, and the numbers of its vector: bold, plain, muted, one under the other.
class StageText : public QCPLayoutElement
{
public:
    StageText(QCustomPlot* plot, StageWords words, const FigureStyle& style)
        : QCPLayoutElement(plot)
        , m_name(std::move(words.name))
        , m_formula(std::move(words.formula))
        , m_lines(std::move(words.lines))
        , m_style(style)
    {
        setLayer(QStringLiteral("main"));
        setMargins({});
        setMinimumSize(int(width()) + 1, 0);
        setMaximumSize(int(width()) + 1, QWIDGETSIZE_MAX);
        setSizeConstraintRect(scrOuterRect);
    }

protected:
    void draw(QCPPainter* painter) override
    {
        const Theme& theme = themeOf(m_style);
        const QFont bold = figureFont(m_style, m_style.labelPoints, QFont::DemiBold);
        const QFontMetricsF boldMetrics(bold, mParentPlot);
        QRectF line(rect().topLeft(), QSizeF(rect().width(), boldMetrics.height()));
        painter->setFont(bold);
        painter->setPen(theme.text);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_name);
        const QFont small = tickFont(m_style);
        painter->setFont(small);
        painter->setPen(theme.text2);
        const double used = boldMetrics.horizontalAdvance(m_name) + space::s;
        painter->drawText(line.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_formula);
        const double step = QFontMetricsF(small, mParentPlot).height();
        for (const StageLine& one : m_lines) {
            line = QRectF(line.left(), line.bottom(), line.width(), step);
            if (line.bottom() > rect().bottom() + 4)
                break;
            painter->setPen(one.side == Side::Both ? theme.text : slotPen(one.side, m_style).color);
            painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, one.text);
        }
    }

private:
    double width() const
    {
        const QFontMetricsF small(tickFont(m_style), mParentPlot);
        double widest
            = QFontMetricsF(figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot).horizontalAdvance(m_name)
            + space::s + small.horizontalAdvance(m_formula);
        for (const StageLine& one : m_lines)
            widest = std::max(widest, small.horizontalAdvance(one.text));
        return std::max(widest, small.horizontalAdvance(QStringLiteral("μ −0.000   RMS 0.000")));
    }

    QString m_name, m_formula;
    std::vector<StageLine> m_lines;
    FigureStyle m_style;
};

QString momentText(const std::vector<float>& values)
{
    const core::RowMoments moments = core::momentsOf(values);
    return QStringLiteral("μ %1   σ %2").arg(lengthText(moments.mean), lengthText(moments.deviation));
}

QString rmsText(const std::vector<float>& values)
{
    return QStringLiteral("RMS %1").arg(lengthText(core::momentsOf(values).rms));
}

/// How high the bars of a stage reach: the same up and down, so that 0 is in the middle.
double reach(const std::vector<float>& values)
{
    double most = 0;
    for (const float value : values)
        if (std::isfinite(value))
            most = std::max(most, std::abs(double(value)));
    return most > 0 ? most : 1;
}

/// The numbers of one side in a picture of both; why it has none.
StageLine lineOf(Side side, const StageRow& row)
{
    const Stage* const stage = side == Side::A ? row.a : row.b;
    const QString sign = side == Side::A ? QStringLiteral("● ") : QStringLiteral("◆ ");
    if (!stage)
        return {sign + whyNoStage(row), side};
    const QString formula = row.isOneFormula() ? QString() : stage->formula + QStringLiteral("   ");
    return {sign + formula + rmsText(stage->values), side};
}

StageWords wordsOf(const StageRow& row, const std::vector<float>& shown, Side side)
{
    StageWords words{row.first().name, row.isOneFormula() ? row.first().formula : QString(), {}};
    if (side == Side::Both)
        words.lines = {lineOf(Side::A, row), lineOf(Side::B, row)};
    else
        words.lines = {{momentText(shown)}, {rmsText(shown)}};
    return words;
}

/// Dashed: how far one standard deviation, or the RMS, reaches; a line: the mean.
void addLevels(QCPAxisRect* rect, const Stage& stage, const QColor& color, double last)
{
    const core::RowMoments moments = core::momentsOf(stage.values);
    if (stage.isBand)
        for (const double sign : {-1.0, 1.0})
            addLevel(rect, sign * moments.rms, color, Qt::DashLine, last);
    else if (stage.step == NormStep::Before)
        addLevel(rect, moments.mean, color, Qt::SolidLine, last);
}

void markDimension(const Drawing& drawing, QCPAxisRect* rect)
{
    auto* mark = new QCPItemStraightLine(&drawing.plot);
    mark->setClipAxisRect(rect);
    for (QCPItemPosition* position : mark->positions())
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    mark->point1->setCoords(drawing.data.selection.dim, -1);
    mark->point2->setCoords(drawing.data.selection.dim, 1);
    mark->setPen(QPen(themeOf(drawing.style).slotB, 1, Qt::DotLine));
}

/// The bars of a step: of the shown side, of B − A, or of both, where only one may take the step.
void addStage(const Drawing& drawing, QCPAxisRect* rect, const StageRow& row, const std::vector<float>& shown)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const bool isBoth = data.side == Side::Both, isDelta = data.side == Side::Delta;
    const double width = double(row.first().values.size());
    const double bar = isBoth ? 0.42 : width > 200 ? 1 : 0.8;
    const SlotPen own
        = slotPen(data.side == Side::B || (data.side == Side::A && data.mode == SlotMode::B) ? Side::B : Side::A, style);
    double most = isBoth ? 0 : reach(shown);
    if (!isBoth)
        addBars(rect, shown, isDelta ? theme.text2 : own.color, {bar, 0}, "own");
    for (const auto& [stage, color, shift, name] :
        {std::tuple{row.a, theme.slotA, -0.22, "own"}, std::tuple{row.b, theme.slotB, 0.22, "other"}})
        if (isBoth && stage) {
            most = std::max(most, reach(stage->values));
            addBars(rect, stage->values, color, {bar, shift}, name);
            addLevels(rect, *stage, color, width - 0.5);
        }
    if (!isBoth && !isDelta)
        addLevels(rect, row.first(), theme.text2, width - 0.5);
    if (data.selection.dim >= 0 && data.selection.dim < int(width))
        markDimension(drawing, rect);
    rect->axis(QCPAxis::atLeft)->setRange(-1.08 * most, 1.08 * most);
    rect->axis(QCPAxis::atBottom)->setRange(-0.5, width - 0.5);
}

void drawVector(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const bool isBoth = data.side == Side::Both, isDelta = data.side == Side::Delta;
    const std::vector<Stage> stages = stagesOf(*stepsOf(isDelta ? data.a : shownRun(data), data));
    const auto otherSteps = isBoth || isDelta ? stepsOf(data.b, data) : std::nullopt;
    const std::vector<Stage> others = otherSteps ? stagesOf(*otherSteps) : std::vector<Stage>();
    std::vector<StageRow> rows = stageRows(stages, others);
    if (isDelta) // a step that only one takes has no difference
        std::erase_if(rows, [](const StageRow& row) { return !row.a || !row.b; });

    auto* wall = plot.makeGrid();
    wall->setRowSpacing(space::s);
    wall->setColumnSpacing(space::m);
    auto* left = new QCPMarginGroup(&plot);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<float> shown = rows[i].first().values;
        for (std::size_t d = 0; isDelta && d < shown.size(); ++d)
            shown[d] = rows[i].b->values[d] - shown[d];
        const int row = wall->rowCount();
        wall->addElement(row, 0, new StageText(&plot, wordsOf(rows[i], shown, data.side), style));
        QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
        wall->addElement(row, 1, rect);
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, left);
        rect->setMinimumSize(60, 20);
        QCPAxis* bottom = rect->axis(QCPAxis::atBottom);
        bottom->setTicker(QSharedPointer<IndexTicker>::create());
        const bool isLast = i + 1 == rows.size();
        bottom->setTickLabels(isLast);
        bottom->setTicks(isLast);
        if (isLast) { // as high as the others: numbers and title are below it
            bottom->setLabel(NormVector::tr("dimension"));
            const double below = 2.4 * QFontMetricsF(tickFont(style), &plot).height();
            const double height = (style.showTitle ? 0.7 : 1) * style.size.height();
            wall->setRowStretchFactor(row, 1 + below * double(rows.size()) / std::max(120.0, height));
        }
        addStage(drawing, rect, rows[i], shown);
    }
    plot.panel()->simplify();
    if (isBoth && data.mode == SlotMode::SideBySide) { // else a heading over the panel says whose bars are whose
        addSideHeading({plot, data, style}, {0, 0}, slotNames(data, fairnessOf(data)), Side::Both);
        plot.panel()->setRowStretchFactor(0, 0.001);
    }
    plot.panel()->addElement(plot.panel()->rowCount(), 0, wall);
}

QString vectorSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const QString slot = slotText(*chosenSlot(*run, data));
    const QString token = quotedToken(*run->trace, shownPosition(*run, data.selection));
    return stepsOf(run, data)->subtractsMean
        ? NormVector::tr("%1 at %2, step by step: one bar for each dimension; dashed: one standard deviation.").arg(slot, token)
        : NormVector::tr("%1 at %2, step by step: one bar for each dimension; dashed: the root mean square.").arg(slot, token);
}

/// One of two sides: what its norm does with the mean.
QString sentenceOfSide(const core::NormSteps& steps)
{
    const QString end = lengthText(core::momentsOf(steps.out).rms);
    if (steps.isOverTokens)
        return NormVector::tr("BatchNorm takes μ and scale of each dimension over all tokens: RMS %1 before, %2 after.")
            .arg(lengthText(steps.rms), end);
    if (steps.subtractsMean)
        return NormVector::tr("LayerNorm subtracts μ = %1 and divides by %2; after gain and bias the RMS is %3.")
            .arg(lengthText(steps.mean), lengthText(steps.scale), end);
    return NormVector::tr("RMSNorm keeps μ = %1 and divides by %2; after the gain the RMS is %3.")
        .arg(lengthText(steps.mean), lengthText(steps.scale), end);
}

QString vectorCaption(const FigureData& data)
{
    if (data.side == Side::Both || data.side == Side::Delta)
        if (const auto a = stepsOf(data.a, data), b = stepsOf(data.b, data); a && b)
            return captionOfBoth(sentenceOfSide(*a), sentenceOfSide(*b));
    const core::NormSteps steps = *stepsOf(shownRun(data), data);
    const QString end = lengthText(core::momentsOf(steps.out).rms);
    if (steps.isOverTokens)
        return NormVector::tr("BatchNorm takes a mean and a scale for each dimension over all tokens: this vector, with μ %1 and "
                              "RMS %2 before, has RMS %3 after, not 1.")
            .arg(lengthText(steps.mean), lengthText(steps.rms), end);
    if (steps.subtractsMean)
        return NormVector::tr(
            "μ is %1, σ %2, RMS %3. LayerNorm subtracts μ and divides by %4; after gain and bias the RMS is %5.")
            .arg(lengthText(steps.mean), lengthText(steps.deviation), lengthText(steps.rms), lengthText(steps.scale), end);
    return NormVector::tr("μ is %1, σ %2, RMS %3. RMSNorm keeps μ and divides by %4; after the gain the RMS is %5.")
        .arg(lengthText(steps.mean), lengthText(steps.deviation), lengthText(steps.rms), lengthText(steps.scale), end);
}

QString vectorTable(const FigureData& data)
{
    const std::vector<Stage> stages = stagesOf(*stepsOf(shownRun(data), data));
    QString text = QStringLiteral("dimension");
    for (const Stage& stage : stages)
        text += QLatin1Char(',') + QLatin1String(stage.id);
    text += QLatin1Char('\n');
    for (std::size_t d = 0; d < stages.front().values.size(); ++d) {
        text += QString::number(d);
        for (const Stage& stage : stages)
            text += QLatin1Char(',') + exactText(stage.values[d]);
        text += QLatin1Char('\n');
    }
    return text;
}

std::vector<Metric> vectorMetrics(const FigureData& data)
{
    const auto grid = [&](const RunPtr& run) {
        const auto steps = stepsOf(run, data);
        return steps ? gridOf(steps->out, 1, core::Index(steps->out.size())) : Grid();
    };
    return gridMetrics(grid(data.a), grid(data.b), [&](int, int column) {
        Selection at = data.selection;
        at.dim = column;
        return at;
    });
}

} // namespace

const FigurePage vectorPage{.id = "vector",
    .title = QT_TRANSLATE_NOOP("figures", "What does a norm do to one vector?"),
    .draw = drawVector,
    .caption = vectorCaption,
    .whyNot = whyNotVector,
    .subtitle = vectorSubtitle,
    .table = vectorTable,
    .metrics = vectorMetrics,
    .options = slotOptions,
    .minPanel = minPanelOf<270, 140>,
    .concepts = "C20"};

} // namespace widgets
