// One instrument, in the real window: stepping through the pass, going back, exact numbers.

#include "app/window/main_window.h"
#include "app/window/page_tabs.h"

#include "app/base/languages.h"
#include "app/window/status_line.h"

#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/hovered_numbers.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>

using app::Act;
using app::MainWindow;

class TestInstrument : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void theTimelineIsHiddenUntilAskedFor();
    void aStepIsSeenInInspectorDiagramAndSelection();
    void stepsToAndFroEndWhereTheyBegan();
    void keysStepUnlessATextIsEdited();
    void oneGoesBackThroughPagesAndSelections();
    void oneGoesBackFromADerivationToItsMap();
    void aWallWithoutAChosenHeadDescribesNone();
    void everyPageSaysWhatItMarks();
    void backspaceGoesBack();
    void hoverIsNotRemembered();
    void aCellUnderTheMouseIsCopiedWithAllDigits();
    void keysTellWhereTheyGoThoughTheMouseRests();
    void withoutAMouseTheInspectedNumberIsCopied();

private:
    static std::unique_ptr<MainWindow> shown();
    static QString page(MainWindow& window);

    /// Lets what is looked at be remembered.
    static void look() { QTest::qWait(5); }
};

void TestInstrument::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

std::unique_ptr<MainWindow> TestInstrument::shown()
{
    auto window = std::make_unique<MainWindow>(MainWindow::Start{.view = "attention", .remembers = false});
    window->show();
    const auto isReady = [&] { return !window->isBusy() && window->run(); };
    for (int i = 0; i < 3000 && !isReady(); ++i)
        QTest::qWait(10);
    QTest::qWait(20);
    return window;
}

QString TestInstrument::page(MainWindow& window)
{
    const auto* const tabs = window.findChild<app::PageTabs*>();
    return tabs->idAt(tabs->currentIndex());
}

void TestInstrument::theTimelineIsHiddenUntilAskedFor()
{
    const auto window = shown();
    QVERIFY(!window->timeline()->isVisible());
    QVERIFY(!window->action(Act::StepOn)->isEnabled());
    window->action(Act::StepThrough)->trigger();
    QVERIFY(window->timeline()->isVisible());
    QVERIFY(window->action(Act::StepOn)->isEnabled());
    QCOMPARE(window->selection()->pinned().step, 0);
    window->action(Act::StepThrough)->trigger();
    QVERIFY(!window->timeline()->isVisible());
    QCOMPARE(window->selection()->pinned().step, -1);
}

void TestInstrument::aStepIsSeenInInspectorDiagramAndSelection()
{
    const auto window = shown();
    window->action(Act::StepThrough)->trigger();
    auto* timeline = window->timeline();
    const auto* diagram = window->findChild<widgets::ModelDiagram*>();
    for (int i = 0; i < int(timeline->steps().size()); ++i) {
        timeline->setStep(i);
        const widgets::PassStep& step = timeline->steps()[std::size_t(i)];
        QCOMPARE(window->inspector()->tensorName(), step.tensor);
        QCOMPARE(window->selection()->pinned().layer, step.layer);
        const widgets::DiagramNode* node = diagram->diagram().find(diagram->shownNode());
        QVERIFY2(node, qPrintable(step.tensor));
        if (step.tensor.endsWith(QLatin1String("attn.scores")))
            QCOMPARE(node->id, QStringLiteral("attn.pattern"));
        if (step.tensor.endsWith(QLatin1String("attn.v")))
            QCOMPARE(node->id, QStringLiteral("attn.q"));
    }
}

void TestInstrument::stepsToAndFroEndWhereTheyBegan()
{
    const auto window = shown();
    window->action(Act::StepThrough)->trigger();
    const auto state = [&] {
        const auto* diagram = window->findChild<widgets::ModelDiagram*>();
        return QStringList{window->inspector()->tensorName(), diagram->shownNode(), window->timeline()->placeText(),
            QString::number(window->selection()->pinned().layer), window->inspector()->exactValue()};
    };
    window->timeline()->setStep(17);
    const QStringList before = state();
    for (int i = 0; i < 30; ++i)
        window->action(Act::StepOn)->trigger();
    QVERIFY(state() != before);
    for (int i = 0; i < 30; ++i)
        window->action(Act::StepBack)->trigger();
    QCOMPARE(state(), before);
}

void TestInstrument::keysStepUnlessATextIsEdited()
{
    const auto window = shown();
    window->activateWindow();
    window->action(Act::StepThrough)->trigger();
    window->centralWidget()->setFocus();
    QTest::keyClick(window.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(window->timeline()->step(), 1);
    QTest::keyClick(window->centralWidget(), Qt::Key_End);
    QCOMPARE(window->timeline()->step(), int(window->timeline()->steps().size()) - 1);
    QTest::keyClick(window->centralWidget(), Qt::Key_Home);
    QTest::keyClick(window->centralWidget(), Qt::Key_Space);
    QVERIFY(window->timeline()->isPlaying());
    QTest::keyClick(window->centralWidget(), Qt::Key_Space);

    auto* edit = window->promptLine()->findChild<QLineEdit*>();
    edit->setFocus();
    const QString text = edit->text();
    QTest::keyClick(edit, Qt::Key_End);
    QTest::keyClick(edit, Qt::Key_Space);
    QTest::keyClick(edit, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(edit->selectedText(), QStringLiteral(" "));
    QTest::keyClick(edit, Qt::Key_Backspace);
    QCOMPARE(edit->text(), text);
    QCOMPARE(window->timeline()->step(), 0);
    QVERIFY(!window->timeline()->isPlaying());
}

void TestInstrument::oneGoesBackThroughPagesAndSelections()
{
    const auto window = shown();
    const widgets::Selection first = window->selection()->pinned();
    QVERIFY(!window->action(Act::Back)->isEnabled());
    widgets::Selection second = first;
    second.layer = 3;
    second.head = 2;
    second.isHeadChosen = true;
    window->selection()->pin(second);
    look();
    window->showView("output");
    window->inspector()->showTensor("logits");
    look();
    window->action(Act::Back)->trigger();
    QCOMPARE(page(*window), QStringLiteral("attention"));
    QCOMPARE(window->selection()->pinned(), second);
    QCOMPARE(window->inspector()->tensorName(), QStringLiteral("blocks.3.attn.pattern"));
    look();
    window->action(Act::Back)->trigger();
    QCOMPARE(window->selection()->pinned(), first);
    look();
    QVERIFY(!window->action(Act::Back)->isEnabled());
    window->action(Act::Forward)->trigger();
    look();
    window->action(Act::Forward)->trigger();
    QCOMPARE(page(*window), QStringLiteral("output"));
    QCOMPARE(window->inspector()->tensorName(), QStringLiteral("logits"));
    look();
    QVERIFY(!window->action(Act::Forward)->isEnabled());
}

void TestInstrument::oneGoesBackFromADerivationToItsMap()
{
    const auto window = shown();
    QVERIFY(window->currentView()->restore("attention", {{"stage", "mask"}}));
    look();
    const widgets::Selection at = window->selection()->pinned();
    QVERIFY(window->currentView()->restore("attention_cell", {}));
    look();
    widgets::Selection other = at;
    other.key = 1;
    window->selection()->pin(other); // of another number
    look();
    window->action(Act::Back)->trigger();
    look();
    QCOMPARE(QString(window->currentView()->figure().id), QStringLiteral("attention_cell"));
    window->action(Act::Back)->trigger();
    look();
    QCOMPARE(QString(window->currentView()->figure().id), QStringLiteral("attention"));
    QCOMPARE(window->currentView()->figureData().options.value("stage").toString(), QStringLiteral("mask"));
    QCOMPARE(window->selection()->pinned(), at);
    window->action(Act::Forward)->trigger();
    QCOMPARE(QString(window->currentView()->figure().id), QStringLiteral("attention_cell"));
}

void TestInstrument::aWallWithoutAChosenHeadDescribesNone()
{
    const auto window = shown();
    const auto* const status = window->findChild<app::StatusLine*>();
    QVERIFY(!window->selection()->pinned().isHeadChosen);
    QVERIFY2(!status->readOutText().contains("H0"), qPrintable(status->readOutText()));
    window->currentView()->lookCloser(); // one head: that is marked
    look();
    QVERIFY2(status->readOutText().contains("L0 H0"), qPrintable(status->readOutText()));
}

void TestInstrument::everyPageSaysWhatItMarks()
{
    const auto window = shown();
    const QString blind = QStringLiteral("Move over a cell");
    const auto said = [&] { return window->statusLine()->readOutText(); };
    for (const widgets::ViewInfo& view : widgets::allViews()) {
        window->showView(view.id);
        QTRY_VERIFY_WITH_TIMEOUT(!window->isComputing(), 60000);
        look();
        bool hasCells = false;
        for (const widgets::Plot* plot : window->currentView()->findChildren<widgets::Plot*>())
            hasCells |= !plot->cellMaps().isEmpty();
        QVERIFY2(hasCells || !said().startsWith(blind), view.id);
    }
    window->showView("diagram");
    widgets::Selection at = window->selection()->pinned();
    for (const int layer : {0, 1}) {
        at.layer = layer;
        window->selection()->pin(at);
        look();
        QCOMPARE(said(),
            QStringLiteral("L%1 (%2 of %3)").arg(layer).arg(layer ? "second" : "first").arg(window->run()->trace->layers()));
    }
    window->action(Act::Back)->trigger();
    look();
    QVERIFY2(said().startsWith(QStringLiteral("L0 (")), qPrintable(said()));

    // What stands out is no place of a tensor there: a word, a head, a layer.
    at = window->selection()->pinned();
    at.layer = 1;
    at.head = 2;
    at.query = 2;
    window->selection()->pin(at);
    const auto ofPage = [&](const char* page) {
        window->showView(page);
        QTest::qWait(1);
        return QTest::qWaitFor([&] { return !window->isComputing() && said() != QStringLiteral("Move over a cell for its exact value"); }, 60000) ? said() : QString();
    };
    const QString token = widgets::quotedToken(*window->run()->trace, 2).remove(QRegularExpression(QStringLiteral("[“”␣ ]")));
    QVERIFY2(ofPage("tokens").contains(token) && said().startsWith(QStringLiteral("“")), qPrintable(said()));
    QCOMPARE(ofPage("positions"), QStringLiteral("L1 H2"));
    QVERIFY2(ofPage("weights").startsWith(QStringLiteral("L1 (second of")), qPrintable(said()));
}

void TestInstrument::backspaceGoesBack()
{
    const auto window = shown();
    window->showView("residual");
    look();
    QTest::keyClick(window->centralWidget(), Qt::Key_Backspace);
    QCOMPARE(page(*window), QStringLiteral("attention"));
}

void TestInstrument::hoverIsNotRemembered()
{
    const auto window = shown();
    window->selection()->hover({.layer = 1, .head = 1, .query = 2, .key = 1});
    look();
    QVERIFY(!window->action(Act::Back)->isEnabled());
}

void TestInstrument::aCellUnderTheMouseIsCopiedWithAllDigits()
{
    const auto window = shown();
    window->currentView()->lookCloser(); // one head
    QTest::qWait(20);
    const widgets::Selection at = window->selection()->pinned();
    auto* plot = window->currentView()->findChild<widgets::Plot*>();
    widgets::CellPlottable* map = plot->cellMap("head");
    QVERIFY(map);
    QTest::mouseMove(plot, map->cellRect({2, 1}).center().toPoint());
    const float weight = window->run()->trace->at(core::blockName(at.layer, "attn.pattern")).at({core::Index(at.head), 2, 1});
    const QString exact = widgets::exactText(weight);
    QTRY_COMPARE(window->statusLine()->numbers(), QStringList{exact});
    QVERIFY2(window->statusLine()->readOutText().endsWith(exact), qPrintable(window->statusLine()->readOutText()));
    window->action(Act::CopyValue)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), exact);
    QCOMPARE(exact.toFloat(), weight);
    emit plot->cellHovered("head", -1, -1);
    QVERIFY(window->statusLine()->numbers().isEmpty());
}

void TestInstrument::keysTellWhereTheyGoThoughTheMouseRests()
{
    const auto window = shown();
    window->currentView()->lookCloser();
    QTest::qWait(20);
    auto* plot = window->currentView()->findChild<widgets::Plot*>();
    widgets::CellPlottable* map = plot->cellMap("head");
    QVERIFY(map);
    for (const widgets::Cell cell : {widgets::Cell{1, 0}, widgets::Cell{2, 1}}) // it may rest there already
        QTest::mouseMove(plot, map->cellRect(cell).center().toPoint());
    QTRY_VERIFY(!window->statusLine()->numbers().isEmpty());
    const int layer = window->selection()->pinned().layer == 0 ? 1 : 0;
    window->action(layer == 1 ? app::Act::NextLayer : app::Act::PreviousLayer)->trigger();
    QTest::qWait(20);
    QVERIFY(window->statusLine()->numbers().isEmpty());
    const QString place = QStringLiteral("L%1 H%2").arg(layer).arg(window->selection()->pinned().head);
    QVERIFY2(window->statusLine()->readOutText().contains(place), qPrintable(window->statusLine()->readOutText()));
}

void TestInstrument::withoutAMouseTheInspectedNumberIsCopied()
{
    const auto window = shown();
    widgets::Selection at = window->selection()->pinned();
    at.query = 2;
    at.dim = 5;
    window->selection()->pin(at);
    window->inspector()->showTensor("embed");
    window->action(Act::CopyValue)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), widgets::exactText(window->run()->trace->at("embed").at({2, 5})));
}

QTEST_MAIN(TestInstrument)
#include "tst_instrument.moc"
