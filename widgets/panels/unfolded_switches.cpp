#include "widgets/panels/unfolded_switches.h"

#include "widgets/panels/page_switch.h"
#include "widgets/plot/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace widgets {

namespace {

constexpr int patience = 250; // ms outside, for a hand that takes the short way

bool isModifier(int key) { return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Meta; }

} // namespace

UnfoldedSwitches::UnfoldedSwitches(QWidget* line, QWidget* handle, QWidget* host)
    : QWidget(host)
    , m_line(line)
    , m_handle(handle)
    , m_rows(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("unfoldedSwitches"));
    setAccessibleName(tr("More kinds"));
    m_rows->setContentsMargins(space::s, space::s, space::s, space::s);
    m_rows->setSpacing(space::s);
    m_leaving.setSingleShot(true);
    m_leaving.setInterval(patience);
    connect(&m_leaving, &QTimer::timeout, this, [this] {
        if (QApplication::activePopupWidget())
            m_leaving.start();
        else if (!underMouse() && !m_line->underMouse())
            emit left();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* before, const QWidget* now) {
        if (isVisible() && now && isAncestorOf(before) && !isPart(now))
            emit left();
    });
    qApp->installEventFilter(this);
}

void UnfoldedSwitches::show(const std::vector<PageSwitch*>& switches, QWidget* end)
{
    const QWidget& host = *parentWidget();
    const int room = host.width() - 2 * (space::l + space::s);
    int names = 0;
    for (const PageSwitch* one : switches)
        names = std::max(names, one->nameWidth());
    for (PageSwitch* one : switches) {
        one->unfold(room, names);
        m_rows->addWidget(one); // as high as it is now
    }
    m_rows->addWidget(end, 0, Qt::AlignRight);
    m_hostWidth = host.width();
    adjustSize();
    place();
    raise();
    setVisible(true);
}

void UnfoldedSwitches::place()
{
    const QWidget& host = *parentWidget();
    const QRect line(m_line->mapTo(&host, QPoint()), m_line->size());
    const int left = std::max(line.left(), line.right() + 1 - width()); // below the end of the line, where it has room there
    move(std::max(0, std::min(left, host.width() - width())), line.bottom() + 1);
}

void UnfoldedSwitches::takeFocus()
{
    const QList<QAbstractButton*> words = findChildren<QAbstractButton*>();
    const auto at = [&](auto&& is) { return std::ranges::find_if(words, is); };
    auto word = at([](const QAbstractButton* one) { return one->isChecked() && one->isEnabled(); });
    if (word == words.end())
        word = at([](const QAbstractButton* one) { return one->isEnabled(); });
    if (word != words.end())
        (*word)->setFocus(Qt::TabFocusReason);
}

bool UnfoldedSwitches::isPart(const QObject* watched) const
{
    const auto* const widget = qobject_cast<const QWidget*>(watched);
    return widget && (widget == this || isAncestorOf(widget) || widget == m_line || m_line->isAncestorOf(widget));
}

/// Escape closes it; any other key that is not for it does, too, and then does what it does.
bool UnfoldedSwitches::wantsKey(QEvent& event)
{
    const int key = static_cast<QKeyEvent&>(event).key();
    if (key == Qt::Key_Escape) {
        if (event.type() == QEvent::KeyPress)
            emit left();
        event.accept();
        return true;
    }
    if (!isModifier(key) && !isPart(QApplication::focusWidget())) // also where it is a shortcut, and no press comes
        emit left();
    return false;
}

bool UnfoldedSwitches::eventFilter(QObject* watched, QEvent* event)
{
    if (!isVisible() || QApplication::activePopupWidget())
        return false;
    const bool isOfLine = watched == m_line;
    switch (event->type()) {
    case QEvent::Enter:
        if (isOfLine || watched == this)
            m_leaving.stop();
        break;
    case QEvent::Leave:
        if (isOfLine || watched == this)
            m_leaving.start();
        break;
    case QEvent::MouseButtonPress:
        if (watched->isWidgetType() && !isPart(watched))
            emit left();
        break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
        return wantsKey(*event);
    case QEvent::Hide:
        if (isOfLine)
            emit left();
        break;
    case QEvent::Move:
    case QEvent::Resize:
        if (isOfLine && parentWidget()->width() == m_hostWidth)
            place();
        else if (isOfLine)
            emit left(); // in another room
        break;
    case QEvent::WindowDeactivate:
        if (watched == window())
            emit left();
        break;
    default:
        break;
    }
    return false;
}

/// Arrows that a switch has no word for lead to the one below or above it.
void UnfoldedSwitches::keyPressEvent(QKeyEvent* event)
{
    const bool isDown = event->key() == Qt::Key_Down || event->key() == Qt::Key_Right;
    if (isDown || event->key() == Qt::Key_Up || event->key() == Qt::Key_Left)
        focusNextPrevChild(isDown);
    else
        QWidget::keyPressEvent(event);
}

void UnfoldedSwitches::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    painter.setPen(currentTheme().borderStrong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace widgets
