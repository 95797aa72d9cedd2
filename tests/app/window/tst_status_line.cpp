// The status line in the window: its buttons are in reach, whatever is over its words.

#include "app/window/status_line.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/app/support/shown_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/theme.h"

#include <QLabel>
#include <QProgressBar>
#include <QScopeGuard>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using widgets::ThemeId;

class TestStatusLine : public QObject
{
    Q_OBJECT

    widgets::SelectionModel m_selection;

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

    /// Stop is there as soon as a pass takes long, the bar when it has something to show.
    void aBarIsNeverAnEmptyBox()
    {
        app::StatusLine line(&m_selection);
        line.show();
        line.begin();
        const auto* const bar = line.findChild<QProgressBar*>();
        const auto stop = [&] {
            const QList<QToolButton*> all = line.findChildren<QToolButton*>();
            return std::ranges::any_of(
                all, [](const QToolButton* one) { return one->text() == QStringLiteral("✕") && !one->isHidden(); });
        };
        QVERIFY(bar->isHidden() && !stop());
        QTRY_VERIFY(stop());
        QVERIFY(bar->isHidden());
        line.setProgress(0.3);
        QVERIFY(!bar->isHidden());
        line.begin(); // another pass, that has done nothing yet
        QVERIFY(bar->isHidden() && stop());
        line.end();
        line.setProgress(0.5);
        QVERIFY(bar->isHidden() && !stop());
    }

    /// The frame in a picture has a word for it, which goes before any part of the place does.
    void whatIsMarkedIsCalledSo()
    {
        const app::Speaking speaking("en");
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        app::StatusLine& line = *window->statusLine();
        const auto* const words = line.findChild<QLabel*>(QStringLiteral("readOut"));
        QCOMPARE(words->text(), QStringLiteral("Marked: ") + line.readOutText());
        QVERIFY(!words->toolTip().isEmpty());
        widgets::Selection other = window->selection()->pinned();
        other.query -= 1;
        window->selection()->hover(other); // under the mouse is another place
        QCOMPARE(words->text(), line.readOutText());
        window->selection()->hover({});
        line.setNote(QStringLiteral("Saved"));
        QCOMPARE(words->text(), QStringLiteral("Saved"));
    }

    /// A comparison on a projector has no room for them below the page: one press brings them over it, and nothing moves.
    void tokensWithoutRoomAreOnePressAway()
    {
        const app::Speaking speaking("zh_CN");
        widgets::setCurrentTheme(ThemeId::Projector);
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        const auto* const tokens = window->findChild<widgets::TokenStrip*>();
        auto* const button = window->statusLine()->findChild<QToolButton*>(QStringLiteral("tokensButton"));
        QVERIFY(tokens->isVisible() && !button->isVisible());
        window->action(app::Act::MakeB)->trigger();
        support::waitForRun(*window);
        QCoreApplication::processEvents();
        QVERIFY(!tokens->isVisible() && button->isVisible() && !button->isChecked());
        QVERIFY(button->width() >= button->sizeHint().width());
        const QRect picture = window->currentView()->geometry();
        button->click();
        QVERIFY(tokens->isVisible() && button->isChecked());
        QCOMPARE(window->currentView()->geometry(), picture);
        button->click();
        QVERIFY(!tokens->isVisible());
        window->action(app::Act::CloseB)->trigger(); // they were not put away
        support::waitForRun(*window);
        QCoreApplication::processEvents();
        QVERIFY(tokens->isVisible() && !button->isVisible());
    }

    /// Where all has no room, the number stays, and no part of the words is cut.
    void wordsWithoutRoomAreLeftOutWhole()
    {
        widgets::setCurrentTheme(ThemeId::Projector);
        widgets::setTypeFactor(1.25);
        const auto ordinary = qScopeGuard([] { widgets::setTypeFactor(1); });
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        app::StatusLine& line = *window->statusLine();
        const auto* const words = line.findChild<QLabel*>(QStringLiteral("readOut"));
        const auto* const provenance = line.findChild<QLabel*>(QStringLiteral("provenance"));
        const QString number = line.readOutText().section(QStringLiteral(" · "), -1);
        int left = 0;
        bool isBrief = false;
        for (const int width : {1366, 1100, 1024, 900}) {
            window->resize(width, 738);
            QCoreApplication::processEvents();
            if (words->width() < words->fontMetrics().horizontalAdvance(number))
                break;
            isBrief |= provenance->text() != line.provenanceText(); // it gives way first
            QVERIFY2(words->fontMetrics().horizontalAdvance(words->text()) <= words->width(), qPrintable(words->text()));
            QVERIFY2(words->text().endsWith(number), qPrintable(words->text()));
            left += !words->text().endsWith(line.readOutText());
            if (!words->text().endsWith(line.readOutText()))
                QCOMPARE(words->toolTip(), line.readOutText());
        }
        QVERIFY(left > 0 && isBrief);
        widgets::setTypeFactor(1);
        window->resize(1366, 738);
        QCoreApplication::processEvents();
        QVERIFY2(words->text().endsWith(line.readOutText()), qPrintable(words->text()));
    }
};

QUIET_TEST_MAIN(TestStatusLine)
#include "tst_status_line.moc"
