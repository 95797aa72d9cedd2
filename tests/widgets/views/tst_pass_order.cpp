// The pages in the order of a forward pass: each once, and both ways the same.

#include "widgets/views/pass_order.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"

#include <QTest>

#include <algorithm>

using namespace widgets;

class TestPassOrder : public QObject
{
    Q_OBJECT

    static QString idOf(const ViewInfo* view) { return view ? QString::fromLatin1(view->id) : QString(); }

private slots:
    void everyPageHasItsPlaceOnce()
    {
        for (const ViewInfo& view : allViews())
            QCOMPARE(std::ranges::count_if(passOrder(),
                         [&](const PassStop& stop) { return QLatin1String(stop.view->id) == QLatin1String(view.id); }),
                1);
        QCOMPARE(passOrder().size(), allViews().size());
    }

    void noPageIsADeadEnd()
    {
        const RunPtr everything; // has every part
        for (const ViewInfo& view : allViews()) {
            const PassNeighbours here = neighboursOf(view.id, {&everything, 1});
            QVERIFY2(here.before || here.after, view.id);
            if (here.after)
                QCOMPARE(idOf(neighboursOf(here.after->id, {&everything, 1}).before), QString::fromLatin1(view.id));
        }
        QVERIFY(!neighboursOf("unheard_of", {&everything, 1}).after);
    }

    void thePassGoesByWhatAModelLacks()
    {
        const auto after = [](const char* page, const std::vector<std::string>& choices) {
            const RunPtr run = support::tinyRun("The cat sat", choices);
            return idOf(neighboursOf(page, {&run, 1}).after);
        };
        QCOMPARE(after("norm", {"position.kind=rope"}), QString("rope"));
        QCOMPARE(after("norm", {"position.kind=alibi"}), QString("alibi"));
        QCOMPARE(after("norm", {"position.kind=learned"}), QString("attention"));
        QCOMPARE(after("feed_forward", {"feed_forward.kind=mixture"}), QString("mixture"));
        QCOMPARE(after("feed_forward", {}), QString("residual"));
        const RunPtr both[] = {support::tinyRun("The cat sat"), support::tinyRun("The cat sat", {"feed_forward.kind=mixture"})};
        QCOMPARE(idOf(neighboursOf("feed_forward", both).after), QString("mixture"));
    }
};

QUIET_TEST_MAIN(TestPassOrder)
#include "tst_pass_order.moc"
