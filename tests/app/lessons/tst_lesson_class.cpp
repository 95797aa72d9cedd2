// A window that hides what a class does not need: pages and controls are there by no click, no key and no name.

#include "app/base/languages.h"
#include "app/window/command_palette.h"
#include "app/window/compare_bar.h"
#include "app/window/concept_menu.h"
#include "app/window/drawers.h"
#include "app/window/edge_button.h"
#include "app/window/keys_overlay.h"
#include "app/window/model_menu.h"
#include "app/window/page_links.h"
#include "app/window/scene_guide.h"
#include "app/window/settings_guide.h"

#include "tests/app/support/lesson_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/plot.h"

#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

class TestLessonClass : public QObject, support::LessonWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void aClassSeesOnlyWhatItNeeds();
    void scenesAreNotExportedWhereAClassMayNot();
    void aClassThatMayNotChooseHasNoWayToTheChoices();
    void aComparisonOfAClassStays();
    void whatALessonHidesIsNotThereAgainUnasked();
};

void TestLessonClass::aClassSeesOnlyWhatItNeeds()
{
    open("main", "attention");
    QVERIFY(m_window->showView("atlas"));
    m_window->showView("attention");
    const auto isFound = [&](const QString& text, const QString& words) {
        auto* const palette = m_window->findChild<app::CommandPalette*>();
        palette->open({});
        palette->field()->setText(words);
        const bool found = palette->found().contains(text);
        palette->hide();
        return found;
    };
    QVERIFY(isFound("Atlas", "atlas") && isFound("blocks.0.attn.q", "blocks.0.attn.q"));
    const QString model = app::modelEntries().front().text, lesson = QStringLiteral("Attention by hand");
    QVERIFY(isFound(model, model) && isFound(lesson, lesson));
    m_window->setClassroom({{"atlas", "training", "embeddings"}, {"export", "norm.kind", "tensor"}});
    QVERIFY(!isFound("Atlas", "atlas") && !isFound("blocks.0.attn.q", "blocks.0.attn.q"));
    QVERIFY(!m_window->showView("atlas"));
    const std::vector<app::MenuEntry> seen = app::conceptEntries(m_window->classroom().pages);
    for (const app::MenuEntry& entry : app::conceptEntries({}))
        if (std::ranges::find(seen, entry.id, &app::MenuEntry::id) == seen.end())
            QVERIFY2(!isFound(entry.text, entry.text), qPrintable(entry.text));
    const auto* const link = m_window->findChild<app::PageLinks*>();
    QVERIFY(m_window->showView("gradients"));
    QVERIFY2(!link->before().isEmpty() && link->after() != "training", qPrintable(link->after()));
    m_window->setClassroom({{"gradients"}, {"menu"}}); // the page on screen goes, and so do the ways to it
    QVERIFY(link->before() != "gradients" && link->after() != "gradients");
    QVERIFY(!isFound(model, model) && !isFound(lesson, lesson));
    QVERIFY(!m_window->action(app::Act::OpenFile)->isEnabled());
    m_window->setClassroom({{"atlas", "training", "embeddings"}, {"export", "norm.kind", "tensor"}});
    QVERIFY(!m_window->action(app::Act::Export)->isEnabled());
    QVERIFY(m_window->findChild<QPushButton*>("exportButton")->isHidden());
    const auto keysSay = [&](const QString& words) {
        m_window->action(app::Act::ShowKeys)->trigger();
        const bool isSaid = m_window->settingsGuide()->keys()->text().contains(words);
        m_window->action(app::Act::ShowKeys)->trigger(); // closes them
        return isSaid;
    };
    const QString exported = m_window->action(app::Act::Export)->statusTip();
    QVERIFY(!keysSay(exported));
    for (int i = 0; i < 40; ++i) {
        press(Qt::Key_Tab, Qt::ControlModifier);
        QVERIFY(QString(view()->figure().id) != "training");
    }
    auto* const prompt = m_window->findChild<widgets::PromptLine*>();
    auto* const tokens = m_window->findChild<widgets::TokenStrip*>();
    QVERIFY(prompt->isEnabled() && tokens->isVisible());
    m_window->setClassroom({{}, {"prompt", "tokens"}});
    m_window->showView("residual");
    m_window->action(app::Act::MakeB)->trigger(); // another run
    settle();
    QVERIFY(!prompt->isEnabled() && !tokens->isVisible());
    m_window->setClassroom({});
    QVERIFY(prompt->isEnabled() && tokens->isVisible());
    QVERIFY(keysSay(exported));
    QVERIFY(m_window->showView("atlas"));
    QVERIFY(m_window->action(app::Act::Export)->isEnabled());
}

void TestLessonClass::scenesAreNotExportedWhereAClassMayNot()
{
    open("main", "attention");
    m_window->scenes().keep();
    QAction* const exporting = m_window->action(app::Act::ExportScenes);
    QVERIFY(exporting->isVisible() && exporting->isEnabled());
    m_window->setClassroom({{}, {"export"}});
    QVERIFY(!exporting->isVisible() && !exporting->isEnabled());
    m_window->scenes().keep();
    QVERIFY(!exporting->isEnabled());
    m_window->setClassroom({});
    QVERIFY(exporting->isVisible() && exporting->isEnabled());
}

void TestLessonClass::aClassThatMayNotChooseHasNoWayToTheChoices()
{
    open("main", "attention");
    m_window->drawers()->setOpen(app::Drawers::Right, true);
    auto* const editor = m_window->findChild<widgets::VariantPanel*>();
    QVERIFY(editor->isVisible());
    const auto wordAtTheEdge = [&](const QString& word) {
        for (const app::EdgeButton* const one : m_window->findChildren<app::EdgeButton*>())
            if (one->text() == word && !one->isHidden())
                return true;
        return false;
    };
    QVERIFY(wordAtTheEdge("Architecture"));
    m_window->setClassroom({{}, {"choices"}});
    QVERIFY(!editor->isVisible() && !wordAtTheEdge("Architecture") && wordAtTheEdge("Scenes"));
    QVERIFY(m_window->drawers()->isOpen(app::Drawers::Right)); // with what else is in it
    m_window->setClassroom({{}, {"choices", "tensor"}});
    QVERIFY(!editor->isVisible() && !wordAtTheEdge("Any tensor") && wordAtTheEdge("Scenes"));
    m_window->setClassroom({});
    QVERIFY(wordAtTheEdge("Architecture"));
}

void TestLessonClass::aComparisonOfAClassStays()
{
    open("main", "attention");
    m_window->action(app::Act::MakeB)->trigger();
    settle();
    auto* const bar = m_window->findChild<app::CompareBar*>();
    const auto buttons = [&] {
        int shown = 0;
        for (const auto* const one : bar->findChildren<QToolButton*>(Qt::FindDirectChildrenOnly))
            shown += one->isVisible();
        return shown;
    };
    const int all = buttons();
    m_window->setClassroom({{}, {"compare"}});
    QCOMPARE(buttons(), all - 2); // neither exchanged nor ended
    for (const app::Act act : {app::Act::CloseB, app::Act::SwapSlots})
        QVERIFY(!m_window->action(act)->isEnabled() && !m_window->action(act)->isVisible());
    m_window->action(app::Act::ShowDelta)->trigger(); // and looked at in every way
    settle();
    QVERIFY(bar->isVisible() && buttons() == all - 2 && !m_window->action(app::Act::CloseB)->isEnabled());
    m_window->setClassroom({});
    QCOMPARE(buttons(), all);
    QVERIFY(m_window->action(app::Act::CloseB)->isEnabled());
}

void TestLessonClass::whatALessonHidesIsNotThereAgainUnasked()
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    write("locked.json", R"({"lesson": 1, "model": "main", "text": "red dog", "hide": {"pages": ["atlas"], "controls": ["export"]},
        "steps": [{"figure": "flow"}]})");
    write("locked.en.md", "# Without export\n\nShort.\n\n## One\n\nText.\n");
    open("main", "attention");
    QVERIFY(m_window->lessonHost()->openLesson(folder.filePath("locked.json")));
    settleStep(5);
    const auto isLocked = [&] { return m_window->lessonGuide()->isActive() && !m_window->action(app::Act::Export)->isEnabled(); };
    QVERIFY(isLocked());
    const auto questions = [&] { return m_window->notifications()->notifications(); };
    for (int time = 0; time < 2; ++time) {
        m_window->findChild<QToolButton*>("leaveLesson")->click();
        press(Qt::Key_Escape);
        QVERIFY(isLocked());
        QCOMPARE(questions().size(), std::size_t(1)); // asked once, however often it was tried
        QVERIFY2(questions().front().text.contains("Without export"), qPrintable(questions().front().text));
    }
    questions().front().offer.take();
    settle();
    QVERIFY(!m_window->lessonGuide()->isActive() && m_window->action(app::Act::Export)->isEnabled());
    QVERIFY(questions().empty());

    m_window->setClassroom({{"atlas"}, {"export"}}); // hidden by the session: leaving shows nothing more
    QVERIFY(m_window->lessonHost()->openLesson(folder.filePath("locked.json")));
    settleStep(5);
    press(Qt::Key_Escape);
    QVERIFY(!m_window->lessonGuide()->isActive() && questions().empty());
}

QUIET_TEST_MAIN(TestLessonClass)
#include "tst_lesson_class.moc"
