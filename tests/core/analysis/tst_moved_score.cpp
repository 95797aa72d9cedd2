#include "core/analysis/moved_score.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

std::vector<MovedScore> movedWith(const char* choices, const ScoredPair& pair = {1, 5, 2})
{
    const SetupPtr setup = support::smallSetup(support::choices(choices));
    return movedScores(*setup, *support::run(*setup, support::smallText()), pair);
}

} // namespace

class TestMovedScore : public QObject
{
    Q_OBJECT

private slots:
    void withSinusoidsItChangesAndWithRopeItStays();
    void unmovedTheyAreThoseOfTheRuns();
    void aLearnedTableEnds();
    void withoutAttentionOfThatKindThereIsNone();
};

void TestMovedScore::withSinusoidsItChangesAndWithRopeItStays()
{
    for (const char* position : {"position.kind=rope", "position.kind=sinusoidal", "position.kind=rope rope.fraction=0.5"}) {
        const auto scores = movedWith(position);
        QVERIFY(scores.size() > 8);
        QCOMPARE(scores.front().places, Index(0));
        QCOMPARE(scores.back().places, maxMoved);
        double added = 0, rotary = 0;
        for (const MovedScore& score : scores) {
            added = std::max(added, std::abs(score.added - scores.front().added));
            rotary = std::max(rotary, std::abs(score.rotary - scores.front().rotary));
        }
        QVERIFY2(added > 1e-2, position);
        QVERIFY2(rotary < 1e-5, position);
    }
}

void TestMovedScore::unmovedTheyAreThoseOfTheRuns()
{
    const ScoredPair pair{2, 6, 1};
    const auto scoreOf = [&](const char* choices) {
        const SetupPtr setup = support::smallSetup(support::choices(choices));
        const auto trace = support::run(*setup, support::smallText());
        const Tensor& scores = trace->at(blockName(0, "attn.scores"));
        return double(scores.data()[(pair.head * scores.dim(1) + pair.query) * scores.dim(2) + pair.key]);
    };
    QVERIFY(std::abs(movedWith("position.kind=sinusoidal", pair).front().added - scoreOf("position.kind=sinusoidal")) < 1e-5);
    QVERIFY(std::abs(movedWith("position.kind=rope", pair).front().rotary - scoreOf("position.kind=rope")) < 1e-5);
}

void TestMovedScore::aLearnedTableEnds()
{
    const auto scores = movedWith("position.kind=learned sizes.context=12");
    QCOMPARE(scores.back().places, Index(12) - Index(support::smallText().size()));
    QVERIFY(std::abs(scores.back().added - scores.front().added) > 1e-3);
    QCOMPARE(movedWith("position.kind=learned sizes.context=7").size(), std::size_t(1));
}

void TestMovedScore::withoutAttentionOfThatKindThereIsNone()
{
    QVERIFY(movedWith("attention.kind=latent position.kind=rope latent.kv_rank=7 latent.d_rope=4 latent.d_nope=3 latent.d_value=9")
                .empty());
}

QTEST_GUILESS_MAIN(TestMovedScore)
#include "tst_moved_score.moc"
