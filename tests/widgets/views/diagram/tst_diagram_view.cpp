// Two models as diagrams: what only one of them has is marked, nothing else, and a part opens the page that shows it.

#include "core/analysis/run_change.h"
#include "core/run/cost.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/needs.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/diagram/element.h"
#include "widgets/views/diagram/figure.h"
#include "widgets/views/diagram/view.h"

#include <QSignalSpy>
#include <QTest>

using namespace widgets;

class TestDiagramView : public QObject
{
    Q_OBJECT

    static QStringList others(const std::vector<std::string>& a, const std::vector<std::string>& b)
    {
        const Diagram diagram = diagramOf(support::tinySetup(a)->config, 1);
        const std::vector<bool> differs = otherNodes(diagram, diagramOf(support::tinySetup(b)->config, 1));
        QStringList ids;
        for (std::size_t i = 0; i < differs.size(); ++i)
            if (differs[i])
                ids << diagram.nodes[i].id;
        return ids;
    }

private slots:
    void onlyWhatDiffersIsMarked()
    {
        QCOMPARE(others({}, {}), QStringList());
        QCOMPARE(others({"norm.kind=rms_norm"}, {"norm.kind=layer_norm"}), (QStringList{"ln1", "ln2", "ln_final"}));
        const QStringList pre = others({"norm.placement=pre"}, {"norm.placement=post"});
        QVERIFY(pre.contains("ln1") && pre.contains("ln2") && !pre.contains("attn.pattern") && !pre.contains("logits"));
        const QStringList rotated = others({"position.kind=rope"}, {"position.kind=none"});
        QCOMPARE(rotated, QStringList{"attn.rot_q"});
        QCOMPARE(others({"position.kind=none"}, {"position.kind=rope"}), QStringList());
    }

    void aBiasIsADifference_data()
    {
        QTest::addColumn<QString>("bias");
        QTest::addColumn<QStringList>("nodes");
        QTest::newRow("queries, keys, values") << "bias.attention" << QStringList{"attn.q"};
        QTest::newRow("out of attention") << "bias.attention_output" << QStringList{"attn.out"};
        QTest::newRow("feed-forward") << "bias.feed_forward" << QStringList{"mlp.post", "mlp.out"};
        QTest::newRow("output") << "bias.output" << QStringList{"logits"};
    }
    void aBiasIsADifference()
    {
        QFETCH(QString, bias);
        QFETCH(QStringList, nodes);
        const std::string key = bias.toStdString();
        for (const char* layout : {"sequential", "parallel_shared_norm"}) {
            const std::string block = std::string("block.layout=") + layout;
            QCOMPARE(others({block, key + "=true"}, {block, key + "=false"}), nodes);
            QCOMPARE(others({block, key + "=false"}, {block, key + "=true"}), nodes);
        }
        QVERIFY(!others({"topology=encoder_decoder", key + "=true"}, {key + "=true"}).contains("embed")); // not the encoder's
    }

    /// What is framed in both has other words in each, and what is not has the same.
    void aFramedBoxSaysWhatDiffers_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("ofA");
        QTest::addColumn<QString>("ofB");
        QTest::newRow("biases") << "bias.feed_forward" << "down · with a bias" << "down · no bias";
        QTest::newRow("queries") << "bias.attention" << "Q  K  V · with a bias" << "Q  K  V · no bias";
        QTest::newRow("output") << "output.tied" << "Unembed → logits · tied" << "Unembed → logits · not tied";
    }
    void aFramedBoxSaysWhatDiffers()
    {
        QFETCH(QString, choice);
        QFETCH(QString, ofA);
        QFETCH(QString, ofB);
        FigureData data;
        data.a = support::tinyRun("The cat", {choice.toStdString() + "=true"});
        data.b = support::tinyRun("The cat", {choice.toStdString() + "=false"});
        data.mode = SlotMode::SideBySide;
        const auto plot = buildFigure(diagramFigure, data, {});
        QList<const Diagram*> diagrams;
        for (const QCPLayoutElement* one : plot->plotLayout()->elements(true))
            if (const auto* element = dynamic_cast<const DiagramElement*>(one))
                diagrams << &element->diagram();
        QCOMPARE(diagrams.size(), 2);
        const std::vector<bool> differs = otherNodes(*diagrams[0], *diagrams[1]);
        QStringList labels[2];
        for (std::size_t i = 0; i < differs.size(); ++i) {
            const DiagramNode &a = diagrams[0]->nodes[i], &b = diagrams[1]->nodes[i];
            QCOMPARE(a.label == b.label, !differs[i]);
            labels[0] << a.label;
            labels[1] << b.label;
        }
        QVERIFY2(labels[0].contains(ofA), qPrintable(labels[0].join('|')));
        QVERIFY2(labels[1].contains(ofB), qPrintable(labels[1].join('|')));
    }

    void twoOfOneBuildSaySo()
    {
        FigureData data;
        data.a = support::tinyRun("The cat");
        data.b = support::tinyRun("A dog ran");
        data.mode = SlotMode::SideBySide;
        QVERIFY(diagramFigure.subtitle(ofSide(data, Side::A)).contains("same in both"));
        data.b = support::tinyRun("The cat", {"bias.feed_forward=true"});
        QVERIFY(!diagramFigure.subtitle(ofSide(data, Side::A)).contains("same in both"));
    }

    void theSentenceSaysWhatEachHasOfItsOwn()
    {
        FigureData data;
        data.a = support::tinyRun("The cat", {"norm.placement=pre"});
        data.b = support::tinyRun("The cat", {"norm.placement=post"});
        data.mode = SlotMode::SideBySide;
        for (const auto& [side, own, other] : {std::tuple{Side::A, "Pre", "Post"}, {Side::B, "Post", "Pre"}}) {
            const QString sentence = diagramFigure.caption(ofSide(data, side));
            QVERIFY2(sentence.contains(own) && !sentence.contains(other), qPrintable(sentence));
        }
        const QString table = diagramFigure.table(data);
        QVERIFY(table.contains("\nA,ln1,") && table.contains("\nB,ln1,") && table.contains(",1\n"));
        data.b = data.a;
        QVERIFY(diagramFigure.caption(data).contains("3 blocks"));
        QVERIFY(!diagramFigure.table(data).contains(",1\n"));
    }

    void eachSideIsFramedInItsColourAndNamed()
    {
        FigureData data;
        data.a = support::tinyRun("The cat",
            {"norm.kind=layer_norm", "norm.placement=post", "position.kind=sinusoidal", "feed_forward.kind=plain",
                "activation.kind=relu"});
        data.b = support::tinyRun("The cat",
            {"norm.kind=rms_norm", "norm.placement=pre", "position.kind=rope", "feed_forward.kind=gated",
                "activation.kind=silu"});
        data.mode = SlotMode::SideBySide;
        QCOMPARE(slotNames(data, fairnessOf(data)), (std::pair{QStringLiteral("2017"), QStringLiteral("LLaMA")}));
        const FigureStyle style;
        const Theme& theme = themeOf(style);
        const auto plot = buildFigure(diagramFigure, data, style);
        const QImage image = plot->toPixmap().toImage();
        const auto count = [&](const QColor& color, int from, int to) {
            int pixels = 0;
            for (int y = image.height() / 6; y < image.height(); ++y) // below the headings
                for (int x = from; x < to; ++x)
                    pixels += image.pixelColor(x, y) == color;
            return pixels;
        };
        QCOMPARE(count(theme.slotB, 0, image.width() / 2), 0);
        QVERIFY(count(theme.slotB, image.width() / 2, image.width()) > 100);

        data.b = support::tinyRun("The cat", {"norm.placement=post"}); // one of many choices
        data.a = support::tinyRun("The cat", {"norm.placement=pre"});
        QCOMPARE(slotNames(data, fairnessOf(data)).first, QStringLiteral("Pre"));
    }

    void theSentenceSaysWhatBChanges()
    {
        FigureData data;
        data.a = support::tinyRun("The cat", {"norm.kind=layer_norm"});
        data.b = support::tinyRun("The cat", {"norm.kind=rms_norm"});
        data.mode = SlotMode::SideBySide;
        QVERIFY(!isWaiting(diagramFigure, data)); // the diagrams are there at once
        data = support::fulfilled(diagramFigure, data);
        const QString ofA = diagramFigure.caption(ofSide(data, Side::A)), ofB = diagramFigure.caption(ofSide(data, Side::B));
        const core::RunChange change = core::runChangeOf(*data.a->trace, *data.b->trace, {});
        QVERIFY2(ofB.contains("parameters") && change.divergence > 0 && !ofB.contains("KL") // of two that have learned nothing
                && ofB.contains(QStringLiteral("first changed: L0 · RMSNorm")),
            qPrintable(ofB));
        QVERIFY2(QString::fromStdString(change.first).startsWith(QStringLiteral("blocks.0.")), change.first.c_str());
        QVERIFY(!ofA.contains("KL"));
        QCOMPARE(diagramFigure.metrics(data).size(), std::size_t(1));
        const core::SetupPtr a = data.a->setup, b = data.b->setup;
        const std::int64_t more = core::countParameters(b->specs).parameters - core::countParameters(a->specs).parameters;
        QVERIFY2(more < 0 && ofB.contains(QStringLiteral("−") + formatCount(-more)), qPrintable(ofB));
    }

    void aClickOpensThePageOfThePart()
    {
        SelectionModel selection;
        DiagramView view(&selection, nullptr);
        view.resize(1000, 640);
        view.setRun(support::tinyRun(), nullptr);
        view.show();
        QCoreApplication::processEvents();
        view.plot()->toPixmap(); // places are known once it was drawn
        QSignalSpy wanted(&view, &DiagramView::pageWanted);
        const auto click = [&](const QString& id) {
            for (int y = 0; y < view.plot()->height(); y += 3)
                for (int x = 0; x < view.plot()->width(); x += 3) {
                    const auto* element = dynamic_cast<DiagramElement*>(view.plot()->layoutElementAt(QPointF(x, y)));
                    const DiagramNode* node = element ? element->nodeAt(QPointF(x, y)) : nullptr;
                    if (!node || node->id != id)
                        continue;
                    QTest::mouseClick(view.plot(), Qt::LeftButton, {}, QPoint(x, y));
                    return true;
                }
            return false;
        };
        QVERIFY(click("attn.pattern"));
        QCOMPARE(wanted.value(0).value(0).toString(), QStringLiteral("blocks.0.attn.pattern"));
        QVERIFY(click("block.2"));
        QCOMPARE(selection.pinned().layer, 2);
        QCOMPARE(wanted.count(), 1);
    }
};

QUIET_TEST_MAIN(TestDiagramView)
#include "tst_diagram_view.moc"
