// A run for whose whole record there is no room: the layer that is looked at is recorded.

#include "app/window/main_window.h"

#include "app/base/languages.h"

#include "core/run/fitting_record.h"
#include "tests/app/support/shown_window.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/run/selection_model.h"
#include "widgets/views/shared/figure_view.h"

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
};

QTEST_MAIN(TestLayerRecorder)
#include "tst_layer_recorder.moc"
