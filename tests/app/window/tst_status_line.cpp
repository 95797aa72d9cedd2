// The status line in the window: its buttons are in reach, whatever is over its words.

#include "app/window/status_line.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/app/support/shown_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/theme.h"

#include <QTest>
#include <QToolButton>

using widgets::ThemeId;

class TestStatusLine : public QObject
{
    Q_OBJECT
private slots:
    void cleanup() { widgets::setCurrentTheme(ThemeId::Light); }

    void aMessageLeavesItsButtonsFree_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Projector})
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(widgets::themeWord(theme)), language) << int(theme) << QString(language);
    }
    /// Such as the offer of a session that a window left: it stays until a person deals with it.
    void aMessageLeavesItsButtonsFree()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        widgets::setCurrentTheme(ThemeId(theme));
        const auto window = support::shown({.model = "main", .view = "flow", .remembers = false});
        window->resize(1366, 738);
        window->statusLine()->setStoppable(true);
        widgets::NotificationBar& bar = *window->notifications();
        bar.post({.severity = widgets::Severity::Warning,
            .text = QStringLiteral("A window ended without closing. What it showed is kept, and so on to the end of the line."),
            .offer = {QStringLiteral("Restore"), {}},
            .other = {QStringLiteral("Discard"), {}},
            .holds = true});
        QCoreApplication::processEvents();
        const auto placeOf = [&](const QWidget& part) { return QRect(part.mapTo(window.get(), QPoint()), part.size()); };
        int buttons = 0;
        for (const auto* const button : window->statusLine()->findChildren<QToolButton*>())
            if (button->isVisible()) {
                ++buttons;
                QVERIFY2(!placeOf(bar).intersects(placeOf(*button)), qPrintable(button->accessibleName()));
            }
        QCOMPARE(buttons, 3); // stop, messages, language
        window->statusLine()->setStoppable(false);
        QCoreApplication::processEvents();
        const auto* const provenance = window->statusLine()->findChild<QWidget*>(QStringLiteral("provenance"));
        QVERIFY(placeOf(*provenance).right() <= placeOf(bar).right()); // covered, but not cut
        QVERIFY(bar.height() >= bar.heightForWidth(bar.width()));
    }
};

QUIET_TEST_MAIN(TestStatusLine)
#include "tst_status_line.moc"
