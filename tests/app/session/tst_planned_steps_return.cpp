// Each planned step is restored whole from wherever the lecturer has wandered, and what was before comes back.

#include "app/base/languages.h"
#include "app/present/morph.h"
#include "app/session/planned_steps.h"
#include "app/window/session_guide.h"

#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/plot.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>

using support::Shown;
using support::words;

class TestPlannedStepsReturn : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void everyStepIsRestoredWholeFromAnywhere();
    void leavingPutsBackWhatWasBefore();
    void noOtherPageIsSeenOnTheWayBack();
    void whatWasSetByHandStays();
    void aPresentationGoesOnAtItsStep();
    void noClickIsSeenInLaterSteps();
    void aSceneThatIsKeptMeanwhileLeavesTheSteps();
    void aSessionOfAPresentationGoesOnAtItsStep();

private:
    void wander(int how);
};

/// Away from the step, each time otherwise.
void TestPlannedStepsReturn::wander(int how)
{
    switch (how % 5) {
    case 0:
        m_window->showView("residual");
        m_window->selection()->pin({.layer = 3, .head = 0, .query = 2, .key = 1});
        break;
    case 1:
        m_window->addChoice("norm.placement", "sandwich");
        break;
    case 2:
        m_window->setPrompt("a cat on the sofa");
        m_window->showView("output");
        break;
    case 3:
        m_window->openModel("untrained");
        break;
    default: // every switch of the page on screen
        for (auto* const choice : view()->findChildren<widgets::SegmentedSwitch*>())
            for (const QString& id : choice->ids())
                if (auto* const button = choice->findChild<QAbstractButton*>(id); button && button->isVisible())
                    button->click();
        m_window->action(app::Act::MakeB)->trigger();
        m_window->action(app::Act::StepThrough)->trigger();
        m_window->action(app::Act::ShowTable)->trigger();
    }
    settle();
}

void TestPlannedStepsReturn::everyStepIsRestoredWholeFromAnywhere()
{
    open("main");
    press(Qt::Key_F5);
    std::vector<Shown> first;
    const std::size_t count = app::readPlannedSteps(app::lectureFile("en")).steps.size();
    for (std::size_t step = 0; step < count; ++step) {
        press(Qt::Key_PageDown);
        first.push_back(shown());
    }
    for (int step = int(count) - 2; step >= 0; --step) { // backwards, from somewhere else each time
        wander(step);
        press(Qt::Key_PageUp);
        QCOMPARE(m_window->presenter()->at(), step);
        QVERIFY2(shown() == first[std::size_t(step)],
            qPrintable(counter() + ": " + words(shown()) + " for " + words(first[std::size_t(step)])));
        QVERIFY(!m_window->timeline()->isActive());
        QVERIFY(!m_window->action(app::Act::ShowTable)->isChecked());
        QVERIFY(view()->findChild<widgets::Plot*>()->isVisible());
    }
    for (int step = 1; step < int(count); ++step) {
        wander(step + 2);
        press(Qt::Key_PageDown);
        QVERIFY2(shown() == first[std::size_t(step)],
            qPrintable(counter() + ": " + words(shown()) + " for " + words(first[std::size_t(step)])));
    }
}

void TestPlannedStepsReturn::leavingPutsBackWhatWasBefore()
{
    open("main", "norm");
    view()->findChild<widgets::SegmentedSwitch*>("show")->findChild<QAbstractButton*>("vector")->click();
    m_window->showView("attention"); // a page that the lecture shows, too
    settle();
    auto* const stages = view()->findChild<widgets::SegmentedSwitch*>("stage");
    QVERIFY(stages);
    stages->findChild<QAbstractButton*>("qk")->click();
    m_window->selection()->pin({.layer = 1, .head = 3, .query = 5, .key = 2});
    m_window->addChoice("norm.placement", "sandwich");
    settle();
    const int undo = m_window->undoStack()->index();
    const Shown before = shown();
    const std::size_t count = app::readPlannedSteps(app::lectureFile("en")).steps.size();
    for (const Qt::Key key : {Qt::Key_F5, Qt::Key_Escape}) {
        m_window->selection()->pin({.layer = 1, .head = 3, .query = 5, .key = 2});
        settle();
        press(Qt::Key_F5);
        for (std::size_t step = 0; step < count / 2; ++step)
            press(Qt::Key_PageDown);
        QVERIFY(!(shown() == before));
        m_window->selection()->pin({.layer = 0, .head = 0, .query = 1, .key = 1}); // looked at, not asked for
        press(key);
        QVERIFY2(shown() == before, qPrintable(words(shown()) + " for " + words(before)));
        QCOMPARE(m_window->undoStack()->index(), undo);
        QVERIFY(!m_window->timeline()->isActive());
    }
    m_window->undoStack()->undo(); // what the person did before, not a step
    settle();
    QVERIFY(!m_window->state().a.said.has("norm.placement"));
    m_window->showView("norm");
    QCOMPARE(view()->figureData().options.value("show").toString(), QStringLiteral("vector")); // where the lecture had placements
}

void TestPlannedStepsReturn::noOtherPageIsSeenOnTheWayBack()
{
    open("main", "norm");
    const QImage before = m_window->grab().toImage();
    press(Qt::Key_F5);
    for (int step = 0; step < 4; ++step)
        press(Qt::Key_PageDown);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F5);
    QVERIFY(!m_window->isPresenting() && m_window->isComputing());
    QVERIFY(m_window->grab().toImage().copy(before.rect()) == before);
    settle();
    QVERIFY(m_window->findChild<app::Morph*>()->isHidden()); // what is seen is the window again
}

void TestPlannedStepsReturn::whatWasSetByHandStays()
{
    open("main", "norm");
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    press(Qt::Key_PageDown);
    m_window->setPrompt("a cat on the sofa");
    settle();
    const Shown own = shown();
    press(Qt::Key_Escape);
    QVERIFY2(shown() == own, qPrintable(words(shown())));
    press(Qt::Key_F5); // presents that, and the next key goes on with the steps
    QVERIFY2(shown() == own, qPrintable(words(shown())));
    QCOMPARE(counter(), QStringLiteral("2 / 22 left · Page Down goes on with its text"));
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), 2);
    press(Qt::Key_Escape);
    QVERIFY2(shown() == own, qPrintable(words(shown())));
}

void TestPlannedStepsReturn::aPresentationGoesOnAtItsStep()
{
    open("main", "norm");
    press(Qt::Key_F5);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_PageDown);
    const Shown fifth = shown();
    press(Qt::Key_Escape);
    const Shown home = shown();
    QVERIFY(!(home == fifth));
    press(Qt::Key_F5);
    QCOMPARE(m_window->presenter()->at(), 4);
    QVERIFY2(shown() == fifth, qPrintable(words(shown())));
    press(Qt::Key_Escape);
    QVERIFY2(shown() == home, qPrintable(words(shown())));
    m_window->showView("output"); // the person goes on with something else
    settle();
    const Shown other = shown();
    press(Qt::Key_F5);
    QVERIFY2(shown() == other, qPrintable(words(shown())));
}

void TestPlannedStepsReturn::aSceneThatIsKeptMeanwhileLeavesTheSteps()
{
    open("main");
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    press(Qt::Key_PageDown);
    const QString before = counter();
    press(Qt::Key_M, Qt::ControlModifier);
    QCOMPARE(m_window->state().scenes.size(), 1);
    QCOMPARE(counter(), before);
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), 2);
    QVERIFY2(counter().startsWith("3 / 22"), qPrintable(counter()));
}

void TestPlannedStepsReturn::aSessionOfAPresentationGoesOnAtItsStep()
{
    open("main");
    press(Qt::Key_F5);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_PageDown);
    const Shown fifth = shown();
    QTemporaryDir folder;
    const QString file = folder.filePath("talk.cutaway");
    QVERIFY(m_window->sessionGuide()->save(file)); // as it is kept for a window that ends without closing
    open(file);
    QVERIFY2(shown() == fifth, qPrintable(words(shown())));
    press(Qt::Key_F5);
    QVERIFY2(counter().startsWith("5 / 22"), qPrintable(counter()));
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), 5);
    press(Qt::Key_Escape);
    QVERIFY(m_window->sessionGuide()->save(file)); // of a window that presents nothing
    open(file);
    QCOMPARE(m_window->presenter()->at(), -1);
}

void TestPlannedStepsReturn::noClickIsSeenInLaterSteps()
{
    open("main");
    press(Qt::Key_F5);
    const std::size_t count = app::readPlannedSteps(app::lectureFile("en")).steps.size();
    const auto picture = [&] { return view()->plot()->toPixmap(view()->plot()->width(), view()->plot()->height(), 1).toImage(); };
    std::vector<QImage> first;
    for (std::size_t step = 0; step < count; ++step) {
        press(Qt::Key_PageDown);
        first.push_back(picture());
    }
    for (std::size_t step = count - 1; step > 0; --step) {
        const widgets::Plot* const plot = view()->plot();
        for (int i = 0; view()->plot() == plot && i < plot->cellMaps().size(); ++i) {
            const widgets::CellPlottable* const map = plot->cellMaps()[i];
            const QPointF cell = map->cellRect({map->rows() / 2, map->columns() / 3}).center();
            QMouseEvent over(QEvent::MouseMove, cell, view()->plot()->mapToGlobal(cell), Qt::NoButton, Qt::NoButton, {});
            QApplication::sendEvent(view()->plot(), &over);
            QTest::mouseClick(view()->plot(), Qt::LeftButton, {}, cell.toPoint());
            settle();
        }
        press(Qt::Key_PageUp);
        QCOMPARE(m_window->presenter()->at(), int(step) - 1);
        QVERIFY2(picture() == first[step - 1], qPrintable(counter()));
    }
}

QUIET_TEST_MAIN(TestPlannedStepsReturn)
#include "tst_planned_steps_return.moc"
