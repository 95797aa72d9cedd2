#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/export/export_preview.h"
#include "app/export/recipe.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/next_tokens.h"
#include "app/window/status_line.h"

#include "core/files/library/curated_prompts.h"
#include "core/files/traces/trace_file.h"
#include "tests/app/support/dropped_file.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <algorithm>

using app::MainWindow;

class TestMainWindow : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void opensWithAResultAndNoDialog();
    void aToggleChangesTheNumbersAndCanBeUndone();
    void whatIsRefusedIsTakenBack();
    void languageSwitchesLive();
    void themeSwitchesLive();
    void presentingRestoresEverything();
    void everyPageOpens();
    void aBadFileIsANotificationAndNoModalBox();
    void closingInMidRunIsClean();
    void exportedFigureHoldsTheNumbersOfTheScreen();
    void anOpenedFigureBringsBackWhatDrewIt();
    void anOpenedComparisonBringsBackBothSlots();
    void theExportDialogFollowsTheWindow();
    void copiedFigureHasThreeFormats();
    void aTraceFileIsShown();
    void twoStacksHaveATargetOfTheirOwn();
    void mainOpensOnAHeadThatWorks();
    void aModelWithoutAGuideOpensOnItsInductionHead();
    void aPromptSelectsItsHead();
    void aStepOfTheTrainingKeepsTextAndSelection();
    void aToggleSaysWhoseWeightsRun();
    void aTextBeyondTheTableIsCut();
    void bIsMadeFromAAndEditedAlone();
    void blinkingShowsAAndBInOnePlaceOnOneScale();
    void everyChangeOfTheSlotsCanBeUndone();
    void aRefusedChangeOfBIsTakenBack();
    void aRecipeHoldsBothSlots();

private:
    /// A small window with its first result.
    std::unique_ptr<MainWindow> shown(const MainWindow::Start& start = {.remembers = false});
    static void waitForRun(MainWindow& window);
};

namespace {

core::Choices choice(const char* assignment)
{
    core::Choices choices;
    choices.setText(assignment, 1);
    return choices;
}

float firstLogit(const MainWindow& window) { return window.run()->trace->at("logits").data()[0]; }

QStringList tabTexts(MainWindow& window)
{
    QStringList texts;
    const auto* tabs = window.findChild<QTabBar*>();
    for (int i = 0; i < tabs->count(); ++i)
        texts += tabs->tabText(i);
    return texts;
}

} // namespace

void TestMainWindow::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

void TestMainWindow::waitForRun(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(!window.isComputing(), 30000);
    QCoreApplication::processEvents();
}

std::unique_ptr<MainWindow> TestMainWindow::shown(const MainWindow::Start& start)
{
    auto window = std::make_unique<MainWindow>(start);
    window->show();
    waitForRun(*window);
    return window;
}

void TestMainWindow::opensWithAResultAndNoDialog()
{
    const auto window = shown();
    QVERIFY(window->run());
    QVERIFY(!QApplication::activeModalWidget());
    QVERIFY(window->currentView());
    QVERIFY(!window->nextTokens()->rows().empty());
    double sum = 0;
    for (const auto& row : window->nextTokens()->rows())
        sum += row.probability;
    QVERIFY(sum > 0 && sum <= 1.0001);
    QVERIFY(window->statusLine()->provenanceText().contains("seed"));
}

void TestMainWindow::aToggleChangesTheNumbersAndCanBeUndone()
{
    const auto window = shown();
    const float before = firstLogit(*window);
    const QImage picture = window->currentView()->grab().toImage();
    window->setChoices(choice("norm.placement=post"));
    waitForRun(*window);
    QCOMPARE(window->run()->setup->said, choice("norm.placement=post"));
    QVERIFY(firstLogit(*window) != before);
    QVERIFY(window->currentView()->grab().toImage() != picture);

    window->undoStack()->undo();
    waitForRun(*window);
    QCOMPARE(firstLogit(*window), before);
    window->undoStack()->redo();
    waitForRun(*window);
    QVERIFY(firstLogit(*window) != before);
}

void TestMainWindow::whatIsRefusedIsTakenBack()
{
    const auto window = shown();
    window->setChoices(choice("norm.placement=post"));
    waitForRun(*window);
    const float before = firstLogit(*window);
    core::Choices illegal = choice("norm.placement=post");
    illegal.setText("block.layout=parallel_shared_norm", 1);
    window->setChoices(illegal);
    waitForRun(*window);
    QCOMPARE(window->notifications()->notifications().size(), std::size_t(1));
    QVERIFY(!QApplication::activeModalWidget());
    QCOMPARE(firstLogit(*window), before);
    QCOMPARE(window->undoStack()->count(), 1); // only the legal change can be undone
    window->setPrompt("The dog");
    waitForRun(*window);
    QCOMPARE(window->run()->setup->said, choice("norm.placement=post"));
    QVERIFY(window->notifications()->notifications().empty());
}

void TestMainWindow::languageSwitchesLive()
{
    const auto window = shown();
    const QStringList english = tabTexts(*window);
    window->setLanguage("zh_CN");
    waitForRun(*window);
    const QStringList chinese = tabTexts(*window);
    QCOMPARE(chinese.size(), english.size());
    for (int i = 0; i < english.size(); ++i)
        QVERIFY2(chinese[i] != english[i] || english[i] == "RoPE" || english[i] == "ALiBi", qPrintable(english[i]));
    QVERIFY(window->run()->trace->tokens.size() > 2); // the sentence follows the language
    window->setLanguage("en");
    waitForRun(*window);
    QCOMPARE(tabTexts(*window), english);
}

void TestMainWindow::themeSwitchesLive()
{
    const auto window = shown();
    // Qt posts the change of palette to the widgets: it is there when the event loop turns.
    const auto cornerOf = [&](widgets::ThemeId theme) {
        window->setTheme(theme);
        QCoreApplication::processEvents();
        const QImage picture = window->grab().toImage();
        return picture.pixelColor(2, picture.height() - 3).lightness();
    };
    QVERIFY(cornerOf(widgets::ThemeId::Light) > 200);
    QVERIFY(cornerOf(widgets::ThemeId::Dark) < 60);
    QVERIFY(cornerOf(widgets::ThemeId::Light) > 200);
}

void TestMainWindow::presentingRestoresEverything()
{
    const auto window = shown();
    window->setPresenting(true);
    QVERIFY(window->isFullScreen());
    QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Projector);
    QVERIFY(!window->statusLine()->isVisible());
    window->setPresenting(false);
    QVERIFY(!window->isFullScreen());
    QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Light);
    QVERIFY(window->statusLine()->isVisible());
}

void TestMainWindow::everyPageOpens()
{
    const auto window = shown();
    for (const widgets::ViewInfo& view : widgets::allViews()) {
        QVERIFY(window->showView(view.id));
        QVERIFY(window->currentView());
        QVERIFY(window->currentView()->figureData().a == window->run());
    }
    QVERIFY(!window->showView("no-such-view"));
}

void TestMainWindow::aBadFileIsANotificationAndNoModalBox()
{
    const auto window = shown();
    const widgets::RunPtr before = window->run();
    QTemporaryDir folder;
    QFile file(folder.filePath("bad.gguf"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("GGUF but no more");
    file.close();
    support::drop(*window, file.fileName());
    QVERIFY(window->isBusy());
    waitForRun(*window);
    QCOMPARE(window->notifications()->notifications().size(), std::size_t(1));
    QVERIFY(window->notifications()->notifications()[0].text.contains("bad.gguf"));
    QVERIFY(!QApplication::activeModalWidget());
    QCOMPARE(window->run(), before); // the old picture stays

    window->setPrompt("The dog"); // and the model that was there goes on
    waitForRun(*window);
    QVERIFY(window->run() != before);
    QVERIFY(window->notifications()->notifications().empty());
    QCOMPARE(QString::fromStdString(window->run()->trace->model), QString("untrained"));
}

void TestMainWindow::closingInMidRunIsClean()
{
    for (int i = 0; i < 3; ++i) {
        auto window = std::make_unique<MainWindow>(MainWindow::Start{.remembers = false});
        window->show();
        window->setChoices(choice("norm.placement=post"));
        QCoreApplication::processEvents();
        window->close();
        window.reset();
        QCoreApplication::processEvents();
    }
}

void TestMainWindow::exportedFigureHoldsTheNumbersOfTheScreen()
{
    const auto window = shown();
    QVERIFY(window->showView("attention"));
    waitForRun(*window); // what the page needs too
    QTemporaryDir folder;
    app::ExportSettings settings;
    settings.formats = {widgets::FigureFormat::Svg, widgets::FigureFormat::Png};
    settings.pattern = "figure.{ext}";
    window->exportFigure(settings, folder.path());
    QFile svg(folder.filePath("figure.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const app::RecipeContents recipe = app::readRecipe(widgets::readRecipe(svg.readAll()), "figure.svg");
    QVERIFY(QFile::exists(folder.filePath("figure.png")));

    // The recipe alone leads to the same numbers and to the same selection.
    app::RunDesk desk;
    app::RunRequest again;
    again.model = recipe.inputs.a.model;
    again.said = recipe.inputs.a.said;
    again.ids = recipe.request.a.ids;
    const widgets::RunPtr run = desk.carryOut(again);
    const core::Tensor& onScreen = window->run()->trace->at("logits");
    const core::Tensor& fromRecipe = run->trace->at("logits");
    QCOMPARE(fromRecipe.shape(), onScreen.shape());
    QVERIFY(std::equal(onScreen.values().begin(), onScreen.values().end(), fromRecipe.values().begin()));
    QVERIFY(recipe.data.selection == window->selection()->pinned());
    QCOMPARE(recipe.figure, QString(window->currentView()->figure().id));
}

void TestMainWindow::anOpenedFigureBringsBackWhatDrewIt()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("attention-en.svg");
    widgets::Selection at;
    {
        const auto window = shown();
        window->setChoices(choice("norm.placement=post"));
        waitForRun(*window);
        window->setPrompt("The dog ran home");
        waitForRun(*window);
        QVERIFY(window->showView("attention"));
        window->currentView()->lookCloser();
        at = window->selection()->pinned();
        at.layer = 1;
        at.head = 2;
        at.query = 2;
        at.key = 1;
        window->selection()->pin(at);
        window->exportFigure({}, folder.path());
        QVERIFY(QFile::exists(path));
    }
    const auto window = shown();
    QVERIFY(window->showView("output"));
    window->openModel(path);
    waitForRun(*window);
    QCOMPARE(window->promptLine()->text(), QString("The dog ran home"));
    QCOMPARE(window->run()->setup->said, choice("norm.placement=post"));
    QVERIFY(window->selection()->pinned() == at);
    QCOMPARE(QString(window->currentView()->figure().id), QString("attention"));
    QVERIFY(window->notifications()->notifications().empty());

    // And the same file comes out again.
    QTemporaryDir again;
    window->exportFigure({}, again.path());
    QFile first(path), second(again.filePath("attention-en.svg"));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(second.readAll(), first.readAll());

    window->undoStack()->undo();
    waitForRun(*window);
    QVERIFY(window->promptLine()->text() != "The dog ran home");
}

void TestMainWindow::anOpenedComparisonBringsBackBothSlots()
{
    QTemporaryDir folder;
    app::WindowState state;
    {
        const auto window = shown();
        window->change(app::withB(window->state()));
        waitForRun(*window);
        window->setChoices(choice("norm.placement=sandwich"));
        waitForRun(*window);
        window->change(app::withMode(window->state(), widgets::SlotMode::Delta));
        QVERIFY(window->showView("residual"));
        state = window->state();
        window->exportFigure({}, folder.path());
    }
    const auto opened = shown({.model = folder.filePath("residual-en.svg"), .remembers = false});
    QVERIFY(opened->runOf(1));
    QVERIFY(opened->state().b.has_value());
    QCOMPARE(opened->state().b->said, state.b->said);
    QVERIFY(opened->state().mode == widgets::SlotMode::Delta);
    QCOMPARE(QString(opened->currentView()->figure().id), QString("residual"));
}

void TestMainWindow::theExportDialogFollowsTheWindow()
{
    const auto window = shown();
    QVERIFY(window->showView("attention"));
    window->currentView()->lookCloser();
    QTest::keyClick(window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window->exportDialog());
    QTRY_VERIFY(!window->exportDialog()->preview()->page().isNull());
    const QImage before = window->exportDialog()->preview()->page();
    widgets::Selection at = window->selection()->pinned();
    at.head = at.head == 0 ? 1 : 0;
    window->selection()->pin(at);
    QTRY_VERIFY(window->exportDialog()->preview()->page() != before);
    const QImage head = window->exportDialog()->preview()->page();
    window->showView("output");
    QTRY_VERIFY(window->exportDialog()->preview()->page() != head);
}

void TestMainWindow::copiedFigureHasThreeFormats()
{
    const auto window = shown();
    window->copyFigure({});
    const QMimeData* mime = QApplication::clipboard()->mimeData();
    QVERIFY(mime->hasImage());
    QVERIFY(mime->data("image/svg+xml").contains("<svg"));
    QVERIFY(mime->data("application/pdf").startsWith("%PDF"));
}

void TestMainWindow::twoStacksHaveATargetOfTheirOwn()
{
    const auto window = shown();
    const QList<widgets::PromptLine*> lines = window->findChildren<widgets::PromptLine*>();
    QCOMPARE(lines.size(), 2);
    widgets::PromptLine* target = lines[1];
    QVERIFY(!target->isVisible());
    window->setChoices(choice("topology=encoder_decoder"));
    waitForRun(*window);
    QVERIFY(target->isVisible());
    QVERIFY(!target->text().isEmpty());
    QVERIFY(window->run()->trace->decoderIds.size() > 1);
    QVERIFY(window->run()->trace->decoderIds != window->run()->trace->ids);

    auto* edit = target->findChild<QLineEdit*>();
    edit->clear();
    QTest::keyClick(edit, Qt::Key_Return);
    waitForRun(*window);
    QCOMPARE(window->run()->trace->decoderIds.size(), std::size_t(1)); // the start token
    window->setChoices({});
    waitForRun(*window);
    QVERIFY(!target->isVisible());
}

void TestMainWindow::aTraceFileIsShown()
{
    const auto window = shown();
    QTemporaryDir folder;
    const QString path = folder.filePath("run.safetensors");
    core::writeTrace(*window->run()->trace, path.toStdString());
    window->openModel(path);
    waitForRun(*window);
    QVERIFY(window->notifications()->notifications().empty());
    QVERIFY(!window->run()->setup);
    QVERIFY(window->run()->trace->find("logits"));
    QVERIFY(!window->promptLine()->isEnabled() && window->promptLine()->text().isEmpty()); // it is not run again
    QCOMPARE(window->statusLine()->provenanceText(), QString("A recorded run"));

    window->openModel("untrained");
    waitForRun(*window);
    QVERIFY(window->promptLine()->isEnabled() && !window->promptLine()->text().isEmpty());
}

void TestMainWindow::mainOpensOnAHeadThatWorks()
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
    }
}

void TestMainWindow::aModelWithoutAGuideOpensOnItsInductionHead()
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

void TestMainWindow::aPromptSelectsItsHead()
{
    const auto window = shown({.model = "main", .view = "residual", .remembers = false});
    const auto prompts = core::curatedPrompts(window->run()->setup->model->path);
    window->choosePrompt(2);
    waitForRun(*window);
    QCOMPARE(window->promptLine()->text(), QString::fromStdString(prompts[2].text));
    QCOMPARE(window->selection()->pinned().head, prompts[2].head);
    QCOMPARE(window->selection()->pinned().key, prompts[2].key);
    QCOMPARE(QString(window->currentView()->figure().id), QString("attention"));
    // The same text with another head needs no run.
    window->choosePrompt(0);
    waitForRun(*window);
    window->choosePrompt(1);
    QCOMPARE(window->selection()->pinned().layer, prompts[1].layer);
    QCOMPARE(window->selection()->pinned().key, prompts[1].key);

    window->setPrompt("The cat sat on the mat");
    waitForRun(*window);
    QVERIFY(window->promptLine()->hint().isEmpty());
}

void TestMainWindow::aStepOfTheTrainingKeepsTextAndSelection()
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

void TestMainWindow::aToggleSaysWhoseWeightsRun()
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

void TestMainWindow::aTextBeyondTheTableIsCut()
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

void TestMainWindow::bIsMadeFromAAndEditedAlone()
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

void TestMainWindow::blinkingShowsAAndBInOnePlaceOnOneScale()
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

void TestMainWindow::everyChangeOfTheSlotsCanBeUndone()
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

void TestMainWindow::aRefusedChangeOfBIsTakenBack()
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

void TestMainWindow::aRecipeHoldsBothSlots()
{
    const auto window = shown();
    window->change(app::withB(window->state()));
    window->setChoices(choice("norm.placement=post"));
    window->change(app::withMode(window->state(), widgets::SlotMode::All));
    waitForRun(*window);
    QVERIFY(window->showView("attention"));
    QTemporaryDir folder;
    app::ExportSettings settings;
    settings.formats = {widgets::FigureFormat::Svg};
    settings.pattern = "figure.{ext}";
    window->exportFigure(settings, folder.path());
    QFile svg(folder.filePath("figure.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const app::RecipeContents recipe = app::readRecipe(widgets::readRecipe(svg.readAll()), "figure.svg");
    QVERIFY(recipe.inputs.b);
    QCOMPARE(recipe.inputs.b->said, choice("norm.placement=post"));
    QCOMPARE(recipe.data.mode, widgets::SlotMode::All);
    QCOMPARE(recipe.request.b->ids, window->runOf(1)->trace->ids);
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
