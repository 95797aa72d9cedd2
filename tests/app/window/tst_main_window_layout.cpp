#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/drawers.h"
#include "app/window/edge_button.h"
#include "app/window/export_guide.h"
#include "app/window/status_line.h"

#include "tests/core/support/temporary_files.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_foot.h"
#include "widgets/views/shared/view.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <memory>

using app::MainWindow;
using widgets::SegmentedSwitch;

class TestMainWindowLayout : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    void cleanupTestCase() { widgets::setCurrentTheme(widgets::ThemeId::Light); }

    void theHintIsOfItsHead()
    {
        const auto window = shown({.model = "main", .view = "attention", .remembers = false});
        const QString hint = window->promptLine()->hint();
        QVERIFY(!hint.isEmpty());
        window->setTrainingStep(window->scrubber()->steps().front());
        waitForRun(*window);
        QVERIFY(window->promptLine()->hint().size() > hint.size());
        widgets::Selection other = window->selection()->pinned();
        other.head = (other.head + 1) % 4;
        window->selection()->pin(other);
        QCoreApplication::processEvents();
        QVERIFY(window->promptLine()->hint().isEmpty()); // it spoke of another head
    }

    /// Ctrl+Q at the end of a lecture: the next start is no window as large as the screen, with its frame outside.
    void whatIsClosedWhilePresentingOpensAsItWasBefore()
    {
        const TemporaryFolder folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path()));
        const MainWindow::Start start{.model = "untrained", .text = "The cat"};
        {
            const auto window = shown(start);
            window->resize(1100, 700);
            window->setPresenting(true);
            window->resize(1366, 768);
            window->close();
        }
        QCOMPARE(shown(start)->size(), QSize(1100, 700));
    }

    void aSwitchStaysUnderTheMouse_data()
    {
        QTest::addColumn<bool>("isLow");
        QTest::newRow("window") << false;
        QTest::newRow("low window") << true;
    }

    void aSwitchStaysUnderTheMouse()
    {
        QFETCH(bool, isLow);
        widgets::setCurrentTheme(isLow ? widgets::ThemeId::Projector : widgets::ThemeId::Light);
        const auto window = shown({.model = "main", .view = "alibi", .remembers = false});
        auto* show = window->currentView()->findChild<SegmentedSwitch*>(QStringLiteral("show"));
        QVERIFY(show);
        const QPoint before = placeOf(*window, *show);
        for (const QString& id : show->ids()) {
            show->findChild<QAbstractButton*>(id)->click();
            QTest::qWait(30);
            QCOMPARE(show->current(), id);
            QCOMPARE(placeOf(*window, *show), before);
        }
    }

    void oneDragOfTheTrainingIsOneStepOfUndo()
    {
        const auto window = shown({.model = "main", .remembers = false});
        for (const long step : window->scrubber()->steps())
            window->setTrainingStep(step);
        QCOMPARE(window->undoStack()->count(), 1);
        window->undoStack()->undo();
        QCOMPARE(window->state().a.model, std::string("main"));
        window->addChoice(QStringLiteral("position.kind"), QStringLiteral("alibi"));
        window->setTrainingStep(window->scrubber()->steps().front());
        QCOMPARE(window->undoStack()->count(), 2);
        waitForRun(*window);
    }

    void theTokenStripShowsTheSelectedToken()
    {
        QString text = QStringLiteral("the cat");
        for (int i = 0; i < 28; ++i)
            text += QStringLiteral(" sat cat");
        for (const char* view : {"attention", "norm", "flow"}) {
            const auto window = shown({.model = "main", .text = text, .view = view, .remembers = false});
            const QScrollBar* bar = window->findChild<widgets::TokenStrip*>()->horizontalScrollBar();
            QVERIFY(bar->maximum() > 0);
            QVERIFY2(bar->value() > bar->maximum() - 20, view); // the last token
            window->resize(1100, 768);
            QCoreApplication::processEvents();
            QVERIFY2(bar->value() > bar->maximum() - 20, view); // still
        }
    }

    void theTrainingLineSpeaksOfTheWeightsThatRun()
    {
        const auto window = shown({.model = "main", .remembers = false});
        QVERIFY(says(*window, "0.953"));
        window->addChoice(QStringLiteral("position.kind"), QStringLiteral("alibi"));
        waitForRun(*window);
        QVERIFY(!says(*window, "0.953"));
        QVERIFY(says(*window, "position-alibi"));
        window->undoStack()->undo();
        waitForRun(*window);
        QVERIFY(says(*window, "0.953"));
    }

    void aDrawerStandsBesideThePageOnlyWhereItHasRoom()
    {
        const auto window = shown({.model = "main", .view = "norm", .remembers = false});
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        app::Drawers& drawers = *window->drawers();
        QVERIFY(drawers.isBeside(app::Drawers::Right));
        QVERIFY(!drawers.isOpen(app::Drawers::Left)); // the left one gives way first
        window->setTheme(widgets::ThemeId::Projector);
        QCoreApplication::processEvents();
        QVERIFY(!drawers.isOpen(app::Drawers::Right));
        const int page = window->currentView()->width();
        drawers.setOpen(app::Drawers::Right, true);
        QVERIFY(window->findChild<widgets::VariantPanel*>()->isVisible());
        QVERIFY(!drawers.isBeside(app::Drawers::Right));
        QCOMPARE(window->currentView()->width(), page);
        QVERIFY(drawers.closeOver());
        QVERIFY(!drawers.isOpen(app::Drawers::Right));
        window->setTheme(widgets::ThemeId::Light);
        QCoreApplication::processEvents();
        QVERIFY(drawers.isBeside(app::Drawers::Right));
        window->resize(1920, 1050);
        QCoreApplication::processEvents();
        QVERIFY(drawers.isBeside(app::Drawers::Left) && drawers.isBeside(app::Drawers::Right));
    }

    /// Over the page as beside it, an open drawer says what it has at its head alone.
    void theWordOfAHandleOpensItsDrawerAndGoes()
    {
        const auto window = shown({.model = "main", .view = "norm", .remembers = false});
        window->setTheme(widgets::ThemeId::Projector);
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        app::Drawers& drawers = *window->drawers();
        const auto seen = [&](const char* word) {
            app::EdgeButton* found = nullptr;
            for (auto* const button : window->findChildren<app::EdgeButton*>())
                if (button->text() == QLatin1String(word) && button->isVisible())
                    found = button;
            return found;
        };
        for (const auto& [side, word] : {std::pair(app::Drawers::Right, "Scenes"), std::pair(app::Drawers::Left, "Model")}) {
            QVERIFY(seen(word));
            seen(word)->click();
            QVERIFY(drawers.isOpen(side) && !drawers.isBeside(side));
            QVERIFY2(!seen(word), word);
            const QRect over = drawers.overPage();
            QCOMPARE(side == app::Drawers::Left ? over.left() : over.right(), side == app::Drawers::Left ? 0 : drawers.width() - 1);
            drawers.setOpen(side, false);
            QVERIFY(seen(word));
        }
    }

    void escapeLeavesF5AndADrawerOverThePageComesBack()
    {
        const auto window = shown({.model = "main", .view = "norm", .remembers = false});
        window->setTheme(widgets::ThemeId::Projector);
        window->resize(1366, 738);
        window->drawers()->setOpen(app::Drawers::Right, true);
        QCoreApplication::processEvents();
        QVERIFY(!window->drawers()->isBeside(app::Drawers::Right));
        window->setPresenting(true);
        window->action(app::Act::Unpin)->trigger();
        QCoreApplication::processEvents();
        QVERIFY(!window->action(app::Act::Present)->isChecked());
        QVERIFY(window->drawers()->isOpen(app::Drawers::Right));
        window->action(app::Act::Unpin)->trigger(); // now it is the drawer's
        QVERIFY(!window->drawers()->isOpen(app::Drawers::Right));
    }

    void rowsOfADrawerAreAsHighAfterF5()
    {
        const auto window = shown({.model = "main", .view = "attention", .saidOfB = core::Choices(), .remembers = false});
        window->resize(1366, 738);
        window->drawers()->setOpen(app::Drawers::Right, true);
        QCoreApplication::processEvents();
        const auto heights = [&] {
            QList<int> found;
            for (const auto* box : window->findChild<widgets::VariantPanel*>()->findChildren<QComboBox*>())
                if (box->isVisible())
                    found << box->height() << box->mapTo(window.get(), QPoint()).y();
            return found;
        };
        const QList<int> before = heights();
        QVERIFY(before.size() > 10);
        window->setPresenting(true);
        waitForRun(*window);
        window->setPresenting(false);
        QTRY_COMPARE(heights(), before); // once every part has its new type
    }

    void tokensFoldAndComeBack()
    {
        const auto window = shown({.model = "main", .view = "attention", .remembers = false});
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        const auto* tokens = window->findChild<widgets::TokenStrip*>();
        const int high = window->currentView()->height();
        QVERIFY(tokens->isVisible());
        window->action(app::Act::ShowTokens)->trigger();
        QCoreApplication::processEvents();
        QVERIFY(!tokens->isVisible());
        QVERIFY(window->currentView()->height() > high);
        window->action(app::Act::ShowTokens)->trigger();
        QCoreApplication::processEvents();
        QVERIFY(tokens->isVisible());
        QCOMPARE(window->currentView()->height(), high);
    }

    void whatALowWindowFoldsCanBeReached()
    {
        widgets::setCurrentTheme(widgets::ThemeId::Projector);
        const auto window = shown({.model = "main", .view = "flow", .remembers = false});
        auto* menu = window->findChild<QPushButton*>(QStringLiteral("menuButton"));
        QVERIFY(menu->isVisible() && !window->menuBar()->isVisible());
        QCOMPARE(menu->menu()->actions(), window->menuBar()->actions());
        window->setTheme(widgets::ThemeId::Light);
        window->resize(1366, 900);
        QCoreApplication::processEvents();
        QVERIFY(!menu->isVisible() && window->menuBar()->isVisible());
    }

    void aDifferenceThatMeansNothingIsNotShown()
    {
        MainWindow::Start start{.model = "main", .view = "attention", .remembers = false};
        start.saidOfB.emplace();
        start.saidOfB->setText("norm.placement=post", 4); // trained separately
        const auto window = shown(start);
        QTest::keyClick(window->centralWidget(), Qt::Key_4);
        QCoreApplication::processEvents();
        auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
        QCOMPARE(window->state().mode, widgets::SlotMode::SideBySide);
        QVERIFY(!view->isEmpty());
        QVERIFY(window->action(app::Act::ShowSideBySide)->isChecked());
        QCOMPARE(window->notifications()->notifications().size(), std::size_t(1));
        QVERIFY(window->notifications()->notifications().front().text.contains("trained separately"));
        QTest::keyClick(window->centralWidget(), Qt::Key_5); // A | B, and why no Δ
        QCoreApplication::processEvents();
        QVERIFY(!view->isEmpty());
        QVERIFY(view->findChild<widgets::PageFoot*>()->chipTexts().join(' ').contains("trained separately"));
        // Weights that are shared have one; where they are separate again, a button leads out.
        app::WindowState kept = window->state();
        kept.b->said.setText("weights=keep", 4);
        kept.mode = widgets::SlotMode::Delta;
        window->change(kept);
        waitForRun(*window);
        QVERIFY(!view->isEmpty());
        app::WindowState separate = kept;
        separate.b->said.setText("weights=trained_or_keep", 4);
        window->change(separate);
        waitForRun(*window);
        QVERIFY(view->isEmpty());
        auto* const offer = view->findChild<QPushButton*>(QStringLiteral("offer"));
        QVERIFY(offer->isVisible());
        offer->click();
        QCOMPARE(window->state().mode, widgets::SlotMode::SideBySide);
        QVERIFY(!view->isEmpty());
    }

    void bothTextsAreOfTheLanguage()
    {
        const auto window = shown({.model = "main", .view = "attention", .remembers = false});
        window->action(app::Act::MakeB)->trigger();
        waitForRun(*window);
        const std::string english = window->state().a.text;
        window->setLanguage("zh_CN");
        waitForRun(*window);
        QVERIFY(window->state().a.text != english);
        QCOMPARE(window->state().b->text, window->state().a.text);
        QCOMPARE(window->runOf(0)->trace->tokens, window->runOf(1)->trace->tokens);
        QCOMPARE(window->promptLine()->text().toStdString(), window->state().a.text);
        window->setPrompt("the cat"); // of B, and touched
        waitForRun(*window);
        const app::WindowState own = window->state();
        window->setLanguage("en");
        waitForRun(*window);
        QVERIFY(window->state() == own);
    }

    void buttonsHaveTheLettersOfTheLanguage()
    {
        const auto window = shown({.remembers = false});
        for (const char* language : {"zh_CN", "en"}) {
            window->setLanguage(QLatin1String(language));
            QCoreApplication::processEvents();
            for (const char* name : {"compareButton", "exportButton"})
                QCOMPARE(window->findChild<QPushButton*>(name)->font().families(), QApplication::font().families());
        }
    }

    void everyPageHasItsTabInSight()
    {
        for (const char* language : {"en", "zh_CN"})
            for (const auto& [theme, factor] : {std::pair{widgets::ThemeId::Light, 1.0}, {widgets::ThemeId::Projector, 1.0},
                     {widgets::ThemeId::Light, 1.25}, {widgets::ThemeId::HighContrast, 1.5}}) {
                const auto ordinary = qScopeGuard([] { widgets::setTypeFactor(1); });
                app::setLanguage(language);
                widgets::setCurrentTheme(theme);
                widgets::setTypeFactor(factor);
                const auto window = shown({.model = "main", .view = "attention", .remembers = false});
                window->resize(1366, 768);
                QCoreApplication::processEvents();
                for (const QTabBar* tabs : window->findChildren<QTabBar*>()) {
                    if (!tabs->isVisible())
                        continue;
                    QVERIFY2(tabs->tabRect(tabs->count() - 1).right() < tabs->width(),
                        qPrintable(QStringLiteral("%1: %2 of %3")
                                       .arg(language)
                                       .arg(tabs->tabRect(tabs->count() - 1).right())
                                       .arg(tabs->width())));
                    for (const QToolButton* scroll : tabs->findChildren<QToolButton*>())
                        QVERIFY(!scroll->isVisible());
                }
            }
    }

    void aSuccessIsANoteThatGoes()
    {
        const auto window = shown({.model = "main", .view = "norm", .remembers = false});
        window->exportGuide()->copyFigure({});
        QVERIFY(window->statusLine()->readOutText().contains("clipboard"));
        QVERIFY(window->notifications()->notifications().empty());
        QTRY_VERIFY_WITH_TIMEOUT(window->statusLine()->note().isEmpty(), 8000);
        QVERIFY(!window->statusLine()->readOutText().contains("clipboard"));
    }

private:
    static void waitForRun(MainWindow& window)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 30000);
        QTest::qWait(50);
    }

    static std::unique_ptr<MainWindow> shown(const MainWindow::Start& start)
    {
        auto window = std::make_unique<MainWindow>(start);
        window->show();
        waitForRun(*window);
        return window;
    }

    static QPoint placeOf(const MainWindow& window, const QWidget& part) { return part.mapTo(&window, QPoint()); }

    static bool says(MainWindow& window, const char* words)
    {
        return window.scrubber()->findChild<QSlider*>()->toolTip().contains(QLatin1String(words));
    }
};

QTEST_MAIN(TestMainWindowLayout)
#include "tst_main_window_layout.moc"
