// The keys of a presentation: they reach the steps from everywhere, and the black screen leaves everything as it is.

#include "app/base/languages.h"
#include "app/window/presenter_tools.h"

#include "core/files/library/bundled_models.h"

#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/plot.h"

#include <QApplication>
#include <QSpinBox>
#include <QTest>

using support::Shown;
using support::words;

class TestPlannedStepsKeys : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void keysReachTheStepsWhereverTheFocusIs();
    void arrowsWalkWhereThePageHasNoUseForThem();
    void stepsOpenedAmongOthersLeadBackToThem();
    void homeBeginsAnew();
    void theEndLeadsBackFromPagesThatAClickerWalked();
    void blackLeavesEverythingAsItIs();
    void layersAndHeadsHaveKeysOfTheirOwn();
    void nothingIsTakenFromTheKeysOutsideOfPresenting();
};

void TestPlannedStepsKeys::keysReachTheStepsWhereverTheFocusIs()
{
    open("main", "attention");
    press(Qt::Key_F5);
    QSpinBox number(m_window->centralWidget()); // which types a full stop, and goes by ten with these keys
    number.show();
    int step = -1;
    for (QWidget* focus : std::initializer_list<QWidget*>{
             m_window->centralWidget(), view()->plot(), m_window->findChild<widgets::TokenStrip*>()->widget(), &number}) {
        focus->setFocus();
        press(Qt::Key_PageDown);
        QCOMPARE(m_window->presenter()->at(), ++step);
        focus = step == 1 ? view()->plot() : focus; // the page is new
        focus->setFocus();
        press(Qt::Key_Period);
        QVERIFY(m_window->presenter()->tools()->isCovered());
        press(Qt::Key_B);
        QVERIFY(!m_window->presenter()->tools()->isCovered());
    }
    QCOMPARE(number.value(), 0);
}

void TestPlannedStepsKeys::arrowsWalkWhereThePageHasNoUseForThem()
{
    open("main");
    m_window->openModel(QString::fromStdString(core::bundledModelsFolder() + "/../lectures/llama.en.json"));
    settle();
    press(Qt::Key_F5);
    QCOMPARE(m_window->presenter()->at(), 0);
    press(Qt::Key_Right);
    QCOMPARE(m_window->presenter()->at(), 1);
    press(Qt::Key_Right);
    QCOMPARE(m_window->presenter()->at(), 2);
    QVERIFY2(view()->captionText().contains("first changed"), qPrintable(view()->captionText())); // what the step changes
    press(Qt::Key_Left);
    QCOMPARE(m_window->presenter()->at(), 1);
}

void TestPlannedStepsKeys::stepsOpenedAmongOthersLeadBackToThem()
{
    open("main", "attention");
    press(Qt::Key_F5);
    for (int i = 0; i < 3; ++i)
        press(Qt::Key_PageDown);
    const int lecture = m_window->presenter()->count();
    const QString walk = QString::fromStdString(core::bundledModelsFolder() + "/../lectures/llama.en.json");
    const auto begin = [&] {
        m_window->openModel(walk);
        settle();
        QVERIFY(m_window->presenter()->count() != lecture);
        QCOMPARE(m_window->presenter()->at(), 0);
    };
    begin();
    for (int i = 1; i < m_window->presenter()->count(); ++i)
        press(Qt::Key_PageDown);
    QVERIFY(m_window->presenter()->count() != lecture); // still in it
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->count(), lecture);
    QCOMPARE(m_window->presenter()->at(), 3);
    const Shown fourth = shown();
    begin();
    press(Qt::Key_PageUp);
    QCOMPARE(m_window->presenter()->count(), lecture);
    QCOMPARE(m_window->presenter()->at(), 3);
    QVERIFY2(shown() == fourth, qPrintable(words(shown())));
    begin();
    press(Qt::Key_F5);
    press(Qt::Key_F5); // a walk that was left goes on, and the lecture behind it
    QCOMPARE(m_window->presenter()->at(), 0);
    press(Qt::Key_PageUp);
    QCOMPARE(m_window->presenter()->at(), 3);
    QCOMPARE(m_window->presenter()->count(), lecture);
}

void TestPlannedStepsKeys::homeBeginsAnew()
{
    open("main", "attention");
    press(Qt::Key_F5);
    for (int i = 0; i < 3; ++i)
        press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), 2);
    const Shown third = shown();
    press(Qt::Key_Home);
    QCOMPARE(m_window->presenter()->at(), 0);
    QVERIFY(!(shown() == third));
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), 1);
}

void TestPlannedStepsKeys::theEndLeadsBackFromPagesThatAClickerWalked()
{
    open("untrained", "attention"); // nothing is planned for it
    const Shown before = shown();
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    press(Qt::Key_PageDown);
    QVERIFY(!(shown() == before));
    press(Qt::Key_F5);
    QVERIFY2(shown() == before, qPrintable(words(shown())));
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    m_window->showView("norm"); // the person goes on by hand
    press(Qt::Key_F5);
    QCOMPARE(QString::fromLatin1(view()->figure().id).left(4), QStringLiteral("norm"));
}

void TestPlannedStepsKeys::blackLeavesEverythingAsItIs()
{
    open("main", "attention");
    press(Qt::Key_B); // not presenting
    QVERIFY(!m_window->presenter()->tools()->isCovered());
    press(Qt::Key_F5);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_PageDown);
    view()->plot()->setFocus();
    const Shown before = shown();
    const QWidget* const focus = QApplication::focusWidget();
    const QRect picture = view()->plot()->geometry();
    const int undo = m_window->undoStack()->index();
    for (const Qt::Key black : {Qt::Key_B, Qt::Key_Period})
        for (const Qt::Key back :
            {Qt::Key_B, Qt::Key_Period, Qt::Key_Escape, Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Left, Qt::Key_F5}) {
            press(black);
            QVERIFY(m_window->presenter()->tools()->isCovered());
            const QImage screen = m_window->grab().toImage();
            for (const QPoint& at : {QPoint(0, 0), screen.rect().center(), screen.rect().bottomRight()})
                QCOMPARE(screen.pixelColor(at), QColor(Qt::black));
            press(back);
            QVERIFY(!m_window->presenter()->tools()->isCovered());
            QVERIFY2(shown() == before, qPrintable(words(shown())));
            QCOMPARE(QApplication::focusWidget(), focus);
            QCOMPARE(view()->plot()->geometry(), picture);
            QCOMPARE(m_window->undoStack()->index(), undo);
            QVERIFY(m_window->action(app::Act::Present)->isChecked()); // Esc and F5 too only bring the picture back
            QCOMPARE(m_window->presenter()->at(), 4);
        }
    press(Qt::Key_B);
    m_window->setPresenting(false);
    QVERIFY(!m_window->presenter()->tools()->isCovered());
}

void TestPlannedStepsKeys::layersAndHeadsHaveKeysOfTheirOwn()
{
    for (const char* page : {"attention", "alibi", "residual"}) {
        open("main", page);
        m_window->selection()->pin({.layer = 1, .head = 1, .query = 3, .key = 1});
        view()->plot()->setFocus();
        for (const bool isPresenting : {false, true}) {
            m_window->setPresenting(isPresenting);
            press(Qt::Key_Up, Qt::ControlModifier);
            QCOMPARE(m_window->selection()->pinned(), (widgets::Selection{.layer = 2, .head = 1, .query = 3, .key = 1}));
            press(Qt::Key_Right, Qt::ControlModifier);
            QCOMPARE(m_window->selection()->pinned(), (widgets::Selection{.layer = 2, .head = 2, .query = 3, .key = 1}));
            press(Qt::Key_Down, Qt::ControlModifier);
            press(Qt::Key_Left, Qt::ControlModifier);
            QCOMPARE(m_window->selection()->pinned(), (widgets::Selection{.layer = 1, .head = 1, .query = 3, .key = 1}));
        }
    }
}

void TestPlannedStepsKeys::nothingIsTakenFromTheKeysOutsideOfPresenting()
{
    open("main", "attention");
    const Shown before = shown();
    for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_B, Qt::Key_Period})
        press(key);
    QVERIFY2(shown() == before, qPrintable(words(shown())));
    for (const app::Act act : {app::Act::NextStep, app::Act::PreviousStep, app::Act::BlackScreen})
        QVERIFY(!m_window->action(act)->isEnabled());
}

QUIET_TEST_MAIN(TestPlannedStepsKeys)
#include "tst_planned_steps_keys.moc"
