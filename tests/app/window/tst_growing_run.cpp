// Pages that fill in while a pass runs.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/runs/live_models.h"

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

    explicit SlowOpening(const char* page)
    {
        window->showView(page);
        support::waitForRun(*window);
        view = qobject_cast<FigureView*>(window->currentView());
        const auto live = std::make_shared<const app::LiveModel>(app::LiveModel{slow.model, nullptr});
        window->openModel(QString::fromStdString(app::addLiveModel(900, live)));
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
        const widgets::RunPtr shownRun = view->figureData().a;
        return shownRun && widgets::isUnfinished(*shownRun);
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
        QCOMPARE(opening.part<widgets::FlowGrid>()->layers().front(), 29); // those too that are blank
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
