// The keys that a model can be swept over, and values that it can have.

#include "core/experiments/sweep_values.h"

#include "core/experiments/sweep.h"
#include "core/files/library/built_in_models.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

SetupPtr setupWith(const std::vector<std::string>& assignments = {})
{
    static const ModelPtr model = makeBuiltInModel("untrained");
    Choices said;
    said.setText("sizes.d_model=32", 2);
    for (const std::string& assignment : assignments)
        said.setText(assignment, 2);
    return configure(model, said);
}

bool has(const std::vector<std::string>& all, const char* one) { return std::ranges::find(all, one) != all.end(); }

} // namespace

class TestSweepValues : public QObject
{
    Q_OBJECT
private slots:
    void keysAreThoseInUse()
    {
        const std::vector<std::string> rope = sweepKeys(setupWith({"position.kind=rope"})->config),
                                       alibi = sweepKeys(setupWith({"position.kind=alibi"})->config);
        for (const char* key : {"sizes.layers", "sizes.d_model", "sizes.heads", "norm.placement", "seed"})
            QVERIFY2(has(rope, key), key);
        QVERIFY(has(rope, "rope.base") && !has(alibi, "rope.base"));
        QVERIFY(!has(rope, "topology") && !has(rope, "sizes.vocab"));
    }

    void everyKeyHasValuesThatRun()
    {
        const SetupPtr setup = setupWith({"position.kind=rope"});
        for (const std::string& key : sweepKeys(setup->config))
            for (const std::string& value : sweepValues(*setup, key)) {
                Choices said = setup->said;
                said.setText(key + "=" + value, int(setup->config.layers()));
                configure(setup->model, said); // does not throw
            }
        QCOMPARE(sweepValues(*setupWith({"sizes.layers=4"}), "sizes.layers"), (std::vector<std::string>{"1", "2", "4", "8"}));
        QCOMPARE(sweepValues(*setup, "seed").size(), std::size_t(8));
        QCOMPARE(sweepValues(*setupWith({"position.kind=rope", "rope.base=10000"}), "rope.base"),
            (std::vector<std::string>{"100", "1000", "10000", "1e+05"}));
        QVERIFY(has(sweepValues(*setup, "norm.placement"), "sandwich"));
        QVERIFY(!has(sweepValues(*setupWith({"sizes.heads=4", "sizes.d_head=8"}), "sizes.kv_heads"), "8")); // more than heads
        QVERIFY(sweepValues(*setupWith({"position.kind=alibi"}), "rope.base").empty());
        QVERIFY(sweepValues(*setup, "hats").empty());
    }
};

QTEST_GUILESS_MAIN(TestSweepValues)
#include "tst_sweep_values.moc"
