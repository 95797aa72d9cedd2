#include "widgets/panels/notification_bar.h"

#include "widgets/controls/text_label.h"
#include "widgets/figure/error_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace widgets {

namespace {

constexpr int kToastMs = 4000;
constexpr std::size_t kMax = 50; // older messages are dropped

/// What is shown before others. A question waits for its answer: it is not behind an error from before it.
int weightOf(const Notification& message)
{
    const bool isQuestion = message.holds && !message.offer.label.isEmpty();
    return int(isQuestion ? Severity::Error : message.severity);
}

bool leavesByItself(Severity severity) { return severity == Severity::Success || severity == Severity::Info; }

QColor surfaceOf(Severity severity, const Theme& theme)
{
    switch (severity) {
    case Severity::Success:
        return theme.okSurface;
    case Severity::Info:
        return theme.infoSurface;
    case Severity::Warning:
        return theme.warningSurface;
    case Severity::Error:
        break;
    }
    return theme.errorSurface;
}

QColor signOf(Severity severity, const Theme& theme)
{
    switch (severity) {
    case Severity::Success:
        return theme.ok;
    case Severity::Info:
        return theme.info;
    case Severity::Warning:
        return theme.warning;
    case Severity::Error:
        break;
    }
    return theme.error;
}

} // namespace

NotificationBar::NotificationBar(QWidget* parent)
    : QWidget(parent)
    , m_leave(new QTimer(this))
    , m_text(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_offers{new QToolButton(this), new QToolButton(this)}
    , m_copy(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::l, space::xs, space::s, space::xs); // hardly higher than the status line
    row->setSpacing(space::s);
    row->addWidget(m_text, 1);
    for (QToolButton* const offer : m_offers)
        row->addWidget(offer);
    row->addWidget(m_copy);
    row->addWidget(m_close);

    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_copy->setAutoRaise(true);
    m_close->setAutoRaise(true);
    m_leave->setSingleShot(true);
    m_leave->setInterval(kToastMs);
    connect(m_leave, &QTimer::timeout, this, &NotificationBar::dismissCurrent);
    connect(m_close, &QToolButton::clicked, this, &NotificationBar::close);
    m_offers[0]->setObjectName(QStringLiteral("offer"));
    m_offers[1]->setObjectName(QStringLiteral("otherOffer"));
    for (int i = 0; i < 2; ++i)
        connect(m_offers[i], &QToolButton::clicked, this, [this, i] {
            const Notification* message = current();
            const auto take = message ? (i == 0 ? message->offer : message->other).take : nullptr;
            dismissCurrent();
            if (take)
                take();
        });
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (const Notification* message = current())
            QGuiApplication::clipboard()->setText(message->details);
    });
    hide();
}

void NotificationBar::post(Severity severity, const QString& text, const QString& details) { post({severity, text, details}); }

void NotificationBar::postReason(const core::Error::Parts& parts) { postReason(errorText(parts), parts, {}); }

void NotificationBar::postReason(const QString& text, const core::Error::Parts& parts, const NotificationOffer& offer)
{
    post({.severity = Severity::Error,
        .text = text,
        .details = QString::fromUtf8(core::Error(parts).what()),
        .offer = offer,
        .isReason = true});
}

std::vector<Notification>::iterator NotificationBar::sameAs(const Notification& message)
{
    return std::ranges::find_if(
        m_notifications, [&](const Notification& one) { return one.severity == message.severity && one.text == message.text; });
}

void NotificationBar::post(Notification message)
{
    const auto same = sameAs(message);
    if (same != m_notifications.end()) {
        ++same->count;
        same->offer = std::move(message.offer);
        same->other = std::move(message.other);
        same->isFolded = false;
        std::rotate(same, same + 1, m_notifications.end());
    } else {
        m_notifications.push_back(std::move(message));
        if (m_notifications.size() > kMax)
            m_notifications.erase(m_notifications.begin());
        emit countChanged(int(m_notifications.size()));
    }
    m_before = 0; // the newest is seen
    refresh();
}

void NotificationBar::post(const core::Error::Parts& parts)
{
    post(Severity::Error, errorText(parts), QString::fromUtf8(core::Error(parts).what()));
}

void NotificationBar::clear()
{
    const auto isOver = [](const Notification& message) { return !message.holds; };
    std::erase_if(m_waiting, isOver);
    if (std::erase_if(m_notifications, isOver) == 0)
        return;
    emit countChanged(int(m_notifications.size()));
    refresh();
}

void NotificationBar::withdraw(const QString& text)
{
    const auto isIt = [&](const Notification& message) { return message.text == text; };
    std::erase_if(m_waiting, isIt);
    if (std::erase_if(m_notifications, isIt) == 0)
        return;
    emit countChanged(int(m_notifications.size()));
    refresh();
}

void NotificationBar::setWaiting(bool waits)
{
    if (!waits)
        return restore(std::exchange(m_waiting, {}));
    m_waiting = std::exchange(m_notifications, {});
    emit countChanged(0);
    refresh();
}

std::vector<Notification> NotificationBar::everything() const
{
    std::vector<Notification> all = m_waiting;
    all.insert(all.end(), m_notifications.begin(), m_notifications.end());
    return all;
}

void NotificationBar::restore(const std::vector<Notification>& messages)
{
    const std::size_t before = m_notifications.size();
    for (const Notification& message : messages)
        if (!leavesByItself(message.severity) && sameAs(message) == m_notifications.end())
            m_notifications.push_back(message);
    if (m_notifications.size() == before)
        return;
    emit countChanged(int(m_notifications.size()));
    refresh();
}

const Notification* NotificationBar::current() const
{
    std::vector<const Notification*> open; // in the order in which they are shown
    for (auto message = m_notifications.rbegin(); message != m_notifications.rend(); ++message)
        if (!message->isFolded)
            open.push_back(&*message);
    std::ranges::stable_sort(open, std::greater(), [](const Notification* one) { return weightOf(*one); });
    return open.empty() ? nullptr : open[m_before % open.size()];
}

void NotificationBar::showNext()
{
    const bool wasFolded = std::ranges::any_of(m_notifications, &Notification::isFolded);
    for (Notification& message : m_notifications)
        message.isFolded = false;
    const std::size_t next = wasFolded || m_notifications.empty() ? 0 : (m_before + 1) % m_notifications.size();
    m_before = next;
    refresh();
}

void NotificationBar::close()
{
    const Notification* const shown = current();
    if (!shown || !shown->isReason)
        return dismissCurrent();
    m_notifications[std::size_t(shown - m_notifications.data())].isFolded = true;
    m_before = 0;
    refresh();
}

void NotificationBar::dismissCurrent()
{
    const Notification* shown = current();
    if (!shown)
        return;
    m_notifications.erase(m_notifications.begin() + (shown - m_notifications.data()));
    m_before = 0;
    emit countChanged(int(m_notifications.size()));
    refresh();
}

void NotificationBar::refresh()
{
    const Notification* shown = current();
    setVisible(shown != nullptr);
    if (!shown) {
        m_leave->stop();
        return;
    }
    m_text->setText(shown->count > 1 ? tr("%1 (%2 times)").arg(shown->text, locale().toString(shown->count)) : shown->text);
    setAccessibleName(m_text->text());
    const NotificationOffer* const ways[] = {&shown->offer, &shown->other};
    for (int i = 0; i < 2; ++i) {
        m_offers[i]->setText(ways[i]->label);
        m_offers[i]->setVisible(!ways[i]->label.isEmpty());
    }
    m_copy->setText(tr("Copy details"));
    m_copy->setVisible(!shown->details.isEmpty());
    m_close->setText(QStringLiteral("✕"));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(m_close->toolTip());
    if (leavesByItself(shown->severity) && !underMouse())
        m_leave->start();
    else
        m_leave->stop();
    update();
}

void NotificationBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void NotificationBar::paintEvent(QPaintEvent*)
{
    const Notification* shown = current();
    if (!shown)
        return;
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), surfaceOf(shown->severity, theme));
    painter.fillRect(QRectF(0, 0, space::xs * theme.scale, height()), signOf(shown->severity, theme));
}

void NotificationBar::enterEvent(QEnterEvent* event)
{
    m_leave->stop();
    QWidget::enterEvent(event);
}

void NotificationBar::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (const Notification* shown = current(); shown && leavesByItself(shown->severity))
        m_leave->start();
}

} // namespace widgets
