// Messages: which is shown, what closes it, and what comes back.

#include "widgets/panels/notification_bar.h"

#include "tests/widgets/support/quiet.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace widgets;

class TestNotificationBar : public QObject
{
    Q_OBJECT
private slots:
    void aQuestionIsNotBehindAnOlderError()
    {
        NotificationBar bar;
        bar.post(Severity::Error, QStringLiteral("broken"));
        bar.post(Severity::Warning, QStringLiteral("careful"));
        QCOMPARE(bar.accessibleName(), QStringLiteral("broken"));
        bar.post({.severity = Severity::Warning,
            .text = QStringLiteral("replace it?"),
            .offer = {QStringLiteral("Replace"), [] { }},
            .holds = true});
        QCOMPARE(bar.accessibleName(), QStringLiteral("replace it?"));
        bar.post(Severity::Error, QStringLiteral("broken, too"));
        QCOMPARE(bar.accessibleName(), QStringLiteral("broken, too"));
    }

    void gravestMessageIsShown()
    {
        NotificationBar bar;
        bar.post(Severity::Error, QStringLiteral("broken"));
        bar.post(Severity::Success, QStringLiteral("saved"));
        QCOMPARE(bar.accessibleName(), QStringLiteral("broken"));
    }

    void whatLiesBehindIsShownOneByOne()
    {
        NotificationBar bar;
        for (const char* text : {"first", "second", "third"})
            bar.post(Severity::Error, QString::fromLatin1(text));
        QStringList seen;
        for (int i = 0; i < 4; ++i, bar.showNext())
            seen << bar.accessibleName();
        QCOMPARE(seen, QStringList({"third", "second", "first", "third"}));
        QCOMPARE(bar.accessibleName(), QStringLiteral("second"));
        bar.post(Severity::Error, QStringLiteral("fourth"));
        QCOMPARE(bar.accessibleName(), QStringLiteral("fourth")); // what is new is seen
    }

    void identicalMessagesCollapse()
    {
        NotificationBar bar;
        QSignalSpy counts(&bar, &NotificationBar::countChanged);
        bar.post(Severity::Error, QStringLiteral("no room"));
        bar.post(Severity::Error, QStringLiteral("no room"));
        QCOMPARE(bar.notifications().size(), std::size_t(1));
        QCOMPARE(bar.notifications().front().count, 2);
        QCOMPARE(counts.count(), 1);
        QVERIFY(!bar.isHidden());
        bar.clear();
        QVERIFY(bar.isHidden());
    }

    void aMessageThatHoldsOutlivesARun()
    {
        NotificationBar bar;
        bar.post(Severity::Error, QStringLiteral("of the run before"));
        bar.post({.severity = Severity::Warning, .text = QStringLiteral("a session was kept"), .holds = true});
        bar.clear();
        QCOMPARE(bar.notifications().size(), std::size_t(1));
        QVERIFY(!bar.isHidden());
        QCOMPARE(bar.accessibleName(), QStringLiteral("a session was kept"));
    }

    /// The page says that the message has the reason, and the way out.
    void aReasonThatIsClosedCanBeAskedFor()
    {
        NotificationBar bar;
        int taken = 0;
        bar.postReason(QStringLiteral("too long"), {.problem = "details"}, {QStringLiteral("Cut it there"), [&] { ++taken; }});
        const auto press = [&](const QString& word) {
            for (QToolButton* const button : bar.findChildren<QToolButton*>())
                if (button->text() == word && button->isVisibleTo(&bar))
                    return button->click();
        };
        press(QStringLiteral("✕"));
        QVERIFY(bar.isHidden());
        QCOMPARE(bar.notifications().size(), std::size_t(1)); // which the status line counts
        bar.showNext();
        QVERIFY(!bar.isHidden());
        press(QStringLiteral("✕"));
        bar.postReason(QStringLiteral("too long"), {.problem = "details"}, {QStringLiteral("Cut it there"), [&] { ++taken; }});
        QVERIFY(!bar.isHidden()); // it is so again
        press(QStringLiteral("Cut it there"));
        QCOMPARE(taken, 1);
        QVERIFY(bar.notifications().empty());
        bar.postReason(QStringLiteral("too long"), {.problem = "details"}, {});
        press(QStringLiteral("✕"));
        bar.clear();
        QVERIFY(bar.notifications().empty()); // another run
        bar.post(Severity::Error, QStringLiteral("no file written"));
        press(QStringLiteral("✕"));
        QVERIFY(bar.notifications().empty());
    }

    void detailsAreOfferedWhereThereAreSome()
    {
        NotificationBar bar;
        const auto hasCopy = [&] {
            return std::ranges::any_of(bar.findChildren<QToolButton*>(), [&](const QToolButton* button) {
                return button->text() == NotificationBar::tr("Copy details") && button->isVisibleTo(&bar);
            });
        };
        bar.post(Severity::Error, QStringLiteral("broken"), QStringLiteral("in line 3"));
        QVERIFY(hasCopy());
        bar.clear();
        bar.post(Severity::Warning, QStringLiteral("a session was kept"));
        QVERIFY(!hasCopy());
    }

    void whatWaitsIsUnseenAndComesBack()
    {
        NotificationBar bar;
        bar.post(Severity::Warning, QStringLiteral("before"));
        bar.post({.severity = Severity::Warning, .text = QStringLiteral("kept"), .holds = true});
        bar.setWaiting(true);
        QVERIFY(bar.isHidden());
        bar.post(Severity::Info, QStringLiteral("now"));
        QCOMPARE(bar.accessibleName(), QStringLiteral("now")); // graver ones wait
        QCOMPARE(bar.everything().size(), std::size_t(3));
        bar.clear();
        QVERIFY(bar.isHidden());
        bar.setWaiting(false);
        QCOMPARE(bar.notifications().size(), std::size_t(1)); // a run has come since
        QCOMPARE(bar.accessibleName(), QStringLiteral("kept"));
        bar.restore({{.severity = Severity::Warning, .text = QStringLiteral("kept"), .holds = true},
            {.severity = Severity::Info, .text = QStringLiteral("gone by itself")},
            {.severity = Severity::Error, .text = QStringLiteral("of this state")}});
        QCOMPARE(bar.notifications().size(), std::size_t(2));
        QCOMPARE(bar.notifications().front().count, 1);
        QCOMPARE(bar.accessibleName(), QStringLiteral("of this state"));
    }
};

QUIET_TEST_MAIN(TestNotificationBar)
#include "tst_notification_bar.moc"
