// The vectors of positions: those that a run adds, their products, and where a table ends.

#include "core/analysis/position_table.h"

#include "core/files/library/model_files.h"
#include "core/layers/learned_positions.h"
#include "core/layers/sinusoidal.h"
#include "core/run/forward.h"
#include "core/run/model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;

class TestPositionTable : public QObject
{
    Q_OBJECT

    static PositionTable tableOf(const SetupPtr& setup, Index most) { return positionTable(*setup, nullptr, most, {}); }

private slots:
    void rowsAreWhatARunAdds_data();
    void rowsAreWhatARunAdds();
    void ofATextTheRecordedRowsAreTaken();
    void wavesAreThoseOfThePaper();
    void productsAreThoseOfPlainLoops();
    void sinusoidsDependOnTheDistanceAlone();
    void aTableEnds();
    void aModelWithoutHasNone();
};

void TestPositionTable::rowsAreWhatARunAdds_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("sinusoids") << "position-sinusoidal";
    QTest::newRow("a learned table") << "position-learned";
}

void TestPositionTable::rowsAreWhatARunAdds()
{
    QFETCH(QString, model);
    const SetupPtr setup = configure(openModel(model.toStdString()), {});
    const TracePtr trace = forward(*setup, {.ids = {5, 6, 7, 8, 9}}, {.patterns = {"pos_embed"}}, {});
    const Tensor* added = trace->find("pos_embed");
    QVERIFY(added);
    const PositionTable table = tableOf(setup, 64);
    QCOMPARE(table.rows.cols(), added->columns());
    for (Index token = 0; token < 5; ++token)
        for (Index dim = 0; dim < added->columns(); ++dim)
            QCOMPARE(table.rows(token, dim), added->row(token)[dim]);
}

/// An intervention may have changed them.
void TestPositionTable::ofATextTheRecordedRowsAreTaken()
{
    const SetupPtr setup = configure(openModel("position-learned"), {});
    Tensor added("pos_embed", {"token", "d_model"}, {3, setup->config.dModel});
    std::fill_n(added.data(), added.size(), 2.F);
    const PositionTable table = positionTable(*setup, &added, 8, {}), stored = tableOf(setup, 8);
    QCOMPARE(table.rows(2, 5), 2.F);
    QCOMPARE(table.rows(3, 5), stored.rows(3, 5));
    QCOMPARE(table.products(0, 2), float(4 * setup->config.dModel));
}

void TestPositionTable::wavesAreThoseOfThePaper()
{
    const PositionTable table = tableOf(configure(openModel("position-sinusoidal"), {}), 16);
    const Index pairs = table.rows.cols() / 2;
    QCOMPARE(Index(table.wavelengths.size()), pairs);
    for (Index pair = 0; pair < pairs; ++pair) {
        const double expected = 2 * std::acos(-1.0) * std::pow(10000.0, 2 * double(pair) / double(table.rows.cols()));
        QVERIFY(std::abs(table.wavelengths[std::size_t(pair)] / expected - 1) < 1e-4);
    }
    QVERIFY(tableOf(configure(openModel("position-learned"), {}), 16).wavelengths.empty());
}

void TestPositionTable::productsAreThoseOfPlainLoops()
{
    const PositionTable table = tableOf(configure(openModel("position-learned"), {}), 16);
    for (Index i = 0; i < 16; ++i)
        for (Index j = 0; j < 16; ++j) {
            double sum = 0;
            for (Index dim = 0; dim < table.rows.cols(); ++dim)
                sum += double(table.rows(i, dim)) * double(table.rows(j, dim));
            QVERIFY(std::abs(sum - double(table.products(i, j))) < 1e-4 * (1 + std::abs(sum)));
        }
}

void TestPositionTable::sinusoidsDependOnTheDistanceAlone()
{
    const PositionTable table = tableOf(configure(openModel("position-sinusoidal"), {}), 100);
    QVERIFY(!table.isLearned);
    QCOMPARE(table.byDistance.size(), std::size_t(100));
    for (const DistanceSpread& at : table.byDistance)
        QVERIFY(at.width() < 1e-3);
    // cos 0 is 1 for each of the pairs
    QVERIFY(std::abs(table.byDistance.front().mean - double(table.rows.cols()) / 2) < 1e-3);
}

void TestPositionTable::aTableEnds()
{
    const SetupPtr setup = configure(openModel("position-learned"), {});
    const PositionTable table = tableOf(setup, 1000);
    QVERIFY(table.isLearned);
    QCOMPARE(table.end, Index(128));
    QCOMPARE(table.rows.rows(), Index(128));
    QVERIFY(table.byDistance[1].width() > 1e-3);
}

void TestPositionTable::aModelWithoutHasNone() { QVERIFY(tableOf(configure(openModel("main"), {}), 16).rows.size() == 0); }

QTEST_GUILESS_MAIN(TestPositionTable)
#include "tst_position_table.moc"
