#include "widgets/controls/segmented_switch.h"

#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/text_widths.h"
#include "widgets/plot/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <climits>
#include <functional>
#include <numeric>
#include <vector>

namespace widgets {

namespace {

constexpr double smallestType = 0.65;

/// Flat: a thin frame, the chosen one filled.
class Segment : public QToolButton
{
public:
    explicit Segment(QWidget* parent)
        : QToolButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        return {m_widths.of(font(), text()) + 2 * space::m, fontMetrics().height() + space::s};
    }

    /// In a narrow place the padding goes, never the words.
    QSize minimumSizeHint() const override { return sizeHint() - QSize(2 * (space::m - space::xs), 0); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = currentTheme();
        QPainter painter(this);
        painter.fillRect(rect(), isChecked() ? theme.selection : underMouse() && isEnabled() ? theme.surfaceAlt : theme.surface);
        painter.setPen(theme.border);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        painter.setPen(!isEnabled() ? theme.disabled : isChecked() ? theme.selectionText : theme.text);
        QFont type = font();
        for (double size = 1; size > smallestType && m_widths.of(type, text()) > width() - 2; size -= 0.05)
            type.setPointSizeF(font().pointSizeF() * size); // rather a smaller word than a part of one
        painter.setFont(type);
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.drawRect(rect().adjusted(2, 2, -3, -3));
        }
    }

private:
    mutable TextWidths m_widths;
};

} // namespace

SegmentedSwitch::SegmentedSwitch(const QStringList& ids, QWidget* parent)
    : QWidget(parent)
    , m_ids(ids)
    , m_current(ids.value(0))
    , m_buttons(new QButtonGroup(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (int i = 0; i < ids.size(); ++i) {
        auto* button = new Segment(this);
        button->setObjectName(ids[i]);
        row->addWidget(button);
        m_buttons->addButton(button, i);
    }
    row->addStretch(1);
    m_buttons->setExclusive(true);
    setCurrent(m_current);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int i) {
        if (m_ids[i] == m_current)
            return;
        m_current = m_ids[i];
        emit chosen(m_current);
    });
}

void SegmentedSwitch::setRoom(std::optional<int> width)
{
    m_room = width;
    fitRoom();
}

int SegmentedSwitch::widthOf(int words) const
{
    std::vector<int> widths;
    for (const QAbstractButton* button : m_buttons->buttons())
        widths.push_back(button->minimumSizeHint().width());
    std::ranges::sort(widths, std::greater());
    return std::accumulate(widths.begin(), widths.begin() + std::min(words, int(widths.size())), 0);
}

QSize SegmentedSwitch::sizeHint() const
{
    QSize all(0, 0);
    for (const QAbstractButton* button : m_buttons->buttons())
        all = {all.width() + button->sizeHint().width(), std::max(all.height(), button->sizeHint().height())};
    return all;
}

void SegmentedSwitch::fitRoom()
{
    const auto widthAt = [this](int i) { return m_buttons->button(i)->minimumSizeHint().width(); };
    const int chosen = int(m_ids.indexOf(m_current));
    int left = m_room.value_or(INT_MAX);
    const auto isFirst = [&](int i) { return i == chosen || isKeptInSight(*m_buttons->button(i)); };
    for (const bool areFirst : {true, false})
        for (int i = 0; i < m_ids.size(); ++i)
            if (isFirst(i) == areFirst) {
                left -= widthAt(i); // after the first that has no room none is shown
                m_buttons->button(i)->setVisible(i == chosen || left >= 0);
            }
}

void SegmentedSwitch::setCurrent(const QString& id)
{
    if (QAbstractButton* button = m_buttons->button(int(m_ids.indexOf(id)))) {
        m_current = id;
        button->setChecked(true);
        if (m_room)
            fitRoom();
    } else if (QAbstractButton* last = m_buttons->checkedButton(); last && id.isEmpty()) {
        m_current.clear();
        m_buttons->setExclusive(false);
        last->setChecked(false);
        m_buttons->setExclusive(true);
    }
}

void SegmentedSwitch::setLabel(const QString& id, const QString& label, const QString& tip)
{
    if (QAbstractButton* button = m_buttons->button(int(m_ids.indexOf(id)))) {
        button->setText(label);
        button->setProperty("tip", tip);
        button->setToolTip(tip);
    }
}

void SegmentedSwitch::setAvailable(const QString& id, bool available, const QString& reason)
{
    if (QAbstractButton* button = m_buttons->button(int(m_ids.indexOf(id)))) {
        button->setEnabled(available);
        button->setToolTip(available ? button->property("tip").toString() : reason);
    }
}

} // namespace widgets
