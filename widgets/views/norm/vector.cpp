// One position's vector in one norm, step by step, as bars over the dimensions.

#include "widgets/figure/fairness.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct NormVector
{
    Q_DECLARE_TR_FUNCTIONS(NormVector)
};

struct Stage
{
    const char* id; // in tables
    QString name;
    QString formula;
    std::vector<float> values;
    bool isBand = false; // a band of one standard deviation (or RMS) around 0 shows what the next step divides by
};

std::optional<core::NormSteps> stepsOf(const RunPtr& run, const FigureData& data)
{
    if (!run)
        return std::nullopt;
    const std::optional<core::NormSlot> slot = chosenSlot(*run, data);
    if (!slot)
        return std::nullopt;
    const core::NormWeights weights = run->setup ? core::normWeights(*run->setup, *slot) : core::NormWeights();
    return core::normSteps(*run->trace, *slot, shownPosition(*run, data.selection), weights);
}

/// The steps that this kind of norm takes, and no others.
std::vector<Stage> stagesOf(const core::NormSteps& steps)
{
    std::vector<Stage> stages;
    stages.push_back({"before", NormVector::tr("before"), QStringLiteral("x"), steps.before, !steps.subtractsMean});
    if (steps.subtractsMean)
        stages.push_back({"centred", NormVector::tr("centred"), QStringLiteral("x − μ"), steps.centred, true});
    stages.push_back({"scaled", NormVector::tr("scaled"),
        steps.subtractsMean ? QStringLiteral("(x − μ) ÷ σ") : QStringLiteral("x ÷ RMS"), steps.scaled, true});
    const bool hasGain = !steps.gained.empty();
    const bool isShifted = steps.hasBias;
    if (hasGain && isShifted)
        stages.push_back({"gained", NormVector::tr("with gain"), QStringLiteral("· w"), steps.gained, false});
    stages.push_back({"out",
        isShifted     ? NormVector::tr("with bias")
            : hasGain ? NormVector::tr("with gain")
                      : NormVector::tr("out"),
        isShifted     ? QStringLiteral("+ b")
            : hasGain ? QStringLiteral("· w")
                      : QString(),
        steps.out, false});
    return stages;
}

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

/// Name and formula of a stage, and the numbers of its vector: bold, plain, muted, one under the other.
class StageText : public QCPLayoutElement
{
public:
    StageText(QCustomPlot* plot, const Stage& stage, const QStringList& numbers, const FigureStyle& style)
        : QCPLayoutElement(plot)
        , m_name(stage.name)
        , m_formula(stage.formula)
        , m_numbers(numbers)
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
        painter->setPen(theme.text);
        for (const QString& number : m_numbers) {
            line = QRectF(line.left(), line.bottom(), line.width(), step);
            if (line.bottom() > rect().bottom() + 4)
                break;
            painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, number);
        }
    }

private:
    double width() const
    {
        const QFontMetricsF small(tickFont(m_style), mParentPlot);
        double widest
            = QFontMetricsF(figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot).horizontalAdvance(m_name)
            + space::s + small.horizontalAdvance(m_formula);
        for (const QString& number : m_numbers)
            widest = std::max(widest, small.horizontalAdvance(number));
        return std::max(widest, small.horizontalAdvance(QStringLiteral("μ −0.000   RMS 0.000")));
    }

    QString m_name, m_formula;
    QStringList m_numbers;
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

/// Whose bars are whose, where no heading over the panel says it.
void addNames(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::pair<QString, QString> ofSlots = slotNames(data, fairnessOf(data));
    auto* names = plot.makeGrid();
    for (const Side side : {Side::A, Side::B}) {
        QCPTextElement* name = plot.addPanelTitle(0, 0, sideHeading(ofSlots, side), style);
        name->setTextColor(slotPen(side, style).color);
        names->addElement(0, names->columnCount(), name);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, names);
    plot.panel()->setRowStretchFactor(0, 0.001);
}

void drawVector(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const bool isBoth = data.side == Side::Both, isDelta = data.side == Side::Delta;
    const std::vector<Stage> stages = stagesOf(*stepsOf(isDelta ? data.a : shownRun(data), data));
    const auto otherSteps = isBoth || isDelta ? stepsOf(data.b, data) : std::nullopt;
    const std::vector<Stage> others = otherSteps ? stagesOf(*otherSteps) : std::vector<Stage>();
    const SlotPen own
        = slotPen(data.side == Side::B || (data.side == Side::A && data.mode == SlotMode::B) ? Side::B : Side::A, style);
    const auto width = double(stages.front().values.size());

    auto* wall = plot.makeGrid();
    wall->setRowSpacing(space::s);
    wall->setColumnSpacing(space::m);
    auto* left = new QCPMarginGroup(&plot);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Stage& stage = stages[i];
        std::vector<float> shown = stage.values;
        const auto other = std::find_if(
            others.begin(), others.end(), [&](const Stage& one) { return QLatin1String(one.id) == QLatin1String(stage.id); });
        if (isDelta) {
            if (other == others.end())
                continue; // a step that only A takes
            for (std::size_t d = 0; d < shown.size(); ++d)
                shown[d] = other->values[d] - shown[d];
        }
        const int row = wall->rowCount();
        const QStringList numbers = isBoth && other != others.end()
            ? QStringList{QStringLiteral("● ") + rmsText(shown), QStringLiteral("◆ ") + rmsText(other->values)}
            : QStringList{momentText(shown), rmsText(shown)};
        wall->addElement(row, 0, new StageText(&plot, stage, numbers, style));
        QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
        wall->addElement(row, 1, rect);
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, left);
        rect->setMinimumSize(60, 20);
        QCPAxis* bottom = rect->axis(QCPAxis::atBottom);
        bottom->setTicker(QSharedPointer<IndexTicker>::create());
        const bool isLast = i + 1 == stages.size();
        bottom->setTickLabels(isLast);
        bottom->setTicks(isLast);
        if (isLast) { // as high as the others: numbers and title are below it
            bottom->setLabel(NormVector::tr("dimension"));
            const double below = 2.4 * QFontMetricsF(tickFont(style), &plot).height();
            const double height = (style.showTitle ? 0.7 : 1) * style.size.height();
            wall->setRowStretchFactor(row, 1 + below * double(stages.size()) / std::max(120.0, height));
        }
        double most = reach(shown);
        if (isBoth && other != others.end())
            most = std::max(most, reach(other->values));
        const double bar = isBoth ? 0.42 : width > 200 ? 1 : 0.8;
        addBars(rect, shown, isDelta ? theme.text2 : isBoth ? theme.slotA : own.color, {bar, isBoth ? -0.22 : 0}, "own");
        if (isBoth && other != others.end())
            addBars(rect, other->values, theme.slotB, {bar, 0.22}, "other");
        if (stage.isBand && !isDelta)
            for (const double sign : {-1.0, 1.0}) {
                addLevel(rect, sign * core::momentsOf(shown).rms, isBoth ? theme.slotA : theme.text2, Qt::DashLine, width - 0.5);
                if (isBoth && other != others.end())
                    addLevel(rect, sign * core::momentsOf(other->values).rms, theme.slotB, Qt::DashLine, width - 0.5);
            }
        else if (i == 0 && !isDelta)
            addLevel(rect, core::momentsOf(shown).mean, theme.text2, Qt::SolidLine, width - 0.5);
        if (data.selection.dim >= 0 && data.selection.dim < int(width)) {
            auto* mark = new QCPItemStraightLine(&plot);
            mark->setClipAxisRect(rect);
            for (QCPItemPosition* position : mark->positions())
                position->setAxes(bottom, rect->axis(QCPAxis::atLeft));
            mark->point1->setCoords(data.selection.dim, -1);
            mark->point2->setCoords(data.selection.dim, 1);
            mark->setPen(QPen(theme.slotB, 1, Qt::DotLine));
        }
        rect->axis(QCPAxis::atLeft)->setRange(-1.08 * most, 1.08 * most);
        bottom->setRange(-0.5, width - 0.5);
    }
    plot.panel()->simplify();
    if (isBoth && data.mode == SlotMode::SideBySide)
        addNames(drawing);
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

QString vectorCaption(const FigureData& data)
{
    const RunPtr& run = data.side == Side::Delta ? data.a : shownRun(data);
    const core::NormSteps steps = *stepsOf(run, data);
    const QString end = lengthText(core::momentsOf(steps.out).rms);
    const auto both = data.side == Side::Both || data.side == Side::Delta ? stepsOf(data.b, data) : std::nullopt;
    if (both) {
        const core::NormSteps& other = *both;
        return NormVector::tr("Before, the RMS is %1 in A and %2 in B; after, %3 and %4.")
            .arg(lengthText(steps.rms), lengthText(other.rms), end, lengthText(core::momentsOf(other.out).rms));
    }
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
