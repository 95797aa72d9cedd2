#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/diagram/painter.h"
#include "widgets/views/shared/read_out.h"

#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace widgets;

class TestModelDiagram : public QObject
{
    Q_OBJECT

    static QStringList blockNodes(const Diagram& diagram)
    {
        QStringList ids;
        for (const DiagramNode& node : diagram.nodes)
            if (node.layer >= 0 && node.kind != NodeKind::Map)
                ids << (node.kind == NodeKind::Norm ? QStringLiteral("(%1)").arg(node.id) : node.id);
        return ids;
    }

private slots:
    /// A little less room makes words smaller, not shorter, whatever the pixels of their letters do.
    void wordsThatAreALittleTooWideStayWhole()
    {
        for (const QString& words : {QStringLiteral("归一化"), QStringLiteral("Feed-forward")})
            for (double points = 7; points < 18; points += 0.5) {
                QFont font;
                font.setPointSizeF(points);
                for (const double share : {0.9, 0.95, 1.0}) {
                    const double room = share * QFontMetricsF(font).horizontalAdvance(words);
                    const QFont inside = fontInside(font, words, room);
                    QVERIFY2(QFontMetricsF(inside).horizontalAdvance(words) <= room,
                        qPrintable(QStringLiteral("%1 %2 %3").arg(words).arg(points).arg(share)));
                    QVERIFY(inside.pointSizeF() >= 0.8 * points);
                }
            }
    }

    void theBoxOfQueriesSaysWhichKeysAreShared()
    {
        const auto box = [](const std::vector<std::string>& choices) {
            return *diagramOf(support::tinySetup(choices)->config, 1).find("attn.q");
        };
        const DiagramNode own = box({});
        QCOMPARE(own.label, QString("Q  K  V"));
        QCOMPARE(own.keyHeads, 0);
        const DiagramNode shared = box({"attention.kind=grouped_query", "sizes.kv_heads=2"});
        QCOMPARE(shared.label, QString("4 Q · 2 K, V"));
        QCOMPARE(shared.heads, 4);
        QCOMPARE(shared.keyHeads, 2);
        QVERIFY(shared.detail.contains("2 each"));
        QVERIFY(box({"attention.kind=multi_query"}).detail.contains("share one"));
        QCOMPARE(box({"attention.kind=latent"}).keyHeads, 0);
        QVERIFY(box({"attention.kind=latent"}).detail.contains("latent"));
    }

    void blockHasTheNodesOfItsChoices_data()
    {
        QTest::addColumn<QString>("choices");
        QTest::addColumn<QString>("nodes"); // (slot) = a norm on the stream
        QTest::newRow("pre") << "norm.placement=pre"
                             << "ln1 attn.q attn.rot_q attn.pattern attn.out resid_mid ln2 mlp.post mlp.out resid_post";
        QTest::newRow("post") << "norm.placement=post"
                              << "attn.q attn.rot_q attn.pattern attn.out resid_mid (ln1) mlp.post mlp.out resid_post (ln2)";
        QTest::newRow("sandwich")
            << "norm.placement=sandwich"
            << "ln1 attn.q attn.rot_q attn.pattern attn.out ln1_post resid_mid ln2 mlp.post mlp.out ln2_post resid_post";
        QTest::newRow("no norm") << "norm.placement=none"
                                 << "attn.q attn.rot_q attn.pattern attn.out resid_mid mlp.post mlp.out resid_post";
        QTest::newRow("no rotation") << "position.kind=alibi"
                                     << "ln1 attn.q attn.pattern attn.out resid_mid ln2 mlp.post mlp.out resid_post";
        QTest::newRow("one shared norm") << "block.layout=parallel_shared_norm"
                                         << "ln1 attn.q attn.rot_q attn.pattern attn.out mlp.post mlp.out resid_post";
        QTest::newRow("branch output") << "norm.placement=branch_output"
                                       << "attn.q attn.rot_q attn.pattern attn.out ln1_post resid_mid mlp.post mlp.out ln2_post "
                                          "resid_post";
        QTest::newRow("DeepNorm") << "norm.placement=deep_norm"
                                  << "attn.q attn.rot_q attn.pattern attn.out resid_mid (ln1) mlp.post mlp.out resid_post (ln2)";
        QTest::newRow("BLOOM's residual")
            << "block.residual_from_norm=true"
            << "(ln1) attn.q attn.rot_q attn.pattern attn.out resid_mid (ln2) mlp.post mlp.out resid_post";
        QTest::newRow("latent") << "attention.kind=latent"
                                << "ln1 attn.c_kv attn.q attn.rot_q attn.pattern attn.out resid_mid ln2 mlp.post mlp.out "
                                   "resid_post";
        QTest::newRow("QK-norm") << "score.qk_norm=rms_head"
                                 << "ln1 attn.q attn.q_normed attn.rot_q attn.pattern attn.out resid_mid ln2 mlp.post mlp.out "
                                    "resid_post";
        QTest::newRow("retention") << "mixer.kind=retention"
                                   << "ln1 mixer.q mixer.z mixer.post mixer.out resid_mid ln2 mlp.post mlp.out resid_post";
        QTest::newRow("recurrence") << "mixer.kind=linear_recurrence"
                                    << "ln1 mixer.r mixer.wkv mixer.post mixer.out resid_mid ln2 mlp.post mlp.out resid_post";
        QTest::newRow("state space") << "mixer.kind=selective_ssm"
                                     << "ln1 mixer.conv mixer.y mixer.post mixer.out resid_mid ln2 mlp.post mlp.out resid_post";
        QTest::newRow("no feed-forward") << "feed_forward.kind=none"
                                         << "ln1 attn.q attn.rot_q attn.pattern attn.out resid_mid";
        QTest::newRow("mixture") << "feed_forward.kind=mixture"
                                 << "ln1 attn.q attn.rot_q attn.pattern attn.out resid_mid ln2 mlp.router_probs mlp.gates "
                                    "mlp.out resid_post";
        QTest::newRow("channel mixing")
            << "feed_forward.kind=channel_mix"
            << "ln1 attn.q attn.rot_q attn.pattern attn.out resid_mid ln2 mlp.post mlp.out resid_post";
        QTest::newRow("cross-attention")
            << "topology=encoder_decoder"
            << "ln1 attn.q attn.rot_q attn.pattern attn.out resid_mid ln_cross cross_attn.q cross_attn.pattern cross_attn.out "
               "resid_mid_cross ln2 mlp.post mlp.out resid_post";
        QTest::newRow("two norms") << "block.layout=parallel_two_norms"
                                   << "ln1 attn.q attn.rot_q attn.pattern attn.out ln2 mlp.post mlp.out resid_post";
    }
    void blockHasTheNodesOfItsChoices()
    {
        QFETCH(QString, choices);
        QFETCH(QString, nodes);
        const Diagram diagram = diagramOf(support::tinySetup({choices.toStdString()})->config, 1);
        QCOMPARE(blockNodes(diagram).join(QLatin1Char(' ')), nodes);
        QCOMPARE(diagram.parallel, choices.contains(QLatin1String("parallel")));
        QCOMPARE(diagram.sharedNorm, choices.contains(QLatin1String("shared")));
    }

    void theEndsHaveTheNodesOfTheirChoices()
    {
        const auto outside = [](const std::vector<std::string>& choices) {
            QStringList ids;
            for (const DiagramNode& node : diagramOf(support::tinySetup(choices)->config, 1).nodes)
                if (node.layer < 0)
                    ids << node.id;
            return ids.join(QLatin1Char(' '));
        };
        QCOMPARE(outside({}), QStringLiteral("embed ln_final logits"));
        QCOMPARE(outside({"position.kind=learned", "embedding.token_types=2", "norm.embedding=true"}),
            QStringLiteral("embed pos_embed token_type_embed ln_embed ln_final logits"));
        QCOMPARE(outside({"output.head=masked_language"}), QStringLiteral("embed ln_final head.post head.ln logits"));
        QCOMPARE(outside({"output.head=none"}), QStringLiteral("embed ln_final"));
        QCOMPARE(outside({"topology=encoder_decoder"}), QStringLiteral("encoder embed ln_final logits"));
    }

    void crossAttentionReadsTheEncoder()
    {
        const Diagram diagram = diagramOf(support::tinySetup({"topology=encoder_decoder"})->config, 0);
        QVERIFY(diagram.nodes.front().kind == NodeKind::Source);
        QCOMPARE(diagram.nodes[std::size_t(diagram.crossBox)].id, QStringLiteral("cross_attn.q"));
        QCOMPARE(diagramOf(support::tinySetup()->config, 0).crossBox, -1);
    }

    void deepNormNamesItsFactors()
    {
        const Diagram diagram = diagramOf(support::tinySetup({"norm.placement=deep_norm"})->config, 0);
        QVERIFY(diagram.find(QStringLiteral("resid_mid"))->detail.contains(QStringLiteral("1.57"))); // (2 · 3)^¼
    }

    void everyNamedTensorIsRecorded()
    {
        for (const char* placement : {"norm.placement=pre", "norm.placement=post", "norm.placement=sandwich",
                 "norm.placement=deep_norm", "norm.placement=branch_output", "topology=encoder_decoder",
                 "feed_forward.kind=mixture", "mixer.kind=retention", "mixer.kind=linear_recurrence", "mixer.kind=selective_ssm",
                 "output.head=masked_language", "attention.kind=latent"}) {
            const RunPtr run = support::tinyRun("The cat", {placement});
            for (const DiagramNode& node : diagramOf(run->setup->config, 2).nodes)
                QVERIFY2(node.tensor.isEmpty() || run->trace->find(node.tensor.toStdString()), qPrintable(node.tensor));
        }
    }

    void nodesDoNotOverlapAtTheHeightTheyNeed()
    {
        Diagram diagram = diagramOf(support::tinySetup({"norm.placement=sandwich", "topology=encoder_decoder"})->config, 1);
        const QFont font = fontOf(TextRole::Caption, currentTheme(), Script::Latin);
        const double needed = layOut(diagram, {0, 0, 200, 10}, font, 1);
        layOut(diagram, {0, 0, 200, needed}, font, 1);
        for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
            QVERIFY(diagram.nodes[i].rect.bottom() <= needed);
            for (std::size_t j = i + 1; j < diagram.nodes.size(); ++j)
                QVERIFY2(!diagram.nodes[i].rect.intersects(diagram.nodes[j].rect),
                    qPrintable(diagram.nodes[i].id + diagram.nodes[j].id));
        }
    }

    void aWideAreaHasTheModelBesideItsBlock()
    {
        const QFont font = fontOf(TextRole::Caption, currentTheme(), Script::Latin);
        for (const char* choices : {"norm.placement=pre", "norm.placement=post", "topology=encoder_decoder",
                 "feed_forward.kind=mixture", "block.layout=parallel_shared_norm", "sizes.layers=40"}) {
            Diagram diagram = diagramOf(support::tinySetup({choices})->config, 1);
            const double needed = layOutWide(diagram, {0, 0, 620, 10}, font, 1);
            const QRectF area(0, 0, 620, std::max(420.0, needed));
            layOutWide(diagram, area, font, 1);
            for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
                const DiagramNode& node = diagram.nodes[i];
                QVERIFY2(area.contains(node.rect), qPrintable(QLatin1String(choices) + node.id));
                QVERIFY(node.rect.height() >= 1);
                if (node.kind != NodeKind::Map && node.layer >= 0)
                    QVERIFY2(diagram.frame.contains(node.rect), qPrintable(node.id));
                else if (node.kind != NodeKind::Source)
                    QVERIFY2(node.rect.right() < diagram.frame.left(), qPrintable(node.id));
                for (std::size_t j = i + 1; j < diagram.nodes.size(); ++j)
                    QVERIFY2(!node.rect.intersects(diagram.nodes[j].rect), qPrintable(node.id + diagram.nodes[j].id));
            }
            QVERIFY(diagram.zoom.boundingRect().left() >= diagram.find(QStringLiteral("block.1"))->rect.right());
        }
    }

    void theInputIsAtTheBottom()
    {
        const QFont font = fontOf(TextRole::Caption, currentTheme(), Script::Latin);
        for (const char* choices : {"norm.placement=pre", "norm.placement=post", "topology=encoder_decoder",
                 "block.layout=parallel_shared_norm", "block.layout=parallel_two_norms"})
            for (const auto place : {layOut, layOutWide}) {
                Diagram diagram = diagramOf(support::tinySetup({choices})->config, 1);
                place(diagram, {0, 0, place == layOut ? 200.0 : 620.0, 700}, font, 1);
                const QRectF *inBlock = nullptr, *outside = nullptr, *map = nullptr;
                for (const DiagramNode& node : diagram.nodes) {
                    if (node.kind == NodeKind::Sum || node.kind == NodeKind::Source)
                        continue;
                    const QRectF*& before = node.kind == NodeKind::Map ? map
                        : place == layOutWide && node.layer < 0        ? outside
                                                                       : inBlock;
                    if (before)
                        QVERIFY2(node.rect.center().y() < before->center().y(), qPrintable(choices + node.id));
                    before = &node.rect;
                }
                QVERIFY(diagram.streamTop.y() < diagram.streamBottom.y());
                QVERIFY(diagram.find(QStringLiteral("embed"))->rect.bottom() <= diagram.streamBottom.y());
            }
    }

    void aLayerIsNamedAsItIsCounted()
    {
        QCOMPARE(layerPlace(2, 4), QStringLiteral("L2 (third of 4)"));
        QCOMPARE(layerPlace(10, 40), QStringLiteral("L10 (11th of 40)"));
        QCOMPARE(layerPlace(21, 40), QStringLiteral("L21 (22nd of 40)"));
        QCOMPARE(layerPlace(30, 40), QStringLiteral("L30 (31st of 40)"));
        QCOMPARE(layerPlace(0, 1), QStringLiteral("L0"));
    }

    void clickOpensANodeAndTheMapSelectsABlock()
    {
        SelectionModel selection;
        ModelDiagram diagram(&selection);
        diagram.setSetup(support::tinySetup());
        diagram.resize(220, 640);
        diagram.show();
        QSignalSpy opened(&diagram, &ModelDiagram::nodeActivated);
        QTest::mouseClick(
            &diagram, Qt::LeftButton, {}, diagram.diagram().find(QStringLiteral("attn.pattern"))->rect.center().toPoint());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("blocks.0.attn.pattern"));
        QTest::mouseClick(
            &diagram, Qt::LeftButton, {}, diagram.diagram().find(QStringLiteral("block.2"))->rect.center().toPoint());
        QCOMPARE(selection.pinned().layer, 2);
        QCOMPARE(diagram.diagram().layer, 2);
        QCOMPARE(opened.count(), 1);
    }

    void arrowsVisitEveryNodeOnce()
    {
        SelectionModel selection;
        ModelDiagram diagram(&selection);
        diagram.setSetup(support::tinySetup());
        diagram.resize(220, 640);
        diagram.show();
        std::set<QString> visited;
        const auto stops = diagram.diagram().nodes.size() - 2; // the mini-map of three blocks is one stop
        for (std::size_t i = 0; i < stops; ++i) {
            QTest::keyClick(&diagram, Qt::Key_Up); // from the input, which is at the bottom
            visited.insert(diagram.diagram().nodes[std::size_t(diagram.currentNode())].id);
        }
        QCOMPARE(visited.size(), stops);
        QTest::keyClick(&diagram, Qt::Key_Right);
        QCOMPARE(selection.pinned().layer, 1);
        QVERIFY(!diagram.accessibleDescription().isEmpty());
    }

    void emptyDiagramIsHarmless()
    {
        SelectionModel selection;
        ModelDiagram diagram(&selection);
        diagram.show();
        QTest::keyClick(&diagram, Qt::Key_Down);
        QTest::keyClick(&diagram, Qt::Key_Return);
        QTest::mouseClick(&diagram, Qt::LeftButton);
        QCOMPARE(diagram.currentNode(), -1);
    }
};

QUIET_TEST_MAIN(TestModelDiagram)
#include "tst_model_diagram.moc"
