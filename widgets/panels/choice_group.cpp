#include "widgets/panels/choice_group.h"

#include "widgets/panels/choice_row.h"
#include "widgets/panels/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace widgets {

namespace {
constexpr int kArrow = 18; // px
constexpr int kLine = 26;
}// namespace

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
    m_title->setMinimumHeight(kLine);
    m_title->installEventFilter(this); // a click on the title folds, too
    build(m_title);
}

void ChoiceGroup::build(QWidget* headLine)
{
    m_arrow = new QToolButton(this);
    m_arrow->setAutoRaise(true);
    m_arrow->setFixedSize(kArrow, kLine);
    m_arrow->setStyleSheet(QStringLiteral("QToolButton{border:none}"));
    QSizePolicy keep = m_arrow->sizePolicy();
    keep.setRetainSizeWhenHidden(true);
    m_arrow->setSizePolicy(keep);
    connect(m_arrow, &QToolButton::clicked, this, [this] { setOpen(!m_isOpen); });

    m_inside = new QWidget(this);
    m_column = new QVBoxLayout(m_inside);
    m_column->setContentsMargins(kArrow, 0, 0, space::s);
    m_column->setSpacing(space::xs);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(m_arrow, 0, Qt::AlignTop);
    line->addWidget(headLine, 1);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(space::xs);
    outer->addLayout(line);
    outer->addWidget(m_inside);
    setOpen(false);
}

void ChoiceGroup::add(ChoiceRow* row)
{
    row->setParent(m_inside);
    m_rows.push_back(row);
    m_column->addWidget(row);
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
    const auto isShown = [](const ChoiceRow* row) { return !row->isHidden(); };
    const bool hasRows = std::any_of(m_rows.begin(), m_rows.end(), isShown);
    m_arrow->setVisible(hasRows);
    m_arrow->setArrowType(m_isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_arrow->setToolTip(m_isOpen ? tr("Show less") : tr("Show more"));
    const QString name = m_title ? m_title->text() : m_head ? m_head->name() : QString();
    m_arrow->setAccessibleName(m_arrow->toolTip() + QStringLiteral(": ") + name);
    m_inside->setVisible(m_isOpen && hasRows);
    m_hidesDifference = !m_isOpen
        && std::any_of(m_rows.begin(), m_rows.end(), [&](const ChoiceRow* row) { return isShown(row) && row->differs(); });
    update();
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
