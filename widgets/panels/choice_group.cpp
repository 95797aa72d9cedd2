#include "widgets/panels/choice_group.h"

#include "widgets/controls/disclosure.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_row.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace widgets {

ChoiceGroup::ChoiceGroup(ChoiceRow* head, QWidget* parent)
    : QWidget(parent)
    , m_head(head)
{
    build(head);
}

ChoiceGroup::ChoiceGroup(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Label, Tone::Normal, this))
{
    m_title->installEventFilter(this); // a click on the title folds, too
    build(m_title);
}

void ChoiceGroup::build(QWidget* headLine)
{
    m_arrow = new Disclosure(this);
    QSizePolicy keep = m_arrow->sizePolicy();
    keep.setRetainSizeWhenHidden(true);
    m_arrow->setSizePolicy(keep);
    connect(m_arrow, &Disclosure::toggledByPerson, this, &ChoiceGroup::setOpen);

    m_inside = new QWidget(this);
    m_more = new Disclosure(m_inside);
    m_more->setObjectName(QStringLiteral("more"));
    connect(m_more, &Disclosure::toggledByPerson, this, &ChoiceGroup::refresh);
    m_column = new QVBoxLayout(m_inside);
    m_column->setSpacing(space::xs);
    m_column->addWidget(m_more);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(m_arrow, 0, Qt::AlignTop);
    line->addWidget(headLine, 1);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(space::xs);
    outer->addLayout(line);
    outer->addWidget(m_inside);
    restyle();
    setOpen(false);
}

void ChoiceGroup::restyle()
{
    if (m_title)
        m_title->setMinimumHeight(m_arrow->sizeHint().height());
    m_column->setContentsMargins(m_arrow->sizeHint().width(), 0, 0, space::s);
}

void ChoiceGroup::add(ChoiceRow* row)
{
    row->setParent(m_inside);
    m_column->insertWidget(int(m_rows.size()), row);
    m_rows.push_back(row);
}

void ChoiceGroup::setTitle(const QString& title)
{
    if (m_title)
        m_title->setText(title);
    refresh();
}

void ChoiceGroup::setOpen(bool open)
{
    m_isOpen = open;
    refresh();
}

void ChoiceGroup::refresh()
{
    // Rows keep their order: what comes into use under the hand of a person does not jump away from it.
    int unused = 0;
    bool hasRows = false;
    for (ChoiceRow* row : m_rows) {
        unused += row->isInUse() && !row->isUsed();
        hasRows = hasRows || row->isInUse();
        row->setVisible(row->isInUse() && (row->isUsed() || m_more->isOpen()));
    }
    setVisible(m_head ? m_head->isInUse() : hasRows); // nothing is left of what a class does not see
    m_more->setVisible(unused > 0);
    m_more->setText(m_more->isOpen() ? tr("Less") : tr("More (%1)").arg(unused));
    m_more->setToolTip(tr("Choices this model does not use"));
    m_more->updateGeometry();
    m_arrow->setVisible(hasRows);
    m_arrow->setOpen(m_isOpen);
    m_arrow->setToolTip(m_isOpen ? tr("Show less") : tr("Show more"));
    const QString name = m_title ? m_title->text() : m_head ? m_head->name() : QString();
    m_arrow->setAccessibleName(m_arrow->toolTip() + QStringLiteral(": ") + name);
    m_more->setAccessibleName(m_more->text() + QStringLiteral(": ") + name);
    m_inside->setVisible(m_isOpen && hasRows);
    m_hidesDifference = !m_isOpen
        && std::any_of(m_rows.begin(), m_rows.end(), [](const ChoiceRow* row) { return row->isInUse() && row->differs(); });
    update();
}

void ChoiceGroup::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event))
        restyle();
}

void ChoiceGroup::paintEvent(QPaintEvent*)
{
    if (!m_hidesDifference)
        return;
    // A small dot by the arrow: something folded away differs from the model's own.
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(currentTheme().accent);
    painter.drawEllipse(QPointF(2.5, m_arrow->geometry().center().y() + 0.5), 2, 2);
}

bool ChoiceGroup::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_title && event->type() == QEvent::MouseButtonRelease)
        setOpen(!m_isOpen);
    return QWidget::eventFilter(watched, event);
}

} // namespace widgets
