// Which two numbers turn together: the same vector paired half-split and interleaved, side by side.

#include "widgets/plot/counting.h"
#include "widgets/views/rope/pictures.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plane_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

struct RopePairing
{
    Q_DECLARE_TR_FUNCTIONS(RopePairing)
};

constexpr double highOfTwo = 190; // px of ordinary type: two of them below each other
constexpr double minSide = 210; // px of ordinary type: for two maps side by side, or one with the title of its axis

constexpr core::RopePairing kPairings[] = {core::RopePairing::HalfSplit, core::RopePairing::Interleaved};

core::Rotation paired(const RopeHead& head, core::RopePairing pairing)
{
    core::Rotation rotation = head.rotation;
    rotation.rope.pairing = pairing;
    return rotation;
}

QString nameOf(core::RopePairing pairing)
{
    return choiceText("rope.pairing", core::Json(std::string(core::ropePairingWords[std::size_t(pairing)])));
}

double scoreUnder(const RopeHead& head, core::RopePairing pairing)
{
    const core::Rotation rotation = paired(head, pairing);
    const core::PairProducts products
        = core::pairProducts(head.vectorOf(head.q, head.query), head.vectorOf(head.k, head.key), rotation);
    return head.scale * core::productAt(products, rotation.angles, head.position - double(head.key));
}

/// Rows: the vector before and after.
Grid stripOf(const RopeHead& head, const core::Rotation& rotation)
{
    const std::span<const float> before = head.vectorOf(head.q, head.query);
    std::vector<float> values(before.begin(), before.end());
    for (const double value : core::turnedVector(before, rotation, head.position))
        values.push_back(float(value));
    return gridOf(std::move(values), 2, core::Index(before.size()));
}

/// Half circles between the numbers of each pair.
void addArcs(QCPAxisRect* rect, const RopeHead& head, const core::Rotation& rotation, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const double widest = std::max(1.0, double(rotation.pairs())); // of the half-split
    for (core::Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [first, second] = rotation.dimsOf(pair);
        const bool isChosen = pair == head.pair;
        auto* curve = new QCPCurve(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        curve->setName(QStringLiteral("arc %1").arg(pair));
        curve->setSelectable(QCP::stNone);
        QColor color = isChosen ? theme.accent : theme.borderStrong;
        color.setAlphaF(isChosen ? 1.F : 0.45F);
        curve->setPen(QPen(color, isChosen ? 1.6 * style.lineWidth : 0.75));
        QVector<double> t, x, y;
        for (int step = 0; step <= 24; ++step) {
            const double angle = std::numbers::pi * step / 24;
            t << step;
            x << (double(first) + double(second)) / 2 - double(second - first) / 2 * std::cos(angle);
            y << std::sin(angle) * std::max(0.3, double(second - first) / widest);
        }
        curve->setData(t, x, y, true);
    }
    for (QCPAxis* const axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    rect->axis(QCPAxis::atBottom)->setRange(-0.5, double(head.q.columns) - 0.5);
    rect->axis(QCPAxis::atLeft)->setRange(0, 1.1);
}

/// Below each other where side by side neither has room for its numbers.
bool areStacked(const FigureStyle& style) { return roomOf(style).width() < minSide; }

/// The pair in its plane, before and after.
bool hasPairingPlane(const FigureStyle& style) { return !areStacked(style) && roomOf(style).height() >= 380; }

/// Both, or where there is no room for both the model's own.
std::vector<core::RopePairing> pairingsShown(const RopeHead& head, const FigureStyle& style)
{
    if (areStacked(style) && pictureHeight(style) < highOfTwo)
        return {head.ofModel.pairing};
    return {std::begin(kPairings), std::end(kPairings)};
}

struct PairingSide
{
    core::RopePairing pairing;
    int place; // among the sides
    const ColorScale& scale;
};

void addSide(Plot& plot, QCPLayoutGrid* in, const PairingSide& side, const RopeHead& head, const FigureStyle& style)
{
    const auto& [pairing, place, scale] = side;
    const core::Rotation rotation = paired(head, pairing);
    const int below = plot.panel()->rowCount();
    const bool isModel = pairing == head.ofModel.pairing;
    QCPTextElement* title = plot.addPanelTitle(
        below, 0, isModel ? RopePairing::tr("%1 (this model)").arg(nameOf(pairing)) : nameOf(pairing), style);
    if (isModel)
        title->setTextColor(themeOf(style).accent);
    const bool isStacked = areStacked(style);
    const int top = isStacked ? 3 * place : 0, column = isStacked ? 0 : place;
    in->addElement(top, column, title);
    QCPAxisRect* arcs = plot.addAxisRect(below, 0, style);
    in->addElement(top + 1, column, arcs);
    GridAxisRect* rect = plot.addGridRect(below, 0, style);
    in->addElement(top + 2, column, rect);
    const Grid grid = stripOf(head, rotation);
    rect->setCells(2, int(grid.columns), CellShape::Fill);
    rect->setColumnNumbers(int(grid.columns));
    rect->setRowTokens({RopePairing::tr("before"), RopePairing::tr("after")});
    if (roomOf(style).width() >= 2 * minSide) // else what a cell is says it
        rect->setAxisTitles(RopePairing::tr("dimension of the head"), QString());
    rect->setMinimumMargins({0, 2, 0, 0});
    rect->setMinimumSize(0, 2 * int(std::ceil(QFontMetricsF(tickFont(style), &plot).height()))); // both rows have their names
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QString::fromStdString(std::string(core::ropePairingWords[std::size_t(pairing)])));
    map->setNumbers(false);
    map->setData(grid, scale);
    arcs->setAutoMargins(QCP::msLeft | QCP::msRight);
    arcs->setMinimumMargins({});
    arcs->setMargins({});
    alignSides({arcs, rect});
    rect->setFollower(arcs);
    addArcs(arcs, head, rotation, style);
    if (!hasPairingPlane(style))
        return;

    QCPAxisRect* planeRect = plot.addAxisRect(below, 0, style);
    in->addElement(3, column, planeRect);
    auto* plane = new PlanePlottable(planeRect, style);
    plane->setName(QStringLiteral("planes"));
    const core::PairPoint z = core::pairPoints(head.vectorOf(head.q, head.query), rotation)[std::size_t(head.pair)];
    const core::PairPoint after = core::turned(z, rotation.angles, head.pair, head.position);
    const double theta = rotation.angles.frequencies[std::size_t(head.pair)];
    const auto [first, second] = rotation.dimsOf(head.pair);
    PlaneCell cell;
    cell.title = RopePairing::tr("pair %1: dims %2, %3").arg(counted(head.pair)).arg(counted(first)).arg(counted(second));
    cell.lines << QStringLiteral("(%1 %2 %3i)·exp(i·%4)")
                      .arg(formatFixed(z.real(), 2), z.imag() < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                          formatFixed(std::abs(z.imag()), 2), formatNumber(head.position * theta))
               << QStringLiteral("= %1 %2 %3i")
                      .arg(formatFixed(after.real(), 2), after.imag() < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                          formatFixed(std::abs(after.imag()), 2))
               << RopePairing::tr("score of this q and k: %1").arg(formatNumber(scoreUnder(head, pairing)));
    cell.arrows << PlaneArrow{
        {z.real(), z.imag()}, {after.real(), after.imag()}, head.position * theta, themeOf(style).q, PlaneArrow::Tip::Triangle};
    plane->setPlanes({cell});
}

void drawRopePairing(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    auto* sides = plot.makeGrid();
    sides->setColumnSpacing(space::xl);
    sides->setRowSpacing(space::s);
    std::vector<Grid> grids;
    for (const core::RopePairing pairing : kPairings)
        grids.push_back(stripOf(head, paired(head, pairing)));
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, grids);
    int place = 0;
    const std::vector<core::RopePairing> shown = pairingsShown(head, style);
    for (const core::RopePairing pairing : shown)
        addSide(plot, sides, {pairing, place++, scale}, head, style);
    for (int row = 0; row < (areStacked(style) ? 3 * place : 3); ++row)
        sides->setRowStretchFactor(row, row % 3 == 0 ? 0.001 : 0.55);
    if (!areStacked(style) && sides->rowCount() > 3)
        sides->setRowStretchFactor(3, 1.2);
    page->simplify();
    page->addElement(0, 0, sides);
    QStringList leftOut;
    for (const core::RopePairing pairing : kPairings)
        if (!std::ranges::count(shown, pairing))
            leftOut << nameOf(pairing);
    if (!hasPairingPlane(style))
        leftOut << RopePairing::tr("the pair as an arrow");
    sayNoRoomFor(plot, leftOut, style);
}

QString ropePairingSubtitle(const RopeHead&, const FigureData&)
{
    return RopePairing::tr("Arcs join two numbers that turn together; below: the same q before and after.");
}

QString ropePairingCaption(const RopeHead& head, const FigureData& data)
{
    const auto [halfFirst, halfSecond] = paired(head, core::RopePairing::HalfSplit).dimsOf(head.pair);
    const auto [first, second] = paired(head, core::RopePairing::Interleaved).dimsOf(head.pair);
    return RopePairing::tr(
               "Pair %1 is dimensions %2 and %3 half-split, %4 and %5 interleaved. The same q of %6 and k of %7 score "
               "%8 and %9, so weights must be read with the pairing they were trained with.")
               .arg(counted(head.pair))
               .arg(counted(halfFirst))
               .arg(counted(halfSecond))
               .arg(counted(first))
               .arg(counted(second))
               .arg(tokenAt(data, head.query), tokenAt(data, head.key),
                   formatNumber(scoreUnder(head, core::RopePairing::HalfSplit)),
                   formatNumber(scoreUnder(head, core::RopePairing::Interleaved)))
        + QLatin1Char(' ')
        + RopePairing::tr("With the columns of W^Q and W^K reordered, the two agree: largest difference %1.")
              .arg(formatNumber(core::reorderingError(head.vectorOf(head.q, head.query), head.rotation, head.position)));
}

QString ropePairingTable(const RopeHead& head, const FigureData&)
{
    const std::span<const float> before = head.vectorOf(head.q, head.query);
    const std::vector<double> half = core::turnedVector(before, paired(head, kPairings[0]), head.position);
    const std::vector<double> interleaved = core::turnedVector(before, paired(head, kPairings[1]), head.position);
    QString csv = QStringLiteral("dim,before,after_half_split,after_interleaved\n");
    for (std::size_t dim = 0; dim < before.size(); ++dim)
        csv += QStringLiteral("%1,%2,%3,%4\n")
                   .arg(dim)
                   .arg(exactText(before[dim]), exactText(float(half[dim])), exactText(float(interleaved[dim])));
    return csv;
}

} // namespace

const FigurePage ropePairingPage{.id = "pairing",
    .title = QT_TRANSLATE_NOOP("figures", "Which two numbers turn together?"),
    .draw = drawOf<drawRopePairing>,
    .caption = wordsOf<ropePairingCaption>,
    .whyNot = whyNeverDifference,
    .subtitle = wordsOf<ropePairingSubtitle>,
    .table = wordsOf<ropePairingTable>,
    .options = ropeHeadOptions,
    .minPanel = minPanelOf<150, 130>,
    .concepts = "C08"};

} // namespace widgets
