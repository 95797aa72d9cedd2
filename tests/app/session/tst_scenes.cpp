// Scenes: kept in the window, undone, reordered, saved with the session, walked by a clicker, shown to the lecturer.

#include "app/session/scenes.h"

#include "app/base/languages.h"
#include "app/present/lecturer_window.h"
#include "app/present/morph.h"
#include "app/present/scenes_panel.h"
#include "app/window/drawers.h"
#include "app/window/scene_guide.h"
#include "app/window/session_guide.h"

#include "core/base/error.h"
#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/plot.h"

#include <QAbstractItemModel>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProxyStyle>
#include <QTemporaryDir>
#include <QTest>

using namespace app;
using support::Shown;

namespace {

/// A style without motion.
class StillStyle : public QProxyStyle
{
public:
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override
    {
        return hint == SH_Widget_Animation_Duration ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

} // namespace

class TestScenes : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { setLanguage("en"); }
    void wordsOfScenesSurviveAFile();
    void wrongSceneIsNamed();
    void keepingIsOneStepOfUndo();
    void titlesNameAHeadWhereThePictureIsOfOne();
    void panelReordersAndWritesWords();
    void clickerWalksThemAndPresentingKeepsThem();
    void sessionKeepsThem();
    void cellsGoToTheirNewPlace();
    void theNextPictureIsNotSeenBeforeItsRunIsThere();
    void reducedMotionMovesNothing();
    void lecturerSeesNotesAndTheNextScene();
    void notesGoIntoAWebPageWhereThatIsAsked();
    void thePanelLeavesThePictureItsRoom();

private:
    void keepTwo()
    {
        open("main", "attention");
        m_window->selection()->pin({.layer = 1, .head = 2, .query = 3, .key = 1});
        press(Qt::Key_M, Qt::ControlModifier);
        m_window->showView("norm");
        settle();
        press(Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(m_window->state().scenes.size(), 2);
    }
    ScenesPanel& panel() const { return *m_window->scenesPanel(); }
    QByteArray m_page; // exported last
};

void TestScenes::wordsOfScenesSurviveAFile()
{
    keepTwo();
    const QTemporaryDir folder;
    const QJsonArray once = scenesJson(m_window->state().scenes, folder.path());
    const QList<PlannedStep> read = readScenes({{"scenes", once}}, folder.filePath("a.cutaway").toStdString());
    QCOMPARE(read.size(), 2);
    QVERIFY(read == m_window->state().scenes);
    QCOMPARE(QJsonDocument(scenesJson(read, folder.path())).toJson(), QJsonDocument(once).toJson());
}

void TestScenes::wrongSceneIsNamed()
{
    const QJsonObject good{{"title", "a"}, {"model", "main"}};
    for (const auto& [scenes, where] : {std::pair{QJsonValue(QJsonArray{good, QJsonObject{{"model", "main"}}}), "scenes[1]: title"},
             {QJsonValue(QJsonArray{QJsonObject{{"title", "a"}}}), "scenes[0]: model"},
             {QJsonValue(QJsonArray{QJsonObject{{"title", "a"}, {"model", "main"}, {"figure", "none"}}}), "scenes[0]: figure"},
             {QJsonValue("text"), "scenes"}})
        try {
            readScenes({{"scenes", scenes}}, "a.cutaway");
            QFAIL("not refused");
        } catch (const core::Error& error) {
            QCOMPARE(QString::fromStdString(error.parts().where), QString(where));
        }
}

void TestScenes::keepingIsOneStepOfUndo()
{
    keepTwo();
    const RunRequest before = m_window->state().a;
    m_window->undoStack()->undo();
    settle();
    QCOMPARE(m_window->state().scenes.size(), 1);
    QCOMPARE(panel().findChild<QListWidget*>()->count(), 1);
    QVERIFY(m_window->state().a == before); // nothing was run for it
    m_window->undoStack()->redo();
    QCOMPARE(m_window->state().scenes.size(), 2);
}

void TestScenes::titlesNameAHeadWhereThePictureIsOfOne()
{
    open("main", "attention");
    m_window->selection()->pin({.layer = 2, .head = 1, .query = 10, .key = 4, .isHeadChosen = true});
    for (const auto& [page, isOfHead] : {std::pair("attention", true), {"flow", true}, {"training", false}, {"norm", false},
             {"cost", false}, {"residual", false}, {"tokens", false}, {"feed_forward", false}, {"diagram", false}}) {
        QVERIFY2(m_window->showView(page), page);
        settle();
        m_window->scenes().keep();
        const QString title = m_window->state().scenes.last().title;
        QVERIFY2(title.endsWith(" · L2 H1") == isOfHead, qPrintable(title));
    }
}

void TestScenes::panelReordersAndWritesWords()
{
    keepTwo();
    auto* const list = panel().findChild<QListWidget*>();
    const QString first = m_window->state().scenes[0].title;
    QVERIFY(list->model()->moveRow({}, 0, {}, 2)); // as a drag does
    QTRY_COMPARE(m_window->state().scenes[1].title, first);
    QVERIFY(list->item(1)->text().startsWith("2  "));
    panel().setCurrent(1);
    auto* const title = panel().findChild<QLineEdit*>();
    title->setText("The head that copies");
    QTest::keyClick(title, Qt::Key_Return);
    QCOMPARE(m_window->state().scenes[1].title, QString("The head that copies"));
    auto* const notes = panel().findChild<QPlainTextEdit*>();
    notes->setPlainText("Ask first.");
    QFocusEvent out(QEvent::FocusOut);
    QApplication::sendEvent(notes, &out);
    QCOMPARE(m_window->state().scenes[1].notes, QString("Ask first."));
}

void TestScenes::clickerWalksThemAndPresentingKeepsThem()
{
    keepTwo();
    m_window->showView("residual");
    settle();
    const Shown before = shown();
    panel().setCurrent(0);
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    QCOMPARE(shown().figure, QString("attention"));
    QCOMPARE(shown().selection.head, 2);
    press(Qt::Key_PageDown);
    QCOMPARE(shown().figure, QString("norm"));
    QVERIFY2(counter().startsWith("2 / 2"), qPrintable(counter()));
    press(Qt::Key_M, Qt::ControlModifier); // kept in front of the class
    QCOMPARE(m_window->state().scenes.size(), 3);
    press(Qt::Key_Escape);
    QCOMPARE(m_window->state().scenes.size(), 3);
    QCOMPARE(shown().figure, before.figure);
    QVERIFY(shown().selection == before.selection);
    QCOMPARE(panel().current(), 0); // the scene that a change would replace, too
}

void TestScenes::sessionKeepsThem()
{
    keepTwo();
    QTemporaryDir folder;
    const QString first = folder.filePath("talk.cutaway"), second = folder.filePath("again.cutaway");
    QVERIFY(m_window->sessionGuide()->save(first));
    const QList<PlannedStep> kept = m_window->state().scenes;
    open(first);
    QVERIFY(m_window->state().scenes == kept);
    QVERIFY(m_window->sessionGuide()->save(second));
    const auto bytes = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QCOMPARE(bytes(second), bytes(first));
}

void TestScenes::cellsGoToTheirNewPlace()
{
    keepTwo();
    m_window->showView("attention");
    settle();
    const DrawnPicture here = drawnPicture(*view()->plot(), *m_window);
    QVERIFY(here.cells.size() > 30);
    QVERIFY(movedCells(here, here).isEmpty());
    DrawnPicture aside = here;
    aside.place.translate(10, 0);
    QCOMPARE(movedCells(here, aside).size(), here.cells.size());

    press(Qt::Key_F5);
    QTest::keyClick(m_window.get(), Qt::Key_PageDown);
    auto* const morph = m_window->findChild<Morph*>("morph");
    QTRY_VERIFY(morph->isPlaying());
    QTRY_VERIFY(!morph->isPlaying()); // and is gone
    settle();
    QCOMPARE(shown().figure, QString("attention"));
}

/// It would flash: the picture before covers the page until all of the next one can be gone over to.
void TestScenes::theNextPictureIsNotSeenBeforeItsRunIsThere()
{
    open("main", "attention");
    press(Qt::Key_M, Qt::ControlModifier);
    m_window->setPrompt("Tom sees the red cup");
    settle();
    press(Qt::Key_M, Qt::ControlModifier);
    press(Qt::Key_F5);
    press(Qt::Key_Home);
    auto* const morph = m_window->findChild<Morph*>("morph");
    QTRY_VERIFY(!morph->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_PageDown);
    QVERIFY(m_window->isComputing());
    QVERIFY(morph->isVisible() && !morph->isPlaying());
    QCOMPARE(morph->geometry(), m_window->rect()); // nor title and sentence before the picture
    QTRY_VERIFY(morph->isPlaying());
    QTRY_VERIFY(!morph->isVisible());
}

void TestScenes::reducedMotionMovesNothing()
{
    keepTwo();
    auto* const morph = m_window->findChild<Morph*>("morph");
    StillStyle still;
    morph->setStyle(&still);
    press(Qt::Key_F5);
    QTest::keyClick(m_window.get(), Qt::Key_PageDown);
    QVERIFY(!morph->isDue());
    settle();
    QVERIFY(!morph->isPlaying());
    morph->setStyle(nullptr);
}

void TestScenes::lecturerSeesNotesAndTheNextScene()
{
    LecturerWindow lecturer(nullptr);
    const PlannedStep now{"Now", {}, "Ask first."}, next{"Next one", {}, {}};
    lecturer.setStep(0, 2, &now, &next);
    QCOMPARE(lecturer.notes(), QString("Ask first."));
    QCOMPARE(lecturer.nextTitle(), QString("Next one"));
    lecturer.setStep(1, 2, &next, nullptr);
    QVERIFY(lecturer.notes().isEmpty() && lecturer.nextTitle().isEmpty());
}

void TestScenes::notesGoIntoAWebPageWhereThatIsAsked()
{
    keepTwo();
    const QTemporaryDir folder;
    const auto exported = [&](bool withNotes) {
        const QString file = folder.filePath(withNotes ? "with.html" : "without.html");
        m_window->action(Act::ExportScenes)->trigger();
        auto* const dialog = m_window->findChild<QFileDialog*>();
        const QStringList pages = dialog->nameFilters().filter("*.html");
        const bool isOffered = !withNotes || pages.size() == 2;
        dialog->selectNameFilter(pages.value(withNotes ? 1 : 0));
        if (isOffered)
            emit dialog->fileSelected(file);
        dialog->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->scenes().isExporting(), 30000);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QFile page(file);
        m_page = page.open(QIODevice::ReadOnly) ? page.readAll() : QByteArray();
    };
    exported(true);
    QVERIFY(m_page.isEmpty()); // there are none
    WindowState state = m_window->state();
    state.scenes[0].notes = "Ask first.";
    m_window->change(state);
    exported(false);
    QVERIFY(!m_page.isEmpty() && !m_page.contains("Ask first."));
    exported(true);
    QVERIFY(m_page.contains("Ask first."));
}

void TestScenes::thePanelLeavesThePictureItsRoom()
{
    open("main", "attention");
    m_window->setTheme(widgets::ThemeId::Projector);
    settle();
    Drawers& drawers = *m_window->drawers();
    const auto isCovered = [&] {
        const QWidget* const page = m_window->currentView();
        return drawers.overPage().intersects(QRect(page->mapTo(&drawers, QPoint()), page->size()));
    };
    m_window->action(Act::ShowScenes)->trigger();
    settle();
    QVERIFY(!drawers.overPage().isEmpty()); // too narrow for a drawer beside the page
    QVERIFY(!isCovered());
    m_window->action(Act::ShowChoices)->trigger();
    QVERIFY(isCovered()); // for a moment
    drawers.closeOver();
    QVERIFY(drawers.overPage().isEmpty());
    m_window->setTheme(widgets::ThemeId::Light);
}

QUIET_TEST_MAIN(TestScenes)
#include "tst_scenes.moc"
