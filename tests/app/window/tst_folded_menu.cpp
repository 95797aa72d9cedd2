// Alt with the letter of a menu opens it, whether the bar is visible or folded behind its button; every action is in one of the
// menus, which shows its key.

#include "app/window/folded_menu.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/widgets/support/quiet.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QStyleOptionMenuItem>
#include <QTest>

namespace {

/// What a menu draws of an entry: its words and, behind a tab, its key.
QString drawnText(const QMenu& menu, const QAction& entry)
{
    struct Drawing : QMenu
    {
        using QMenu::initStyleOption;
    };
    QStyleOptionMenuItem option;
    (menu.*(&Drawing::initStyleOption))(&option, &entry);
    return option.text;
}

} // namespace

class TestFoldedMenu : public QObject
{
    Q_OBJECT

    /// The menu that the keys open; null: none.
    static QMenu* opened(app::MainWindow& window, Qt::Key letter)
    {
        QTest::keyClick(&window, letter, Qt::AltModifier);
        QTest::qWait(20);
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu)
            menu->close();
        if (QWidget* const rest = QApplication::activePopupWidget())
            rest->close();
        return menu;
    }

private slots:
    void everyMenuOpensByItsLetter_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("presenting");
        for (const char* language : {"en", "zh_CN"}) {
            QTest::addRow("%s, bar", language) << language << QSize(1366, 738) << false;
            QTest::addRow("%s, folded", language) << language << QSize(1000, 490) << false;
            QTest::addRow("%s, presenting", language) << language << QSize(1366, 738) << true;
        }
    }

    void everyMenuOpensByItsLetter()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        QFETCH(bool, presenting);
        app::setLanguage("en");
        app::MainWindow window({.remembers = false});
        window.setLanguage(language); // the letters follow
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.setPresenting(presenting);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 30000);
        const QList<QAction*> menus = window.menuBar()->actions();
        QVERIFY(menus.size() >= 5);
        for (const QAction* menu : menus) {
            const QString text = menu->text();
            const auto letter = Qt::Key(text[text.indexOf('&') + 1].toUpper().unicode());
            QVERIFY2(opened(window, letter) == menu->menu(), qPrintable(text));
        }
        window.setPresenting(false);
    }

    void everyActionIsInAMenuThatShowsItsKey()
    {
        app::setLanguage("en");
        app::MainWindow window({.remembers = false});
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 30000);
        QMap<const QAction*, QString> drawn;
        const auto look = [&](const auto& self, const QList<QAction*>& entries, const QMenu* of) -> void {
            for (const QAction* entry : entries) {
                if (of && entry->isVisible())
                    drawn[entry] = drawnText(*of, *entry);
                if (entry->menu())
                    self(self, entry->menu()->actions(), entry->menu());
            }
        };
        look(look, window.menuBar()->actions(), nullptr);
        for (int act = 0; act < int(app::Act::Count); ++act) {
            const QAction& action = *window.action(app::Act(act));
            QVERIFY2(drawn.contains(&action), qPrintable(action.text()));
            QVERIFY2(drawn[&action].startsWith(action.text()), qPrintable(drawn[&action]));
            QCOMPARE(drawn[&action].section('\t', 1), action.shortcut().toString(QKeySequence::NativeText));
        }
    }

    void noTwoEntriesOfAMenuShareALetter()
    {
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage("en");
            app::MainWindow window({.remembers = false});
            window.setLanguage(language);
            QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 30000);
            int letters = 0;
            const auto look = [&](const auto& self, const QString& name, const QList<QAction*>& entries) -> void {
                QMap<QChar, QString> seen;
                for (const QAction* entry : entries) {
                    const int sign = int(QString(entry->text()).replace(QLatin1String("&&"), QLatin1String("__")).indexOf('&'));
                    if (sign >= 0) {
                        const QChar letter = entry->text()[sign + 1].toUpper();
                        QVERIFY2(!seen.contains(letter),
                            qPrintable(QStringLiteral("%1: %2 and %3").arg(name, seen[letter], entry->text())));
                        seen[letter] = entry->text();
                        ++letters;
                    }
                    if (entry->menu())
                        self(self, entry->text(), entry->menu()->actions());
                }
                QVERIFY2(entries.size() <= 24, qPrintable(name)); // of 25 px each, on the smallest screen
            };
            look(look, QStringLiteral("bar"), window.menuBar()->actions());
            QVERIFY(letters > 80);
        }
    }
};

QUIET_TEST_MAIN(TestFoldedMenu)
#include "tst_folded_menu.moc"
