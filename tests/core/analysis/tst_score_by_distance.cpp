// Scores and weights by distance against loops over the recorded tensors; a table ends them; a stop is obeyed.

#include "core/analysis/score_by_distance.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/core/support/held_out_rows.h"

#include <QTest>

#include <cmath>

using namespace core;
using support::heldOutRows;

class TestScoreByDistance : public QObject
{
    Q_OBJECT

    /// Mean over layers, heads and rows of `name` of the pairs so far apart, queries from `first` on.
    static double meanOf(
        const Setup& setup, const std::vector<std::vector<TokenId>>& rows, const char* name, Index distance, Index first)
    {
        double sum = 0;
        int count = 0;
        for (const std::vector<TokenId>& row : rows) {
            const auto trace = forward(setup, {.ids = {row.begin(), row.end() - 1}});
            for (Index layer = 0; const Tensor* const all = trace->find(blockName(layer, name)); ++layer)
                for (Index head = 0; head < all->dim(0); ++head)
                    for (Index query = std::max(first, distance); query < all->dim(1); ++query) {
                        sum += double(all->data()[(head * all->dim(1) + query) * all->dim(2) + query - distance]);
                        ++count;
                    }
        }
        return sum / count;
    }

private slots:
    void meansAreOfAllPairsOfADistance()
    {
        const SetupPtr setup = configure(openModel("position-alibi"), {});
        std::vector<std::vector<TokenId>> rows = heldOutRows(2);
        for (std::vector<TokenId>& row : rows)
            row.resize(41);
        const ScoreByDistance found = scoreByDistance(*setup, rows);
        QCOMPARE(found.rows, Index(2));
        QCOMPARE(found.trained, Index(128));
        QCOMPARE(found.firstQuery, Index(30));
        QVERIFY(!found.hasEnd);
        QCOMPARE(found.score.size(), std::size_t(40));
        for (const int distance : {0, 7, 29, 39}) {
            const double score = meanOf(*setup, rows, "attn.scores", distance, 30);
            QVERIFY(std::abs(found.score[std::size_t(distance)] - score) < 1e-6 * (1 + std::abs(score)));
            const double weight = meanOf(*setup, rows, "attn.pattern", distance, 30);
            QVERIFY(std::abs(found.weight[std::size_t(distance)] - weight) < 1e-9);
        }
    }

    void keysOutOfSightHaveNoScore()
    {
        Choices said;
        said.set("mask.kind", "sliding_window");
        said.set("mask.window", Index(8));
        std::vector<std::vector<TokenId>> rows = heldOutRows(1);
        rows.front().resize(33);
        const ScoreByDistance found = scoreByDistance(*configure(openModel("main"), said), rows);
        QVERIFY(std::isfinite(found.score[7]) && found.weight[7] > 0);
        QVERIFY(std::isnan(found.score[8]));
        QCOMPARE(found.weight[8], 0.0);
    }

    void aLearnedTableEndsAtItsLastRow()
    {
        const ScoreByDistance found = scoreByDistance(*configure(openModel("position-learned"), {}), heldOutRows(1));
        QVERIFY(found.hasEnd);
        QCOMPARE(found.weight.size(), std::size_t(128));
        QCOMPARE(found.firstQuery, Index(96));
    }

    void aStopIsObeyed()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped,
            scoreByDistance(*configure(openModel("main"), {}), heldOutRows(1), {.stop = source.get_token(), .onProgress = {}}));
    }
};

QTEST_APPLESS_MAIN(TestScoreByDistance)
#include "tst_score_by_distance.moc"
