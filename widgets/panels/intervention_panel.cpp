#include "widgets/panels/intervention_panel.h"

#include "widgets/controls/text_label.h"
#include "widgets/panels/intervention_row.h"

#include <QApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int heightOfOne = 200, heightOfTwo = 220; // px of ordinary type, of one list alone and of two
constexpr int usualWidth = 240; // px of ordinary type, before it is laid out
constexpr int markHeight = 2;

} // namespace

InterventionPanel::InterventionPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Section, Tone::Normal, this))
    , m_scroll(new QScrollArea(this))
    , m_inside(new QWidget(m_scroll))
    , m_mark(new QWidget(m_inside))
    , m_column(new QVBoxLayout(m_inside))
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(space::l, space::s, space::m, 0);
    outer->setSpacing(space::xs);
    outer->addWidget(m_title);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus); // the rows are the stops
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_inside);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(space::s);
    m_column->addStretch(1);
    outer->addWidget(m_scroll, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_mark->setAutoFillBackground(true);
    m_mark->setBackgroundRole(QPalette::Highlight);
    m_mark->hide();
    setVisible(false);
}

void InterventionPanel::show(const std::vector<core::Intervention>& list, const QStringList& problems, const QString& slot)
{
    if (list != m_list)
        endDrag(); // of a list that is gone
    m_list = list;
    m_slot = slot;
    setRows(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        m_rows[i]->show(list[i], problems.value(qsizetype(i)));
        m_rows[i]->setPlace(i == 0, i + 1 == list.size());
    }
    say();
    setVisible(!list.empty());
    updateGeometry();
}

/// Rows stay while their intervention changes: a slider is held.
void InterventionPanel::setRows(std::size_t count)
{
    while (m_rows.size() < count) {
        auto* const row = new InterventionRow(m_inside);
        const int number = int(m_rows.size());
        connect(row, &InterventionRow::changed, this, [this, number](const core::Intervention& what) { take(number, what); });
        connect(row, &InterventionRow::strengthReleased, this, &InterventionPanel::strengthReleased);
        connect(row, &InterventionRow::moveWanted, this, [this, number](int by) { step(number, by); });
        connect(row, &InterventionRow::dragged, this, [this, number](const QPoint& where) { drag(number, where); });
        connect(row, &InterventionRow::dropped, this, &InterventionPanel::drop);
        connect(row, &InterventionRow::removeWanted, this, [this, number] { remove(number); });
        m_column->insertWidget(number, row);
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i]->setVisible(i < count);
}

void InterventionPanel::take(int number, const core::Intervention& what)
{
    std::vector<core::Intervention> next = m_list;
    next[std::size_t(number)] = what;
    emit changed(next);
}

void InterventionPanel::move(int number, int to)
{
    if (to < 0 || to >= count() || to == number)
        return;
    std::vector<core::Intervention> next = m_list;
    const auto from = next.begin() + number;
    to > number ? std::rotate(from, from + 1, next.begin() + to + 1) : std::rotate(next.begin() + to, from, from + 1);
    emit changed(next);
}

/// The focus goes along, to the same control.
void InterventionPanel::step(int number, int by)
{
    const QWidget* const focus = m_rows[std::size_t(number)]->findChild<QWidget*>(
        focusWidget() ? focusWidget()->objectName() : QString(), Qt::FindDirectChildrenOnly);
    const bool hasFocus = focus && focus->hasFocus();
    move(number, number + by);
    if (!hasFocus || number + by < 0 || number + by >= count())
        return;
    auto* const next = m_rows[std::size_t(number + by)]->findChild<QWidget*>(focus->objectName());
    (next->isEnabled() ? next : m_rows[std::size_t(number + by)]->findChild<QWidget*>(QStringLiteral("on")))->setFocus();
}

void InterventionPanel::drag(int number, const QPoint& where)
{
    if (m_dragged < 0)
        qApp->installEventFilter(this);
    m_dragged = number;
    const int y = m_inside->mapFromGlobal(where).y();
    m_gap = 0;
    while (m_gap < count() && m_rows[std::size_t(m_gap)]->geometry().center().y() < y)
        ++m_gap;
    const QRect next = m_rows[std::size_t(std::min(m_gap, count() - 1))]->geometry();
    const int edge = m_gap < count() ? next.top() - m_column->spacing() / 2 : next.bottom() - markHeight;
    m_mark->setGeometry(0, std::max(0, edge), m_inside->width(), markHeight);
    m_mark->raise();
    m_mark->show();
    m_scroll->ensureVisible(0, y, 0, next.height() / 2);
}

void InterventionPanel::drop()
{
    const int from = m_dragged, to = m_gap > from ? m_gap - 1 : m_gap;
    endDrag();
    if (from >= 0)
        move(from, to);
}

void InterventionPanel::endDrag()
{
    if (m_dragged < 0)
        return;
    qApp->removeEventFilter(this);
    m_mark->hide();
    m_rows[std::size_t(std::exchange(m_dragged, -1))]->endDrag();
}

bool InterventionPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    endDrag();
    event->accept(); // it is no shortcut of the window now
    return true;
}

void InterventionPanel::remove(int number)
{
    std::vector<core::Intervention> next = m_list;
    next.erase(next.begin() + number);
    emit changed(next);
}

void InterventionPanel::shareRoom(const InterventionPanel* other)
{
    m_other = other;
    updateGeometry(); // the other's rows may be others
}

/// Beside a scroll bar, whether it is there or not: it comes and goes with the height.
int InterventionPanel::rowWidth() const
{
    const QMargins margins = layout()->contentsMargins();
    const int all = isVisible() ? width() : int(usualWidth * currentTheme().scale);
    return all - margins.left() - margins.right() - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
}

/// Of all rows, with their reasons wrapped in the width there is, px.
int InterventionPanel::neededHeight() const
{
    return m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(rowWidth()) : m_column->sizeHint().height();
}

/// That its rows may have, px.
int InterventionPanel::maxHeight() const
{
    const double scale = currentTheme().scale;
    if (!m_other)
        return int(heightOfOne * scale);
    const int both = int(heightOfTwo * scale);
    int tallest = 0;
    for (int i = 0; i < count(); ++i)
        tallest = std::max(tallest, m_rows[std::size_t(i)]->heightForWidth(rowWidth()));
    return std::max({both / 2, both - m_other->neededHeight(), tallest});
}

void InterventionPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

QString InterventionPanel::heading() const { return m_title->text(); }

void InterventionPanel::say()
{
    m_title->setText(m_slot.isEmpty() ? tr("Interventions in force") : tr("Interventions in force in %1").arg(m_slot));
}

QSize InterventionPanel::sizeHint() const
{
    const int inside = std::min(neededHeight(), maxHeight());
    const QMargins margins = layout()->contentsMargins();
    return {m_column->sizeHint().width(),
        margins.top() + m_title->sizeHint().height() + layout()->spacing() + inside + margins.bottom()};
}

void InterventionPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        say();
    if (meansRestyle(*event))
        updateGeometry();
}

} // namespace widgets
