// The menu of a weight of two models: either takes it from the other, or it says why not.

#include "widgets/panels/weight_swap_menu.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/figure/weight_text.h"

#include <QMenu>
#include <QTest>

using namespace widgets;

namespace {

const std::string weight = "blocks.1.mlp.up.weight";

RunPtr modelRun(const std::string& name)
{
    const core::ModelPtr model = core::openModel(name);
    const core::SetupPtr setup = core::configure(model, {});
    return std::make_shared<RunResult>(RunResult{core::forward(*setup, {.ids = {1, 2}}), setup});
}

QString reasonIn(const RunPtr& a, const RunPtr& b, const std::string& of = weight)
{
    QMenu menu;
    addSwaps(menu, of, {{{a, "a"}, {b, "b"}}}, {});
    const QAction* const take = menu.findChild<QAction*>(QStringLiteral("takeB"));
    return take->isEnabled() ? QString() : take->toolTip();
}

} // namespace

class TestWeightSwapMenu : public QObject
{
    Q_OBJECT

private slots:
    void eitherTakesItFromTheOther()
    {
        QMenu menu;
        int into = -1;
        core::Intervention chosen;
        addSwaps(menu, weight, {{{modelRun("main"), "main"}, {modelRun("main@0"), "main@0"}}},
            [&](int slot, const core::Intervention& swap) {
                into = slot;
                chosen = swap;
            });
        menu.findChild<QAction*>(QStringLiteral("takeB"))->trigger();
        QCOMPARE(into, 0);
        QCOMPARE(chosen.at, "weights." + weight);
        QCOMPARE(interventionText(chosen), QStringLiteral("L1 W_up from main@0"));
        menu.findChild<QAction*>(QStringLiteral("takeA"))->trigger();
        QCOMPARE(into, 1);
        QCOMPARE(interventionText(chosen), QStringLiteral("L1 W_up from main"));
        QVERIFY(core::interventionsFromJson(core::toJson({chosen}), "")[0].at == chosen.at);
    }

    void whatCannotBeTakenSaysWhy()
    {
        const RunPtr main = modelRun("main"), tiny = support::tinyRun();
        QVERIFY(reasonIn(tiny, support::tinyRun("The cat", {"sizes.d_ff=48"})).contains("in B: 48 × 32 instead of 64 × 32"));
        QVERIFY(reasonIn(tiny, support::tinyRun()).contains("same weight"));
        QVERIFY(reasonIn(tiny, support::tinyRun("The cat", {"seed=3"})).contains("seed"));
        QVERIFY(reasonIn(tiny, support::tinyRun("The cat", {"sizes.layers=1"})).contains("Only one"));
        QVERIFY(reasonIn(main, std::make_shared<RunResult>(RunResult{main->trace, nullptr})).contains("recorded"));
    }

    void weightsHaveShortNames()
    {
        QCOMPARE(weightText("encoder.blocks.2.attn.o.weight"), QStringLiteral("encoder L2 W_O"));
        QCOMPARE(weightText("blocks.2.cross_attn.k.weight"), QStringLiteral("L2 ×W_K"));
        QCOMPARE(weightText("blocks.0.mlp.experts.3.up.weight"), QStringLiteral("L0 W_up E3"));
        QCOMPARE(weightText("embed.weight"), QStringLiteral("W_E"));
        QCOMPARE(weightText("blocks.*.attn.q.weight"), QStringLiteral("blocks.*.attn.q.weight"));
        QCOMPARE(weightText("blocks.0.mlp.experts.3.weight"), QStringLiteral("L0 mlp.experts.3")); // of a list from outside
    }
};

QUIET_TEST_MAIN(TestWeightSwapMenu)
#include "tst_weight_swap_menu.moc"
