// An offer about B: what A, B and the slot that is edited become.

#include "app/session/compared_by_offer.h"

#include "tests/widgets/support/quiet.h"

#include <QTest>

using app::comparedByOffer;
using app::WindowState;

class TestComparedByOffer : public QObject
{
    Q_OBJECT

    static WindowState one()
    {
        WindowState state;
        state.a.model = "main";
        state.a.said = app::windowChoices();
        state.a.said.set("norm.kind", "layer_norm");
        return state;
    }

private slots:
    void choicesAreThoseOfB()
    {
        const WindowState next = comparedByOffer(one(), QStringLiteral("block.layout=parallel_shared_norm weights=keep"));
        QVERIFY(next.b && next.edited == 1 && next.mode == widgets::SlotMode::SideBySide);
        QCOMPARE(next.a, one().a);
        QCOMPARE(next.b->said.value("norm.kind"), core::Json("layer_norm")); // made from A
        QCOMPARE(next.b->said.value("block.layout"), core::Json("parallel_shared_norm"));
        QCOMPARE(next.b->said.value("weights"), core::Json("keep"));
    }

    void aModelIsOpenedInBothSlots()
    {
        WindowState two = app::withB(one());
        two.edited = 0;
        two.b->text = "the other text";
        const WindowState next = comparedByOffer(two, QStringLiteral("biases bias.attention=false"));
        QVERIFY(next.b && next.edited == 1);
        QCOMPARE(next.a.model, std::string("biases"));
        QCOMPARE(next.b->model, std::string("biases"));
        QCOMPARE(next.b->text, two.b->text);
        QCOMPARE(next.a.said, app::windowChoices()); // those of another model
        QCOMPARE(next.b->said.value("bias.attention"), core::Json(false));
    }

    void aModelMayBeThatOfBAlone()
    {
        const WindowState next = comparedByOffer(one(), QStringLiteral("biases B:preset-2017"));
        QCOMPARE(next.a.model, std::string("biases"));
        QVERIFY(next.b);
        QCOMPARE(next.b->model, std::string("preset-2017"));
        QCOMPARE(next.b->said, app::windowChoices());
    }

    void anotherModelStandsBesideA()
    {
        const WindowState next = app::withModelAsB(one(), QStringLiteral("main-seed2"));
        QCOMPARE(next.a, one().a);
        QVERIFY(next.b);
        QCOMPARE(next.b->model, std::string("main-seed2"));
        QCOMPARE(next.mode, widgets::SlotMode::SideBySide);
    }
};

QUIET_TEST_MAIN(TestComparedByOffer)
#include "tst_compared_by_offer.moc"
