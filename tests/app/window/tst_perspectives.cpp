// Perspectives: each comes back with its panels and its page as it was left, and as delivered when it is chosen once more.

#include "app/window/perspectives.h"

#include "app/base/languages.h"
#include "app/lessons/lesson.h"
#include "app/present/scenes_panel.h"
#include "app/window/command_palette.h"
#include "app/window/export_guide.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"

#include "tests/app/support/shown_window.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/view.h"

#include <QSet>

using app::Act;
using app::Drawers;

class TestPerspectives : public QObject
{
    Q_OBJECT

    std::unique_ptr<app::MainWindow> m_window;

    QString page() const { return QLatin1String(m_window->currentView()->figure().id); }
    void choose(Act act)
    {
        m_window->action(act)->trigger();
        support::waitForRun(*m_window);
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
        m_window = support::shown({.model = "untrained", .text = "red dog", .view = "norm", .remembers = false});
    }
    void cleanup() { m_window.reset(); }

    void eachHasAWordOfItsOwn()
    {
        QSet<QString> words;
        for (int i = 0; i < app::perspectives; ++i)
            words << app::perspectiveWord(app::Perspective(i));
        QCOMPARE(words.size(), app::perspectives);
        QVERIFY(app::deliveredArrangement(app::Perspective::Explore) == app::Arrangement()); // what a first start has
    }

    void theKeyOfAPanelLeadsToItFromAnother()
    {
        m_window->resize(1366, 738);
        QCoreApplication::processEvents();
        const auto isSeen = [](const QWidget* panel) { return panel->isVisible() && !panel->visibleRegion().isEmpty(); };
        const auto* const choices = m_window->findChild<widgets::VariantPanel*>();
        QVERIFY(isSeen(choices));
        choose(Act::ShowScenes);
        QVERIFY(isSeen(m_window->scenesPanel()) && !isSeen(choices));
        choose(Act::ShowChoices);
        QVERIFY(isSeen(choices));
        choose(Act::ShowChoices);
        QVERIFY(!m_window->drawers()->isOpen(Drawers::Right));
    }

    void eachComesBackAsItWasLeft()
    {
        const Drawers::Wishes explored = m_window->drawers()->wishes();
        const QString before = page();
        QVERIFY(m_window->action(Act::Explore)->isChecked());
        choose(Act::CompareTwo);
        QVERIFY(m_window->state().b.has_value());
        QVERIFY(!m_window->drawers()->wishes()[Drawers::Left].isOpen);
        QVERIFY(m_window->drawers()->wishes()[Drawers::Right].isOpen);
        QCOMPARE(page(), before); // nothing was kept of it yet
        QVERIFY(m_window->showView("attention"));
        const QString compared = page();
        QVERIFY(compared != before);
        m_window->drawers()->setWishes(app::deliveredArrangement(app::Perspective::Figures).drawers); // both closed
        choose(Act::Explore);
        QVERIFY(m_window->state().b.has_value()); // work is not part of an arrangement
        QCOMPARE(page(), before);
        QVERIFY(m_window->drawers()->wishes() == explored);
        choose(Act::CompareTwo);
        QCOMPARE(page(), compared);
        QVERIFY(!m_window->drawers()->wishes()[Drawers::Right].isOpen);
        QVERIFY(m_window->action(Act::CompareTwo)->isChecked());
    }

    void aPanelOverThePageComesBackToo()
    {
        m_window->resize(1366, 738);
        choose(Act::CompareTwo);
        m_window->action(Act::ShowSideBySide)->trigger();
        support::waitForRun(*m_window);
        m_window->drawers()->setOpen(Drawers::Left, true);
        QVERIFY(m_window->drawers()->isOpen(Drawers::Left) && !m_window->drawers()->isBeside(Drawers::Left));
        choose(Act::Figures);
        QVERIFY(!m_window->drawers()->isOpen(Drawers::Left));
        choose(Act::CompareTwo);
        QVERIFY(m_window->drawers()->isOpen(Drawers::Left));
        choose(Act::CompareTwo); // as delivered
        QVERIFY(!m_window->drawers()->isOpen(Drawers::Left));
    }

    void lessonOffersThemWhereNoneIsOpen()
    {
        choose(Act::Lesson);
        QVERIFY(m_window->commandPalette()->isVisible());
        QStringList titles;
        for (const app::Lesson& lesson : app::allLessons())
            titles << lesson.wordsIn("en").title;
        QVERIFY(titles.contains(m_window->commandPalette()->found().value(0)));
    }

    void theSameOnceMoreIsAsDelivered()
    {
        m_window->drawers()->setOpen(Drawers::Left, false);
        m_window->drawers()->setOpen(Drawers::Right, false);
        choose(Act::Explore);
        QVERIFY(m_window->drawers()->wishes()[Drawers::Left].isOpen);
        QVERIFY(m_window->drawers()->wishes()[Drawers::Right].isOpen);
        choose(Act::Figures);
        m_window->drawers()->setOpen(Drawers::Left, true);
        m_window->action(Act::ResetLayout)->trigger(); // of this perspective
        QVERIFY(!m_window->drawers()->wishes()[Drawers::Left].isOpen);
    }

    void figuresHasTheDialogAndTakesItAway()
    {
        choose(Act::Figures);
        QVERIFY(m_window->exportGuide()->dialog() && m_window->exportGuide()->dialog()->isVisible());
        choose(Act::Explore);
        QVERIFY(!m_window->exportGuide()->dialog()->isVisible());
        m_window->action(Act::Export)->trigger();
        choose(Act::CompareTwo);
        QVERIFY(m_window->exportGuide()->dialog()->isVisible()); // the person opened it
    }

    void aLessonIsBesideThePageAndPanelsStayChosenAfterIt()
    {
        choose(Act::Lesson);
        QVERIFY(!m_window->drawers()->wishes()[Drawers::Right].isOpen); // none is open
        QVERIFY(m_window->lessonHost()->openLesson(QString::fromStdString(app::lessonFile(QStringLiteral("tour")))));
        support::waitForRun(*m_window);
        QVERIFY(m_window->drawers()->wishes()[Drawers::Right].isOpen);
        choose(Act::Explore);
        choose(Act::Lesson);
        QVERIFY(m_window->drawers()->wishes()[Drawers::Right].isOpen);
        choose(Act::Explore);
        m_window->lessonHost()->leaveLesson();
        support::waitForRun(*m_window);
        QVERIFY(m_window->drawers()->wishes()[Drawers::Left].isOpen); // of Explore, not of what the lesson began in
    }

    void aPresentationEndsFirst()
    {
        m_window->setPresenting(true);
        choose(Act::CompareTwo);
        QVERIFY(!m_window->action(Act::Present)->isChecked());
        QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Light);
    }
};

QTEST_MAIN(TestPerspectives)
#include "tst_perspectives.moc"
