// What positions add over the distance: biases are those of their formulas, products those of the vectors, a rotated score the
// mean of the recorded ones; no positions add nothing, and a table ends.

#include "core/analysis/added_by_distance.h"

#include "core/analysis/position_table.h"
#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/core/support/held_out_rows.h"

#include <QTest>

#include <cmath>

using namespace core;
using What = AddedByDistance::What;

class TestAddedByDistance : public QObject
{
    Q_OBJECT

    static std::vector<TokenId> row(std::size_t length)
    {
        std::vector<TokenId> ids = support::heldOutRows(1).front();
        ids.resize(length);
        return ids;
    }

    static AddedByDistance addedBy(const char* model, std::size_t length = 160, Index layer = 1)
    {
        return addedByDistance(*configure(openModel(model), {}), row(length), layer);
    }

private slots:
    void aPenaltyIsThatOfItsSlope()
    {
        const AddedByDistance added = addedBy("position-alibi");
        QCOMPARE(added.what, What::Bias);
        QCOMPARE(added.trained, Index(128));
        QCOMPARE(added.lines.size(), std::size_t(4));
        for (std::size_t head = 0; head < 4; ++head)
            for (const std::size_t distance : {0, 1, 150})
                QCOMPARE(float(added.lines[head][distance]), float(-double(distance) * std::pow(2.0, -2.0 * double(head + 1))));
    }

    void productsAreThoseOfTheVectors()
    {
        const AddedByDistance added = addedBy("position-sinusoidal");
        QCOMPARE(added.what, What::Products);
        QCOMPARE(added.lines.size(), std::size_t(1));
        QCOMPARE(added.lines.front().size(), std::size_t(160));
        const PositionTable table = positionTable(*configure(openModel("position-sinusoidal"), {}), nullptr, 160, {});
        QCOMPARE(added.lines.front()[7], table.byDistance[7].mean);
    }

    void aTableEnds() { QCOMPARE(addedBy("position-learned").lines.front().size(), std::size_t(128)); }

    void aRotatedScoreIsTheMeanOfTheRecordedOnes()
    {
        const AddedByDistance added = addedBy("main", 140);
        QCOMPARE(added.what, What::Score);
        const auto trace = forward(*configure(openModel("main"), {}), {.ids = row(140)});
        const Tensor& scores = trace->at("blocks.1.attn.scores");
        for (const Index distance : {Index(0), Index(5), Index(130)}) {
            double sum = 0;
            for (Index query = distance; query < 140; ++query)
                sum += double(scores.data()[(2 * 140 + query) * 140 + query - distance]);
            const double mean = sum / double(140 - distance);
            QVERIFY(std::abs(added.lines[2][std::size_t(distance)] - mean) < 1e-5 * (1 + std::abs(mean)));
        }
    }

    void noPositionsAddNothing()
    {
        const AddedByDistance added = addedBy("position-none");
        QCOMPARE(added.what, What::Nothing);
        QVERIFY(added.lines.empty());
    }

    void aStopIsObeyed()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped,
            addedByDistance(*configure(openModel("main"), {}), row(20), 0, {.stop = source.get_token(), .onProgress = {}}));
    }
};

QTEST_APPLESS_MAIN(TestAddedByDistance)
#include "tst_added_by_distance.moc"
