// A comparison on the screens of a lecture: its text is read whole, and all its tabs are seen.

#include "app/base/languages.h"
#include "app/window/drawers.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/tab_strip.h"

#include "tests/app/support/shown_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/views/shared/figure_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QStyle>
#include <QTest>

using app::MainWindow;
using support::shown;
using widgets::ThemeId;

class TestComparingWindow : public QObject
{
    Q_OBJECT

    static std::unique_ptr<MainWindow> compared()
    {
        MainWindow::Start start{.model = "main", .view = "attention", .remembers = false};
        start.saidOfB.emplace();
        start.saidOfB->setText("norm.placement=post", 4);
        start.mode = widgets::SlotMode::SideBySide;
        auto window = shown(start);
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        return window;
    }

    static void themesAndLanguages()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Projector})
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(widgets::themeWord(theme)), language) << int(theme) << QString(language);
    }

private slots:
    void init() { app::setLanguage("en"); }
    void cleanup() { widgets::setCurrentTheme(ThemeId::Light); }

    void itsTextIsReadWhole_data() { themesAndLanguages(); }
    void itsTextIsReadWhole()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        widgets::setCurrentTheme(ThemeId(theme));
        const auto window = compared();
        const auto* const edit = window->promptLine()->findChild<QLineEdit*>();
        const int words = edit->fontMetrics().horizontalAdvance(edit->text());
        const int clear = edit->style()->pixelMetric(QStyle::PM_SmallIconSize); // of the button that empties it
        QTRY_VERIFY2(words + 2 * clear <= edit->width(), // the line is fitted when the runs are there
            qPrintable(QStringLiteral("%1 in %2").arg(words).arg(edit->width())));
    }

    void theChoicesMoveNoTab_data() { themesAndLanguages(); }
    void theChoicesMoveNoTab()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        widgets::setCurrentTheme(ThemeId(theme));
        const auto window = compared();
        const auto* const tabs = window->pageTabs().findChild<app::TabStrip*>();
        const auto places = [&] {
            QList<QRect> all;
            for (int tab = 0; tab < tabs->count(); ++tab)
                all << tabs->tabRect(tab).translated(tabs->mapTo(window.get(), QPoint()));
            return all;
        };
        const QList<QRect> before = places();
        window->drawers()->setOpen(app::Drawers::Right, true);
        QCoreApplication::processEvents();
        QVERIFY(window->drawers()->isOpen(app::Drawers::Right));
        QCOMPARE(places(), before);
        for (int tab = 0; tab < tabs->count(); ++tab)
            QCOMPARE(tabs->shownText(tab), tabs->tabText(tab)); // none scrolls
    }

    /// Also where only one of the two pictures is shown.
    void anOpenedDrawerCoversNoPicture()
    {
        const auto window = compared();
        for (const auto mode : {widgets::SlotMode::SideBySide, widgets::SlotMode::A, widgets::SlotMode::Delta}) {
            app::WindowState next = window->state();
            next.mode = mode;
            window->session().change(next);
            support::waitForRun(*window);
            window->drawers()->setOpen(app::Drawers::Right, true);
            QCoreApplication::processEvents();
            const QRect page
                = window->currentView()->rect().translated(window->currentView()->mapTo(window->drawers(), QPoint()));
            QVERIFY(window->drawers()->isOpen(app::Drawers::Right));
            QVERIFY(!window->drawers()->overPage().intersects(page));
            window->drawers()->setOpen(app::Drawers::Right, false);
        }
    }

    /// A page that lacks something says which model has it: two runs of one model stay so.
    void theModelThatAnEmptyPageOffersIsOfBoth()
    {
        MainWindow::Start start{.model = "main", .view = "residual", .remembers = false};
        start.saidOfB.emplace();
        start.saidOfB->setText("bias.attention=true", 4);
        start.mode = widgets::SlotMode::SideBySide;
        const auto window = shown(start);
        auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
        QVERIFY(view && view->restore("divergence", {}));
        support::waitForRun(*window);
        QTRY_VERIFY(view->isEmpty());
        auto* const offer = view->findChild<QAbstractButton*>(QStringLiteral("offer"));
        QVERIFY(offer && offer->text().contains(QLatin1String("biases")));
        offer->click();
        support::waitForRun(*window);
        QCOMPARE(window->state().a.model, std::string("biases"));
        QCOMPARE(window->state().b->model, std::string("biases"));
        QTRY_VERIFY(!view->isEmpty()); // B is without them
    }

    /// Each button of a page that has no B yet is a picture, of one choice: A and B share their weights. The last is of two trainings.
    void eachOfferOfAPageWithoutBIsOneChoice()
    {
        const MainWindow::Start start{.model = "main", .view = "residual", .remembers = false};
        for (int offer = 0; offer < 4; ++offer) {
            const auto window = shown(start);
            auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
            QVERIFY(view && view->restore("divergence", {}));
            QTRY_VERIFY(view->isEmpty());
            auto* const first = view->findChild<QAbstractButton*>(QStringLiteral("offer"));
            const auto buttons = first->parentWidget()->findChildren<QAbstractButton*>();
            QCOMPARE(buttons.size(), 4);
            window->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(window.get()));
            buttons[offer]->setFocus();
            buttons[offer]->click();
            support::waitForRun(*window);
            QVERIFY(window->state().b && window->state().edited == 1);
            if (offer == 0) { // where a choice of B is to be changed now
                window->addChoice("norm.placement", "post");
                support::waitForRun(*window);
            }
            QTRY_VERIFY(!view->isEmpty());
            QVERIFY2(view->captionText().contains(QLatin1String("share no weight")) == (offer == 3), qPrintable(view->captionText()));
            QVERIFY2(offer == 3 || view->captionText().contains(QLatin1String("next token")), qPrintable(view->captionText()));
            const QWidget* const focus = QApplication::focusWidget();
            QVERIFY2(view->isAncestorOf(focus), focus ? focus->metaObject()->className() : "nowhere");
        }
    }
};

QUIET_TEST_MAIN(TestComparingWindow)
#include "tst_comparing_window.moc"
