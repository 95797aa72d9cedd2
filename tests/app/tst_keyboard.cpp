// Every page by the keyboard alone: Tab comes to every control, in the order of the eye, each has a name and shows that it has the
// focus; arrows walk through the numbers of the picture, T shows them as a table, and the same keys lead back.

#include "app/base/languages.h"
#include "app/window/main_window.h"
#include "app/window/status_line.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plot_cursor.h"
#include "widgets/views/shared/figure_view.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAccessibleInterface>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include <memory>

using namespace widgets;
using app::Act;
using app::MainWindow;

namespace {

QString nameOf(QWidget* widget)
{
    QAccessibleInterface* const reader = QAccessible::queryAccessibleInterface(widget);
    return reader ? reader->text(QAccessible::Name) : QString();
}

QString described(QWidget* widget)
{
    return QStringLiteral("%1 “%2” “%3”").arg(QLatin1String(widget->metaObject()->className()), widget->objectName(), nameOf(widget));
}

int difference(const QImage& a, const QImage& b)
{
    int pixels = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y)
        for (int x = 0; x < std::min(a.width(), b.width()); ++x)
            pixels += a.pixel(x, y) != b.pixel(x, y);
    return pixels;
}

/// Whether something changes around a widget when it has the focus.
bool showsFocus(QWidget* widget)
{
    const QImage with = widget->grab().toImage();
    widget->clearFocus();
    const QImage without = widget->grab().toImage();
    widget->setFocus(Qt::TabFocusReason);
    return difference(with, without) >= std::min(widget->width(), widget->height());
}

void settle(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.run() && !window.isComputing(), 60000);
    for (int round = 0; round < 3; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

/// What Tab comes to, until it is at the first again.
QList<QWidget*> tabStops(MainWindow& window, Qt::Key key = Qt::Key_Tab)
{
    QList<QWidget*> stops;
    window.centralWidget()->setFocus();
    for (int steps = 0; steps < 400; ++steps) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, key);
        QWidget* const now = QApplication::focusWidget();
        if (!now || (stops.contains(now) && !(now == stops.last() && qobject_cast<QLabel*>(now)))) // from link to link of a label
            break;
        if (!stops.contains(now))
            stops << now;
    }
    return stops;
}

/// What a person would click.
bool isControl(const QWidget& part)
{
    return qobject_cast<const QAbstractButton*>(&part) || qobject_cast<const QComboBox*>(&part)
        || qobject_cast<const QAbstractSpinBox*>(&part) || qobject_cast<const QLineEdit*>(&part)
        || (qobject_cast<const QAbstractSlider*>(&part) && !qobject_cast<const QScrollBar*>(&part))
        || qobject_cast<const Plot*>(&part) || qobject_cast<const QTabBar*>(&part);
}

/// Part of another control, which the keyboard works.
bool isInside(const QWidget& part, const QList<QWidget*>& stops)
{
    for (const QWidget* around = part.parentWidget(); around; around = around->parentWidget()) {
        if (qobject_cast<const QLineEdit*>(around) || qobject_cast<const QAbstractSpinBox*>(around)
            || qobject_cast<const QComboBox*>(around) || qobject_cast<const QTabBar*>(around))
            return true;
        if (const auto* choice = qobject_cast<const SegmentedSwitch*>(around)) // arrows walk in it
            return std::any_of(stops.begin(), stops.end(), [&](const QWidget* stop) { return choice->isAncestorOf(stop); });
    }
    return false;
}

/// What scrolls as a whole, or else the part of the window that it is in: the eye reads one after the other.
const QWidget* areaOf(const QWidget& part, const MainWindow& window)
{
    const QWidget* area = &part;
    for (const QWidget* around = part.parentWidget(); around && around != &window; around = around->parentWidget()) {
        if (const auto* scroll = qobject_cast<const QScrollArea*>(around); scroll && scroll != window.centralWidget())
            return scroll->widget();
        area = around->parentWidget() && around->parentWidget()->inherits("app::Drawers") ? around : area;
    }
    return area == &part ? window.centralWidget() : area;
}

/// Two stops after each other that the eye reads the other way round.
QStringList orderFaults(const QList<QWidget*>& stops, const MainWindow& window)
{
    QStringList faults;
    for (qsizetype i = 1; i < stops.size(); ++i) {
        const QWidget* const area = areaOf(*stops[i], window);
        if (area != areaOf(*stops[i - 1], window) || !area->isAncestorOf(stops[i]))
            continue;
        const QRect before(stops[i - 1]->mapTo(area, QPoint()), stops[i - 1]->size());
        const QRect now(stops[i]->mapTo(area, QPoint()), stops[i]->size());
        const bool isSameLine = now.top() < before.bottom() && before.top() < now.bottom();
        if (isSameLine ? now.left() < before.left() : now.bottom() <= before.top())
            faults << QStringLiteral("%1 comes after %2").arg(described(stops[i]), described(stops[i - 1]));
    }
    return faults;
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

        const QList<QWidget*> stops = tabStops(window);
        QStringList faults;
        for (QWidget* const stop : stops) {
            if (nameOf(stop).trimmed().isEmpty())
                faults << QStringLiteral("no name: ") + described(stop);
            if (!stop->isVisible())
                continue;
            stop->setFocus(Qt::TabFocusReason);
            if (!qobject_cast<QLabel*>(stop) && !showsFocus(stop)) // a label underlines the link
                faults << QStringLiteral("no ring: ") + described(stop);
        }
        for (QWidget* const part : window.findChildren<QWidget*>())
            if (part->isVisible() && part->isEnabled() && part->window() == &window && isControl(*part) && !stops.contains(part)
                && !isInside(*part, stops) && !part->size().isEmpty())
                faults << QStringLiteral("not reached: ") + described(part);
        faults += orderFaults(stops, window);
        for (const QWidget* const stop : tabStops(window, Qt::Key_Backtab))
            if (!stops.contains(stop))
                faults << QStringLiteral("only backwards: %1").arg(QLatin1String(stop->metaObject()->className()));
        if (const qsizetype back = tabStops(window, Qt::Key_Backtab).size(); back != stops.size())
            faults << QStringLiteral("%1 stops, %2 backwards").arg(stops.size()).arg(back);
        for (const QString& fault : std::as_const(faults))
            qInfo("%s", qPrintable(fault));
        QVERIFY(faults.isEmpty());
        QVERIFY(stops.size() > 10);
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
            QVERIFY2(!action.text().isEmpty() && !action.toolTip().isEmpty() && !action.statusTip().isEmpty(),
                qPrintable(QString::number(act)));
            for (const QKeySequence& keys : action.shortcuts()) {
                const QString written = keys.toString();
                if (written.isEmpty())
                    continue;
                QVERIFY2(!takenBy.contains(written), qPrintable(written + ": " + action.text() + " and " + takenBy.value(written)));
                takenBy[written] = action.text();
            }
        }
        QCOMPARE(takenBy.value("T"), window.action(Act::ShowTable)->text());
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
