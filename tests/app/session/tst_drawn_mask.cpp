// A stroke in a mask makes it a painted one, in every layer that has the same mask.

#include "app/session/drawn_mask.h"

#include "core/files/library/model_files.h"
#include "core/layers/attention_mask.h"
#include "core/run/model.h"

#include <QTest>

using namespace app;

namespace {

core::SetupPtr setupOf(const core::Choices& said) { return core::configure(core::openModel("main"), said); }

WindowState stateOf(const std::vector<std::string>& said)
{
    WindowState state;
    state.a.model = "main";
    for (const std::string& one : said)
        state.a.said.setText(one, 4);
    return state;
}

bool sees(const core::Setup& setup, int layer, int query, int key)
{
    return core::maskSees(setup.config.block(layer).mask, query, key);
}

} // namespace

class TestDrawnMask : public QObject
{
    Q_OBJECT
private slots:
    void everyLayerOfTheSameMaskIsPaintedInB()
    {
        const WindowState before = stateOf({});
        const auto after = withDrawnMask(before, setupOf({})->config, {.layer = 2, .tokens = 5, .cells = {{3, 1}, {4, 1}}});
        QVERIFY(after && after->b && after->edited == 1);
        QCOMPARE(after->a, before.a);
        const core::SetupPtr setup = setupOf(after->b->said);
        for (int layer = 0; layer < 4; ++layer)
            for (int query = 0; query < 64; ++query) // room for a longer text
                for (int key = 0; key < 64; ++key)
                    QCOMPARE(sees(*setup, layer, query, key), key <= query && !(key == 1 && (query == 3 || query == 4)));
        const auto again = withDrawnMask(*after, setup->config, {.layer = 0, .tokens = 5, .cells = {{3, 1}}});
        QVERIFY(again && sees(*setupOf(again->b->said), 0, 3, 1)); // the first cell says what the stroke does
        QVERIFY(!sees(*setupOf(again->b->said), 0, 4, 1));
    }

    void layersOfAnotherMaskKeepTheirs()
    {
        const WindowState before = stateOf({"mask.schedule=wf", "mask.window=2"});
        const core::SetupPtr was = setupOf(before.a.said);
        const auto after = withDrawnMask(before, was->config, {.layer = 0, .tokens = 6, .cells = {{5, 0}, {5, 1}}});
        QVERIFY(after && after->b);
        const core::SetupPtr setup = setupOf(after->b->said);
        for (int layer = 0; layer < 4; ++layer)
            for (int query = 0; query < 6; ++query)
                for (int key = 0; key < 6; ++key) {
                    const bool isDrawn = layer % 2 == 0 && query == 5 && key < 2;
                    QCOMPARE(sees(*setup, layer, query, key), isDrawn || sees(*was, layer, query, key));
                }
    }

    void aQueryKeepsOneKey()
    {
        const core::SetupPtr setup = setupOf({});
        const auto after
            = withDrawnMask(stateOf({}), setup->config, {.layer = 0, .tokens = 3, .cells = {{1, 0}, {1, 1}, {0, 0}}});
        QVERIFY(after);
        const core::SetupPtr drawn = setupOf(after->b->said);
        QVERIFY(!sees(*drawn, 0, 1, 0) && sees(*drawn, 0, 1, 1) && sees(*drawn, 0, 0, 0));
        QVERIFY(!withDrawnMask(stateOf({}), setup->config, {.layer = 0, .tokens = 3, .cells = {{0, 0}}}));
        QVERIFY(!withDrawnMask(stateOf({}), setup->config, {.layer = 0, .tokens = 3, .cells = {{7, 0}}}));
    }
};

QTEST_MAIN(TestDrawnMask)
#include "tst_drawn_mask.moc"
