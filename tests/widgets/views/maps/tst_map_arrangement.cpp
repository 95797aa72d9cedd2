#include "widgets/views/maps/arrangement.h"

#include <QTest>

#include <numbers>

using namespace widgets;

class TestMapArrangement : public QObject
{
    Q_OBJECT

    /// What the tokens of maps with so many rows ask for; no maps yet.
    static StageDemand demandOfTokens(int cells = 12)
    {
        StageDemand demand;
        demand.cells = cells;
        demand.rowTokens = 44;
        demand.columnTokens = 40;
        demand.flatTokens = 20;
        demand.widestToken = 36;
        return demand;
    }

    /// Maps with a sign before all but the first and a bar each, charts, ordinary type.
    static StageDemand demandOf(int maps, int charts = 2, int rows = 1, int cells = 12)
    {
        StageDemand demand = demandOfTokens(cells);
        demand.rows = rows;
        for (int i = 0; i < maps; ++i)
            demand.maps.push_back({i > 0 ? 8.0 : 0.0, 40, 68, 110, i + 1 == maps, false});
        demand.heading = 16;
        demand.nameLine = 18;
        demand.nameWidth = 150;
        demand.nameColumn = rows > 1 ? 70 : 0;
        demand.charts.assign(std::size_t(charts), {120, 100});
        return demand;
    }

    /// The maps with their labels and bars, the words, and the charts.
    static std::vector<QRectF> placesOf(const StageDemand& demand, const MapArrangement& now)
    {
        std::vector<QRectF> places(now.charts);
        for (std::size_t i = 0; i < now.maps.size(); ++i) {
            const MapDemand& map = demand.maps[i % demand.maps.size()];
            places.push_back(now.maps[i].adjusted(now.showsRows[i] ? -demand.rowTokens : 0, 0, now.showsBar[i] ? map.bar : 0,
                now.showsColumns[i] ? now.tokensBelow : 0));
            places.push_back(now.headings[i]);
            places.push_back(now.signs[i]);
        }
        places.insert(places.end(), now.names.begin(), now.names.end());
        std::erase_if(places, [](const QRectF& place) { return place.isEmpty(); });
        return places;
    }

private slots:
    void nothingOverlapsOrLeavesTheRoom()
    {
        for (const int maps : {1, 3, 4, 5, 6, 8})
            for (const int charts : {0, 2, 3})
                for (const int rows : {1, 3})
                    for (const int cells : {1, 12, 60})
                        for (const QSizeF room : {QSizeF(280, 480), QSizeF(360, 300), QSizeF(620, 340), QSizeF(1240, 440),
                                 QSizeF(900, 640), QSizeF(1900, 900)}) {
                            if (rows > 1 && (room.width() < 700 || maps == 5))
                                continue; // one head where it is narrow
                            const StageDemand demand = demandOf(maps, charts, rows, cells);
                            const MapArrangement now = arrangeMaps(demand, room);
                            const auto where = QStringLiteral("%1 maps %2 charts %3 rows %4 cells in %5 × %6")
                                                   .arg(maps)
                                                   .arg(charts)
                                                   .arg(rows)
                                                   .arg(cells)
                                                   .arg(room.width())
                                                   .arg(room.height());
                            QCOMPARE(now.maps.size(), std::size_t(maps * rows));
                            for (const QRectF& map : now.maps)
                                QCOMPARE(map.size(), QSizeF(now.side, now.side));
                            const std::vector<QRectF> places = placesOf(demand, now);
                            for (std::size_t i = 0; i < places.size(); ++i) {
                                QVERIFY2(QRectF(QPointF(), room).adjusted(-1, -1, 1, 1).contains(places[i]), qPrintable(where));
                                for (std::size_t j = 0; j < i; ++j) {
                                    const QRectF common = places[i].intersected(places[j]);
                                    QVERIFY2(common.width() < 1 || common.height() < 1, qPrintable(where));
                                }
                            }
                        }
    }

    void slantedTokensOfNeighboursDoNotTouch()
    {
        int pairs = 0;
        for (const double height : {300.0, 460.0, 640.0})
            for (double width = 500; width < 1500; width += 20) {
                StageDemand demand = demandOf(4);
                demand.tokenLine = 30;
                const MapArrangement now = arrangeMaps(demand, {width, height});
                for (std::size_t i = 1; i < now.maps.size(); ++i) {
                    const QRectF &before = now.maps[i - 1], &map = now.maps[i];
                    if (!now.showsColumns[i] || before.top() != map.top() || now.tokensBelow != demand.columnTokens)
                        continue;
                    const double between = map.left() - before.right() + now.side / demand.cells; // of last and first token
                    QVERIFY2(between >= demand.tokenLine * std::numbers::sqrt2 - 1,
                        qPrintable(QStringLiteral("%1 px in %2 × %3").arg(between).arg(width).arg(height)));
                    ++pairs;
                }
            }
        QVERIFY(pairs > 100);
    }

    void aLowPageHasOneLineAndAHighOneSeveral()
    {
        QCOMPARE(arrangeMaps(demandOf(4), {1400, 300}).lines, 1);
        QCOMPARE(arrangeMaps(demandOf(4), {500, 500}).lines, 2);
        QCOMPARE(arrangeMaps(demandOf(4, 0), {200, 800}).lines, 4);
    }

    void fourTermsMakeASquareWithTheirSumBeside()
    {
        const MapArrangement now = arrangeMaps(demandOf(5, 0), {900, 560});
        QCOMPARE(now.columns, 3);
        QCOMPARE(now.lines, 2);
        QCOMPARE(now.maps[4].center().y(), (now.maps[1].center().y() + now.maps[3].center().y()) / 2);
        QVERIFY(now.showsRows[4]);
    }

    void sixMapsStandThreeByTwoWhereTheyAreLargestSo()
    {
        QCOMPARE(arrangeMaps(demandOf(6, 0), {900, 560}).columns, 3);
        QCOMPARE(arrangeMaps(demandOf(6, 0), {1800, 300}).columns, 6);
        QCOMPARE(arrangeMaps(demandOf(8, 0), {1300, 560}).columns, 4);
        QVERIFY(arrangeMaps(demandOf(7, 0), {900, 560}).columns != 3); // a line that ends early
    }

    void tokensStandOnceForEachLineAndColumn()
    {
        const MapArrangement now = arrangeMaps(demandOf(4, 0), {500, 500});
        QCOMPARE(now.showsRows, (std::vector<bool>{true, false, true, false}));
        QCOMPARE(now.showsColumns, (std::vector<bool>{false, false, true, true}));
    }

    void chartsGoBeforeMapsBecomeUnreadable()
    {
        QCOMPARE(arrangeMaps(demandOf(4), {1240, 440}).charts.size(), std::size_t(2));
        const MapArrangement small = arrangeMaps(demandOf(4), {280, 170});
        QVERIFY(small.charts.empty());
        QVERIFY(small.side >= 24);
    }

    static StageDemand chainOf(int maps, int wides, double heading = 70)
    {
        StageDemand demand = demandOfTokens();
        demand.isChain = true;
        for (int i = 0; i < maps; ++i) {
            MapDemand map;
            map.sign = 27;
            map.heading = heading;
            map.words = heading / 2;
            map.note = i % 2 == 0 ? 0 : 48;
            demand.maps.push_back(map);
        }
        demand.heading = 22;
        demand.secondLine = 18;
        demand.chartTokens = demand.rowTokens;
        demand.extraBelow = 28;
        demand.charts.assign(std::size_t(wides), {100, 82});
        return demand;
    }

    void aChainReadsFromLeftToRightAndKeepsItsWideMaps()
    {
        for (const int maps : {0, 1, 4, 6})
            for (const int wides : {0, 2, 3})
                for (const QSizeF room :
                    {QSizeF(300, 520), QSizeF(420, 330), QSizeF(640, 700), QSizeF(1240, 440), QSizeF(1900, 900)}) {
                    if (maps + wides == 0)
                        continue;
                    const StageDemand demand = chainOf(maps, wides);
                    const MapArrangement now = arrangeMaps(demand, room);
                    QCOMPARE(now.maps.size(), std::size_t(maps));
                    QCOMPARE(now.charts.size(), std::size_t(wides));
                    std::vector<QRectF> places;
                    for (std::size_t i = 0; i < now.maps.size(); ++i) {
                        if (i > 0)
                            QVERIFY(now.maps[i].left() >= now.maps[i - 1].right() + demand.maps[i].sign
                                || now.maps[i].top() > now.maps[i - 1].bottom() + demand.extraBelow);
                        const double heading = demand.heading + (now.isOneLine ? 0 : demand.secondLine);
                        places.push_back(now.maps[i].adjusted(now.showsRows[i] ? -demand.rowTokens : 0, -heading, 0,
                            demand.extraBelow + (now.showsColumns[i] ? now.tokensBelow : 0)));
                    }
                    places.insert(places.end(), now.charts.begin(), now.charts.end());
                    for (std::size_t i = 0; i < places.size(); ++i) {
                        QVERIFY(QRectF(QPointF(), room).adjusted(-1, -1, 1, 1).contains(places[i]));
                        for (std::size_t j = 0; j < i; ++j)
                            QVERIFY(!places[i].intersects(places[j].adjusted(1, 1, -1, -1)));
                    }
                }
    }

    void headingsOfAChainEndOnThePage()
    {
        StageDemand demand = chainOf(4, 3);
        demand.maps.back().words = 70;
        for (double width = 240; width < 700; width += 20)
            for (const double height : {170., 300., 500.}) {
                const MapArrangement now = arrangeMaps(demand, {width, height});
                QVERIFY2(now.maps.back().left() + (now.isOneLine ? demand.maps.back().heading : 70) <= width + 1,
                    qPrintable(QStringLiteral("%1 × %2").arg(width).arg(height)));
            }
    }

    void namesAloneStandOverMapsThatHaveNoRoomForMore()
    {
        StageDemand demand = chainOf(4, 3);
        for (MapDemand& map : demand.maps) {
            map.heading = map.words = 300;
            map.name = 40;
        }
        const MapArrangement small = arrangeMaps(demand, {260, 300});
        QVERIFY(small.hasNames && small.isOneLine);
        QVERIFY(small.side >= 24);
        QVERIFY(!arrangeMaps(demand, {1900, 900}).hasNames);
    }

    void aChainTurnsOnlyForLargerMaps()
    {
        QCOMPARE(arrangeMaps(chainOf(6, 0), {1400, 320}).lines, 1);
        QCOMPARE(arrangeMaps(chainOf(6, 0), {700, 620}).lines, 2);
        QVERIFY(arrangeMaps(chainOf(6, 0, 200), {900, 300}).isOneLine == false); // headings wider than the maps
        QVERIFY(arrangeMaps(chainOf(6, 0), {1400, 320}).isOneLine);
    }

    void smallMapsOfAChainGoWithoutTheTokensOfTheirColumns()
    {
        const MapArrangement small = arrangeMaps(chainOf(4, 3, 40), {420, 250});
        QCOMPARE(small.tokensBelow, 0.0);
        QCOMPARE(small.showsColumns, std::vector<bool>(4, false));
        QVERIFY(arrangeMaps(chainOf(4, 3), {1240, 440}).showsColumns[0]);
    }

    void barsThatDoNotFitBesideTheirMapGo()
    {
        StageDemand demand = demandOf(4);
        for (MapDemand& map : demand.maps)
            map.barHeight = 5000;
        const MapArrangement now = arrangeMaps(demand, {1240, 440});
        QCOMPARE(now.showsBar, std::vector<bool>(4, false));
    }
};

QTEST_GUILESS_MAIN(TestMapArrangement)
#include "tst_map_arrangement.moc"
