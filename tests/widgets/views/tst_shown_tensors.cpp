// Which page opens for a tensor: as the views state it.

#include "tests/widgets/support/quiet.h"
#include "widgets/views/shared/view.h"

#include <QTest>

using namespace widgets;

class TestShownTensors : public QObject
{
    Q_OBJECT

private slots:
    void thePageThatIsAboutATensorIsTheFirst()
    {
        const auto views = [](const char* tensor) { return viewsShowing(QLatin1String(tensor)).join(QLatin1Char(' ')); };
        QCOMPARE(views("embed"), QStringLiteral("embeddings flow"));
        QCOMPARE(views("blocks.3.attn.rot_q"), QStringLiteral("rope attention"));
        QCOMPARE(views("encoder.blocks.3.attn.rot_q"), QStringLiteral("attention"));
        QCOMPARE(views("blocks.3.attn.bias"), QStringLiteral("alibi attention"));
        QCOMPARE(views("blocks.3.attn.scores_content"), QStringLiteral("attention"));
        QCOMPARE(views("encoder.blocks.2.resid_post"), QString());
        QCOMPARE(views("blocks.3.attn.scores_content_position"), QStringLiteral("alibi attention"));
        QCOMPARE(views("blocks.0.cross_attn.pattern"), QStringLiteral("attention"));
        QCOMPARE(views("ln_final.out"), QStringLiteral("norm"));
        QCOMPARE(views("blocks.0.mlp.gates"), QStringLiteral("mixture"));
        QCOMPARE(views("blocks.0.mlp.out"), QStringLiteral("feed_forward mixture"));
        QCOMPARE(views("logits"), QStringLiteral("output"));
        QCOMPARE(views("unheard_of"), QString());
    }
};

QUIET_TEST_MAIN(TestShownTensors)
#include "tst_shown_tensors.moc"
