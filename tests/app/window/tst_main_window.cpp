// The window as a whole: what opens, changes, is refused and closes.

#include "app/window/main_window.h"
#include "app/window/page_tabs.h"

#include "app/base/languages.h"
#include "app/window/drawers.h"
#include "app/window/next_tokens.h"
#include "app/window/status_line.h"

#include "core/files/traces/trace_file.h"
#include "tests/app/support/dropped_file.h"
#include "tests/app/support/shown_window.h"
#include "tests/test_data.h"
#include "widgets/controls/text_label.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using app::MainWindow;
using support::choice;
using support::shown;
using support::waitForRun;
using support::waitUntil;

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
    void aDroppedSessionOpensAndIsAmongTheRecent();
    void closingInMidRunIsClean();
    void aModelShowsItsChoicesAndDiagramBeforeItsRun();
    void aTraceFileIsShown();
    void twoStacksHaveATargetOfTheirOwn();
    void theCacheOfHuggingFaceIsListedAndOpens();
};

namespace {

float firstLogit(const MainWindow& window) { return window.run()->trace->at("logits").data()[0]; }

QStringList tabTexts(MainWindow& window)
{
    QStringList texts;
    const auto* const pages = window.findChild<app::PageTabs*>();
    for (int i = 0; i < pages->count(); ++i)
        texts += pages->textAt(i);
    const auto* const tabs = pages->findChild<QTabBar*>();
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

void TestMainWindow::opensWithAResultAndNoDialog()
{
    QVERIFY(MainWindow({.remembers = false}).isBusy()); // with its first pass, before it is shown
    const auto window = shown();
    QVERIFY(window->run());
    QVERIFY(!QApplication::activeModalWidget());
    const QImage picture = window->currentView()->findChild<widgets::Plot*>()->grab().toImage();
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            colours.insert(picture.pixel(x, y));
    QVERIFY2(colours.size() >= 8, qPrintable(QString::number(colours.size())));
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
    for (int i = 0; i < 20; ++i) {
        const bool isEnglish = i % 2 == 0;
        window->setLanguage(isEnglish ? "en" : "zh_CN");
        waitForRun(*window);
        QCOMPARE(tabTexts(*window), isEnglish ? english : chinese);
        QCOMPARE(window->action(app::Act::Undo)->text().contains("Undo"), isEnglish);
    }
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

    // To and fro a hundred times: nothing of the other theme is left in the palette or in the picture.
    QVERIFY(window->showView("attention"));
    waitForRun(*window);
    auto* const plot = window->currentView()->findChild<widgets::Plot*>();
    const auto pictureIn = [&](widgets::ThemeId theme) {
        window->setTheme(theme);
        QCoreApplication::processEvents();
        return window->palette().color(QPalette::WindowText) == widgets::themeOf(theme).text ? plot->grab().toImage() : QImage();
    };
    const QImage light = pictureIn(widgets::ThemeId::Light), dark = pictureIn(widgets::ThemeId::Dark);
    QVERIFY(!light.isNull() && !dark.isNull() && light != dark);
    for (int i = 0; i < 50; ++i) {
        QCOMPARE(pictureIn(widgets::ThemeId::Light), light);
        QCOMPARE(pictureIn(widgets::ThemeId::Dark), dark);
    }
    window->setTheme(widgets::ThemeId::Light);
}

void TestMainWindow::presentingRestoresEverything()
{
    const auto window = shown();
    const QRect geometry = window->geometry();
    const app::Drawers::Wishes drawers = window->drawers()->wishes();
    const auto fontsOf = [&] {
        QList<QFont> fonts{window->font(), QApplication::font()};
        for (const QLabel* label : window->findChildren<QLabel*>())
            fonts << label->font();
        return fonts;
    };
    const QList<QFont> fonts = fontsOf();
    const double line = widgets::screenStyle({800, 600}).lineWidth;
    window->setPresenting(true);
    QVERIFY(fontsOf() != fonts && widgets::currentTheme().scale >= 1.6);
    QCOMPARE(widgets::screenStyle({800, 600}).lineWidth, 2 * line);
    QVERIFY(window->isFullScreen());
    QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Projector);
    QVERIFY(!window->statusLine()->isVisible());
    window->setPresenting(false);
    QVERIFY(!window->isFullScreen());
    QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Light);
    QVERIFY(window->statusLine()->isVisible());
    QCOMPARE(window->geometry(), geometry);
    QVERIFY(window->drawers()->wishes() == drawers);
    QCOMPARE(fontsOf(), fonts);
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

void TestMainWindow::aDroppedSessionOpensAndIsAmongTheRecent()
{
    const auto window = shown();
    QTemporaryDir folder;
    QFile file(folder.filePath("kept.cutaway"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"model": "untrained", "text": "red dog", "figure": "norm"})");
    file.close();
    support::drop(*window, file.fileName());
    waitForRun(*window);
    QCOMPARE(window->state().a.text, std::string("red dog"));
    QCOMPARE(QString(window->currentView()->figure().id), QStringLiteral("norm"));
    QVERIFY(window->notifications()->notifications().empty());
    QCOMPARE(window->recentFiles().value(0), file.fileName());
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

void TestMainWindow::aModelShowsItsChoicesAndDiagramBeforeItsRun()
{
    const auto window = shown();
    const auto* const diagram = window->findChild<widgets::ModelDiagram*>();
    widgets::ChoiceEditor* const editor = window->findChild<widgets::VariantPanel*>()->editor();
    const core::SetupPtr before = editor->setup();
    const core::Index layers = before->config.layers();
    window->openModel("untrained-gpt2-small"); // whose numbers are still to be made
    QVERIFY(waitUntil([&] { return editor->setup() && editor->setup() != before; }, 30000));
    QVERIFY(window->isComputing() && window->run()->setup == before);
    QVERIFY(editor->isKnown() && editor->config().layers() != layers);
    QCOMPARE(editor->config().dModel, core::Index(768));
    QCOMPARE(diagram->diagram().layers, int(editor->config().layers()));

    window->action(app::Act::Stop)->trigger(); // then all is of the run on screen
    QVERIFY(waitUntil([&] { return !window->isComputing(); }, 30000));
    QVERIFY(editor->setup() == before);
    QCOMPARE(diagram->diagram().layers, int(layers));
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
    const auto hasPicture = [](app::MainWindow& one) {
        const auto* const view = qobject_cast<widgets::FigureView*>(one.currentView());
        return view && !view->isEmpty();
    };
    QVERIFY(hasPicture(*window)); // not Flow, which needs its model
    QVERIFY(hasPicture(*shown({.model = path, .remembers = false})));

    window->openModel("untrained");
    waitForRun(*window);
    QVERIFY(window->promptLine()->isEnabled() && !window->promptLine()->text().isEmpty());
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
    for (const auto& [line, name] : {std::pair{lines[0], "Source"}, {lines[1], "Target"}}) {
        const auto* const label = line->findChild<widgets::TextLabel*>();
        QVERIFY(label->isVisible() && !label->visibleRegion().isEmpty());
        QCOMPARE(label->text(), QString(name));
        QCOMPARE(line->findChild<QLineEdit*>()->accessibleName(), QString(name));
    }
    QVERIFY(!target->text().isEmpty());
    QVERIFY(window->run()->trace->decoderIds.size() > 1);
    QVERIFY(window->run()->trace->decoderIds != window->run()->trace->ids);

    auto* edit = target->findChild<QLineEdit*>();
    edit->clear();
    QTest::keyClick(edit, Qt::Key_Return);
    waitForRun(*window);
    QCOMPARE(window->run()->trace->decoderIds.size(), std::size_t(1)); // the start token
    QCOMPARE(
        window->statusLine()->findChild<widgets::TextLabel*>("readOut")->textFormat(), Qt::PlainText); // whose "<s>" is no tag
    window->setChoices({});
    waitForRun(*window);
    QVERIFY(!target->isVisible());
    QVERIFY(!lines[0]->findChild<widgets::TextLabel*>()->isVisible());
}

void TestMainWindow::theCacheOfHuggingFaceIsListedAndOpens()
{
    QTemporaryDir cache;
    qputenv("HF_HUB_CACHE", cache.path().toUtf8());
    const auto window = shown();
    const QList<QMenu*> menus = window->menuBar()->findChildren<QMenu*>();
    const auto at = std::ranges::find_if(menus, [](const QMenu* menu) { return menu->title().contains("Hugging Face"); });
    QVERIFY(at != menus.end());
    QMenu* const menu = *at;
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 1);
    QVERIFY(!menu->actions()[0]->isEnabled());
    QVERIFY(menu->actions()[0]->text().contains(cache.path()));

    const QString snapshot = cache.filePath("models--some--model/snapshots/01");
    QVERIFY(QDir().mkpath(snapshot));
    for (const char* name : {"config.json", "model.safetensors"})
        QVERIFY(QFile::copy(QString(TEST_DATA "/golden/gpt2/") + name, snapshot + "/" + name));
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 1);
    QCOMPARE(menu->actions()[0]->text(), QStringLiteral("some/model"));
    menu->actions()[0]->trigger();
    waitForRun(*window);
    QCOMPARE(QString::fromStdString(window->run()->setup->model->path), snapshot);
    qunsetenv("HF_HUB_CACHE");
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
