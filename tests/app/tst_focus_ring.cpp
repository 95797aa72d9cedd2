// Who walks with Tab sees where they are: at every stop of the panels and of the switches on the page, what is painted differs by
// at least a ring from the same without the focus.

#include "app/window/main_window.h"

#include "app/base/languages.h"

#include "widgets/controls/disclosure.h"
#include "widgets/panels/choice_group.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>

#include <set>

using app::MainWindow;

class TestFocusRing : public QObject
{
    Q_OBJECT

    static int difference(const QImage& a, const QImage& b)
    {
        int pixels = 0;
        for (int y = 0; y < std::min(a.height(), b.height()); ++y)
            for (int x = 0; x < std::min(a.width(), b.width()); ++x)
                pixels += a.pixel(x, y) != b.pixel(x, y);
        return pixels;
    }

private slots:
    void init() { app::setLanguage("en"); }
    void cleanup() { widgets::setCurrentTheme(widgets::ThemeId::Light); }

    void everyStopShowsIt_data()
    {
        QTest::addColumn<int>("theme");
        for (const auto theme : widgets::allThemes())
            QTest::newRow(qPrintable(widgets::themeWord(theme))) << int(theme);
    }
    void everyStopShowsIt()
    {
        QFETCH(int, theme);
        widgets::setCurrentTheme(widgets::ThemeId(theme));
        MainWindow window({.model = "main", .view = "norm", .remembers = false});
        window.resize(1920, 1400);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY_WITH_TIMEOUT(window.run() && !window.isComputing(), 60000);
        const auto* panel = window.findChild<widgets::VariantPanel*>();
        const auto* strip = window.findChild<widgets::PageSwitches*>();
        for (auto* group : panel->findChildren<widgets::ChoiceGroup*>())
            group->setOpen(true);
        for (int round = 0; round < 5; ++round) // the list asks for its layout
            QCoreApplication::processEvents();
        QApplication::setCursorFlashTime(0);

        std::set<QWidget*> seen;
        QStringList faults;
        QWidget* last = nullptr;
        for (int steps = 0; steps < 400; ++steps) {
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now);
            if (now == last || !seen.insert(now).second)
                break;
            last = now;
            if (!panel->isAncestorOf(now) && !strip->isAncestorOf(now))
                continue;
            const QImage with = now->grab().toImage();
            now->clearFocus();
            const QImage without = now->grab().toImage();
            now->setFocus(Qt::TabFocusReason);
            if (const int pixels = difference(with, without); pixels < (now->width() + now->height()) / 2)
                faults << QStringLiteral("%1 %2 in %3: %4 pixels of %5 × %6")
                              .arg(QLatin1String(now->metaObject()->className()), now->objectName(), now->accessibleName())
                              .arg(pixels)
                              .arg(now->width())
                              .arg(now->height());
        }
        int stops = 0;
        for (const QWidget* one : seen)
            stops += panel->isAncestorOf(one) || strip->isAncestorOf(one);
        QVERIFY2(stops > 30, qPrintable(QString::number(stops)));
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
    }
};

QTEST_MAIN(TestFocusRing)
#include "tst_focus_ring.moc"
