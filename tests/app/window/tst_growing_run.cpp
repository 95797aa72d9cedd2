// Pages that fill in while a pass runs.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/runs/live_models.h"
#include "app/session/window_state.h"

#include "tests/app/support/held_model.h"
#include "tests/app/support/shown_window.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/flow/grid.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/growing_view.h"

#include <QTest>

#include <algorithm>

using support::shown;
using support::waitUntil;
using widgets::FigureView;

namespace {

/// The page of a window that opens a slow model: its first layers are through, and the pass is held in one above.
struct SlowOpening
{
    support::HeldModel slow;
    std::unique_ptr<app::MainWindow> window = shown();
    widgets::RunPtr before = window->run();
    FigureView* view = nullptr;

    explicit SlowOpening(const char* page, const char* topology = "causal_decoder", bool isBeside = false)
        : slow(topology)
    {
        window->showView(page);
        if (isBeside)
            window->change(app::withB(window->state())); // where the model is opened
        support::waitForRun(*window);
        view = qobject_cast<FigureView*>(window->currentView());
        const auto live = std::make_shared<const app::LiveModel>(app::LiveModel{slow.model, nullptr});
        const std::string name = app::addLiveModel(900, live);
        if (topology == std::string("encoder_decoder")) { // with a target of more than one token
            app::WindowState next = window->state();
            next.slot().model = name;
            next.slot().said = {};
            next.slot().targetText = "The dog sat on the mat";
            window->change(next);
        } else
            window->openModel(QString::fromStdString(name));
        QVERIFY(waitUntil([&] { return slow.held[0]->isRead(); }, 30000));
        QTest::qWait(200); // a quick run shows nothing on the way
        slow.held[0]->letGo();
        QVERIFY(waitUntil([&] { return isGrowing() && slow.held[1]->isRead(); }, 30000));
    }
    ~SlowOpening()
    {
        for (const auto& one : slow.held)
            one->letGo();
    }

    bool isGrowing() const
    {
        const widgets::FigureData data = view->figureData();
        return widgets::isUnfinished(data.a, data.b);
    }
    int layers() const { return int(view->figureData().a->trace->layers()); }

    template <class Part>
    Part* part() const
    {
        for (int i = 0; i < view->plot()->plottableCount(); ++i)
            if (auto* const found = qobject_cast<Part*>(view->plot()->plottable(i)))
                return found;
        return nullptr;
    }
};

} // namespace

class TestGrowingRun : public QObject
{
    Q_OBJECT

private slots:
    void init() { app::setLanguage("en"); }

    void theWallHasItsFirstLayersWhileThePassRuns()
    {
        SlowOpening opening("attention");
        app::MainWindow& window = *opening.window;
        QVERIFY(window.isBusy() && window.run() == opening.before);
        const auto* const wall = opening.part<widgets::MapWall>();
        QVERIFY(wall);
        int there = 0, all = 0;
        for (int row = 0; row < wall->rows(); ++row)
            for (int column = 0; column < wall->columns(); ++column, ++all)
                there += wall->tile(row, column).isEmpty() ? 0 : 1;
        const int heads = int(opening.view->figureData().a->setup->config.block(0).heads);
        QCOMPARE(there, opening.layers() * heads);
        QVERIFY(all >= 30 * heads);
        QVERIFY(opening.view->captionText().contains(QStringLiteral("%1 of 30 layers").arg(opening.layers())));
        QVERIFY(opening.view->captionText().contains(widgets::unfinishedSentence(*opening.view->figureData().a)));
        QVERIFY(!opening.view->isUpToDate()); // what the mouse does there is not heard

        window.action(app::Act::Stop)->trigger(); // nothing waits for the layer that is held
        QVERIFY(!window.isBusy() && !opening.isGrowing());
        QVERIFY(opening.view->figureData().a == opening.before);
        opening.slow.held[1]->letGo();
        QVERIFY(waitUntil([&] { return !window.isComputing(); }, 30000));
        QVERIFY(window.run() == opening.before && !opening.slow.held[2]->isRead()); // no layer was computed after it
    }

    void beside_data()
    {
        QTest::addColumn<QString>("page");
        QTest::newRow("wall") << QStringLiteral("attention");
        QTest::newRow("flow") << QStringLiteral("flow");
    }

    /// What is opened beside A fills in there; A stays.
    void beside()
    {
        QFETCH(QString, page);
        SlowOpening opening(page.toLatin1().constData(), "causal_decoder", true);
        app::MainWindow& window = *opening.window;
        const widgets::FigureData data = opening.view->figureData();
        QVERIFY(window.isBusy() && data.a == opening.before && widgets::isUnfinished(*data.b));
        QCOMPARE(data.mode, widgets::SlotMode::SideBySide);
        QVERIFY(waitUntil( // the page is drawn anew some time after its run has grown
            [&] {
                const widgets::RunPtr b = opening.view->figureData().b;
                return b && opening.view->captionText().contains(QStringLiteral("%1 of 30 layers").arg(b->trace->layers()));
            },
            30000));
        QVERIFY(!opening.view->isUpToDate());
        window.action(app::Act::Stop)->trigger();
        QVERIFY(!opening.isGrowing() && opening.view->figureData().b);
        for (const auto& one : opening.slow.held)
            one->letGo();
        QVERIFY(waitUntil([&] { return !window.isComputing(); }, 30000));
    }

    /// The layers of the encoder come first, and those of the decoder are blank until then.
    void twoStacksFillInOneAfterTheOther()
    {
        SlowOpening opening("attention", "encoder_decoder");
        app::MainWindow& window = *opening.window;
        const auto filled = [&] {
            const auto* const wall = opening.part<widgets::MapWall>();
            int there = 0;
            for (int row = 0; wall && row < wall->rows(); ++row)
                for (int column = 0; column < wall->columns(); ++column)
                    there += wall->tile(row, column).isEmpty() ? 0 : 1;
            return there;
        };
        const int heads = int(opening.view->figureData().a->setup->config.block(0).heads);
        QVERIFY(!opening.view->isEmpty() && opening.part<widgets::MapWall>());
        QCOMPARE(filled(), heads * opening.layers()); // none, unless the machine is slow
        QVERIFY(opening.view->captionText().contains(QStringLiteral("of 60 layers")));
        QVERIFY(opening.view->restore(QStringLiteral("attention_wall"), {{"stack", "encoder"}}));
        QVERIFY(filled() > heads * opening.slow.heldLayers[0] && filled() % heads == 0);
        QVERIFY(opening.view->restore(QStringLiteral("attention_wall"), {{"stack", "self"}}));
        QTest::qWait(200); // no part follows the one before sooner
        opening.slow.held[1]->letGo();
        QVERIFY(waitUntil([&] { return opening.slow.held[2]->isRead() && filled() > heads * opening.slow.heldLayers[1]; }, 30000));
        QCOMPARE(filled(), heads * opening.layers());
        opening.slow.held[2]->letGo();
        support::waitForRun(window);
        QCOMPARE(filled(), heads * 30);
    }

    void flowHasItsFirstWordsWhileThePassRuns()
    {
        SlowOpening opening("flow");
        app::MainWindow& window = *opening.window;
        const auto wordsOf = [&](int upTo) {
            QStringList words;
            const auto* const grid = opening.part<widgets::FlowGrid>();
            for (int row = 0; grid && row < grid->rows(); ++row)
                if (grid->layers()[std::size_t(row)] < upTo)
                    for (int column = 0; column < grid->columns(); ++column)
                        words << grid->cell({row, column}).text;
            return words;
        };
        const int layers = opening.layers();
        QVERIFY(waitUntil([&] { return opening.part<widgets::FlowGrid>()->layers().front() == 29; }, 30000)); // blank ones too
        opening.slow.held[1]->letGo();
        QVERIFY(waitUntil([&] { return opening.slow.held[2]->isRead() && !wordsOf(layers).join(QString()).isEmpty(); }, 30000));
        QVERIFY(window.isBusy() && opening.isGrowing());
        QVERIFY(opening.view->captionText().contains(QStringLiteral("of 30 layers")));
        const QStringList early = wordsOf(layers);
        opening.slow.held[2]->letGo();
        support::waitForRun(window);
        QVERIFY(window.run() != opening.before && opening.view->figureData().a == window.run());
        const QStringList late = wordsOf(layers);
        QCOMPARE(late.size(), early.size());
        for (qsizetype i = 0; i < early.size(); ++i)
            QVERIFY(early[i].isEmpty() || early[i] == late[i]);
        QVERIFY(!opening.view->captionText().contains(QStringLiteral("of 30 layers")));
    }
};

QTEST_MAIN(TestGrowingRun)
#include "tst_growing_run.moc"
