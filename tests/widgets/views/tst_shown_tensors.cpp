// Which page opens for a tensor: as the views state it.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/diagram/layout.h"
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
        QCOMPARE(views("blocks.3.attn.bias"), QStringLiteral("alibi attention"));
        QCOMPARE(views("blocks.3.attn.scores_content"), QStringLiteral("attention alibi"));
        QCOMPARE(views("encoder.blocks.2.resid_post"), QStringLiteral("attention residual"));
        QCOMPARE(views("blocks.3.attn.scores_content_position"), QStringLiteral("alibi attention"));
        QCOMPARE(views("encoder.blocks.0.cross_attn.pattern"), QStringLiteral("attention"));
        QCOMPARE(views("encoder.ln_final.out"), QStringLiteral("norm residual"));
        QCOMPARE(views("blocks.0.mlp.gates"), QStringLiteral("mixture residual"));
        QCOMPARE(views("blocks.0.mlp.post"), QStringLiteral("feed_forward residual"));
        QCOMPARE(views("logits"), QStringLiteral("output"));
        QCOMPARE(views("unheard_of"), QString());
    }

    void everyBoxAndEveryTensorOpensAPage_data()
    {
        QTest::addColumn<QStringList>("choices");
        for (const char* choices : {"", "position.kind=rope", "position.kind=alibi", "position.kind=learned",
                 "feed_forward.kind=mixture", "norm.placement=sandwich", "topology=encoder_decoder", "attention.kind=latent",
                 "mixer.kind=selective_ssm", "topology=encoder output.head=masked_language"})
            QTest::newRow(choices) << QString::fromLatin1(choices).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }
    void everyBoxAndEveryTensorOpensAPage()
    {
        QFETCH(QStringList, choices);
        std::vector<std::string> said;
        for (const QString& choice : choices)
            said.push_back(choice.toStdString());
        const core::SetupPtr setup = support::tinySetup(said);
        for (const core::PlannedTensor& tensor : core::plan(setup->config, 3).tensors)
            QVERIFY2(!viewsShowing(QString::fromStdString(tensor.name)).isEmpty(), tensor.name.c_str());
        for (int layer = 0; layer < int(setup->config.layers()); ++layer)
            for (const DiagramNode& node : diagramOf(setup->config, layer).nodes)
                QVERIFY2(node.kind == NodeKind::Map || !viewsShowing(node.tensor).isEmpty(), qPrintable(node.id));
    }
};

QUIET_TEST_MAIN(TestShownTensors)
#include "tst_shown_tensors.moc"
