#include "widgets/panels/intervention_panel.h"

#include "widgets/controls/text_label.h"
#include "widgets/panels/intervention_row.h"

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int mostHeight = 200; // px of ordinary type: three of them, and a part that says there are more

} // namespace

InterventionPanel::InterventionPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Section, Tone::Normal, this))
    , m_scroll(new QScrollArea(this))
    , m_inside(new QWidget(m_scroll))
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
    setVisible(false);
}

void InterventionPanel::show(const std::vector<core::Intervention>& list, const QStringList& problems, const QString& slot)
{
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
        connect(row, &InterventionRow::moveWanted, this, [this, number](int by) { move(number, by); });
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

void InterventionPanel::move(int number, int by)
{
    const int to = number + by;
    if (to < 0 || to >= count())
        return;
    std::vector<core::Intervention> next = m_list;
    std::swap(next[std::size_t(number)], next[std::size_t(to)]);
    emit changed(next);
}

void InterventionPanel::remove(int number)
{
    std::vector<core::Intervention> next = m_list;
    next.erase(next.begin() + number);
    emit changed(next);
}

QString InterventionPanel::heading() const { return m_title->text(); }

void InterventionPanel::say()
{
    m_title->setText(m_slot.isEmpty() ? tr("Interventions in force") : tr("Interventions in force in %1").arg(m_slot));
}

QSize InterventionPanel::sizeHint() const
{
    const int inside = std::min(m_column->sizeHint().height(), int(mostHeight * currentTheme().scale));
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
