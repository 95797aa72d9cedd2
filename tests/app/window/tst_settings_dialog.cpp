// Settings: what is chosen holds at once and is kept, the dialog shows what holds, and it has room on a small screen whatever the
// size of type.

#include "app/window/settings_dialog.h"

#include "app/base/languages.h"
#include "app/lessons/lesson.h"
#include "app/window/command_palette.h"
#include "app/window/key_editor.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"
#include "app/window/settings_guide.h"

#include "tests/app/support/shown_window.h"
#include "widgets/controls/motion.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/outlined_style.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHash>
#include <QLineEdit>
#include <QScreen>
#include <QSettings>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>

using app::Act;
using support::shown;

class TestSettingsDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<app::MainWindow> m_window;
    app::SettingsDialog* m_dialog = nullptr;

    QComboBox& box(const char* name) const { return *m_dialog->findChild<QComboBox*>(QLatin1String(name)); }
    QSpinBox& number(const char* name) const { return *m_dialog->findChild<QSpinBox*>(QLatin1String(name)); }

    /// As a person does.
    void choose(const char* name, const QVariant& value) const
    {
        const int index = box(name).findData(value);
        QVERIFY2(index >= 0, qPrintable(value.toString()));
        box(name).setCurrentIndex(index);
        emit box(name).activated(index);
    }
    void open(const app::MainWindow::Start& start = {.model = "untrained", .text = "red dog", .remembers = false})
    {
        m_window = shown(start);
        m_window->action(Act::Settings)->trigger();
        m_dialog = m_window->settingsGuide()->dialog();
        QVERIFY(m_dialog->isVisible());
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }
    void cleanup()
    {
        m_window.reset();
        widgets::setFirstNumber(0);
        widgets::setReducedMotion(false);
        widgets::setTypeFactor(1);
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    void eachThemeHoldsAtOnce()
    {
        open();
        for (const widgets::ThemeId id : widgets::allThemes()) {
            choose("theme", widgets::themeWord(id));
            QCOMPARE(widgets::currentTheme().id, id);
            QVERIFY(!m_window->action(Act::ThemeSystem)->isChecked());
        }
        choose("theme", "system");
        QVERIFY(m_window->action(Act::ThemeSystem)->isChecked());
        m_window->action(Act::ThemeDark)->trigger();
        QVERIFY(!m_window->action(Act::ThemeSystem)->isChecked());
        QCOMPARE(box("theme").currentData().toString(), QStringLiteral("dark")); // from the menu
        m_window->action(Act::ThemeHighContrast)->trigger();
        QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::HighContrast);
    }

    void theThemeOfTheCommandLineIsShown()
    {
        widgets::setCurrentTheme(widgets::ThemeId::Dark); // as `--theme dark` does, whatever is kept
        open();
        QCOMPARE(box("theme").currentData().toString(), QStringLiteral("dark"));
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    void thatOfTheSystemOutlivesAPresentation()
    {
        open();
        choose("theme", "system");
        m_window->setPresenting(true);
        QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Projector);
        m_window->setPresenting(false);
        QVERIFY(m_window->action(Act::ThemeSystem)->isChecked());
        m_window->setPresenting(true);
        choose("theme", "dark"); // for afterwards
        QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Projector);
        m_window->setPresenting(false);
        QCOMPARE(widgets::currentTheme().id, widgets::ThemeId::Dark);
        choose("theme", "system");
        QCOMPARE(box("theme").currentData().toString(), QStringLiteral("system"));
    }

    void theLanguageHoldsAtOnce()
    {
        open();
        choose("language", "zh_CN");
        QCoreApplication::processEvents();
        QCOMPARE(app::currentLanguage(), QStringLiteral("zh_CN"));
        QCOMPARE(m_dialog->windowTitle(), QStringLiteral("设置"));
        m_window->setLanguage("en"); // by the menu
        QCoreApplication::processEvents();
        QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Settings"));
        QCOMPARE(box("language").currentData().toString(), QStringLiteral("en"));
        choose("language", QString());
        QCOMPARE(app::currentLanguage(), app::systemLanguage());
        QCOMPARE(box("language").currentData().toString(), QString());
    }

    void typeGrowsAtOnce()
    {
        open();
        const double ordinary = QApplication::font().pointSizeF();
        QHash<const QWidget*, double> before; // labels have fonts of their own
        for (const QWidget* const top : std::initializer_list<const QWidget*>{m_window.get(), m_dialog})
            for (const auto* const label : top->findChildren<widgets::TextLabel*>())
                before[label] = label->font().pointSizeF();
        QVERIFY(before.size() > 5);
        choose("typeSize", 150);
        for (const QWidget* const top : std::initializer_list<const QWidget*>{m_window.get(), m_dialog})
            for (const auto* const label : top->findChildren<widgets::TextLabel*>())
                if (before.contains(label) && !label->text().isEmpty())
                    QVERIFY2(label->font().pointSizeF() > 1.2 * before[label], // all of it, but where a line is full
                        qPrintable(QStringLiteral("%1 pt “%2”").arg(label->font().pointSizeF()).arg(label->text())));
        QCOMPARE(QApplication::font().pointSizeF(), 1.5 * ordinary);
        QCOMPARE(widgets::typeFactor(), 1.5);
        choose("theme", "high_contrast");
        QCOMPARE(QApplication::font().pointSizeF(), 1.5 * ordinary);
        choose("typeSize", 100);
        QCOMPARE(QApplication::font().pointSizeF(), ordinary);
    }

    void motionStops()
    {
        open();
        widgets::setReducedMotion(false);
        const bool wanted = widgets::wantsMotion(*m_window); // as the desktop has it
        auto* const motion = m_dialog->findChild<QCheckBox*>();
        motion->setChecked(true);
        QVERIFY(!widgets::wantsMotion(*m_window));
        motion->setChecked(false);
        QCOMPARE(widgets::wantsMotion(*m_window), wanted);
    }

    /// The picture, the words around it and what the palette finds; back in a lesson, whose text says numbers from 0.
    void countingHoldsAtOnce()
    {
        open({.model = "main", .text = "red dog red", .view = "attention", .remembers = false});
        const auto label = [&] {
            for (const auto* const one : m_window->findChildren<widgets::TextLabel*>())
                if (one->isVisible() && one->text().contains(QStringLiteral("Layer ")))
                    return one->text();
            return QString();
        };
        const auto rows = [&] {
            QStringList words;
            for (const auto* const plot : m_window->currentView()->findChildren<widgets::Plot*>())
                for (const auto* const rect : plot->plotLayout()->elements(true))
                    if (const auto* const map = dynamic_cast<const widgets::GridAxisRect*>(rect))
                        words << map->rowLabels();
            return words;
        };
        QVERIFY2(label().contains(QStringLiteral("Layer 0")), qPrintable(label()));
        QVERIFY(rows().contains(QStringLiteral("L0")));
        choose("countFrom", 1);
        support::waitForRun(*m_window);
        QVERIFY2(label().contains(QStringLiteral("Layer 1")), qPrintable(label()));
        QVERIFY(rows().contains(QStringLiteral("L1")) && !rows().contains(QStringLiteral("L0")));
        app::CommandPalette* const palette = m_window->commandPalette();
        m_window->action(Act::FindAnything)->trigger();
        palette->field()->setText(QStringLiteral("L1 H1"));
        QCOMPARE(palette->found().front(), QStringLiteral("L1 H1"));
        QTest::keyClick(palette->field(), Qt::Key_Escape);
        QVERIFY(m_window->lessonHost()->openLesson(QString::fromStdString(app::lessonFile(QStringLiteral("tour")))));
        support::waitForRun(*m_window);
        QCOMPARE(widgets::firstNumber(), 0);
        m_window->lessonHost()->leaveLesson();
        support::waitForRun(*m_window);
        QCOMPARE(widgets::firstNumber(), 1);
        choose("countFrom", 0);
        support::waitForRun(*m_window);
        QVERIFY(rows().contains(QStringLiteral("L0")));
    }

    /// Too little memory refuses the next run, and says so.
    void memoryIsALimit()
    {
        open();
        m_window->session().runner().setMemory(6000); // bytes, less than any run
        m_window->setPrompt("blue dog");
        support::waitForRun(*m_window);
        QCOMPARE(m_window->session().shown().a.text, std::string("red dog"));
        number("memory").setValue(1); // GiB: a sixth of it is enough for this model
        m_window->setPrompt("red cat");
        support::waitForRun(*m_window);
        QCOMPARE(m_window->session().shown().a.text, std::string("red cat"));
    }

    void everythingIsKept()
    {
        const QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        open({.model = "untrained", .text = "red dog"});
        choose("theme", "high_contrast");
        choose("typeSize", 125);
        m_dialog->findChild<QCheckBox*>()->setChecked(true);
        choose("countFrom", 1);
        number("memory").setValue(1);
        number("threads").setValue(2);
        m_dialog->keyEditor()->choose(Act::About);
        QTest::keyClick(m_dialog->keyEditor()->field(), Qt::Key_J, Qt::ControlModifier);
        m_window->action(Act::Figures)->trigger();
        m_window->close();
        m_window.reset();
        const app::Settings read = app::loadSettings();
        QCOMPARE(read.theme, widgets::ThemeId::HighContrast);
        QVERIFY(!read.followsSystem && read.reducesMotion);
        QCOMPARE(read.typePercent, 125);
        QCOMPARE(read.countFrom, 1);
        QCOMPARE(read.memoryGib, 1);
        QCOMPARE(read.threads, 2);
        QCOMPARE(read.perspective, app::Perspective::Figures);
        QVERIFY(read.arrangements[0].drawers[app::Drawers::Left].isOpen);
        open({.model = "untrained", .text = "red dog"});
        QCOMPARE(box("theme").currentData().toString(), QStringLiteral("high_contrast"));
        QCOMPARE(box("typeSize").currentData().toInt(), 125);
        QVERIFY(m_dialog->findChild<QCheckBox*>()->isChecked());
        QCOMPARE(box("countFrom").currentData().toInt(), 1);
        QCOMPARE(widgets::firstNumber(), 1);
        QCOMPARE(number("memory").value(), 1);
        QCOMPARE(number("threads").value(), 2);
        QCOMPARE(m_window->action(Act::About)->shortcut(), QKeySequence("Ctrl+J"));
        QVERIFY(m_window->action(Act::Figures)->isChecked());
        choose("theme", "system");
        m_window->close();
        m_window.reset();
        QVERIFY(app::loadSettings().followsSystem);
    }

    void unreadableSettingsAreDefaults()
    {
        const QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        {
            QSettings stored("cutaway", "cutaway");
            stored.setValue("type", 90000);
            stored.setValue("countFrom", 12);
            stored.setValue("memory", -4);
            stored.setValue("threads", "many");
            stored.setValue("keys", "none");
            stored.setValue("perspective", "upside down");
            stored.setValue("perspectives/compare/tab", 77);
        }
        const app::Settings read = app::loadSettings();
        QCOMPARE(read.typePercent, 200);
        QCOMPARE(read.countFrom, 1); // the nearest
        QCOMPARE(read.memoryGib, 0);
        QCOMPARE(read.threads, 0);
        QVERIFY(read.keys.isEmpty());
        QCOMPARE(read.perspective, app::Perspective::Explore);
        QVERIFY(read.arrangements[1].rightTab < 3);
    }

    void theDialogHasRoomOnASmallScreen_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<QString>("language");
        for (const int percent : {100, 150, 200})
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%d %s", percent, language) << percent << language;
    }
    void theDialogHasRoomOnASmallScreen()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        open();
        m_window->setLanguage(language);
        choose("typeSize", percent);
        QTest::qWait(50);
        m_dialog->resize(m_dialog->minimumSizeHint());
        QVERIFY2(m_dialog->width() <= 1366 - 8 && m_dialog->height() <= 768 - 48,
            qPrintable(QStringLiteral("%1 × %2").arg(m_dialog->width()).arg(m_dialog->height())));
        m_dialog->resize(1366 - 8, 768 - 48);
        auto* const tabs = m_dialog->findChild<QTabWidget*>();
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(20);
            for (const QWidget* const part : m_dialog->findChildren<QWidget*>())
                if (part->isVisible() && (qobject_cast<const QComboBox*>(part) || qobject_cast<const QAbstractButton*>(part)))
                    QVERIFY2(part->width() >= part->minimumSizeHint().width() && part->height() >= part->minimumSizeHint().height(),
                        qPrintable(part->objectName()));
        }
    }
};

QTEST_MAIN(TestSettingsDialog)
#include "tst_settings_dialog.moc"
