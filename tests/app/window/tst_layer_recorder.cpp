// A run for whose whole record there is no room: the layer that is looked at is recorded.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/status_line.h"

#include "core/run/fitting_record.h"
#include "core/run/weights_in_memory.h"
#include "tests/app/support/shown_window.h"
#include "tests/test_data.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/run/selection_model.h"
#include "widgets/views/shared/figure_view.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using support::choice;
using support::shown;
using support::waitForRun;

class TestLayerRecorder : public QObject
{
    Q_OBJECT

private slots:
    void theLayerThatIsLookedAtIsRecorded()
    {
        app::setLanguage("en");
        const auto window = shown({.said = choice("sizes.layers=12"), .remembers = false});
        QVERIFY(window->showView("feed_forward"));
        const std::string text
            = "The cat sat on the mat because it was tired, and the dog sat on the mat because the cat was there";
        const core::SetupPtr before = window->run()->setup;
        const auto tokens = core::Index(before->model->tokenizer->encode(text).size());
        const std::size_t whole = core::plan(before->config, tokens).traceBytes();
        window->session().runner().setMemory(6 * (whole - 1)); // of which a run has a sixth
        window->setPrompt(QString::fromStdString(text));
        waitForRun(*window);

        const core::Setup& setup = *window->run()->setup;
        const auto all = core::forward(setup, {window->run()->trace->ids, {}});
        QCOMPARE(core::Index(all->ids.size()), tokens);
        const auto words = [&] { return window->notifications()->notifications().front().text; };
        QVERIFY(!window->notifications()->notifications().empty());
        QVERIFY2(words().contains("patterns and stream of all layers"), qPrintable(words()));
        for (const int layer : {window->selection()->pinned().layer, 5, 11}) {
            widgets::Selection at = window->selection()->pinned();
            at.layer = layer;
            window->goTo(at);
            waitForRun(*window);
            const core::Trace& trace = *window->run()->trace;
            for (core::Index i = 0; i < 12; ++i)
                QCOMPARE(core::lacksLayer(setup, trace, i), i != layer);
            const std::string name = core::blockName(layer, "mlp.pre");
            const core::Tensor &found = trace.at(name), &expected = all->at(name);
            QVERIFY(std::memcmp(found.data(), expected.data(), std::size_t(expected.size()) * sizeof(float)) == 0);
            QVERIFY(trace.bytes() < whole);
            const auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
            QVERIFY(view && !view->isEmpty() && view->figureData().a == window->run());
            QVERIFY(words().contains("patterns and stream of all layers"));
        }
    }

    /// Of a long text only the stream has room: a wall has the layer that is looked at, whose heads open.
    void ofALongTextTheStreamIsRecorded()
    {
        app::setLanguage("en");
        const auto window = shown({.model = "untrained", .said = choice("sizes.layers=12"), .remembers = false});
        const core::SetupPtr before = window->run()->setup;
        QStringList words;
        for (int i = 0; i < 300; ++i)
            words << QStringLiteral("cat");
        const QString text = words.join(QLatin1Char(' '));
        const auto tokens = core::Index(before->model->tokenizer->encode(text.toStdString()).size());
        core::TraceRequest patterns, one, stream;
        patterns.patterns = {"*.attn.pattern"};
        one.patterns = {"blocks.0.*"};
        stream.patterns = {"logits", "log_z", "embed", "ln_final.*", "*.resid_post", "*.resid_mid", "*_out"};
        const auto bytesOf
            = [&](const core::TraceRequest& request) { return core::plan(before->config, tokens, request).traceBytes(); };
        window->session().runner().setMemory(6 * (bytesOf(one) + bytesOf(stream) + bytesOf(patterns) / 2));
        window->setPrompt(text);
        waitForRun(*window);
        const core::Trace& trace = *window->run()->trace;
        QCOMPARE(core::Index(trace.ids.size()), tokens);
        QVERIFY(window->notifications()->notifications().front().text.contains("the stream of all layers is recorded"));
        const int layer = window->selection()->pinned().layer;
        for (core::Index i = 0; i < 12; ++i)
            QCOMPARE(trace.find(core::blockName(i, "attn.pattern")) != nullptr, i == layer);
        QVERIFY(window->showView("attention"));
        auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
        QVERIFY(view->restore(QStringLiteral("attention_wall"), {}) && !view->isEmpty());
        QVERIFY(view->restore(QStringLiteral("attention"), {}) && !view->isEmpty());
    }

    void aModelLargerThanTheMemorySaysSo()
    {
        app::setLanguage("en");
        const auto window = shown({.model = TEST_DATA "/golden/gguf-q8_0/model.gguf", .text = "1", .remembers = false});
        auto* const status = window->findChild<app::StatusLine*>();
        QVERIFY(!status->provenanceText().contains("disk"));
        const std::size_t stored = core::WeightsInMemory::bytes(*window->run()->setup, core::MatrixForm::Stored);
        window->session().runner().setMemory(6 * (stored / 2 - 1));
        QString said;
        connect(&window->session().runner(), &app::ForwardRunner::planned, window.get(), [&] { said = status->readOutText(); });
        // The model is opened anew, so that nothing of it is in memory.
        const QString copy = QDir(m_folder.path()).filePath(QStringLiteral("copy.gguf"));
        QVERIFY(QFile::copy(QStringLiteral(TEST_DATA "/golden/gguf-q8_0/model.gguf"), copy));
        window->openModel(copy);
        waitForRun(*window);
        QVERIFY2(said.contains("do not fit: they are read from disk, layer by layer"), qPrintable(said));
        QVERIFY2(status->provenanceText().contains("read from disk"), qPrintable(status->provenanceText()));
        QVERIFY(!status->readOutText().contains("disk"));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestLayerRecorder)
#include "tst_layer_recorder.moc"
