// Why only the distance counts: RᵢRⱼᵀ = Rᵢ₋ⱼ with numbers, the same as complex numbers, and the score when both move.

#include "widgets/plot/counting.h"
#include "widgets/views/rope/pictures.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/equation_element.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct RopeRelative
{
    Q_DECLARE_TR_FUNCTIONS(RopeRelative)
};

// Px of ordinary type.
constexpr double minForChart = 156; // of a lower picture the equation is all
constexpr double wideForBoth = 740; // matrices and complex numbers beside each other
constexpr double highForBoth = 330; // or below each other, with charts that can be read

constexpr int kShifts = 64; // tokens that both move by, at most

/// 12 -> "₁₂", −3 -> "₋₃".
QString subscript(int number)
{
    QString text;
    for (const QChar c : QString::number(number))
        text += c == QLatin1Char('-') ? QChar(0x208b) : QChar(0x2080 + c.digitValue());
    return text;
}

QVector<double> numbersOf(const core::Turn& turn) { return {turn.begin(), turn.end()}; }

/// (1.20 − 0.53i), on one line
QString complexText(const core::PairPoint& z)
{
    return QStringLiteral("(%1\u00a0%2\u00a0%3i)")
        .arg(formatFixed(z.real(), 2), z.imag() < 0 ? QStringLiteral("−") : QStringLiteral("+"),
            formatFixed(std::abs(z.imag()), 2));
}

/// q at position i and k at position j as float32 after their turns: what pair `pair` adds, and the whole score.
std::pair<double, double> scoreOf(const RopeHead& head, double i, double j)
{
    const std::vector<double> q = core::turnedVector(head.vectorOf(head.q, head.query), head.rotation, i);
    const std::vector<double> k = core::turnedVector(head.vectorOf(head.k, head.key), head.rotation, j);
    const auto term = [&](std::size_t dim) { return double(float(q[dim])) * double(float(k[dim])); };
    double sum = 0;
    for (std::size_t dim = 0; dim < q.size(); ++dim)
        sum += term(dim);
    const auto [first, second] = head.rotation.dimsOf(head.pair);
    return {head.scale * (term(std::size_t(first)) + term(std::size_t(second))), head.scale * sum};
}

struct Shifted
{
    QVector<double> shifts, pairTogether, pairAlone, together, alone;
    double spread = 0; // of `together`
};

Shifted shiftedOf(const RopeHead& head)
{
    Shifted result;
    for (int shift = 0; shift <= kShifts; ++shift) {
        const auto [pair, all] = scoreOf(head, head.query + shift, head.key + shift);
        const auto [onePair, oneAll] = scoreOf(head, head.query + shift, head.key);
        result.shifts << shift;
        result.pairTogether << pair;
        result.together << all;
        result.pairAlone << onePair;
        result.alone << oneAll;
    }
    const auto [least, largest] = std::minmax_element(result.together.cbegin(), result.together.cend());
    result.spread = *largest - *least;
    return result;
}

QCPLayoutGrid* equation(Plot& plot, const RopeHead& head, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const double theta = head.rotation.angles.frequencies[std::size_t(head.pair)];
    const core::Turn i = core::turnMatrix(head.query * theta), j = core::transposed(core::turnMatrix(head.key * theta));
    const int distance = head.query - head.key;
    const auto matrix = [](const core::Turn& turn, const QString& name, const QColor& color = {}) {
        return EquationPart{{}, numbersOf(turn), 2, name, color};
    };
    const QString r = QStringLiteral("R");
    const QString transposed = QStringLiteral("ᵀ");
    QVector<EquationPart> parts{matrix(i, r + subscript(head.query), theme.q), {QStringLiteral("·")},
        matrix(j, r + subscript(head.key) + transposed, theme.k), {QStringLiteral("=")},
        matrix(core::product(i, j), QStringLiteral("R%1R%2%3").arg(subscript(head.query), subscript(head.key), transposed)),
        {QStringLiteral("=")}, matrix(core::turnMatrix(distance * theta), r + subscript(distance), theme.accent)};
    if (roomOf(style).width() < narrowRope) { // what comes out of both turns
        parts.remove(0, 6);
        parts.last().name
            = QStringLiteral("R%1R%2%3 = R%4").arg(subscript(head.query), subscript(head.key), transposed, subscript(distance));
    } else if (roomOf(style).width() < 560) { // both sides say the same number
        parts.remove(4, 2);
    }
    auto* column = plot.makeGrid();
    column->setRowSpacing(space::s);
    const int below = plot.panel()->rowCount();
    const QString heading = roomOf(style).width() < narrowRope
        ? RopeRelative::tr("Pair %1, distance %2").arg(counted(head.pair)).arg(distance)
        : RopeRelative::tr(
            "Pair %1: the query turns by the %2 tokens before it, the key back by its %3: together by their distance %4")
              .arg(counted(head.pair))
              .arg(head.query)
              .arg(head.key)
              .arg(distance);
    column->addElement(0, 0, plot.addPanelTitle(below, 0, heading, style));
    auto* matrices = new EquationElement(&plot, parts, 3, style);
    const bool isWide = roomOf(style).width() >= wideForBoth;
    if (!isWide && pictureHeight(style) < highForBoth) { // a small page says it once
        column->addElement(1, 0, matrices);
        plot.panel()->simplify();
        return column;
    }

    // The same as complex numbers.
    const core::PairPoint q = core::pairPoints(head.vectorOf(head.q, head.query), head.rotation)[std::size_t(head.pair)];
    const core::PairPoint k = core::pairPoints(head.vectorOf(head.k, head.key), head.rotation)[std::size_t(head.pair)];
    const core::PairPoint turnedQ = core::turned(q, head.rotation.angles, head.pair, head.query);
    const core::PairPoint turnedK = core::turned(k, head.rotation.angles, head.pair, head.key);
    const auto line = [&](const QString& name, const core::PairPoint& z, int position, const core::PairPoint& turned) {
        return QStringLiteral("%1·exp(i·%2θ) = %3·exp(i·%4) = %5")
            .arg(name)
            .arg(position)
            .arg(complexText(z), formatNumber(position * theta), complexText(turned));
    };
    auto* forms = plot.makeGrid();
    forms->setColumnSpacing(space::l);
    forms->addElement(0, 0, matrices);
    forms->addElement(isWide ? 0 : 1, isWide ? 1 : 0,
        plot.addPanelTitle(below, 0,
            RopeRelative::tr("Complex form: %1\n%2\nof both: Re(q·conj(k)) = %3; × scale %4: the pair adds %5")
                .arg(line(QStringLiteral("q"), q, head.query, turnedQ), line(QStringLiteral("k"), k, head.key, turnedK),
                    formatNumber((turnedQ * std::conj(turnedK)).real()), formatNumber(head.scale),
                    formatNumber(head.scale * (turnedQ * std::conj(turnedK)).real())),
            style, true));
    if (isWide)
        forms->setColumnStretchFactor(0, 1.2);
    plot.panel()->simplify();
    column->addElement(1, 0, forms);
    return column;
}

/// A score while the query moves, with its key and alone.
struct ShiftLines
{
    const QVector<double>&shifts, &together, &alone;
};

void addShiftChart(Plot& plot, ChartPlace place, const QString& heading, const ShiftLines& lines, const FigureStyle& style)
{
    const auto& [shifts, together, alone] = lines;
    const Theme& theme = themeOf(style);
    const int below = plot.panel()->rowCount();
    place.in->addElement(place.row, place.column, plot.addPanelTitle(below, 0, heading, style));
    QCPAxisRect* rect = plot.addAxisRect(below, 0, style);
    place.in->addElement(place.row + 1, place.column, rect);
    rect->axis(QCPAxis::atBottom)->setLabel(RopeRelative::tr("moved by tokens"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    chart->addLine(shifts, alone, RopeRelative::tr("query alone"), {.color = theme.text2, .pen = Qt::DashLine})
        ->setName(QStringLiteral("alone"));
    chart->addLine(shifts, together, RopeRelative::tr("both: %1").arg(formatNumber(together.back())), {.color = theme.slotA})
        ->setName(QStringLiteral("together"));
    chart->fitAxes();
    // A slow pair hardly changes: not to be blown up to the height of the chart.
    QCPAxis* scores = rect->axis(QCPAxis::atLeft);
    const double level = std::abs(together.front());
    if (scores->range().size() < 0.1 * level)
        scores->setRange(together.front() - 0.1 * level, together.front() + 0.1 * level);
}

void drawRopeRelative(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    QCPLayoutGrid* top = equation(plot, head, style);
    const QString ofWhole = RopeRelative::tr("The whole score"),
                  ofPair = RopeRelative::tr("What pair %1 adds").arg(counted(head.pair));
    if (pictureHeight(style) < minForChart) {
        page->simplify();
        page->addElement(0, 0, top);
        return sayNoRoomFor(plot, {ofWhole, ofPair}, style);
    }
    const Shifted shifted = shiftedOf(head);
    auto* charts = plot.makeGrid();
    charts->setColumnSpacing(space::xl);
    const bool isWide = roomOf(style).width() >= 560;
    addShiftChart(plot, {charts}, ofWhole, {shifted.shifts, shifted.together, shifted.alone}, style);
    if (isWide)
        addShiftChart(plot, {charts, 0, 1}, ofPair, {shifted.shifts, shifted.pairTogether, shifted.pairAlone}, style);
    charts->setRowStretchFactor(0, 0.001);
    page->simplify();
    page->addElement(0, 0, top);
    page->addElement(1, 0, charts);
    page->setRowStretchFactor(0, 0.001);
    if (!isWide)
        sayNoRoomFor(plot, {ofPair}, style);
}

QString ropeRelativeSubtitle(const RopeHead&, const FigureData&)
{
    return RopeRelative::tr(
        "(Rᵢq)·(Rⱼk) = q·Rⱼ₋ᵢk: only the distance is left. i, j: tokens before each.");
}

QString ropeRelativeCaption(const RopeHead& head, const FigureData& data)
{
    const Shifted shifted = shiftedOf(head);
    return RopeRelative::tr("Over all pairs Rᵢ·Rⱼᵀ differs from Rᵢ₋ⱼ by at most %1 in float32. Moved together by up to %2 "
                            "tokens, the q of %3 and the k of %4 keep their score of %5 within %6.")
        .arg(formatNumber(core::relativeError(head.rotation.angles, head.query, head.key)))
        .arg(kShifts)
        .arg(tokenAt(data, head.query), tokenAt(data, head.key), formatNumber(shifted.together.front()),
            formatNumber(shifted.spread));
}

QString ropeRelativeTable(const RopeHead& head, const FigureData&)
{
    const Shifted shifted = shiftedOf(head);
    QString csv = QStringLiteral("moved_by,score_both,score_query_alone,pair_both,pair_query_alone\n");
    for (qsizetype i = 0; i < shifted.shifts.size(); ++i) {
        QStringList row{QString::number(int(shifted.shifts[i]))};
        for (const double value : {shifted.together[i], shifted.alone[i], shifted.pairTogether[i], shifted.pairAlone[i]})
            row << exactText(float(value));
        csv += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return csv;
}

} // namespace

const FigurePage ropeRelativePage{.id = "relative",
    .title = QT_TRANSLATE_NOOP("figures", "Why does only distance matter?"),
    .draw = drawOf<drawRopeRelative>,
    .caption = wordsOf<ropeRelativeCaption>,
    .whyNot = whyNeverDifference,
    .subtitle = wordsOf<ropeRelativeSubtitle>,
    .table = wordsOf<ropeRelativeTable>,
    .options = ropeHeadOptions,
    .minPanel = minPanelOf<150, 145>,
    .concepts = "C08"};

} // namespace widgets
