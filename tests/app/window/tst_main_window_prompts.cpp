// Texts in the window: those of the guide with their heads, steps of a training, a text that is cut or emptied.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/compare_words.h"
#include "app/window/next_tokens.h"
#include "app/window/status_line.h"
#include "app/window/text_guide.h"

#include "core/files/library/curated_prompts.h"
#include "core/files/traces/trace_file.h"
#include "tests/app/support/shown_window.h"
#include "widgets/controls/dimmed.h"
#include "widgets/figure/caveats.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/view.h"

#include <QAccessible>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using app::MainWindow;
using support::shown;
using support::waitForRun;

class TestMainWindowPrompts : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void mainOpensOnAHeadThatWorks();
    void aModelWithoutAGuideOpensOnItsInductionHead();
    void aPromptSelectsItsHead();
    void aStepOfTheTrainingKeepsTextAndSelection();
    void aToggleSaysWhoseWeightsRun();
    void aTextBeyondTheTableIsCut();
    void anEmptiedTextIsSpokenOfNoMore();
    void presentingLeavesAnEmptiedPromptAlone();
    void noHeadIsMarkedWithoutAReason();
    void whatCouldNotRunIsNotAskedForAgain();
    void theButtonThatEmptiesItHasAName();
};

void TestMainWindowPrompts::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

void TestMainWindowPrompts::mainOpensOnAHeadThatWorks()
{
    for (const char* language : {"en", "zh_CN"}) {
        app::setLanguage(language);
        const auto window = shown({.model = "main", .view = "attention", .remembers = false});
        const auto prompts = core::curatedPrompts(window->run()->setup->model->path);
        const auto first
            = std::find_if(prompts.begin(), prompts.end(), [&](const auto& one) { return one.language == language; });
        QCOMPARE(window->promptLine()->text(), QString::fromStdString(first->text));
        const widgets::Selection& at = window->selection()->pinned();
        QCOMPARE(at.layer, first->layer);
        QCOMPARE(at.head, first->head);
        QCOMPARE(at.query, first->query);
        QCOMPARE(at.key, first->key);
        QCOMPARE(window->promptLine()->hint(), QString::fromStdString(core::wordsIn(first->sentence, language)));
        QVERIFY(window->nextTokens()->rows().front().probability > 0.9);
        QCOMPARE(QString(window->currentView()->figure().id), QString("attention")); // the head, not the wall of all

        // What is said of the head is beside pictures that mark it.
        auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
        const auto* const words = window->findChild<app::CompareWords*>();
        for (const auto& [figure, isOfHead] : {std::pair{"attention_masks", false}, {"attention_wall", true},
                 {"attention_masks", false}, {"attention_stages", true}}) {
            QVERIFY(view->restore(figure, {}));
            QCOMPARE(view->marksPlace(), isOfHead);
            QTRY_COMPARE(words->isVisible(), isOfHead); // when its numbers are there
        }
    }
}

void TestMainWindowPrompts::aModelWithoutAGuideOpensOnItsInductionHead()
{
    const auto window = shown({.model = "post", .text = "Repeat: red dog chair cup. Again: red dog", .remembers = false});
    const widgets::Selection at = window->selection()->pinned();
    const std::optional<core::HeadScores> chosen = widgets::scoresOf(*window->run(), at.layer, at.head);
    QVERIFY(chosen && chosen->induction >= 0.3);
    for (const widgets::ScoredHead& head : core::scoredHeads(*window->run()->trace))
        QVERIFY(head.scores.induction <= chosen->induction);

    // Later runs leave the selection alone.
    widgets::Selection own = at;
    own.layer = 0;
    own.head = 0;
    window->selection()->pin(own);
    window->setPrompt("Repeat: red dog chair. Again: red dog");
    waitForRun(*window);
    QCOMPARE(window->selection()->pinned().layer, 0);
}

void TestMainWindowPrompts::aPromptSelectsItsHead()
{
    const auto window = shown({.model = "main", .view = "residual", .remembers = false});
    const auto prompts = core::curatedPrompts(window->run()->setup->model->path);
    window->textGuide()->choosePrompt(2);
    waitForRun(*window);
    QCOMPARE(window->promptLine()->text(), QString::fromStdString(prompts[2].text));
    QCOMPARE(window->selection()->pinned().head, prompts[2].head);
    QCOMPARE(window->selection()->pinned().key, prompts[2].key);
    QCOMPARE(QString(window->currentView()->figure().id), QString("residual")); // the page that it was chosen on
    // The same text with another head needs no run.
    window->textGuide()->choosePrompt(0);
    waitForRun(*window);
    window->textGuide()->choosePrompt(1);
    QCOMPARE(window->selection()->pinned().layer, prompts[1].layer);
    QCOMPARE(window->selection()->pinned().key, prompts[1].key);

    window->setPrompt("The cat sat on the mat");
    waitForRun(*window);
    QVERIFY(window->promptLine()->hint().isEmpty());
}

void TestMainWindowPrompts::aStepOfTheTrainingKeepsTextAndSelection()
{
    const auto window = shown({.model = "main", .view = "attention", .remembers = false});
    const QString text = window->promptLine()->text();
    const widgets::Selection at = window->selection()->pinned();
    const std::string pattern = core::blockName(at.layer, "attn.pattern");
    const float trained = window->run()->trace->at(pattern).at({at.head, at.query, at.key});
    QVERIFY(!window->scrubber()->steps().empty());
    QVERIFY(trained > 0.9F);

    window->setTrainingStep(window->scrubber()->steps().front());
    waitForRun(*window);
    QCOMPARE(window->run()->trace->model, std::string("main@0"));
    QCOMPARE(window->scrubber()->step(), 0L);
    QCOMPARE(window->promptLine()->text(), text);
    QVERIFY(window->selection()->pinned() == at);
    QVERIFY(window->run()->trace->at(pattern).at({at.head, at.query, at.key}) < 0.5F); // nothing learned yet

    window->setTrainingStep(-1);
    waitForRun(*window);
    QCOMPARE(window->run()->trace->at(pattern).at({at.head, at.query, at.key}), trained);
}

void TestMainWindowPrompts::aToggleSaysWhoseWeightsRun()
{
    const auto window = shown({.model = "main", .view = "residual", .remembers = false});
    QVERIFY(widgets::caveatsOf(window->currentView()->figureData()).empty());
    core::Choices said = window->run()->setup->said;
    said.set("norm.placement", "post");
    window->setChoices(said);
    waitForRun(*window);
    // A sibling's weights, or main's own under another placement: either is said.
    QVERIFY(!widgets::caveatsOf(window->currentView()->figureData()).empty());
    QVERIFY(window->promptLine()->hint().isEmpty());
}

void TestMainWindowPrompts::aTextBeyondTheTableIsCut()
{
    const auto window = shown({.text = "The cat sat on the mat", .remembers = false});
    core::Choices said;
    said.set("position.kind", "learned");
    said.set("sizes.context", 4);
    window->setChoices(said);
    waitForRun(*window);
    QCOMPARE(window->run()->trace->ids.size(), std::size_t(4));
    QVERIFY(!window->run()->leftOut.empty());
    QVERIFY(!widgets::caveatsOf(window->currentView()->figureData()).empty());
}

namespace {

QList<QRect> placesOf(const MainWindow& window)
{
    QList<QRect> places;
    for (const QWidget* part : window.findChildren<QWidget*>())
        if (part->isVisibleTo(&window) && part->objectName() != QLatin1String("veil")
            && !qobject_cast<QLineEdit*>(part->parentWidget())) // whose button comes with a text
            places << QRect(part->mapTo(&window, QPoint()), part->size());
    return places;
}

QString placeholderOf(MainWindow& window) { return window.promptLine()->findChild<QLineEdit*>()->placeholderText(); }

const widgets::MapWall* wallOf(MainWindow& window)
{
    const auto* view = qobject_cast<widgets::FigureView*>(window.currentView());
    for (const widgets::CellPlottable* map : view->plot()->cellMaps())
        if (const auto* wall = qobject_cast<const widgets::MapWall*>(map))
            return wall;
    return nullptr;
}

} // namespace

void TestMainWindowPrompts::anEmptiedTextIsSpokenOfNoMore()
{
    const auto window = shown({.model = "main", .view = "attention", .remembers = false});
    const QString hint = window->promptLine()->hint();
    const std::vector<const QWidget*> ofText{
        window->compareWords(), window->nextTokens(), window->findChild<widgets::TokenStrip*>()};
    const QList<QRect> before = placesOf(*window);
    window->setPrompt({});
    waitForRun(*window);
    for (const QWidget* part : ofText)
        QVERIFY(widgets::isDimmed(part));
    QCOMPARE(window->statusLine()->readOutText(), QString("Type a text"));
    QCOMPARE(placeholderOf(*window), QString("Type a sentence or pick an example"));
    QVERIFY(placesOf(*window) == before); // nothing moves
    QVERIFY(window->showView("output")); // a page that is made meanwhile
    QVERIFY(widgets::isDimmed(window->compareWords()));
    QVERIFY(window->showView("attention"));
    window->undoStack()->undo(); // there is nothing to undo
    QVERIFY(window->session().isTextGone());
    window->setPrompt(QString::fromStdString(window->state().a.text));
    waitForRun(*window);
    for (const QWidget* part : ofText)
        QVERIFY(!widgets::isDimmed(part) && part->isEnabled());
    QVERIFY(window->statusLine()->readOutText() != "Type a text");
    QCOMPARE(window->promptLine()->hint(), hint);
}

void TestMainWindowPrompts::presentingLeavesAnEmptiedPromptAlone()
{
    const auto window = shown({.model = "main", .view = "attention", .remembers = false});
    window->setPrompt({});
    waitForRun(*window);
    const QString before = placeholderOf(*window);
    window->setPresenting(true);
    waitForRun(*window);
    window->setPresenting(false);
    waitForRun(*window);
    QCOMPARE(placeholderOf(*window), before);
    QVERIFY(window->promptLine()->text().isEmpty());
    QCOMPARE(window->statusLine()->readOutText(), QString("Type a text"));
}

void TestMainWindowPrompts::noHeadIsMarkedWithoutAReason()
{
    const auto window = shown({.model = "main", .view = "attention", .remembers = false});
    QTemporaryDir folder;
    const QString path = folder.filePath("run.safetensors");
    core::writeTrace(*window->run()->trace, path.toStdString());
    window->openModel(path);
    waitForRun(*window);
    const auto* view = qobject_cast<widgets::FigureView*>(window->currentView());
    QVERIFY(wallOf(*window)); // nor is one of them shown alone
    QVERIFY(!window->selection()->pinned().isHeadChosen);
    QCOMPARE(wallOf(*window)->pinned().row, -1);
    QVERIFY2(!view->captionText().contains("L0H0"), qPrintable(view->captionText()));
    widgets::Selection own = window->selection()->pinned();
    own.head = 1;
    window->selection()->pin(own);
    waitForRun(*window);
    QVERIFY(window->selection()->pinned().isHeadChosen);
    QVERIFY(wallOf(*window)->pinned().row >= 0);
}

/// Without a run the page says that a message tells why, not that a text is missing.
void TestMainWindowPrompts::whatCouldNotRunIsNotAskedForAgain()
{
    MainWindow window({.model = "/no such model", .view = "attention", .remembers = false});
    window.show();
    QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 30000);
    const auto said = [&] {
        QStringList words;
        for (const QLabel* label : window.currentView()->findChildren<QLabel*>())
            if (label->isVisible())
                words << label->text();
        return words.join(QLatin1Char('\n'));
    };
    QVERIFY2(said().contains("Nothing could run"), qPrintable(said()));
    QVERIFY(window.showView("norm")); // a page that is made later says the same
    QVERIFY2(said().contains("Nothing could run"), qPrintable(said()));
    app::WindowState next = window.state();
    next.a.model = "main";
    window.change(next);
    waitForRun(window);
    QVERIFY2(!said().contains("Nothing could run"), qPrintable(said()));
}

/// In the language in force, for a screen reader, which can press it.
void TestMainWindowPrompts::theButtonThatEmptiesItHasAName()
{
    const auto window = shown({.model = "main", .text = "red dog", .remembers = false});
    auto* const field = window->promptLine()->findChild<QLineEdit*>();
    const QList<QToolButton*> buttons = field->findChildren<QToolButton*>();
    QCOMPARE(buttons.size(), 1);
    QAccessibleInterface* const reader = QAccessible::queryAccessibleInterface(buttons.front());
    const QString name = reader->text(QAccessible::Name);
    QCOMPARE(name, QStringLiteral("Empty this field"));
    app::setLanguage("zh_CN");
    QVERIFY(reader->text(QAccessible::Name) != name);
    QCOMPARE(reader->role(), QAccessible::Button);
    reader->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(field->text().isEmpty());
}

QTEST_MAIN(TestMainWindowPrompts)
#include "tst_main_window_prompts.moc"
