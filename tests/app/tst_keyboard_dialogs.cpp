// Every dialog by Tab alone: it comes to every control, in the order of the eye, each has a name and shows that it has the focus.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/app/support/shown_window.h"
#include "tests/app/support/tab_walk.h"
#include "widgets/plot/theme.h"

#include <QDialog>
#include <QTabWidget>

using app::Act;

class TestKeyboardDialogs : public QObject
{
    Q_OBJECT

    std::unique_ptr<app::MainWindow> m_window;

private slots:
    void initTestCase()
    {
        app::setLanguage("en");
        QApplication::setCursorFlashTime(0);
        widgets::setCurrentTheme(widgets::ThemeId::Light); // with the style that the program has
        m_window = support::shown({.model = "main", .view = "norm", .remembers = false});
    }
    void cleanupTestCase() { m_window.reset(); }

    void everyDialog_data()
    {
        QTest::addColumn<int>("act");
        QTest::addColumn<int>("tab");
        QTest::newRow("settings") << int(Act::Settings) << 0;
        QTest::newRow("keys") << int(Act::Settings) << 1;
        QTest::newRow("export") << int(Act::Export) << -1;
        QTest::newRow("animation") << int(Act::ExportAnimation) << -1;
    }
    void everyDialog()
    {
        QFETCH(int, act);
        QFETCH(int, tab);
        m_window->action(Act(act))->trigger();
        QDialog* dialog = nullptr;
        for (QDialog* const one : m_window->findChildren<QDialog*>())
            dialog = one->isVisible() ? one : dialog;
        QVERIFY(dialog);
        if (tab >= 0)
            dialog->findChild<QTabWidget*>()->setCurrentIndex(tab);
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::qWait(200); // what it shows is computed
        const support::TabWalk walk = support::walkByTab(*dialog);
        dialog->reject();
        for (const QString& fault : walk.faults)
            qInfo("%s", qPrintable(fault));
        QVERIFY(walk.faults.isEmpty());
        QVERIFY(walk.stops > 3);
    }
};

QTEST_MAIN(TestKeyboardDialogs)
#include "tst_keyboard_dialogs.moc"
