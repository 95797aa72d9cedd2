// What a run is changed by a choice, against loops in double and the tensors themselves.

#include "core/analysis/run_change.h"

#include "core/analysis/divergence.h"
#include "core/analysis/logit_lens.h"
#include "core/base/error.h"
#include "core/base/logit_distribution.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <stop_token>

using namespace core;

namespace {

TracePtr runOf(const std::string& assignment)
{
    const SetupPtr setup = support::smallSetup(support::choices(assignment));
    return support::run(*setup, support::smallText());
}

} // namespace

class TestRunChange : public QObject
{
    Q_OBJECT
private slots:
    void anEqualRunChangesNothing()
    {
        const RunChange change = runChangeOf(*runOf("norm.kind=rms_norm"), *runOf("norm.kind=rms_norm"), {});
        QVERIFY(change.first.empty() && change.hasDistribution);
        QCOMPARE(change.divergence, 0.0);
        QCOMPARE(change.tokenA, change.tokenB);
    }

    void theFirstTensorIsWhereTheRunsPart_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("activation") << "activation.kind=relu"
                                    << "activation.kind=silu";
        QTest::newRow("norm") << "norm.kind=layer_norm"
                              << "norm.kind=rms_norm";
        QTest::newRow("mask") << "mask.kind=causal"
                              << "mask.kind=bidirectional";
    }

    void theFirstTensorIsWhereTheRunsPart()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const TracePtr a = runOf(before.toStdString()), b = runOf(after.toStdString());
        const RunChange change = runChangeOf(*a, *b, {});
        const RunDivergence all = divergenceOf(*a, *b, {});
        QVERIFY(all.first >= 0);
        if (!change.isNew)
            QCOMPARE(change.first, all.tensors[std::size_t(all.first)].name);
        QVERIFY(change.divergence > 0);
        const Index last = Index(a->ids.size()) - 1;
        QCOMPARE(change.divergence, divergenceOfLogits(logitsAfter(*a, last), logitsAfter(*b, last)));
        QVERIFY(change.probabilityA > 0 && change.probabilityA <= 1);
    }

    void aTensorThatIsNewIsNamed()
    {
        const RunChange change = runChangeOf(*runOf("position.kind=none"), *runOf("position.kind=rope"), {});
        QVERIFY2(change.isNew && change.first.find("rot") != std::string::npos, change.first.c_str());
    }

    /// A decoder beside a model with an encoder reads what that one's decoder reads, whatever its encoder does.
    void aDecoderHasTheTokensOfAnothersDecoder()
    {
        Trace both, alone;
        both.ids = {1, 2, 3};
        both.decoderIds = alone.ids = {4, 5};
        QVERIFY(readTheSame(both, alone) && readTheSame(alone, both));
        alone.decoderIds = alone.ids; // it has an encoder, too, which reads another text
        QVERIFY(!readTheSame(both, alone));
        alone.ids = both.ids;
        QVERIFY(readTheSame(both, alone));
    }

    void otherTokensHaveNoDistance()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        std::vector<TokenId> other = support::smallText();
        other.pop_back();
        QVERIFY(!runChangeOf(*support::run(*setup, support::smallText()), *support::run(*setup, other), {}).hasDistribution);
    }
};

QTEST_APPLESS_MAIN(TestRunChange)
#include "tst_run_change.moc"
