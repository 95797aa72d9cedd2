// The window in the hall: on the screens that lecturers have, less what a window manager's frame takes, in every theme and both
// languages, the picture keeps its share, nothing moves it, and presenting leaves everything as it was.

#include "app/base/languages.h"
#include "app/session/planned_steps.h"
#include "app/window/compare_words.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"

#include "core/files/library/model_files.h"
#include "core/files/traces/trace_file.h"
#include "tests/app/support/shared_windows.h"
#include "tests/app/support/state_of_window.h"
#include "tests/widgets/support/wait.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plotted_numbers.h"
#include "widgets/views/shared/figure_view.h"

#include <QAbstractButton>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using app::Drawers;
using app::MainWindow;
using support::stateOf;
using namespace widgets;

namespace {

const QSize sizes[] = {{1366, 738}, {1280, 690}, {1024, 738}, {1920, 1050}};
constexpr ThemeId themes[] = {ThemeId::Light, ThemeId::Dark, ThemeId::Projector};

void settle(MainWindow& window)
{
    QVERIFY(support::waitUntil([&] { return !window.isComputing() && window.run(); }, 60000));
    for (int round = 0; round < 12; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

std::unique_ptr<MainWindow> shown(const MainWindow::Start& start, const QSize& size)
{
    auto window = std::make_unique<MainWindow>(start);
    window->resize(size);
    window->show();
    settle(*window);
    return window;
}

/// With a slot B that has another norm placement.
MainWindow::Start compared(SlotMode mode)
{
    MainWindow::Start start{.model = "main", .remembers = false};
    start.saidOfB.emplace();
    start.saidOfB->setText("norm.placement=post", 4);
    start.saidOfB->setText("weights=keep", 4);
    start.mode = mode;
    return start;
}

double shareOf(const MainWindow& window)
{
    const QWidget* picture = window.currentView()->picture();
    return double(picture->width()) * picture->height() / (double(window.width()) * window.height());
}

} // namespace

class TestHall : public QObject
{
    Q_OBJECT

    support::SharedWindows m_windows; // alone and comparing, of thePictureHasItsShare

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { app::setLanguage("en"); }
    void cleanup()
    {
        m_windows.hide();
        setCurrentTheme(ThemeId::Light);
    }
    void cleanupTestCase() { m_windows.clear(); }

    void thePictureHasItsShare_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const QSize size : sizes)
            for (const ThemeId theme : themes)
                for (const char* language : {"en", "zh_CN"})
                    QTest::addRow("%d × %d %s %s", size.width(), size.height(), qPrintable(themeWord(theme)), language)
                        << size << int(theme) << QString(language);
    }
    void thePictureHasItsShare()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        app::setLanguage(language); // the window of the row before is told
        double alone = 1, comparing = 1, presented = 1; // the smallest of all pages
        for (const bool isComparing : {false, true}) {
            setCurrentTheme(ThemeId(theme)); // the presentation before had its own
            const MainWindow::Start start
                = isComparing ? compared(SlotMode::All) : MainWindow::Start{.model = "main", .remembers = false};
            MainWindow* const window = &m_windows.of(isComparing, size, [&] { return std::make_unique<MainWindow>(start); });
            settle(*window);
            QCOMPARE(window->size(), size);
            const auto walk = [&](double& smallest, double least) {
                for (const ViewInfo& page : allViews()) {
                    QVERIFY(window->showView(page.id));
                    settle(*window);
                    smallest = std::min(smallest, shareOf(*window));
                    QVERIFY2(shareOf(*window) >= least, qPrintable(QStringLiteral("%1: %2").arg(page.id).arg(shareOf(*window))));
                }
            };
            walk(isComparing ? comparing : alone, isComparing ? 0.6 : 0.5);
            window->setPresenting(true);
            QCOMPARE(currentTheme().id, ThemeId::Projector);
            window->setTheme(ThemeId(theme)); // as a lecturer may who wants another one
            window->resize(size);
            settle(*window);
            QCOMPARE(currentTheme().id, ThemeId(theme));
            walk(presented, 0.8);
            window->setPresenting(false);
            window->hide();
        }
        qInfo(
            "the picture has %.1f %% alone, %.1f %% compared, %.1f %% presented", 100 * alone, 100 * comparing, 100 * presented);
    }

    void theMapsOfAComparisonAreLarge_data() { themesAndLanguages(); }
    void theMapsOfAComparisonAreLarge()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        const auto window = shown(compared(SlotMode::All), {1366, 738});
        QVERIFY(window->showView("attention"));
        settle(*window);
        const auto* view = qobject_cast<FigureView*>(window->currentView());
        QCOMPARE(view->plot()->cellMaps().size(), 3);
        for (const CellPlottable* map : view->plot()->cellMaps())
            QVERIFY2(
                map->keyAxis()->axisRect()->width() >= 200, qPrintable(QString::number(map->keyAxis()->axisRect()->width())));
    }

    void theKeyStepOfTheLectureHasAPicture_data() { themesAndLanguages(); }
    void theKeyStepOfTheLectureHasAPicture()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        const auto window = shown({.model = "main", .view = "attention", .remembers = false}, {1366, 738});
        QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
        settle(*window);
        window->drawers()->setOpen(Drawers::Right, true);
        settle(*window);
        const auto* const panel = window->findChild<VariantPanel*>();
        QVERIFY(panel->isVisible());
        window->addChoice("norm.placement", "post");
        settle(*window);
        const auto* view = qobject_cast<FigureView*>(window->currentView());
        QVERIFY(!view->isEmpty() && view->plot()->cellMaps().size() >= 2); // of A and of B
        const auto placeOf = [&](const QWidget& part) { return QRect(part.mapTo(window.get(), QPoint()), part.size()); };
        QVERIFY(!placeOf(*view->picture()).intersects(placeOf(*panel))); // both are seen while a choice is changed
        window->addChoice("weights", "keep");
        settle(*window);
        QTest::keyClick(window->centralWidget(), Qt::Key_5);
        settle(*window);
        const auto isDifferenceDrawn = [&] {
            return std::ranges::any_of(
                plottedNumbers(*view->plot()), [](const NumberSet& one) { return one.name.startsWith(QStringLiteral("delta")); });
        };
        QVERIFY(isDifferenceDrawn());
        window->drawers()->setOpen(Drawers::Right, true);
        settle(*window);
        QVERIFY(panel->isVisible() && isDifferenceDrawn());
        QVERIFY(window->drawers()->closeOver());
        settle(*window);
        QVERIFY2(shareOf(*window) >= 0.6, qPrintable(QString::number(shareOf(*window))));
    }

    void nothingMovesThePicture_data() { themesAndLanguages(); }
    void nothingMovesThePicture()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        const auto window = shown({.model = "main", .view = "attention", .remembers = false}, {1366, 738});
        const auto place = [&] {
            const QWidget& picture = *window->currentView()->picture();
            return QRect(picture.mapTo(window.get(), QPoint()), picture.size());
        };
        const QRect before = place();
        for (const ViewInfo& page : allViews()) {
            QVERIFY(window->showView(page.id));
            settle(*window);
            QVERIFY2(place() == before, page.id);
            if (auto* show = window->currentView()->findChild<SegmentedSwitch*>(QStringLiteral("show")))
                for (const QString& id : show->ids()) {
                    show->findChild<QAbstractButton*>(id)->click();
                    settle(*window);
                    QVERIFY2(place() == before, qPrintable(page.id + QLatin1Char(' ') + id));
                }
        }
        window->showView("attention");
        for (int head = 0; head < 4; ++head) { // the hint comes and goes
            Selection at = window->selection()->pinned();
            at.head = head;
            window->selection()->pin(at);
            settle(*window);
            QCOMPARE(place(), before);
        }
        window->setPrompt({}); // a problem with the text
        QVERIFY(!window->promptLine()->problem().isEmpty());
        QCOMPARE(place(), before);
        window->notifications()->post(Severity::Error, QStringLiteral("A message."));
        QCoreApplication::processEvents();
        QCOMPARE(place(), before);
    }

    void presentingLeavesEverything_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("theme");
        for (const QSize size : {QSize(1366, 738), QSize(1920, 1050)})
            for (const ThemeId theme : themes)
                QTest::addRow("%d %s", size.width(), qPrintable(themeWord(theme))) << size << int(theme);
    }
    void presentingLeavesEverything()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        setCurrentTheme(ThemeId(theme));
        const auto window = shown({.model = "main", .view = "norm", .remembers = false}, size);
        window->promptLine()->setFocus();
        for (QScrollBar* const bar : window->drawers()->findChildren<QScrollBar*>())
            bar->setValue(bar->maximum() / 2);
        settle(*window); // its picture may still be computed
        const QStringList before = stateOf(*window);
        const Drawers::Wishes wishes = window->drawers()->wishes();
        for (int time = 0; time < 20; ++time) {
            QTest::keyClick(window->centralWidget(), Qt::Key_F5);
            settle(*window);
            QVERIFY(window->isFullScreen() && currentTheme().id == ThemeId::Projector);
            QVERIFY(!window->findChild<TokenStrip*>()->isVisible() || window->height() > 900);
            QTest::keyClick(window->centralWidget(), time % 2 ? Qt::Key_F5 : Qt::Key_Escape);
            settle(*window);
            const QStringList after = stateOf(*window);
            QVERIFY2(after == before, qPrintable(support::firstDifference(before, after)));
            QVERIFY(window->drawers()->wishes() == wishes);
        }
    }

    void theNextStartIsAsThePersonLeftIt()
    {
        const QSize size(1366, 738);
        MainWindow::Start start{.model = "main", .view = "norm"};
        QSettings("cutaway", "cutaway").clear();
        setCurrentTheme(ThemeId::Projector);
        Drawers::Wishes wishes;
        {
            const auto window = shown(start, size);
            window->drawers()->setOpen(Drawers::Left, false);
            window->drawers()->setOpen(Drawers::Right, true);
            wishes = window->drawers()->wishes();
            window->setPresenting(true);
            settle(*window);
            window->close();
        }
        setCurrentTheme(ThemeId::Light);
        const auto window = shown(start, size);
        QVERIFY(window->drawers()->wishes() == wishes && shareOf(*window) >= 0.5);
        QSettings("cutaway", "cutaway").clear();
    }

    void theLectureIsClickedThrough_data() { themesAndLanguages(); }
    void theLectureIsClickedThrough()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        MainWindow::Start start{.model = QString::fromStdString(core::defaultModel()), .remembers = false};
        auto window = shown(start, {1366, 738});
        const std::size_t steps = app::readPlannedSteps(app::lectureFile(language)).steps.size();
        const app::WindowState before = window->state();
        const auto present = [&] {
            QTest::keyClick(window->centralWidget(), Qt::Key_F5);
            settle(*window);
            QCOMPARE(window->size(), window->screen()->size()); // 1366 × 768: tests.cmake
        };
        present();
        for (int step = 0; step < int(steps); ++step) {
            QTest::keyClick(window->centralWidget(), Qt::Key_PageDown);
            settle(*window);
            QCOMPARE(window->presenter()->at(), step);
            const auto* const view = qobject_cast<FigureView*>(window->currentView());
            const QString where = QStringLiteral("step %1, %2").arg(step + 1).arg(QLatin1String(view->figure().id));
            QVERIFY2(!view->isEmpty() && shareOf(*window) >= 0.8, qPrintable(where));
            if (step % 4 == 3) { // F5 and back between steps
                QTest::keyClick(window->centralWidget(), Qt::Key_F5);
                settle(*window);
                QCOMPARE(window->size(), QSize(1366, 738));
                QCOMPARE(currentTheme().id, ThemeId(theme));
                const auto* const back = qobject_cast<FigureView*>(window->currentView()); // the page from before the steps
                QVERIFY2(!back->isEmpty() && shareOf(*window) >= 0.5, qPrintable(where));
                QVERIFY2(window->state() == before, qPrintable(where));
                present();
                QCOMPARE(window->presenter()->at(), step);
            }
            if (step == int(steps) / 2) { // closed in the middle, opened again, and on
                window->close();
                setCurrentTheme(ThemeId(theme));
                window = shown(start, {1366, 738});
                present();
                for (int again = 0; again <= step; ++again) {
                    QTest::keyClick(window->centralWidget(), Qt::Key_PageDown);
                    settle(*window);
                }
                QCOMPARE(window->presenter()->at(), step);
            }
        }
    }

    void othersThanTheDefaultKeepTheirShare_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("theme");
        for (const char* what : {"recorded", "deep", "long"})
            for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector})
                QTest::addRow("%s %s", what, qPrintable(themeWord(theme))) << QString(what) << int(theme);
    }
    void othersThanTheDefaultKeepTheirShare()
    {
        QFETCH(QString, what);
        QFETCH(int, theme);
        setCurrentTheme(ThemeId(theme));
        QTemporaryDir folder;
        MainWindow::Start start{.model = "main", .view = "attention", .remembers = false};
        if (what == "recorded") {
            const auto source = shown(start, {1366, 738});
            const QString file = folder.filePath("run.safetensors");
            core::writeTrace(*source->run()->trace, file.toStdString());
            start.model = file;
        } else if (what == "deep") {
            start.model = "untrained";
            start.said.setText("sizes.layers=30", 4);
        } else {
            for (int i = 0; i < 100; ++i)
                start.text += QStringLiteral("red dog chair cup ");
        }
        const auto window = shown(start, {1366, 738});
        for (const ViewInfo& page : allViews()) {
            QVERIFY(window->showView(page.id));
            settle(*window);
            QVERIFY2(shareOf(*window) >= 0.5, page.id);
            for (const QWidget* button : window->drawers()->findChildren<QAbstractButton*>())
                QVERIFY2(!button->isVisible() || button->width() >= std::min(button->minimumSizeHint().width(), 24),
                    qPrintable(button->objectName()));
        }
        const QStringList before = stateOf(*window);
        window->setPresenting(true);
        settle(*window);
        window->setPresenting(false);
        settle(*window);
        const QStringList after = stateOf(*window);
        QVERIFY2(after == before, qPrintable(support::firstDifference(before, after)));
    }

private:
    static void themesAndLanguages()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : themes)
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(themeWord(theme)), language) << int(theme) << QString(language);
    }
};

QTEST_MAIN(TestHall)
#include "tst_hall.moc"
