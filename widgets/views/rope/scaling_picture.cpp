// Every kind of scaling on this model's angles: how long a turn takes, how much slower each pair gets, and what angles are met
// beyond the trained length.

#include "widgets/plot/counting.h"
#include "widgets/views/rope/pictures.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/rope/figure.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

struct RopeScaling
{
    Q_DECLARE_TR_FUNCTIONS(RopeScaling)
};

// Px of ordinary type. A narrower panel has the names of its lines below them; from kWideForTwo on two charts are beside each
// other and the third below them, else all below each other as far as they fit.
constexpr double kWideForNames = 260, kWideForTwo = 620, kHighForTwo = 350, kHighOfChart = 150;

/// Kinds with the same angles share a line.
struct Kind
{
    QString name;
    QString id; // of the first
    std::vector<double> frequencies;
    bool isModel = false;
};

struct Scalings
{
    std::vector<Kind> kinds;
    std::vector<double> plain; // frequencies without any
    double factor = 4;
    double trained = 1;
    QString mark;      // "trained 128"; of a model that learned nothing "context 128"
    bool isLearned = true;
    double length = 1; // of the text that the length-dependent kinds see
    int pair = 0;      // whose angles are drawn over position
};

Scalings scalingsOf(const RopeHead& head, const FigureData& data)
{
    Scalings result;
    const core::Rope& rope = head.rotation.rope;
    const double own = core::scalingFactor(rope.scaling);
    const double said = factorOption.in(data, 0);
    result.factor = said >= factorOption.least ? std::min(said, factorOption.most) : own > 0 ? own : 4;
    const core::Index trained = std::max<core::Index>(1, core::trainedLength(rope));
    result.trained = double(trained);
    const core::SetupPtr& setup = shownRun(data)->setup;
    result.isLearned = !setup || setup->origin.how != core::WeightsOrigin::How::Seeded;
    const QString length = formatCount(std::int64_t(result.trained));
    result.mark = result.isLearned ? RopeScaling::tr("trained length %1").arg(length) : RopeScaling::tr("context %1").arg(length);
    result.length = result.trained * result.factor;
    result.plain = core::ropeFrequencies(head.rotation.frequencyDims, rope.base);
    for (const core::ScaledAngles& scaled :
        core::everyScaling(head.rotation, result.factor, trained, core::Index(result.length))) {
        const std::string id(core::infoOf(scaled.kind).id);
        const bool isModel = scaled.kind.index() == rope.scaling.index();
        const QString name = choiceText("rope.scaling", core::Json(id));
        const auto same = std::find_if(result.kinds.begin(), result.kinds.end(), [&](const Kind& kind) {
            return std::equal(kind.frequencies.begin(), kind.frequencies.end(), scaled.angles.frequencies.begin(),
                [](double a, double b) { return std::abs(a - b) <= 1e-9 * a; });
        });
        if (same != result.kinds.end()) {
            same->name = RopeScaling::tr("%1, %2").arg(same->name, name);
            same->isModel |= isModel;
        } else {
            result.kinds.push_back({name, QString::fromStdString(id), scaled.angles.frequencies, isModel});
        }
    }
    // The fastest pair that never made a whole turn in training: beyond it, it meets angles it has never seen.
    result.pair = int(result.plain.size()) - 1;
    for (int pair = int(result.plain.size()) - 1; pair >= 0; --pair)
        if (2 * std::numbers::pi / result.plain[std::size_t(pair)] > result.trained)
            result.pair = pair;
    if (const core::Index chosen = head.rotation.pairOf(data.selection.dim); chosen >= 0 || pairOption.isIn(data))
        result.pair = head.pair;
    return result;
}

LineStyle lineOf(std::size_t at, const Kind& kind, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    if (kind.isModel)
        return {.color = theme.accent};
    const QColor colors[] = {theme.text2, theme.k, theme.v, theme.o, theme.warning, theme.ok, theme.q};
    const Qt::PenStyle pens[]
        = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine, Qt::DashLine, Qt::DotLine};
    return {.color = colors[at % std::size(colors)], .pen = pens[at % std::size(pens)]};
}

QCPAxisRect* addChartRect(Plot& plot, ChartPlace place, const QString& heading, const QString& below, const FigureStyle& style)
{
    const int last = plot.panel()->rowCount();
    place.in->addElement(place.row, place.column, plot.addPanelTitle(last, 0, heading, style));
    place.in->setRowStretchFactor(place.row, 0.001);
    QCPAxisRect* rect = plot.addAxisRect(last, 0, style);
    place.in->addElement(place.row + 1, place.column, rect);
    rect->axis(QCPAxis::atBottom)->setLabel(below);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    return rect;
}

QString labelOf(const Kind& kind) { return kind.isModel ? QStringLiteral("● ") + kind.name : kind.name; }

void addWavelengths(QCPAxisRect* rect, const Scalings& scalings, bool hasLabels, const FigureStyle& style)
{
    auto* chart = new LineChart(rect, style);
    chart->setLogarithmic(true);
    for (std::size_t at = 0; at < scalings.kinds.size(); ++at) {
        const Kind& kind = scalings.kinds[at];
        QVector<double> pairs, lengths;
        for (const double frequency : kind.frequencies) {
            pairs << double(pairs.size());
            lengths << 2 * std::numbers::pi / frequency;
        }
        chart->addLine(pairs, lengths, hasLabels ? labelOf(kind) : QString(), lineOf(at, kind, style))
            ->setName(QStringLiteral("wavelength ") + kind.id);
    }
    chart->fitAxes();
    const QString trained = formatCount(std::int64_t(scalings.trained));
    addLevelMark(rect, scalings.trained,
        roomOf(style).width() < kWideForNames ? trained : scalings.mark, style);
}

void addStretch(QCPAxisRect* rect, const Scalings& scalings, bool hasLabels, const FigureStyle& style)
{
    auto* chart = new LineChart(rect, style);
    for (std::size_t at = 0; at < scalings.kinds.size(); ++at) {
        const Kind& kind = scalings.kinds[at];
        QVector<double> pairs, stretch;
        for (std::size_t pair = 0; pair < kind.frequencies.size(); ++pair) {
            pairs << double(pair);
            stretch << scalings.plain[pair] / kind.frequencies[pair];
        }
        chart->addLine(pairs, stretch, hasLabels ? labelOf(kind) : QString(), lineOf(at, kind, style))
            ->setName(QStringLiteral("stretch ") + kind.id);
    }
    chart->fitAxes();
}

/// The angle of one pair over position, and the largest that training ever showed it.
void addAngles(QCPAxisRect* rect, const Scalings& scalings, bool hasLabels, const FigureStyle& style)
{
    auto* chart = new LineChart(rect, style);
    const auto pair = std::size_t(scalings.pair);
    for (std::size_t at = 0; at < scalings.kinds.size(); ++at) {
        const Kind& kind = scalings.kinds[at];
        chart
            ->addLine({0, scalings.length}, {0, scalings.length * kind.frequencies[pair] / (2 * std::numbers::pi)},
                hasLabels ? labelOf(kind) : QString(), lineOf(at, kind, style))
            ->setName(QStringLiteral("angle ") + kind.id);
    }
    chart->fitAxes(true);
    addVerticalMark(
        rect, scalings.trained, scalings.mark, style);
    addLevelMark(
        rect, scalings.trained * scalings.plain[pair] / (2 * std::numbers::pi), scalings.isLearned ? RopeScaling::tr("largest in training") : RopeScaling::tr("largest within it"), style);
}

/// The names of the lines below them, in their colours: where they have no room beside them.
void addNames(Plot& plot, QCPLayoutGrid* in, int row, const Scalings& scalings, const FigureStyle& style)
{
    auto* names = plot.makeGrid();
    in->addElement(row, 0, names);
    in->setRowStretchFactor(row, 0.001);
    const QFontMetricsF metrics(tickFont(style), &plot);
    double widest = 0;
    for (const Kind& kind : scalings.kinds)
        widest = std::max(widest, metrics.horizontalAdvance(labelOf(kind)));
    const int columns = 2 * widest + names->columnSpacing() <= style.size.width() ? 2 : 1;
    for (std::size_t at = 0; at < scalings.kinds.size(); ++at) {
        QCPTextElement* name = plot.addPanelTitle(plot.panel()->rowCount(), 0, labelOf(scalings.kinds[at]), style);
        name->setFont(tickFont(style));
        name->setTextColor(lineOf(at, scalings.kinds[at], style).color);
        names->addElement(int(at) / columns, int(at) % columns, name);
    }
}

/// What a page has room for beside the wavelengths.
struct Shown
{
    bool isWide = false;
    bool hasStretch = true;
    bool hasAngles = true;
};

Shown shownOn(const FigureStyle& style)
{
    const QSizeF room = roomOf(style);
    const bool hasTwoLines = room.height() >= kHighForTwo;
    if (room.width() >= kWideForTwo)
        return {true, hasTwoLines, true}; // where one line has room, it has what the sentence says
    return {false, pictureHeight(style) >= 3 * kHighOfChart, hasTwoLines};
}

void drawRopeScaling(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    const Scalings scalings = scalingsOf(head, data);
    QCPLayoutGrid* page = plot.panel();
    const Shown shown = shownOn(style);
    const QString pair = RopeScaling::tr("pair");
    const bool areNamedBelow = roomOf(style).width() < kWideForNames;
    int rows = 0;
    const auto part = [&] {
        auto* grid = plot.makeGrid();
        grid->setColumnSpacing(space::xl);
        grid->setRowSpacing(space::s);
        return grid;
    };
    const auto add = [&](QCPLayoutGrid* grid) {
        page->simplify();
        page->addElement(rows++, 0, grid);
    };
    const auto stretchRect = [&](QCPLayoutGrid* in, int column) {
        return addChartRect(plot, {in, 0, column},
            RopeScaling::tr("How many times slower each pair turns, factor %1").arg(QString::number(scalings.factor, 'g', 4)),
            pair, style);
    };

    auto* first = part();
    addWavelengths(addChartRect(plot, {first}, RopeScaling::tr("Tokens for one turn"), pair, style), scalings,
        !shown.isWide && !areNamedBelow, style);
    if (areNamedBelow)
        addNames(plot, first, 2, scalings, style);
    const auto anglesRect = [&](QCPLayoutGrid* in, int column) {
        return addChartRect(plot, {in, 0, column}, RopeScaling::tr("Turns of pair %1 by position").arg(counted(scalings.pair)),
            RopeScaling::tr("position"), style);
    };
    const bool areAnglesBeside = shown.isWide && !shown.hasStretch;
    if (areAnglesBeside)
        addAngles(anglesRect(first, 1), scalings, true, style);
    else if (shown.isWide)
        addStretch(stretchRect(first, 1), scalings, true, style);
    add(first);
    if (shown.hasStretch && !shown.isWide) {
        auto* second = part();
        addStretch(stretchRect(second, 0), scalings, !areNamedBelow, style);
        add(second);
    }
    if (shown.hasAngles && !areAnglesBeside) {
        auto* last = part();
        addAngles(anglesRect(last, 0), scalings, !areNamedBelow, style);
        add(last);
    }
    QStringList leftOut;
    if (!shown.hasStretch)
        leftOut << RopeScaling::tr("how much slower each pair turns");
    if (!shown.hasAngles)
        leftOut << RopeScaling::tr("the turns of pair %1 by position").arg(counted(scalings.pair));
    sayNoRoomFor(plot, leftOut, style);
}

QString ropeScalingSubtitle(const RopeHead&, const FigureData&)
{
    return RopeScaling::tr(
        "Lines: kinds of scaling; ●: the model's own; as if the text were factor × the trained length.");
}

std::vector<Caveat> ropeScalingCaveats(const FigureData& data)
{
    const std::optional<RopeHead> head = ropeHeadOf(data);
    const std::string_view own = head ? core::infoOf(head->ofModel.scaling).id : "none";
    if (own == "none")
        return {{RopeScaling::tr("What if: angles alone; the model did not run with these scalings.")}};
    return {{RopeScaling::tr("The model runs with %1; the other scalings are angles alone.")
                 .arg(choiceText("rope.scaling", core::Json(std::string(own))))}};
}

QString ropeScalingCaption(const RopeHead& head, const FigureData& data)
{
    const Scalings scalings = scalingsOf(head, data);
    const double theta = scalings.plain[std::size_t(scalings.pair)];
    return (scalings.isLearned
            ? RopeScaling::tr("Trained on %1 tokens, pair %2 made at most %3 turns. At %4 tokens it would reach %5 without scaling; the "
                              "kinds that interpolate it bring it back to %6.")
            : RopeScaling::tr("In its context of %1 tokens, pair %2 makes at most %3 turns. At %4 tokens it would reach %5 without "
                              "scaling; the kinds that interpolate it bring it back to %6."))
        .arg(formatCount(std::int64_t(scalings.trained)))
        .arg(counted(scalings.pair))
        .arg(formatNumber(scalings.trained * theta / (2 * std::numbers::pi)), formatCount(std::int64_t(scalings.length)),
            formatNumber(scalings.length * theta / (2 * std::numbers::pi)),
            formatNumber(scalings.length * theta / scalings.factor / (2 * std::numbers::pi)));
}

QString ropeScalingTable(const RopeHead& head, const FigureData& data)
{
    const Scalings scalings = scalingsOf(head, data);
    QStringList names{QStringLiteral("pair")};
    for (const Kind& kind : scalings.kinds)
        names << QStringLiteral("wavelength_") + kind.id;
    QString csv = names.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (std::size_t pair = 0; pair < scalings.plain.size(); ++pair) {
        QStringList row{QString::number(pair)};
        for (const Kind& kind : scalings.kinds)
            row << exactText(float(2 * std::numbers::pi / kind.frequencies[pair]));
        csv += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return csv;
}

FigureOptions options(const FigureData& data)
{
    FigureOptions all = ropeHeadOptions(data);
    all.push_back(factorOption);
    return all;
}

} // namespace

const FigurePage ropeScalingPage{.id = "scaling",
    .title = QT_TRANSLATE_NOOP("figures", "How is RoPE scaled for longer texts?"),
    .draw = drawOf<drawRopeScaling>,
    .caption = wordsOf<ropeScalingCaption>,
    .whyNot = whyNeverDifference,
    .subtitle = wordsOf<ropeScalingSubtitle>,
    .table = wordsOf<ropeScalingTable>,
    .options = options,
    .minPanel = minPanelOf<150, 150>,
    .caveats = ropeScalingCaveats,
    .concepts = "C19"};

} // namespace widgets
