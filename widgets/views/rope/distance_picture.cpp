// The score over distance: of the chosen query and key, of the head on average, and what single pairs add to it.

#include "widgets/plot/counting.h"
#include "widgets/views/rope/pictures.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct RopeDistance
{
    Q_DECLARE_TR_FUNCTIONS(RopeDistance)
};

constexpr double minForTwo = 260; // px of ordinary type: two charts under each other

struct Curves
{
    QVector<double> distances, one, mean;
};

Curves curvesOf(const RopeHead& head)
{
    Curves curves{{}, scoreCurve(head, head.products()), scoreCurve(head, head.meanProducts())};
    for (qsizetype distance = 0; distance < curves.one.size(); ++distance)
        curves.distances << double(distance);
    return curves;
}

QCPAxisRect* addChartRect(Plot& plot, ChartPlace place, const QString& heading, const FigureStyle& style)
{
    const int below = plot.panel()->rowCount();
    place.in->addElement(place.row, place.column, plot.addPanelTitle(below, 0, heading, style));
    place.in->setRowStretchFactor(place.row, 0.001);
    QCPAxisRect* rect = plot.addAxisRect(below, 0, style);
    place.in->addElement(place.row + 1, place.column, rect);
    rect->axis(QCPAxis::atBottom)->setLabel(RopeDistance::tr("distance query − key"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    return rect;
}

/// What the trained length says is in every chart that reaches it.
void markTrained(QCPAxisRect* rect, const RopeHead& head, const FigureStyle& style)
{
    if (const core::Index trained = core::trainedLength(head.rotation.rope); trained > 0)
        addVerticalMark(rect, double(trained),
            roomOf(style).width() < narrowRope ? formatCount(trained) : RopeDistance::tr("trained: %1").arg(formatCount(trained)),
            style);
}

/// How the parts of single pairs change from what they are side by side: fast pairs swing, slow ones stay.
QCPAxisRect* addParts(
    Plot& plot, QCPLayoutGrid* in, const RopeHead& head, const QVector<double>& distances, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCPAxisRect* rect = addChartRect(plot, {in}, RopeDistance::tr("Change of single pairs since distance 0"), style);
    auto* chart = new LineChart(rect, style);
    const core::PairProducts products = head.products();
    const std::vector<double> side = core::pairTerms(products, head.rotation.angles, 0);
    QVector<QVector<double>> lines(head.rotation.pairs());
    for (const double at : distances) {
        const std::vector<double> terms = core::pairTerms(products, head.rotation.angles, at);
        for (qsizetype pair = 0; pair < lines.size(); ++pair)
            lines[pair] << head.scale * (terms[std::size_t(pair)] - side[std::size_t(pair)]);
    }
    const QColor colors[] = {theme.q, theme.k, theme.v, theme.o};
    const Qt::PenStyle pens[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    int at = 0;
    for (const int pair : head.shownPairs(roomOf(style).width() >= 560 ? 4 : 3)) {
        chart
            ->addLine(
                distances, lines[pair], RopeDistance::tr("pair %1").arg(counted(pair)), {.color = colors[at], .pen = pens[at]})
            ->setName(QStringLiteral("pair %1").arg(counted(pair)));
        ++at;
    }
    chart->fitAxes();
    markTrained(rect, head, style);
    return rect;
}

void drawRopeDistance(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    QCPLayoutGrid* page = plot.panel();
    Curves curves = curvesOf(head);
    if (data.side == Side::Delta) {
        const Curves other = curvesOf(*ropeHeadOf(data, *data.b));
        const qsizetype count = std::min(curves.one.size(), other.one.size());
        for (QVector<double>* values : {&curves.distances, &curves.one, &curves.mean})
            values->resize(count);
        for (qsizetype i = 0; i < count; ++i) {
            curves.one[i] = other.one[i] - curves.one[i];
            curves.mean[i] = other.mean[i] - curves.mean[i];
        }
    }
    const bool isWide = roomOf(style).width() >= 620;
    auto* top = plot.makeGrid();
    top->setRowSpacing(space::s);
    top->setColumnSpacing(space::xl);
    const bool isNarrow = roomOf(style).width() < narrowRope; // what a cell is says the rest
    QCPAxisRect* rect = addChartRect(
        plot, {top}, isNarrow ? RopeDistance::tr("This q and k") : RopeDistance::tr("This q and k at each distance"), style);
    auto* chart = new LineChart(rect, style);
    chart->addLine(curves.distances, curves.one, QString(), {.color = theme.slotA})->setName(QStringLiteral("score"));
    chart->fitAxes();
    markTrained(rect, head, style);
    if (const auto distance = double(head.query - head.key); distance >= 0 && distance < double(curves.one.size()))
        chart->setMark(distance, curves.one[qsizetype(distance)],
            isNarrow ? formatNumber(curves.one[qsizetype(distance)])
                     : RopeDistance::tr("%1 → %2: %3")
                           .arg(counted(head.query))
                           .arg(counted(head.key))
                           .arg(formatNumber(curves.one[qsizetype(distance)])));

    const QString ofMean = RopeDistance::tr("Mean over all queries and earlier keys of the head");
    const QStringList ofParts
        = data.side == Side::Delta ? QStringList() : QStringList{RopeDistance::tr("the waves of the pairs")};
    if (!isWide && roomOf(style).height() < minForTwo) {
        page->simplify();
        page->addElement(0, 0, top);
        return sayNoRoomFor(plot, QStringList{ofMean} + ofParts, style);
    }
    QCPAxisRect* mean = addChartRect(plot, {top, isWide ? 0 : 2, isWide ? 1 : 0}, ofMean, style);
    auto* means = new LineChart(mean, style);
    means->addLine(curves.distances, curves.mean, QString(), {.color = theme.slotA})->setName(QStringLiteral("mean"));
    means->fitAxes();
    markTrained(mean, head, style);
    page->simplify();
    page->addElement(0, 0, top);
    if (data.side == Side::Delta || roomOf(style).height() < 380 || !isWide)
        return sayNoRoomFor(plot, ofParts, style);
    auto* below = plot.makeGrid();
    below->setRowSpacing(space::s);
    addParts(plot, below, head, curves.distances, style);
    page->simplify();
    page->addElement(1, 0, below);
}

QString ropeDistanceSubtitle(const RopeHead& head, const FigureData&)
{
    return RopeDistance::tr("The same vectors at each distance: a sum of %1 waves, one a pair.")
        .arg(head.rotation.pairs());
}

QString ropeDistanceCaption(const RopeHead& head, const FigureData& data)
{
    const Curves curves = curvesOf(head);
    const double last = curves.distances.back();
    if (const std::optional<RopeHead> b = data.side == Side::Delta ? ropeHeadOf(data, *data.b) : std::nullopt) {
        const Curves other = curvesOf(*b);
        if (other.one.size() != curves.one.size())
            return {};
        const auto change = [](const QVector<double>& to, const QVector<double>& from, qsizetype at) {
            return formatDifference(to[at] - from[at]);
        };
        const qsizetype end = curves.one.size() - 1;
        return RopeDistance::tr("L%1 H%2: the score changes by %3 at distance 1 and by %4 at distance %5, the mean by %6 and %7.")
            .arg(counted(head.layer))
            .arg(counted(head.head))
            .arg(change(other.one, curves.one, 1), change(other.one, curves.one, end), formatNumber(last),
                change(other.mean, curves.mean, 1), change(other.mean, curves.mean, end));
    }
    return joinedSentences({RopeDistance::tr("L%1 H%2: the q of %3 and the k of %4 score %5 at distance 1, %6 at distance %7.")
                                .arg(counted(head.layer))
                                .arg(counted(head.head))
                                .arg(tokenAt(data, head.query), tokenAt(data, head.key), formatNumber(curves.one[1]),
                                    formatNumber(curves.one.back()), formatNumber(last)),
        RopeDistance::tr("The mean over all queries and keys goes from %1 to %2.")
            .arg(formatNumber(curves.mean[1]), formatNumber(curves.mean.back()))});
}

QString ropeDistanceTable(const RopeHead& head, const FigureData&)
{
    const Curves curves = curvesOf(head);
    QString csv = QStringLiteral("distance,score,mean_score\n");
    for (qsizetype i = 0; i < curves.distances.size(); ++i)
        csv += QStringLiteral("%1,%2,%3\n")
                   .arg(int(curves.distances[i]))
                   .arg(exactText(float(curves.one[i])), exactText(float(curves.mean[i])));
    return csv;
}

} // namespace

const FigurePage ropeDistancePage{.id = "distance",
    .title = QT_TRANSLATE_NOOP("figures", "How does the score change with distance?"),
    .draw = drawOf<drawRopeDistance>,
    .caption = wordsOf<ropeDistanceCaption>,
    .whyNot = whyNoAngleDifference,
    .subtitle = wordsOf<ropeDistanceSubtitle>,
    .table = wordsOf<ropeDistanceTable>,
    .options = ropeHeadOptions,
    .minPanel = minPanelOf<138, 110>,
    .concepts = "C08"};

} // namespace widgets
