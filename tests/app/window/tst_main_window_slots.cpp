// A and B in the window.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"

#include "tests/app/support/shown_window.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/view.h"

#include <QTest>

using support::choice;
using support::shown;
using support::waitForRun;

class TestMainWindowSlots : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void bIsMadeFromAAndEditedAlone();
    void blinkingShowsAAndBInOnePlaceOnOneScale();
    void everyChangeOfTheSlotsCanBeUndone();
    void aRefusedChangeOfBIsTakenBack();
};

void TestMainWindowSlots::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

void TestMainWindowSlots::bIsMadeFromAAndEditedAlone()
{
    const auto window = shown();
    const widgets::RunPtr a = window->run();
    window->change(app::withB(window->state()));
    waitForRun(*window);
    QCOMPARE(window->runOf(1), window->runOf(0)); // the same request is not computed twice
    QVERIFY(window->compareBar()->isVisible());
    QVERIFY(window->compareWords()->fairness().contains("no choice differs"));

    window->setChoices(choice("norm.placement=post"));
    waitForRun(*window);
    QCOMPARE(window->runOf(0), a); // B alone was computed
    QCOMPARE(window->run(), window->runOf(1));
    QCOMPARE(window->run()->setup->said, choice("norm.placement=post"));
    QVERIFY(window->compareWords()->fairness().contains("Norm placement"));
    QVERIFY(window->currentView()->figureData().b);
    QCOMPARE(window->currentView()->figureData().mode, widgets::SlotMode::SideBySide);
}

void TestMainWindowSlots::blinkingShowsAAndBInOnePlaceOnOneScale()
{
    const auto window = shown();
    QVERIFY(window->showView("attention"));
    window->change(app::withB(window->state()));
    window->setChoices(choice("norm.placement=post"));
    waitForRun(*window);
    const auto* view = qobject_cast<widgets::FigureView*>(window->currentView());
    struct Seen
    {
        widgets::RunPtr run;
        QList<QRect> places;
        QList<std::pair<double, double>> scales;
        QImage picture;
    };
    std::vector<Seen> seen;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(window->centralWidget(), Qt::Key_X);
        waitForRun(*window);
        QTest::qWait(30);
        Seen now{widgets::shownRun(view->figureData()), {}, {}, view->plot()->grab().toImage()};
        for (const widgets::CellPlottable* map : view->plot()->cellMaps()) {
            now.places << map->keyAxis()->axisRect()->rect();
            if (const auto* wall = qobject_cast<const widgets::MapWall*>(map))
                now.scales << std::pair(wall->scale().low, wall->scale().high);
        }
        seen.push_back(now);
    }
    QVERIFY(!seen[0].places.isEmpty() && !seen[0].scales.isEmpty());
    QCOMPARE(seen[0].run, window->runOf(0));
    QCOMPARE(seen[1].run, window->runOf(1));
    QCOMPARE(seen[0].places, seen[1].places); // nothing jumps
    QCOMPARE(seen[0].scales, seen[1].scales); // a colour means the same
    QVERIFY(seen[0].picture != seen[1].picture);
    QCOMPARE(seen[0].picture, seen[2].picture); // and back
}

void TestMainWindowSlots::everyChangeOfTheSlotsCanBeUndone()
{
    const auto window = shown();
    std::vector<app::WindowState> states{window->state()};
    const auto then = [&](const app::WindowState& next) {
        window->change(next);
        waitForRun(*window);
        states.push_back(window->state());
    };
    then(app::withB(window->state()));
    window->setChoices(choice("norm.placement=sandwich"));
    waitForRun(*window);
    states.push_back(window->state());
    then(app::withMode(window->state(), widgets::SlotMode::All));
    then(app::swapped(window->state()));
    window->setPrompt("The dog");
    waitForRun(*window);
    states.push_back(window->state());
    then(app::withoutB(window->state()));
    for (std::size_t i = states.size() - 1; i-- > 0;) {
        window->undoStack()->undo();
        waitForRun(*window);
        QVERIFY2(window->state() == states[i], qPrintable(QString::number(i)));
    }
    QVERIFY(!window->undoStack()->canUndo());
    QVERIFY(!window->compareBar()->isVisible());
    while (window->undoStack()->canRedo())
        window->undoStack()->redo();
    waitForRun(*window);
    QVERIFY(window->state() == states.back());
}

void TestMainWindowSlots::aRefusedChangeOfBIsTakenBack()
{
    const auto window = shown();
    window->change(app::withB(window->state()));
    window->setChoices(choice("norm.placement=post"));
    waitForRun(*window);
    const app::WindowState before = window->state();
    core::Choices illegal = choice("norm.placement=post");
    illegal.setText("block.layout=parallel_shared_norm", 1);
    window->setChoices(illegal);
    waitForRun(*window);
    QCOMPARE(window->notifications()->notifications().size(), std::size_t(1));
    QVERIFY(window->state() == before);
    QCOMPARE(window->undoStack()->count(), 2);
}

QTEST_MAIN(TestMainWindowSlots)
#include "tst_main_window_slots.moc"
