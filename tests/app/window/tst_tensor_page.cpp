// The page that a box of the diagram and a step open: the state of it that shows their tensor.

#include "app/window/tensor_page.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/trace/trace.h"
#include "widgets/views/diagram/view.h"

#include <QTest>

#include <memory>

using app::MainWindow;

class TestTensorPage : public QObject
{
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;

    void open(const char* model)
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Start{.model = model, .view = "residual", .remembers = false});
        m_window->resize(1366, 738);
        m_window->show();
        settle();
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_window->run() && !m_window->isComputing(), 60000); }

private slots:
    void init() { app::setLanguage("en"); }
    void cleanup() { m_window.reset(); }

    /// Of the encoder as a whole there is no page: its attention is the picture of what it does.
    void theBoxOfTheEncoderOpensItsAttention()
    {
        open("translator");
        QVERIFY(m_window->showView(QStringLiteral("diagram")));
        emit static_cast<widgets::DiagramView*>(m_window->currentView())->pageWanted(QStringLiteral("encoder.ln_final.out"));
        settle();
        QCOMPARE(QString(m_window->currentView()->figure().id), QStringLiteral("attention"));
        QCOMPARE(m_window->currentView()->figureData().options.value("stack").toString(), QStringLiteral("encoder"));
    }

    void isInTheStateThatShowsIt_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QVariantMap>("options");
        const auto row = [](const char* model, const char* tensor, const char* figure, const QVariantMap& options) {
            QTest::newRow(tensor) << model << tensor << figure << options;
        };
        row("translator", "blocks.1.cross_attn.q", "attention_cell", {{"stack", "cross"}});
        row("translator", "blocks.1.cross_attn.pattern", "attention", {{"stack", "cross"}, {"stage", "softmax"}});
        row("translator", "blocks.1.attn.z", "attention", {{"stage", "values"}});
        row("translator", "encoder.blocks.1.attn.pattern", "attention", {{"stack", "encoder"}});
        row("translator", "encoder.blocks.1.attn.v", "attention", {{"stack", "encoder"}, {"weights", "values"}});
        row("position-learned", "pos_embed", "embeddings", {{"show", "positions"}});
        row("main", "embed", "embeddings", {{"show", "sum"}});
        row("main", "blocks.1.attn.scores_content", "attention", {{"stage", "qk"}});
        row("main", "blocks.2.attn.out", "attention", {{"stage", "out"}});
        row("main", "blocks.2.mlp.out", "feed_forward", {{"show", "maps"}, {"of", "out"}});
        row("main", "blocks.2.mlp.pre", "feed_forward", {{"show", "maps"}, {"of", "pre"}});
        row("main", "blocks.2.ln1.scale", "norm", {{"show", "statistics"}, {"statistic", "scale"}});
        row("main", "blocks.2.resid_mid", "residual", {});
        row("main", "blocks.2.attn_out", "flow", {});
        row("main", "blocks.2.mlp_out", "flow", {});
        row("main", "log_z", "logits", {{"show", "z_loss"}});
        row("experts", "blocks.2.mlp.gates", "mixture", {});
    }
    void isInTheStateThatShowsIt()
    {
        QFETCH(QString, model);
        QFETCH(QString, tensor);
        QFETCH(QString, figure);
        QFETCH(QVariantMap, options);
        open(qPrintable(model));
        QVERIFY(m_window->currentView()->restore(QStringLiteral("divergence"), {})); // was looked at last
        QVERIFY(app::showPageOf(*m_window, tensor));
        settle();
        const widgets::FigureData shown = m_window->currentView()->figureData();
        if (const auto layer = core::partsOfName(tensor.toStdString()).layer; layer >= 0)
            QCOMPARE(shown.selection.layer, int(layer));
        QCOMPARE(QString(m_window->currentView()->figure().id), figure);
        for (auto option = options.begin(); option != options.end(); ++option)
            QCOMPARE(shown.options.value(option.key()).toString(), option.value().toString());
    }
};

QTEST_MAIN(TestTensorPage)
#include "tst_tensor_page.moc"
