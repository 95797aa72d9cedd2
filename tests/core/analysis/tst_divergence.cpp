// Where two runs part: the first tensor that differs, in the order of computation.

#include "core/analysis/divergence.h"

#include "core/analysis/comparison.h"
#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

Trace traceOf(std::initializer_list<std::pair<const char*, std::vector<float>>> tensors)
{
    Trace trace;
    for (const auto& [name, values] : tensors) {
        Tensor tensor(name, {axis::token}, {Index(values.size())});
        std::copy(values.begin(), values.end(), tensor.data());
        trace.add({tensor, {}});
    }
    return trace;
}

constexpr float masked = -std::numeric_limits<float>::infinity();

} // namespace

class TestDivergence : public QObject
{
    Q_OBJECT

private slots:
    void anEqualRunDoesNotPart()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        const auto a = support::run(*setup, support::smallText()), b = support::run(*setup, support::smallText());
        const RunDivergence all = divergenceOf(*a, *b, {});
        QCOMPARE(all.first, Index(-1));
        QCOMPARE(all.tensors.size(), a->entries().size());
        QVERIFY(all.onlyA.empty() && all.onlyB.empty());
    }

    void anotherActivationPartsAtItsResult()
    {
        const SetupPtr one = support::smallSetup(support::choices("activation.kind=relu"));
        const SetupPtr other = support::smallSetup(support::choices("activation.kind=silu"));
        const auto a = support::run(*one, support::smallText()), b = support::run(*other, support::smallText());
        const RunDivergence all = divergenceOf(*a, *b, {});
        QCOMPARE(all.tensors[std::size_t(all.first)].name, std::string("blocks.0.mlp.post"));
        QCOMPARE(all.tensors[std::size_t(all.first)].layer, Index(0));
        for (std::size_t i = 0; i < all.tensors.size(); ++i) {
            const std::string& name = all.tensors[i].name;
            QCOMPARE(all.tensors[i].relative, relativeDifference(a->at(name), b->at(name)));
            QVERIFY(Index(i) >= all.first || !all.tensors[i].differs());
        }
    }

    void tensorsOfOneRunAreNamed()
    {
        const Trace a = traceOf({{"embed", {1, 2}}, {"pos_embed", {1, 1}}, {"blocks.0.resid_pre", {3, 4}}});
        const Trace b = traceOf({{"embed", {1, 2}}, {"blocks.0.resid_pre", {3, 0}}, {"blocks.0.attn.bias", {1}}});
        const RunDivergence all = divergenceOf(a, b, {});
        QCOMPARE(all.first, Index(1));
        QCOMPARE(all.tensors[1].relative, 0.8);
        QCOMPARE(all.onlyA, std::vector<std::string>{"pos_embed"});
        QCOMPARE(all.onlyB, std::vector<std::string>{"blocks.0.attn.bias"});
    }

    void anotherMaskOrShapeIsADifference()
    {
        const Trace a = traceOf({{"x", {1, masked}}, {"y", {1, 2}}});
        const Trace b = traceOf({{"x", {1, 3}}, {"y", {1, 2, 3}}});
        const RunDivergence all = divergenceOf(a, b, {});
        QCOMPARE(all.first, Index(0));
        QVERIFY(all.tensors[0].differs() && all.tensors[0].relative == 0);
        QVERIFY(all.tensors[1].differs() && std::isnan(all.tensors[1].relative));
    }

    void roundingIsNoDifference()
    {
        const RunDivergence all = divergenceOf(traceOf({{"x", {1, 1}}}), traceOf({{"x", {1, 1 + 1e-7F}}}), {});
        QCOMPARE(all.first, Index(-1));
    }

    void aStopEndsIt()
    {
        std::stop_source source;
        source.request_stop();
        const Trace one = traceOf({{"x", {1}}});
        QVERIFY_THROWS_EXCEPTION(Stopped, divergenceOf(one, one, {source.get_token(), {}}));
    }
};

QTEST_APPLESS_MAIN(TestDivergence)
#include "tst_divergence.moc"
