#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/panels/model_diagram.h"

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

    void everyNamedTensorIsRecorded()
    {
        for (const char* placement : {"norm.placement=pre", "norm.placement=post", "norm.placement=sandwich"}) {
            const RunPtr run = support::tinyRun("The cat", {placement});
            for (const DiagramNode& node : diagramOf(run->setup->config, 2).nodes)
                QVERIFY2(node.tensor.isEmpty() || run->trace->find(node.tensor.toStdString()), qPrintable(node.tensor));
        }
    }

    void nodesDoNotOverlapAtTheHeightTheyNeed()
    {
        Diagram diagram = diagramOf(support::tinySetup({"norm.placement=sandwich"})->config, 1);
        const QFont font = fontOf(TextRole::Caption, currentTheme(), false);
        const double needed = layOut(diagram, {0, 0, 200, 10}, font, 1);
        layOut(diagram, {0, 0, 200, needed}, font, 1);
        for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
            QVERIFY(diagram.nodes[i].rect.bottom() <= needed);
            for (std::size_t j = i + 1; j < diagram.nodes.size(); ++j)
                QVERIFY2(!diagram.nodes[i].rect.intersects(diagram.nodes[j].rect),
                    qPrintable(diagram.nodes[i].id + diagram.nodes[j].id));
        }
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
        QCOMPARE(opened[0][0].toString(), QStringLiteral("attention"));
        QCOMPARE(opened[0][1].toString(), QStringLiteral("blocks.0.attn.pattern"));
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
            QTest::keyClick(&diagram, Qt::Key_Down);
            visited.insert(diagram.diagram().nodes[std::size_t(diagram.currentNode())].id);
        }
        QCOMPARE(visited.size(), stops);
        QTest::keyClick(&diagram, Qt::Key_PageDown);
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
