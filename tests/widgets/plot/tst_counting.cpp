// Counting: what has index 0 is shown as 0 or as 1, in words, on axes and in tables; what is no index stays.

#include "widgets/plot/counting.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/plot.h"

#include <algorithm>
#include <thread>

using namespace widgets;

namespace {

struct OpenTicker : IndexTicker
{
    using IndexTicker::generate;
};

/// What an axis from 0 to `last` says, and where.
std::vector<std::pair<double, QString>> ticksTo(double last)
{
    OpenTicker ticker;
    QVector<double> ticks;
    QVector<QString> labels;
    ticker.generate({-0.5, last + 0.5}, QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
    std::vector<std::pair<double, QString>> shown;
    for (qsizetype i = 0; i < ticks.size(); ++i)
        if (ticks[i] >= -0.5 && ticks[i] <= last + 0.5)
            shown.emplace_back(ticks[i], labels[i]);
    return shown;
}

} // namespace

class TestCounting : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { setFirstNumber(0); }

    /// Of many numbers every so many has a tick, and 0 is one of these.
    void zeroHasATickAmongNumbersBothWays()
    {
        QStringList distances;
        for (int distance = -16; distance <= 16; ++distance)
            distances << QString::number(distance);
        Plot plot;
        plot.reset({});
        auto* const rect = plot.addGridRect(0, 0, {});
        rect->setCells(4, int(distances.size()), CellShape::Fill);
        rect->setColumnNumbers(distances);
        plot.setViewport({0, 0, 300, 200});
        plot.replot();
        const auto ticks = qSharedPointerCast<QCPAxisTickerText>(rect->axis(QCPAxis::atBottom)->ticker())->ticks();
        QVERIFY(ticks.size() > 2 && ticks.size() < 20);
        QVERIFY2(ticks.values().contains("0"), qPrintable(QStringList(ticks.values()).join(' ')));
    }

    void anIndexIsShownOneHigher()
    {
        QCOMPARE(counted(3), 3);
        QCOMPARE(headLabel(17, 5), QStringLiteral("L17 H5"));
        const Counting fromOne(1);
        QCOMPARE(counted(0), 1);
        QCOMPARE(counted(std::size_t(7)), std::size_t(8));
        QCOMPARE(counted(-1), -1); // no index
        QCOMPARE(countedText(std::ptrdiff_t(9)), QStringLiteral("10"));
        QCOMPARE(layerLabel(0), QStringLiteral("L1"));
        QCOMPARE(headLabel(3), QStringLiteral("H4"));
        QCOMPARE(headLabel(17, 5), QStringLiteral("L18 H6"));
        for (const int index : {0, 1, 41})
            QCOMPARE(fromCounted(counted(index)), index);
    }

    void aScopeEnds()
    {
        {
            const Counting fromOne(1);
            {
                const Counting fromZero(0);
                QCOMPARE(counted(2), 2);
            }
            QCOMPARE(counted(2), 3);
        }
        QCOMPARE(counted(2), 2);
        setFirstNumber(7); // of a damaged file
        QCOMPARE(firstNumber(), 0);
    }

    void aWorkerHasItsOwn()
    {
        const Counting fromOne(1);
        int there = -1;
        std::thread([&there] { there = counted(0); }).join();
        QCOMPARE(there, 0);
        QCOMPARE(counted(0), 1);
    }

    void ticksAreCounted()
    {
        for (const int first : {0, 1})
            for (const double last : {3.0, 24.0, 200.0}) {
                const Counting counting(first);
                const auto ticks = ticksTo(last);
                QVERIFY(ticks.size() > 1);
                for (const auto& [place, label] : ticks)
                    QCOMPARE(label.toInt(), int(place) + first);
            }
        const Counting fromOne(1);
        const auto ticks = ticksTo(24);
        QVERIFY(std::ranges::all_of(ticks, [](const auto& tick) { return tick.second.toInt() % 5 == 0; })); // round numbers
    }

    void rowsAndColumnsOfAMapAreCounted()
    {
        const Counting fromOne(1);
        Plot plot;
        plot.reset({});
        GridAxisRect* const rect = plot.addGridRect(0, 0, {});
        rect->setRowNumbers(2, QStringLiteral("L"));
        rect->setColumnNumbers(3);
        QCOMPARE(rect->rowLabels(), QStringList({"L1", "L2"}));
        QCOMPARE(rect->columnLabels(), QStringList({"1", "2", "3"}));
    }

    /// The numbers of a line say what its axis says; values are none.
    void aLineIsReadAsItsAxisSays()
    {
        const Counting fromOne(1);
        Plot plot;
        plot.reset({});
        QCPAxisRect* const rect = plot.addAxisRect(0, 0, {});
        rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
        (new LineChart(rect, {}))->addLine({0, 1, 2}, {5, 6, 7}, QString(), {});
        const std::vector<NumberSet> sets = plottedNumbers(plot);
        QCOMPARE(sets.size(), std::size_t(1));
        QCOMPARE(sets[0].values, std::vector<double>({1, 5, 2, 6, 3, 7}));
        const NumberTable table(sets[0]);
        QCOMPARE(table.key(0, 0), QStringLiteral("1"));
    }

    /// A file has its indices from 0; the table on screen shows them.
    void indicesOfAFileAreCountedOnScreen()
    {
        const QString csv = QStringLiteral("layer,head,key,tokens,value\n0,3,0.25,4,1\n,mean,1,5,0\n");
        const NumberTable plain = NumberTable::ofCsv("plain", csv);
        QCOMPARE(plain.shown(0, 0), QStringLiteral("0"));
        const Counting fromOne(1);
        const NumberTable table = NumberTable::ofCsv("counted", csv);
        QCOMPARE(table.shown(0, 0), QStringLiteral("1"));
        QCOMPARE(table.copied(0, 1), QStringLiteral("4"));
        QCOMPARE(table.shown(1, 0), QString()); // no layer
        QCOMPARE(table.shown(1, 1), QStringLiteral("mean"));
        QCOMPARE(table.copied(0, 2), QStringLiteral("0.25")); // a column of numbers that is called like an index
        QCOMPARE(table.copied(1, 2), QStringLiteral("1"));
        QCOMPARE(table.shown(0, 3), QStringLiteral("4")); // a count
        QCOMPARE(table.shown(1, 4), QStringLiteral("0"));
    }
};

QTEST_MAIN(TestCounting)
#include "tst_counting.moc"
