#pragma once

// NotificationBar: messages without a modal box. One banner at a time, the most severe and newest first;
// identical messages collapse with a counter.

#include "core/base/error.h"

#include <QWidget>

#include <functional>
#include <vector>

class QTimer;
class QToolButton;

namespace widgets {

class TextLabel;

enum class Severity
{
    Success,
    Info,
    Warning,
    Error
};

/// A way out that the banner offers as a button.
struct NotificationOffer
{
    QString label = {};              // translated; empty: none
    std::function<void()> take = {}; // the banner has gone when it is called
};

struct Notification
{
    Severity severity = Severity::Info;
    QString text = {}; // what happened and what to do, translated
    QString details = {}; // for "Copy details"; may be empty
    int count = 1;   // how often it came
    NotificationOffer offer = {};
    NotificationOffer other = {}; // a second way out
    bool holds = false; // it is of no run: it stays until a person deals with it
    bool isReason = false; // the page points at it: closed, it can be shown again until it is so no more
    bool isFolded = false; // closed, such a one
};

class NotificationBar : public QWidget
{
    Q_OBJECT
public:
    explicit NotificationBar(QWidget* parent = nullptr);

    /// Shows a message. Success and Info leave by themselves after four seconds (not under the mouse).
    void post(Severity severity, const QString& text, const QString& details = {});
    void post(const core::Error::Parts& parts);

    /// Why there is no run of what was asked, perhaps with a way out.
    void postReason(const core::Error::Parts& parts);
    void postReason(const QString& text, const core::Error::Parts& parts, const NotificationOffer& offer);

    /// Any message; the same text collapses.
    void post(Notification message);

    /// Removes every message that does not hold (a new run succeeded), of those that wait, too.
    void clear();

    /// Removes the message of these words, if it is there: what it says is so no more.
    void withdraw(const QString& text);

    /// What was said so far waits, unseen, until it is over; then it is there again.
    void setWaiting(bool waits);

    /// What was closed and may be asked for is there again; else the message behind the one that is shown, at last the first again.
    void showNext();

    const std::vector<Notification>& notifications() const { return m_notifications; } // the newest last
    std::vector<Notification> everything() const; // with those that wait

    /// Those of `messages` that do not leave by themselves and are not there are there again.
    void restore(const std::vector<Notification>& messages);

signals:
    void countChanged(int messages);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const Notification* current() const;
    void close();
    std::vector<Notification>::iterator sameAs(const Notification& message); // of the same words
    void dismissCurrent();
    void refresh();

    std::vector<Notification> m_notifications;
    std::vector<Notification> m_waiting;
    std::size_t m_before = 0; // messages that have been looked at and are passed over, by showNext()
    QTimer* m_leave;
    TextLabel* m_text;
    QToolButton* m_offers[2];
    QToolButton* m_copy;
    QToolButton* m_close;
};

} // namespace widgets
