// Pairs of q and k as points of their planes, before and after they turn; the score over distance; the angle of every pair.

#include "widgets/plot/counting.h"
#include "widgets/views/rope/pictures.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plane_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct RopePlane
{
    Q_DECLARE_TR_FUNCTIONS(RopePlane)
};

constexpr double lowPanel = 190; // px of ordinary type: a lower picture gives the room of its words to the circles
constexpr double smallestCircle = 72; // px, where the curve below it can give way

double distanceOf(const RopeHead& head) { return head.position - double(head.key); }

QString places(double number) { return formatFixed(number, number == std::floor(number) ? 0 : 1); }

QPointF point(const core::PairPoint& z) { return {z.real(), z.imag()}; }

/// One pair: as recorded where the query is at its own place, else turned to where it is moved.
PlaneCell planeOf(const RopeHead& head, int pair, const std::vector<double>& terms, const FigureStyle& style)
{
    const core::Rotation& rotation = head.rotation;
    const double theta = rotation.angles.frequencies[std::size_t(pair)];
    const auto arrow = [&](bool isQuery, const QColor& color, PlaneArrow::Tip tip) {
        const Grid &plain = isQuery ? head.q : head.k, &recorded = isQuery ? head.turnedQ : head.turnedK;
        const int token = isQuery ? head.query : head.key;
        const double position = isQuery ? head.position : double(head.key);
        const core::PairPoint before = core::pairPoints(head.vectorOf(plain, token), rotation)[std::size_t(pair)];
        const bool isRecorded = !head.isWhatIf && position == double(token);
        const core::PairPoint after = isRecorded ? core::pairPoints(head.vectorOf(recorded, token), rotation)[std::size_t(pair)]
                                                 : core::turned(before, rotation.angles, pair, position);
        return PlaneArrow{point(before), point(after), position * theta, color, tip};
    };
    const auto [first, second] = rotation.dimsOf(pair);
    PlaneCell plane;
    plane.title = RopePlane::tr("pair %1: dims %2, %3").arg(counted(pair)).arg(counted(first)).arg(counted(second));
    if (pictureHeight(style) >= lowPanel)
        plane.lines
            << QStringLiteral("θ = %1").arg(formatNumber(theta))
            << RopePlane::tr("one turn in %1 tokens").arg(turnLength(core::wavelengths(rotation.angles)[std::size_t(pair)]));
    plane.lines << RopePlane::tr("adds %1 to the score").arg(formatDifference(head.scale * terms[std::size_t(pair)]));
    const Theme& theme = themeOf(style);
    plane.arrows << arrow(true, theme.q, PlaneArrow::Tip::Triangle) << arrow(false, theme.k, PlaneArrow::Tip::Square);
    return plane;
}

/// What the two colours and the dashes mean.
void addLegend(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    auto* row = plot.makeGrid();
    const bool isTiny = roomOf(style).width() < 300; // a panel of three: the sentence below says whose they are
    row->setColumnSpacing(isTiny ? space::xs : space::l);
    plot.panel()->addElement(0, 0, row); // before it is filled: a layout with an empty cell cannot be moved
    const int below = plot.panel()->rowCount();
    QString q = RopePlane::tr("▲ q of %1").arg(tokenAt(data, head.query));
    const bool isNarrow = roomOf(style).width() < 560;
    if (isTiny)
        q = QStringLiteral("▲ q");
    else if (head.isMoved)
        q = RopePlane::tr("%1, moved to %2").arg(q, places(head.position + firstNumber()));
    QCPTextElement* title = plot.addPanelTitle(below, 0, q, style);
    title->setTextColor(theme.q);
    row->addElement(0, 0, title);
    title = plot.addPanelTitle(
        below, 0, isTiny ? QStringLiteral("■ k") : RopePlane::tr("■ k of %1").arg(tokenAt(data, head.key)), style);
    title->setTextColor(theme.k);
    row->addElement(0, 1, title);
    const QString dashes = isTiny ? RopePlane::tr("dashed: before") : RopePlane::tr("dashed: before · solid: after");
    const bool isBelow = isNarrow && !isTiny;
    row->addElement(isBelow ? 1 : 0, isBelow ? 0 : 2, plot.addPanelTitle(below, 0, dashes, style, true));
    if (isTiny)
        row->setColumnStretchFactor(2, 3);
    plot.panel()->simplify();
}

QString ropeCurveTitle() { return RopePlane::tr("Score of this q and k at a distance of n tokens"); }
QString ropeAnglesTitle() { return RopePlane::tr("Angle of every pair at every position"); }

void addCurve(Plot& plot, QCPLayoutGrid* in, const RopeHead& head, const FigureStyle& style)
{
    const int below = plot.panel()->rowCount();
    in->addElement(0, 0, plot.addPanelTitle(below, 0, ropeCurveTitle(), style));
    QCPAxisRect* rect = plot.addAxisRect(below, 0, style);
    in->addElement(1, 0, rect);
    rect->axis(QCPAxis::atBottom)->setLabel(RopePlane::tr("distance query − key"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    const core::PairProducts products = head.products();
    const QVector<double> scores = scoreCurve(head, products);
    QVector<double> distances;
    for (qsizetype distance = 0; distance < scores.size(); ++distance)
        distances << double(distance);
    chart->addLine(distances, scores, QString(), {.color = themeOf(style).slotA})->setName(QStringLiteral("score"));
    chart->fitAxes();
    const double distance = distanceOf(head);
    const double score = head.scale * core::productAt(products, head.rotation.angles, distance);
    chart->setMark(distance, score, RopePlane::tr("distance %1: %2").arg(places(distance), formatNumber(score)));
}

void drawRopePlane(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    const QSizeF room = roomOf(style);
    addLegend(drawing, head);
    page->setRowStretchFactor(0, 0.001);

    QCPAxisRect* rect = plot.addAxisRect(1, 0, style);
    auto* planes = new PlanePlottable(rect, style);
    planes->setName(QStringLiteral("planes"));
    const std::vector<double> terms = core::pairTerms(head.products(), head.rotation.angles, distanceOf(head));
    const std::vector<int> pairs = ropeShownPairs(head, style);
    QVector<PlaneCell> cells;
    for (const int pair : pairs)
        cells << planeOf(head, pair, terms, style);
    planes->setPlanes(cells);
    const auto at = std::find(pairs.begin(), pairs.end(), head.pair);
    planes->setPinned({0, at == pairs.end() ? -1 : int(at - pairs.begin())});
    if (room.height() < (style.showTitle ? 385 : 365)) // the circles have what there is
        return sayNoRoomFor(plot, {ropeCurveTitle(), ropeAnglesTitle()}, style);
    if (!cells.isEmpty())
        rect->setMinimumSize(rect->minimumSize().width(),
            int(smallestCircle + double(cells.front().lines.size()) * QFontMetricsF(tickFont(style), &plot).lineSpacing()));

    page->setRowStretchFactor(1, 1.25);
    auto* below = plot.makeGrid();
    below->setColumnSpacing(space::xl);
    below->setRowSpacing(space::xs);
    page->addElement(2, 0, below);
    addCurve(plot, below, head, style);
    below->setRowStretchFactor(0, 0.001);
    page->simplify();
    if (room.width() < 560)
        return sayNoRoomFor(plot, {ropeAnglesTitle()}, style);
    const int last = page->rowCount();
    below->addElement(0, 1, plot.addPanelTitle(last, 0, ropeAnglesTitle(), style));
    below->addElement(1, 1, addAngleMap(drawing, last, head));
    page->simplify();
}

QString ropePlaneSubtitle(const RopeHead& head, const FigureData&)
{
    if (head.isMostDifferent)
        return RopePlane::tr(
            "A circle: a pair of q and k, turned by position × θ; at %1 the angles of A and B differ most in pair %2.")
            .arg(counted(head.query))
            .arg(counted(head.pair));
    return RopePlane::tr(
        "A circle: a pair of q and k, turned by position × θ. Only their angle counts: the distance.");
}

QString ropePlaneCaption(const RopeHead& head, const FigureData& data)
{
    const core::PairProducts products = head.products();
    const double distance = distanceOf(head);
    const double score = head.scale * core::productAt(products, head.rotation.angles, distance);
    const std::vector<double> terms = core::pairTerms(products, head.rotation.angles, distance);
    const QVector<double> curve = scoreCurve(head, products);
    return joinedSentences({(showsBoth(data) // a line for each
                                    ? RopePlane::tr("L%1 H%2: %4 → %5 at distance %3 score %6.")
                                    : RopePlane::tr("L%1 H%2: at distance %3 the q of %4 and the k of %5 score %6."))
                                .arg(counted(head.layer))
                                .arg(counted(head.head))
                                .arg(places(distance), tokenAt(data, head.query), tokenAt(data, head.key), formatNumber(score)),
        RopePlane::tr("Pair %1 adds %2 of it.")
            .arg(counted(head.pair))
            .arg(formatDifference(head.scale * terms[std::size_t(head.pair)])),
        RopePlane::tr("Up to %1 tokens apart the score stays between %2 and %3.")
            .arg(curve.size() - 1)
            .arg(formatNumber(*std::min_element(curve.begin(), curve.end())),
                formatNumber(*std::max_element(curve.begin(), curve.end())))});
}

/// Every pair, not only those shown.
QString ropePlaneTable(const RopeHead& head, const FigureData&)
{
    QString csv = QStringLiteral("pair,first_dim,second_dim,theta,wavelength,q_first,q_second,turned_q_first,turned_q_second,"
                                 "k_first,k_second,turned_k_first,turned_k_second,adds_to_score\n");
    const core::Rotation& rotation = head.rotation;
    const std::vector<double> terms = core::pairTerms(head.products(), rotation.angles, distanceOf(head));
    const std::vector<core::PairPoint> q = core::pairPoints(head.vectorOf(head.q, head.query), rotation);
    const std::vector<core::PairPoint> k = core::pairPoints(head.vectorOf(head.k, head.key), rotation);
    const std::vector<double> lengths = core::wavelengths(rotation.angles);
    for (std::size_t pair = 0; pair < q.size(); ++pair) {
        const auto [first, second] = rotation.dimsOf(core::Index(pair));
        const core::PairPoint turnedQ = core::turned(q[pair], rotation.angles, core::Index(pair), head.position);
        const core::PairPoint turnedK = core::turned(k[pair], rotation.angles, core::Index(pair), double(head.key));
        QStringList row{QString::number(pair), QString::number(first), QString::number(second)};
        for (const double value :
            {rotation.angles.frequencies[pair], lengths[pair], q[pair].real(), q[pair].imag(), turnedQ.real(), turnedQ.imag(),
                k[pair].real(), k[pair].imag(), turnedK.real(), turnedK.imag(), head.scale * terms[pair]})
            row << exactText(float(value));
        csv += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return csv;
}

} // namespace

std::vector<int> ropeShownPairs(const RopeHead& head, const FigureStyle& style)
{
    const double width = roomOf(style).width();
    return head.shownPairs(width >= 760 ? 4 : width >= 480 ? 3 : width >= narrowRope ? 2 : 1);
}

const FigurePage ropePlanePage{.id = "plane",
    .title = QT_TRANSLATE_NOOP("figures", "What does rotating queries and keys do?"),
    .draw = drawOf<drawRopePlane>,
    .caption = wordsOf<ropePlaneCaption>,
    .whyNot = whyNeverDifference,
    .subtitle = wordsOf<ropePlaneSubtitle>,
    .table = wordsOf<ropePlaneTable>,
    .options = ropeHeadOptions,
    .minPanel = minPanelOf<150, 130>,
    .concepts = "C08"};

} // namespace widgets
