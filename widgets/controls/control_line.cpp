#include "widgets/controls/control_line.h"

#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int stretchOfShown = 1000; // before the stretch behind it has a share

/// Hidden by its view, not only because the line is hidden.
bool isLeftOut(const QWidget& control) { return control.isHidden() && control.testAttribute(Qt::WA_WState_ExplicitShowHide); }

int minWidth(const QWidget& control)
{
    return qobject_cast<const SegmentedSwitch*>(&control)
        ? std::max(control.minimumSizeHint().width(), control.minimumWidth()) // whole, where it must not shrink
        : std::max(control.sizeHint().width(), control.minimumWidth());
}

} // namespace

/// What "⋯" opens: below it and the title, at the right, and never beyond the window, also when it grows.
class ControlLine::Sheet : public QFrame
{
public:
    explicit Sheet(const QWidget& button)
        : QFrame(button.parentWidget(), Qt::Popup)
        , m_button(button)
    {
        setFrameShape(QFrame::Box);
    }

    QPointer<const QWidget> lineBelow;

protected:
    void showEvent(QShowEvent* event) override
    {
        place();
        QFrame::showEvent(event);
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QFrame::resizeEvent(event);
        if (isVisible())
            place();
    }

    /// A popup keeps the keys of the window to itself; undoing what was done on it is an action of the window, and a clicker's
    /// step goes away from it.
    void keyPressEvent(QKeyEvent* event) override
    {
        const QKeySequence pressed(event->keyCombination());
        const QList<QAction*> actions = m_button.window()->findChildren<QAction*>();
        const auto action = std::ranges::find_if(
            actions, [&](const QAction* one) { return one->isEnabled() && one->shortcuts().contains(pressed); });
        const bool isOfClicker = event->key() == Qt::Key_PageDown || event->key() == Qt::Key_PageUp;
        if (!(isOfClicker || event->modifiers() & Qt::ControlModifier) || action == actions.end())
            return QFrame::keyPressEvent(event);
        if (isOfClicker)
            hide();
        (*action)->trigger();
        event->accept();
    }

private:
    void place()
    {
        const QWidget& window = *m_button.window();
        const int left = window.mapToGlobal(QPoint(0, 0)).x();
        const QPoint below = m_button.mapToGlobal(QPoint(m_button.width() - width(), m_button.height()));
        const bool hasLine = lineBelow && lineBelow->isVisible();
        const int top = hasLine ? lineBelow->mapToGlobal(QPoint(0, lineBelow->height())).y() : below.y();
        move(std::max(left, std::min(below.x(), left + window.width() - width())), std::max(top, below.y()));
    }

    const QWidget& m_button;
};

ControlLine::ControlLine(QWidget* page)
    : QWidget(page)
    , m_row(new QHBoxLayout(this))
    , m_shown(new QHBoxLayout)
    , m_more(new QToolButton(this))
    , m_sheet(new Sheet(*m_more))
    , m_hidden(new QVBoxLayout(m_sheet))
{
    m_row->setContentsMargins(space::l, space::xs, space::l, 0);
    m_row->setSpacing(space::s);
    m_shown->setSpacing(space::s);
    m_row->addLayout(m_shown, stretchOfShown);
    m_row->addStretch(1);
    m_row->addWidget(m_more);
    m_hidden->setContentsMargins(space::m, space::s, space::m, space::s);
    m_hidden->setSpacing(space::s);
    m_hidden->setSizeConstraint(QLayout::SetFixedSize);
    m_more->setText(QStringLiteral("⋯"));
    m_more->setObjectName(QStringLiteral("moreControls"));
    m_more->hide();
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_sheet->adjustSize();
        m_sheet->show();
    });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    retranslate();
}

void ControlLine::addWidget(QWidget* control)
{
    m_controls.push_back(control);
    m_shown->addWidget(control);
    m_fitting = m_controls.size();
}

void ControlLine::setLead(QWidget* lead)
{
    if (m_lead && m_lead != lead)
        m_row->removeWidget(m_lead);
    m_lead = lead;
    if (lead && m_row->indexOf(lead) < 0)
        m_row->insertWidget(0, lead);
    arrange();
}

void ControlLine::setGuest(QWidget* guest)
{
    if (m_guest && m_guest != guest)
        m_shown->removeWidget(m_guest);
    m_guest = guest;
    if (guest && m_shown->indexOf(guest) < 0)
        m_shown->addWidget(guest, 1);
    arrange();
}

void ControlLine::setLineBelow(const QWidget* line) { m_sheet->lineBelow = line; }

int ControlLine::guestWidth() const
{
    if (!m_guest || isLeftOut(*m_guest))
        return 0;
    const QMargins margins = m_row->contentsMargins();
    int used = margins.left() + margins.right() + m_more->sizeHint().width() + 3 * m_row->spacing();
    if (m_lead && !isLeftOut(*m_lead))
        used += m_lead->sizeHint().width() + m_row->spacing();
    bool isFirst = true;
    for (const QWidget* const control : m_controls)
        if (!isLeftOut(*control) && (std::exchange(isFirst, false) || isKeptInSight(*control)))
            used += minWidth(*control) + m_row->spacing();
    for (const int wanted : {m_guest->sizeHint().width(), m_guest->minimumSizeHint().width()})
        if (used + wanted <= width())
            return wanted;
    return std::max(
        m_guest->sizeHint().height(), width() - used); // its menu alone: the words of the page's own switch stay whole
}

/// How many of the controls, from the first, have room beside the guests at their least.
std::size_t ControlLine::fitting() const
{
    const QMargins margins = m_row->contentsMargins();
    int left = width() - margins.left() - margins.right() - guestWidth() - m_row->spacing();
    if (m_lead && !isLeftOut(*m_lead))
        left -= m_lead->sizeHint().width() + m_row->spacing();
    std::size_t end = 0;
    for (int used = 0; end < m_controls.size(); ++end) {
        const QWidget& control = *m_controls[end];
        if (isLeftOut(control))
            continue;
        used += minWidth(control) + m_row->spacing();
        const bool isLast = std::all_of(m_controls.begin() + std::ptrdiff_t(end) + 1, m_controls.end(),
            [](const QWidget* later) { return isLeftOut(*later); });
        if (used + (isLast ? 0 : m_more->sizeHint().width() + m_row->spacing()) > left)
            break;
    }
    return std::max<std::size_t>(end, std::min<std::size_t>(1, m_controls.size()));
}

/// The guest stands behind the page's own switch, so that neither moves when further controls come and go; it takes what they
/// leave.
static void placeGuest(QBoxLayout& row, QWidget& guest)
{
    int before = 0;
    for (int i = 0; i < row.count(); ++i) {
        const QWidget* const control = row.itemAt(i)->widget();
        if (control && control != &guest && !isLeftOut(*control)) {
            before = i;
            break;
        }
    }
    const int at = row.indexOf(&guest);
    if (at == before + 1 || (at == 0 && row.count() == 1))
        return; // who is there keeps its place
    row.removeWidget(&guest);
    row.insertWidget(std::min(row.count(), at >= 0 && at < before ? before : before + 1), &guest, 1);
}

/// A switch that is the first control has one width whatever other controls there are: `width` where it has that, else its least.
static void fixFirst(const std::vector<QWidget*>& controls, int width)
{
    bool isFirst = true;
    for (QWidget* const control : controls) {
        if (qobject_cast<SegmentedSwitch*>(control)) {
            const int whole = control->sizeHint().width(), least = control->minimumSizeHint().width();
            const bool isFixed = isFirst && !isLeftOut(*control);
            control->setMinimumWidth(isFixed && whole <= width ? whole : 0);
            control->setMaximumWidth(isFixed ? (whole <= width ? whole : least) : QWIDGETSIZE_MAX);
        }
        isFirst = isFirst && isLeftOut(*control);
    }
}

/// Px of `room` for the first control: with its whole width where all of the line have room then, whichever are shown; else its
/// least, so that the guest is as open as it can be beside it.
static int roomOfFirst(const std::vector<QWidget*>& controls, const QWidget* guest, int room, int spacing)
{
    const auto first = std::ranges::find_if(controls, [](const QWidget* control) { return !isLeftOut(*control); });
    if (first == controls.end())
        return room;
    int others = 0;
    for (const QWidget* const control : controls)
        if (control != *first)
            others += (qobject_cast<const SegmentedSwitch*>(control) ? control->minimumSizeHint() : control->sizeHint()).width()
                + spacing;
    const int open = room - (guest ? guest->sizeHint().width() : 0), least = (*first)->minimumSizeHint().width();
    if (open - others >= (*first)->sizeHint().width())
        return open;
    return open >= least || !guest ? least : room - guest->minimumSizeHint().width();
}

/// Showing a part lays out the line, which may ask for the next arrangement: it waits, as a widget that is hidden while it is
/// being shown stays on screen.
void ControlLine::arrange()
{
    if (std::exchange(m_isArranging, true)) {
        m_isDue = true;
        return;
    }
    arrangeNow();
    m_isArranging = false;
    if (std::exchange(m_isDue, false))
        QTimer::singleShot(0, this, &ControlLine::arrange);
}

void ControlLine::arrangeNow()
{
    const QMargins margins = m_row->contentsMargins();
    int room = width() - margins.left() - margins.right() - m_more->sizeHint().width() - 3 * m_row->spacing();
    if (m_lead && !isLeftOut(*m_lead))
        room -= m_lead->sizeHint().width() + m_row->spacing();
    fixFirst(
        m_controls, roomOfFirst(m_controls, m_guest && !isLeftOut(*m_guest) ? m_guest.data() : nullptr, room, m_row->spacing()));
    if (m_guest && m_shown->indexOf(m_guest) >= 0) { // it may stand in another line by now
        placeGuest(*m_shown, *m_guest);
        m_guest->setMinimumWidth(guestWidth());
    }
    const bool hasGuest = m_guest && !isLeftOut(*m_guest);
    m_row->setStretchFactor(m_shown, hasGuest ? stretchOfShown : 0); // else a control would take the room that a guest leaves
    const std::size_t now = fitting();
    if (now != m_fitting) {
        m_fitting = now;
        for (std::size_t i = 0; i < m_controls.size(); ++i)
            if (QBoxLayout* const to = i < now ? static_cast<QBoxLayout*>(m_shown) : m_hidden; to->indexOf(m_controls[i]) < 0) {
                (i < now ? static_cast<QBoxLayout*>(m_hidden) : m_shown)->removeWidget(m_controls[i]);
                to->addWidget(m_controls[i]); // shows it again unless its view hides it
            }
    }
    m_more->setVisible(std::any_of(m_controls.begin() + std::ptrdiff_t(m_fitting), m_controls.end(),
        [](const QWidget* control) { return !isLeftOut(*control); }));
}

QSize ControlLine::sizeHint() const
{
    const QFontMetrics metrics(fontOf(TextRole::Label, currentTheme()));
    const QMargins margins = m_row->contentsMargins();
    const int control
        = std::max(metrics.height() + int(space::m * currentTheme().scale), m_guest ? m_guest->sizeHint().height() : 0);
    return {m_row->sizeHint().width(), control + margins.top() + margins.bottom()};
}

QSize ControlLine::minimumSizeHint() const
{
    int width = 0;
    for (const QWidget* control : m_controls)
        if (!isLeftOut(*control))
            width = std::max(width, minWidth(*control));
    if (m_guest)
        width += m_guest->minimumSizeHint().width();
    return {std::min(width, 400), sizeHint().height()};
}

bool ControlLine::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        arrange();
    return QWidget::event(event);
}

void ControlLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ControlLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (meansRestyle(*event)) {
        updateGeometry();
        QTimer::singleShot(0, this, &ControlLine::arrange); // when every control has its new type, also those behind "⋯"
    }
}

void ControlLine::retranslate()
{
    m_more->setToolTip(tr("More switches of this page"));
    m_more->setAccessibleName(m_more->toolTip());
}

} // namespace widgets
