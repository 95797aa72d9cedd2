// A and B in the window.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/intervening.h"

#include "tests/app/support/shown_window.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/intervention_number.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/intervention_row.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/view.h"

#include "core/run/forward.h"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

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
    void aHeadIsZeroedByPointing();
    void theKeyOffersThePlaceOfTheCursor();
    void aNumberIsAskedForBeforeAnythingChanges();
    void aWordAtTheEdgeOpensTheList();
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
    QVERIFY(window->compareWords()->fairness().contains("A and B are identical"));

    window->setChoices(choice("norm.placement=post"));
    waitForRun(*window);
    QCOMPARE(window->runOf(0), a); // B alone was computed
    QCOMPARE(window->run(), window->runOf(1));
    QCOMPARE(window->run()->setup->said, choice("norm.placement=post"));
    QVERIFY(window->compareWords()->fairness().contains("Norm placement"));
    QVERIFY(window->currentView()->figureData().b);
    QCOMPARE(window->currentView()->figureData().mode, widgets::SlotMode::SideBySide);

    // What differs comes after the embeddings: a difference of 0 says so.
    QVERIFY(window->showView("embeddings"));
    waitForRun(*window);
    const auto saysNoEffect = [&] {
        for (const QLabel* label : window->compareWords()->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("0: no effect up to here")))
                return true;
        return false;
    };
    QTRY_VERIFY(saysNoEffect());
    QVERIFY(window->showView("attention"));
    waitForRun(*window);
    QTRY_VERIFY(!saysNoEffect());
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

namespace {

/// The operation of a part in the menu that is open; null: it has none.
QAction* operationOf(const app::MainWindow& window, const QString& part, const char* name)
{
    const QMenu* const menu = const_cast<app::MainWindow&>(window).intervening()->menu();
    const QList<QAction*> parts = menu ? menu->actions() : QList<QAction*>();
    for (const QAction* one : parts)
        if (one->menu() && one->text() == part)
            return one->menu()->findChild<QAction*>(QString::fromLatin1(name));
    return nullptr;
}

} // namespace

void TestMainWindowSlots::aHeadIsZeroedByPointing()
{
    const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "attention", .remembers = false});
    const widgets::RunPtr untouched = window->run();
    auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
    const widgets::CellPlottable* const wall = view->plot()->cellMap(QStringLiteral("wall"));
    QVERIFY(wall);
    QAction* zero = nullptr;
    for (int row = 0; row < 4 && !zero; ++row) // wherever the wall has the head
        for (int column = 0; column < 4 && !zero; ++column) {
            const QPoint at = wall->cellRect({row, column}).center().toPoint();
            QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view->plot()->mapToGlobal(at));
            QCoreApplication::sendEvent(view->plot(), &asks);
            zero = operationOf(*window, QStringLiteral("Head L1 H2"), "zero");
            if (!zero)
                window->intervening()->menu()->close();
        }
    QVERIFY(zero);
    zero->trigger();
    window->intervening()->menu()->close();
    waitForRun(*window);

    // The run of the engine with it, bit for bit; A is as it was.
    core::TraceRequest record;
    record.interventions = {{.at = "blocks.1.attn.z[2]"}};
    const widgets::RunPtr b = window->runOf(1);
    QVERIFY(b);
    const auto expected = core::forward(*b->setup, {.ids = b->trace->ids}, record);
    QVERIFY(std::ranges::equal(b->trace->at("logits").values(), expected->at("logits").values()));
    QCOMPARE(window->runOf(0), untouched);
    QCOMPARE(window->intervening()->panel(1)->count(), 1);
    QVERIFY(window->intervening()->panel(1)->heading().contains("B"));
    QVERIFY(window->compareWords()->fairness().contains("interventions"));
    widgets::FigureData ofB = window->currentView()->figureData();
    ofB.mode = widgets::SlotMode::B;
    QVERIFY(std::ranges::any_of(
        widgets::caveatsOf(ofB), [](const widgets::Caveat& caveat) { return caveat.text.contains("L1 H2 z → 0"); }));

    // The value of A is offered in the picture of B, not in that of A, where it is.
    QStringList panels;
    const QList<widgets::CellPlottable*> maps = view->plot()->cellMaps();
    for (const widgets::CellPlottable* const map : maps) {
        if (map->name() != QLatin1String("wall"))
            continue;
        const QString panel = view->plot()->panelName(map->keyAxis()->axisRect());
        const QPoint at = map->cellRect({0, 0}).center().toPoint();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view->plot()->mapToGlobal(at));
        QCoreApplication::sendEvent(view->plot(), &asks);
        QCOMPARE(
            window->intervening()->menu()->findChild<QAction*>(QStringLiteral("other")) != nullptr, panel == QLatin1String("B"));
        window->intervening()->menu()->close();
        panels << panel;
    }
    QCOMPARE(panels, (QStringList{"A", "B"}));

    window->undoStack()->undo();
    waitForRun(*window);
    QVERIFY(!window->runOf(1));
    QVERIFY(window->intervening()->panel(1)->isHidden());
}

void TestMainWindowSlots::theKeyOffersThePlaceOfTheCursor()
{
    const auto window = shown({.model = "main", .text = "red dog", .view = "feed_forward", .remembers = false});
    window->selection()->pin({.layer = 2, .head = 1, .query = 1, .dim = 5});
    window->action(app::Act::Intervene)->trigger();
    QAction* const mean = operationOf(*window, QStringLiteral("Neuron 5: L2 mlp.pre #5"), "mean");
    QVERIFY(mean);
    mean->trigger();
    window->intervening()->menu()->close();
    waitForRun(*window);
    QCOMPARE(window->runOf(1)->trace->replaced, std::vector<std::string>{"blocks.2.mlp.pre"});
    window->action(app::Act::Intervene)->trigger();
    QVERIFY(operationOf(*window, QStringLiteral("Neuron 5: L2 mlp.pre #5"), "other")->isEnabled()); // the value of A
    window->intervening()->menu()->close();
}

void TestMainWindowSlots::aNumberIsAskedForBeforeAnythingChanges()
{
    const auto window = shown({.model = "main", .text = "red dog", .view = "feed_forward", .remembers = false});
    window->selection()->pin({.layer = 2, .head = 1, .query = 1, .dim = 5});
    const float now = window->run()->trace->at("blocks.2.mlp.pre").row(1)[5];
    const auto asked = [&](const QString& part, const char* name) {
        window->action(app::Act::Intervene)->trigger();
        QAction* const action = operationOf(*window, part, name);
        if (action)
            action->trigger();
        window->intervening()->menu()->close();
        return qobject_cast<widgets::InterventionNumber*>(window->intervening()->question());
    };
    const QString number = QStringLiteral("This number: L2 mlp.pre #5, token 1");
    QPointer<widgets::InterventionNumber> question = asked(number, "set");
    QVERIFY(question && question->isVisible());
    QVERIFY2(question->note().contains(widgets::formatNumber(double(now), 6)), qPrintable(question->note()));
    QVERIFY(std::abs(question->field()->value() - double(now)) < 1e-6);
    QTest::keyClicks(question->field(), "abc"); // refused, and not taken as the number before
    QTest::keyClick(question->field(), Qt::Key_Return);
    QVERIFY(question && question->isVisible() && !window->state().b);
    QVERIFY2(question->note().contains(QStringLiteral("“abc” is no number")), qPrintable(question->note()));
    QTest::keyClick(question->field(), Qt::Key_Escape);
    QTRY_VERIFY(!question);
    QVERIFY(!window->state().b && !window->undoStack()->canUndo());

    question = asked(number, "set");
    QTest::keyClicks(question->field(), "2.5");
    QTest::keyClick(question->field(), Qt::Key_Return);
    QTRY_VERIFY(!question);
    waitForRun(*window);
    QCOMPARE(window->runOf(1)->trace->at("blocks.2.mlp.pre").row(1)[5], 2.5f);
    QCOMPARE(window->undoStack()->count(), 1); // one step of undo, not one for its start and one for its number

    question = asked(number, "scale");
    QCOMPARE(question->field()->value(), 1.);
    QTest::keyClicks(question->field(), "4");
    QTest::keyClick(question->field(), Qt::Key_Enter);
    waitForRun(*window);
    const core::Intervention& scaled = window->state().b->record.interventions.back();
    QVERIFY(scaled.op == core::InterventionOp::Scale && scaled.value.numbers == std::vector{4.f});
}

void TestMainWindowSlots::aWordAtTheEdgeOpensTheList()
{
    const auto window = shown({.model = "main", .text = "red dog", .view = "feed_forward", .remembers = false});
    const auto word = [&]() -> QToolButton* {
        for (QToolButton* const button : window->findChildren<QToolButton*>())
            if (button->isVisible() && button->text().startsWith(QLatin1String("Interventions")))
                return button;
        return nullptr;
    };
    window->resize(1366, 740);
    QVERIFY(!word());
    window->selection()->pin({.layer = 2, .head = 1, .query = 1, .dim = 5});
    window->action(app::Act::Intervene)->trigger();
    operationOf(*window, QStringLiteral("Neuron 5: L2 mlp.pre #5"), "zero")->trigger();
    window->intervening()->menu()->close();
    waitForRun(*window);
    const widgets::InterventionPanel* const panel = window->intervening()->panel(1);
    if (panel->isVisible()) // beside the page: only a drawer that was folded needs a word
        window->action(app::Act::ShowChoices)->trigger();
    QVERIFY(!panel->isVisible());
    QTRY_VERIFY(word());
    QCOMPARE(word()->text(), QStringLiteral("Interventions in B: 1"));
    word()->click();
    QVERIFY(panel->isVisible());
    QVERIFY(panel->heading().contains("B"));

    // A has none: while it is edited the list is that of B, and says so; what is done there is done to B.
    app::WindowState ofA = window->state();
    ofA.edited = 0;
    window->change(ofA);
    waitForRun(*window);
    QVERIFY(panel->isVisible() && panel->count() == 1);
    QVERIFY(panel->heading().contains("B"));
    panel->row(0)->findChild<QCheckBox*>("on")->click();
    waitForRun(*window);
    QVERIFY(window->state().a.record.interventions.empty());
    QVERIFY(window->state().b->record.interventions.front().isOff);
    QVERIFY(std::ranges::equal(window->runOf(1)->trace->at("logits").values(), window->runOf(0)->trace->at("logits").values()));

    while (window->undoStack()->canUndo())
        window->undoStack()->undo();
    waitForRun(*window);
    QVERIFY(!word());
}

QTEST_MAIN(TestMainWindowSlots)
#include "tst_main_window_slots.moc"
