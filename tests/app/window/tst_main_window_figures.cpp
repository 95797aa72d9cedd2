// Figures leave the window and are opened in it again.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/export/export_preview.h"
#include "app/export/recipe.h"
#include "app/window/export_guide.h"

#include "tests/app/support/shown_window.h"
#include "widgets/figure/compose.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using support::choice;
using support::shown;
using support::waitForRun;

class TestMainWindowFigures : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void exportedFigureHoldsTheNumbersOfTheScreen();
    void anOpenedFigureBringsBackWhatDrewIt();
    void anOpenedComparisonBringsBackBothSlots();
    void theExportDialogFollowsTheWindow();
    void copiedFigureHasThreeFormats();
    void aRecipeHoldsBothSlots();
};

void TestMainWindowFigures::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

void TestMainWindowFigures::exportedFigureHoldsTheNumbersOfTheScreen()
{
    const auto window = shown();
    QVERIFY(window->showView("attention"));
    waitForRun(*window); // what the page needs too
    QTemporaryDir folder;
    app::ExportSettings settings;
    settings.formats = {widgets::FigureFormat::Svg, widgets::FigureFormat::Png};
    settings.pattern = "figure.{ext}";
    window->exportGuide()->exportFigure(settings, folder.path());
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

void TestMainWindowFigures::anOpenedFigureBringsBackWhatDrewIt()
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
        at = window->selection()->pinned();
        window->exportGuide()->exportFigure({}, folder.path());
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
    window->exportGuide()->exportFigure({}, again.path());
    QFile first(path), second(again.filePath("attention-en.svg"));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(second.readAll(), first.readAll());

    window->undoStack()->undo();
    waitForRun(*window);
    QVERIFY(window->promptLine()->text() != "The dog ran home");
}

void TestMainWindowFigures::anOpenedComparisonBringsBackBothSlots()
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
        window->exportGuide()->exportFigure({}, folder.path());
    }
    const auto opened = shown({.model = folder.filePath("residual-en.svg"), .remembers = false});
    QVERIFY(opened->runOf(1));
    QVERIFY(opened->state().b.has_value());
    QCOMPARE(opened->state().b->said, state.b->said);
    QVERIFY(opened->state().mode == widgets::SlotMode::Delta);
    QCOMPARE(QString(opened->currentView()->figure().id), QString("residual"));
}

void TestMainWindowFigures::theExportDialogFollowsTheWindow()
{
    const auto window = shown();
    QVERIFY(window->showView("attention"));
    window->currentView()->lookCloser();
    QTest::keyClick(window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window->exportGuide()->dialog());
    QTRY_VERIFY(!window->exportGuide()->dialog()->preview()->page().isNull());
    const QImage before = window->exportGuide()->dialog()->preview()->page();
    widgets::Selection at = window->selection()->pinned();
    at.head = at.head == 0 ? 1 : 0;
    window->selection()->pin(at);
    QTRY_VERIFY(window->exportGuide()->dialog()->preview()->page() != before);
    const QImage head = window->exportGuide()->dialog()->preview()->page();
    window->showView("output");
    QTRY_VERIFY(window->exportGuide()->dialog()->preview()->page() != head);
}

void TestMainWindowFigures::copiedFigureHasThreeFormats()
{
    const auto window = shown();
    window->exportGuide()->copyFigure({});
    const QMimeData* mime = QApplication::clipboard()->mimeData();
    QVERIFY(mime->hasImage());
    QVERIFY(mime->data("image/svg+xml").contains("<svg"));
    QVERIFY(mime->data("application/pdf").startsWith("%PDF"));
    const widgets::View& view = *window->currentView();
    QVERIFY(!mime->text().isEmpty());
    QCOMPARE(mime->text(), widgets::composedCaption(view.figure(), view.figureData()));
}

void TestMainWindowFigures::aRecipeHoldsBothSlots()
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
    window->exportGuide()->exportFigure(settings, folder.path());
    QFile svg(folder.filePath("figure.svg"));
    QTRY_VERIFY2(svg.exists(), "what the page needs is computed first, then the file is written");
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const app::RecipeContents recipe = app::readRecipe(widgets::readRecipe(svg.readAll()), "figure.svg");
    QVERIFY(recipe.inputs.b);
    QCOMPARE(recipe.inputs.b->said, choice("norm.placement=post"));
    QCOMPARE(recipe.data.mode, widgets::SlotMode::All);
    QCOMPARE(recipe.request.b->ids, window->runOf(1)->trace->ids);
}

QTEST_MAIN(TestMainWindowFigures)
#include "tst_main_window_figures.moc"
