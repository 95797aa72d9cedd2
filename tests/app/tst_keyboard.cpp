// Every page by the keyboard alone: Tab comes to every control, in the order of the eye, each has a name and shows that it has the
// focus; arrows walk through the numbers of the picture, T shows them as a table, and the same keys lead back.

#include "app/base/languages.h"
#include "app/window/main_window.h"
#include "app/window/status_line.h"

#include "tests/app/support/tab_walk.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plot_cursor.h"
#include "widgets/views/shared/figure_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QToolBar>

#include <memory>

using namespace widgets;
using app::Act;
using app::MainWindow;

namespace {

void settle(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.run() && !window.isComputing(), 60000);
    for (int round = 0; round < 3; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

} // namespace

class TestKeyboard : public QObject
{
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;

private slots:
    void initTestCase()
    {
        app::setLanguage("en");
        QApplication::setCursorFlashTime(0);
        m_window = std::make_unique<MainWindow>(MainWindow::Start{.model = "main", .view = "flow", .remembers = false});
        m_window->resize(1920, 1050);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        settle(*m_window);
    }
    void cleanupTestCase() { m_window.reset(); }

    void everyPage_data()
    {
        QTest::addColumn<QString>("page");
        for (const ViewInfo& view : allViews())
            QTest::newRow(view.id) << QString::fromLatin1(view.id);
    }
    void everyPage()
    {
        QFETCH(QString, page);
        MainWindow& window = *m_window;
        QVERIFY(window.showView(page));
        settle(window);

        const support::TabWalk walk = support::walkByTab(window);
        for (const QString& fault : walk.faults)
            qInfo("%s", qPrintable(fault));
        QVERIFY(walk.faults.isEmpty());
        QVERIFY(walk.stops > 10);
    }

    void everyPicture_data() { everyPage_data(); }
    void everyPicture()
    {
        QFETCH(QString, page);
        MainWindow& window = *m_window;
        QVERIFY(window.showView(page));
        settle(window);
        auto* const view = qobject_cast<FigureView*>(window.currentView());
        QVERIFY(view);
        if (view->isEmpty())
            QSKIP("this model has no such picture");
        Plot& plot = *view->plot();
        plot.setFocus(Qt::TabFocusReason);
        const std::vector<PlottedPart> parts = plottedParts(plot);
        const bool hasNumbers = !parts.empty();
        // Tables and drawings that are elements of the layout are walked as a table (T).
        const bool isWalked = std::any_of(parts.begin(), parts.end(), [](const PlottedPart& part) { return part.plottable; });
        const Selection before = window.selection()->pinned();
        for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down})
            QTest::keyClick(&plot, key);
        settle(window);
        QVERIFY(!isWalked || plot.cursor().part() || window.selection()->pinned() != before);

        QTest::keyClick(&plot, Qt::Key_T);
        settle(window);
        auto* const table = view->findChild<QTableView*>();
        QVERIFY(table && table->isVisible());
        QCOMPARE(QApplication::focusWidget(), table);
        QVERIFY(table->model()->rowCount() > 0 || !hasNumbers);
        if (table->model()->rowCount() > 0) {
            QTest::keyClick(table, Qt::Key_Down);
            QGuiApplication::clipboard()->clear();
            QTest::keySequence(table, QKeySequence::Copy);
            const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
            QCOMPARE(lines.size(), table->model()->rowCount() + 2); // a head, and what is behind the last
            QCOMPARE(lines[0].count('\t'), table->model()->columnCount() - 1);
        }
        QTest::keyClick(table, Qt::Key_T);
        settle(window);
        QVERIFY(plot.isVisible());
        QCOMPARE(QApplication::focusWidget(), &plot);
    }

    void theTableFollowsThePageAndTheComparison()
    {
        MainWindow& window = *m_window;
        QVERIFY(window.showView("attention"));
        settle(window);
        window.action(Act::ShowTable)->trigger();
        window.action(Act::MakeB)->trigger();
        settle(window);
        const auto partsOf = [&](const char* page) {
            window.showView(page);
            settle(window);
            QStringList names;
            auto* const box = window.currentView()->findChild<QTableView*>()->parentWidget()->findChild<QComboBox*>();
            for (int i = 0; i < box->count(); ++i)
                names << box->itemText(i);
            return names.join(' ');
        };
        QVERIFY2(partsOf("attention").contains("A: ") && partsOf("attention").contains("B: "), qPrintable(partsOf("attention")));
        QVERIFY(!partsOf("flow").isEmpty());
        window.action(Act::CloseB)->trigger();
        window.action(Act::ShowTable)->trigger();
        settle(window);
    }

    void pagesAreWalkedByKeys()
    {
        MainWindow& window = *m_window;
        window.showView(QString::fromLatin1(allViews().front().id));
        QSet<const View*> seen;
        for (std::size_t i = 0; i < allViews().size(); ++i) {
            seen << window.currentView();
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Tab, Qt::ControlModifier);
        }
        QCOMPARE(std::size_t(seen.size()), allViews().size());
        settle(window);
    }

    void everyActionHasItsWordsAndItsOwnKeys()
    {
        const MainWindow& window = *m_window;
        QHash<QString, QString> takenBy;
        for (int act = 0; act < int(Act::Count); ++act) {
            const QAction& action = *window.action(Act(act));
            QVERIFY2(!action.text().isEmpty() && !action.statusTip().isEmpty(), qPrintable(QString::number(act)));
            const QString key = action.shortcut().toString(QKeySequence::NativeText);
            QCOMPARE(action.toolTip(), key.isEmpty() ? action.statusTip() : action.statusTip() + QStringLiteral(" (%1)").arg(key));
            for (const QKeySequence& keys : action.shortcuts()) {
                const QString written = keys.toString();
                if (written.isEmpty())
                    continue;
                QVERIFY2(!takenBy.contains(written), qPrintable(written + ": " + action.text() + " and " + takenBy.value(written)));
                takenBy[written] = action.text();
            }
        }
        QCOMPARE(takenBy.value("T"), window.action(Act::ShowTable)->text());
        QVERIFY(window.findChildren<QToolBar*>().isEmpty()); // no icon has to be known
    }

    void theCitationIsCopied()
    {
        m_window->action(Act::CopyCitation)->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("@software{cutaway,"));
        QVERIFY(QGuiApplication::clipboard()->text().contains("{Cutaway maintainers}")); // nobody is invented
    }

    /// Single letters are of the window only while nobody types.
    void lettersAreTypedInATextAndActBesideIt()
    {
        MainWindow& window = *m_window;
        window.showView("attention");
        settle(window);
        window.action(Act::ShowTable)->trigger();
        settle(window);
        auto* const search = window.currentView()->findChild<QTableView*>()->parentWidget()->findChild<QLineEdit*>();
        search->setFocus();
        QTest::keyClicks(search, "tx1");
        QCOMPARE(search->text(), QStringLiteral("tx1"));
        QVERIFY(search->isVisible()); // T did not close it
        search->clear();
        window.action(Act::ShowTable)->trigger();
        settle(window);
    }
};

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
