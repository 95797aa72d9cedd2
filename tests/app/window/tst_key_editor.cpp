// The key editor: a key is taken at once, one that something else has is refused by the name of that, and what is delivered comes
// back. The keys that are shown by "?" are the ones that act.

#include "app/window/key_editor.h"

#include "app/base/languages.h"
#include "app/window/keys_overlay.h"
#include "app/window/main_window.h"
#include "app/window/settings_dialog.h"
#include "app/window/settings_guide.h"

#include "tests/app/support/shown_window.h"
#include "widgets/panels/prompt_line.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QShortcutEvent>
#include <QTemporaryDir>
#include <QTreeWidget>

using app::Act;

namespace {

/// The letters that open the entries of a menu, each as often as it occurs.
QStringList lettersOf(const QMenu& menu)
{
    QStringList letters;
    for (const QAction* const entry : menu.actions())
        if (const qsizetype at = entry->text().indexOf('&'); at >= 0 && !entry->isSeparator())
            letters << entry->text().mid(at + 1, 1).toUpper();
    return letters;
}

/// Hears which actions keys come to, and keeps them from acting.
struct ShortcutsHeard : QObject
{
    explicit ShortcutsHeard(const app::MainWindow& window)
    {
        for (int act = 0; act < int(Act::Count); ++act)
            window.action(Act(act))->installEventFilter(this);
    }
    bool eventFilter(QObject* action, QEvent* event) override
    {
        if (event->type() != QEvent::Shortcut)
            return false;
        if (!static_cast<QShortcutEvent*>(event)->isAmbiguous())
            actions << action;
        return true;
    }
    QList<QObject*> actions;
};

} // namespace

class TestKeyEditor : public QObject
{
    Q_OBJECT

    std::unique_ptr<app::MainWindow> m_window;
    app::KeyEditor* m_editor = nullptr;

    QList<QKeySequence> keysOf(Act act) const { return m_window->action(act)->shortcuts(); }
    void type(Act act, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        m_editor->choose(act);
        QTest::keyClick(m_editor->field(), key, modifiers);
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
        m_window = support::shown({.model = "untrained", .text = "red dog", .remembers = false});
        m_window->action(Act::Settings)->trigger();
        m_editor = m_window->settingsGuide()->dialog()->keyEditor();
    }
    void cleanup() { m_window.reset(); }

    void noTwoActionsHaveOneKeyOrOneWord()
    {
        QSet<QString> keys, ids;
        for (int act = 0; act < int(Act::Count); ++act) {
            QVERIFY(!ids.contains(app::WindowActions::idOf(Act(act))));
            ids << app::WindowActions::idOf(Act(act));
            QCOMPARE(keysOf(Act(act)), app::WindowActions::ownKeys(Act(act)));
            for (const QKeySequence& key : keysOf(Act(act))) {
                QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
                keys << key.toString();
            }
        }
    }

    /// The text that an action is found by is that of its own row.
    void everyActionIsNamedByItsOwnText()
    {
        for (int act = 0; act < int(Act::Count); ++act) {
            const QString text = m_window->action(Act(act))->text();
            QCOMPARE(QString(text).remove('&').remove(QStringLiteral("…")), m_window->action(Act(act))->statusTip());
        }
    }

    void aKeyIsTakenAtOnceAndActs()
    {
        type(Act::About, Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(keysOf(Act::About), QList<QKeySequence>{QKeySequence("Ctrl+J")});
        QVERIFY(m_editor->problem().isEmpty());
        QVERIFY(m_window->action(Act::About)->toolTip().contains("Ctrl+J"));
        QVERIFY(m_editor->list()->currentItem()->font(1).bold());
        m_window->settingsGuide()->dialog()->close();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        bool hasActed = false;
        connect(m_window->action(Act::About), &QAction::triggered, this, [&] { hasActed = true; });
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QVERIFY(hasActed);
    }

    void aKeyIsThereAtTheNextStart()
    {
        m_window.reset();
        const QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        const app::MainWindow::Start start{.model = "untrained", .text = "red dog"};
        m_window = support::shown(start);
        m_window->action(Act::Settings)->trigger();
        m_editor = m_window->settingsGuide()->dialog()->keyEditor();
        type(Act::About, Qt::Key_J, Qt::ControlModifier);
        m_window->settingsGuide()->dialog()->close();
        QVERIFY(m_window->close());
        m_window = support::shown(start);
        QCOMPARE(keysOf(Act::About), QList<QKeySequence>{QKeySequence("Ctrl+J")});
    }

    /// Each key comes to its own action, and to no other, from wherever the focus stands outside a text.
    void everyKeyComesToItsAction_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("menu bar") << QSize(1366, 738);
        QTest::newRow("folded menu") << QSize(1000, 490); // which has no keys of its own
    }
    void everyKeyComesToItsAction()
    {
        QFETCH(QSize, size);
        m_window->settingsGuide()->dialog()->close();
        m_window->resize(size);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->centralWidget()->setFocus();
        int keysTyped = 0;
        for (int act = 0; act < int(Act::Count); ++act) {
            QAction* const action = m_window->action(Act(act));
            for (const QKeySequence& keys : keysOf(Act(act))) {
                ShortcutsHeard heard(*m_window);
                const bool wasEnabled = action->isEnabled();
                action->setEnabled(true);
                QTest::keySequence(m_window.get(), keys);
                action->setEnabled(wasEnabled);
                QVERIFY2(heard.actions == QList<QObject*>{action}, qPrintable(keys.toString() + " " + action->text()));
                ++keysTyped;
            }
        }
        QVERIFY(keysTyped > 50);
    }

    void aKeyThatSomethingHasIsRefusedByItsName_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("holder");
        QTest::newRow("an action") << int(Qt::Key_O) << int(Qt::ControlModifier) << "Open file";
        QTest::newRow("a letter") << int(Qt::Key_T) << 0 << "Numbers as a table";
        QTest::newRow("a menu") << int(Qt::Key_F) << int(Qt::AltModifier) << "File";
        QTest::newRow("the folded menu") << int(Qt::Key_F10) << 0 << "Menu";
        QTest::newRow("an arrow") << int(Qt::Key_Left) << 0 << "focus";
        QTest::newRow("Enter") << int(Qt::Key_Return) << 0 << "focus";
    }
    void aKeyThatSomethingHasIsRefusedByItsName()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(QString, holder);
        type(Act::About, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
        QVERIFY2(m_editor->problem().contains(holder), qPrintable(m_editor->problem()));
        QVERIFY(keysOf(Act::About).isEmpty());
        QVERIFY(m_editor->field()->keySequence().isEmpty()); // what it has, and not what was typed
        m_editor->choose(Act::Undo);
        QVERIFY(m_editor->problem().isEmpty());
    }

    void aTabOfThePagesKeepsItsKey()
    {
        type(Act::About, Qt::Key_1, Qt::AltModifier);
        QVERIFY2(m_editor->problem().startsWith("Alt+1"), qPrintable(m_editor->problem()));
    }

    void whatIsDeliveredComesBack()
    {
        const QList<QKeySequence> present = keysOf(Act::Present);
        QVERIFY(present.size() > 1);
        type(Act::Present, Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(keysOf(Act::Present).front(), QKeySequence("Ctrl+J"));
        QCOMPARE(keysOf(Act::Present).mid(1), present.mid(1)); // those of a clicker
        type(Act::Present, Qt::Key_F11);
        QCOMPARE(keysOf(Act::Present), (QList<QKeySequence>{QKeySequence("F11"), QKeySequence("Shift+F5")}));
        m_editor->choose(Act::Present);
        m_editor->ownButton()->click();
        QCOMPARE(keysOf(Act::Present), present);
        m_editor->noneButton()->click();
        QVERIFY(keysOf(Act::Present).isEmpty());
        type(Act::Undo, Qt::Key_F5); // free now
        QCOMPARE(keysOf(Act::Undo), QList<QKeySequence>{QKeySequence("F5")});
        m_editor->choose(Act::Present);
        m_editor->ownButton()->click(); // of which one belongs to another action now
        QVERIFY(m_editor->problem().contains("Undo change"));
        QVERIFY(keysOf(Act::Present).isEmpty());
        m_editor->allOwnButton()->click();
        QCOMPARE(keysOf(Act::Present), present);
        QCOMPARE(keysOf(Act::Undo), app::WindowActions::ownKeys(Act::Undo));
    }

    /// A file may say anything: a person's key is not shared with what is delivered, and what is unreadable is no key.
    void storedKeysAreRepaired()
    {
        app::WindowActions actions(m_window.get());
        actions.setChangedKeys({{"about", "Ctrl+O"}, {"undo", "no key at all; "}, {"gone", "F7"}});
        QCOMPARE(actions[Act::About]->shortcuts(), QList<QKeySequence>{QKeySequence("Ctrl+O")});
        QVERIFY(!actions[Act::OpenFile]->shortcuts().contains(QKeySequence("Ctrl+O")));
        QVERIFY(!actions.changedKeys().contains("gone"));
        actions.setChangedKeys({});
        QVERIFY(actions.changedKeys().isEmpty());
    }

    void theListIsSearched()
    {
        m_editor->search()->setText("Ctrl+Z");
        int shown = 0;
        for (int i = 0; i < m_editor->list()->topLevelItemCount(); ++i)
            shown += !m_editor->list()->topLevelItem(i)->isHidden();
        QCOMPARE(shown, 1);
        QVERIFY(!m_editor->field()->isEnabled()); // what is chosen is not in sight
        m_editor->search()->clear();
        QVERIFY(m_editor->field()->isEnabled());
    }

    void lettersAreTypedInATextAndActBesideIt()
    {
        m_window->settingsGuide()->dialog()->close();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* const text = m_window->promptLine()->findChild<QPlainTextEdit*>();
        auto* const line = m_window->promptLine()->findChild<QLineEdit*>();
        QWidget* const field = text ? static_cast<QWidget*>(text) : line;
        QVERIFY(field);
        field->setFocus();
        const bool wasTable = m_window->action(Act::ShowTable)->isChecked();
        for (const Qt::Key key : {Qt::Key_T, Qt::Key_X, Qt::Key_1})
            QTest::keyClick(field, key);
        QTest::keyClick(field, Qt::Key_Question);
        QCOMPARE(m_window->action(Act::ShowTable)->isChecked(), wasTable);
        QVERIFY(!m_window->settingsGuide()->keys());
        m_window->centralWidget()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Question);
        QVERIFY(m_window->settingsGuide()->keys() && m_window->settingsGuide()->keys()->isVisible());
    }

    void theOverlayHasEveryKeyInBothLanguages()
    {
        type(Act::About, Qt::Key_J, Qt::ControlModifier);
        for (const char* language : {"en", "zh_CN"}) {
            m_window->setLanguage(language);
            QCoreApplication::processEvents();
            m_window->action(Act::ShowKeys)->trigger();
            app::KeysOverlay* const overlay = m_window->settingsGuide()->keys();
            QVERIFY(overlay->isVisible());
            QVERIFY(overlay->text().contains("Ctrl+J"));
            for (int act = 0; act < int(Act::Count); ++act)
                if (const QList<QKeySequence> keys = keysOf(Act(act)); !keys.isEmpty()) {
                    QVERIFY2(overlay->text().contains(m_window->action(Act(act))->statusTip()),
                        qPrintable(m_window->action(Act(act))->statusTip()));
                    for (const QKeySequence& key : keys)
                        QVERIFY2(overlay->text().contains(key.toString(QKeySequence::NativeText)), qPrintable(key.toString()));
                }
            m_window->action(Act::Unpin)->trigger(); // Esc
            QVERIFY(!overlay->isVisible());
        }
        m_window->action(Act::ShowKeys)->trigger();
        m_window->action(Act::ShowKeys)->trigger(); // the same key closes it
        QVERIFY(!m_window->settingsGuide()->keys()->isVisible());
    }

    void entriesOfTheMenusOpenByLettersOfTheirOwn()
    {
        for (const char* language : {"en", "zh_CN"}) {
            m_window->setLanguage(language);
            QCoreApplication::processEvents();
            for (const Act act : {Act::Settings, Act::ThemeSystem, Act::Explore, Act::ShowKeys})
                for (QObject* const owner : m_window->action(act)->associatedObjects())
                    if (const auto* const menu = qobject_cast<QMenu*>(owner)) {
                        QStringList letters = lettersOf(*menu);
                        QVERIFY(letters.size() >= 3);
                        letters.removeDuplicates();
                        QVERIFY2(letters.size() == lettersOf(*menu).size(), qPrintable(menu->title() + lettersOf(*menu).join(' ')));
                    }
        }
    }
};

QTEST_MAIN(TestKeyEditor)
#include "tst_key_editor.moc"
