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
#include <cmath>
#include <utility>

namespace widgets {

namespace {

constexpr double smallestType = 0.65;
constexpr double narrowest = 0.7; // of the width of a word with its padding, in smaller type
constexpr int smallestTarget = 24; // px that a click meets

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

    QSize sizeHint() const override { return {m_widths.of(font(), text()) + 2 * space::m, fontMetrics().height() + space::s}; }

    /// In a narrow place the padding goes, never the words.
    QSize minimumSizeHint() const override { return sizeHint() - QSize(2 * (space::m - space::xs), 0); }

    const QString& whole() const { return m_whole; }
    void setWords(const QString& whole, const QString& brief)
    {
        m_whole = whole;
        m_brief = brief;
        setAccessibleName(whole);
        setBrief(m_isBrief);
    }
    void setBrief(bool isBrief)
    {
        m_isBrief = isBrief;
        setText(isBrief ? m_brief : m_whole);
    }
    /// The share of its type in which its words have room in so many pixels.
    double typeIn(int width) const
    {
        double size = 1;
        for (QFont type = font(); size > smallestType && m_widths.of(type, text()) > width - 2; size -= 0.05)
            type.setPointSizeF(font().pointSizeF() * (size - 0.05));
        return size;
    }
    void setType(double size)
    {
        if (std::exchange(m_type, size) != size)
            update();
    }
    int widthAs(SegmentedSwitch::Words words) const
    {
        const int width = m_widths.of(font(), words == SegmentedSwitch::Words::Whole ? m_whole : m_brief) + 2 * space::xs;
        return words == SegmentedSwitch::Words::Small && typeFactor() <= 1 // who wants larger type gets fewer words
            ? std::max(std::min(width, smallestTarget), int(std::ceil(narrowest * width)))
            : width;
    }

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
        type.setPointSizeF(font().pointSizeF() * std::min(m_type, typeIn(width()))); // rather a smaller word than a part of one
        painter.setFont(type);
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.drawRect(rect().adjusted(2, 2, -3, -3));
        }
    }

private:
    mutable TextWidths m_widths;
    QString m_whole, m_brief;
    bool m_isBrief = false;
    double m_type = 1; // what all words of the switch have room in
};

Segment& segmentOf(const QButtonGroup& buttons, int at) { return *static_cast<Segment*>(buttons.button(at)); }

} // namespace

SegmentedSwitch::SegmentedSwitch(const QStringList& ids, QWidget* parent)
    : QWidget(parent)
    , m_ids(ids)
    , m_current(ids.value(0))
    , m_lines(nullptr)
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

/// Words are inserted before its stretch.
QHBoxLayout* SegmentedSwitch::addLine()
{
    auto* const line = new QHBoxLayout;
    line->setSpacing(0);
    line->addStretch(1);
    m_lines->addLayout(line);
    return line;
}

void SegmentedSwitch::wrapAt(int width)
{
    m_isWrapped = true;
    setRoom(std::nullopt);
    delete layout();
    m_lines = new QVBoxLayout(this);
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(0);
    QHBoxLayout* line = nullptr;
    int left = 0;
    for (int i = 0; i < m_ids.size(); ++i) {
        const int wanted = segmentOf(*m_buttons, i).sizeHint().width();
        if (!line || wanted > left) {
            line = addLine();
            left = width;
        }
        left -= wanted;
        line->insertWidget(line->count() - 1, m_buttons->button(i));
    }
    updateGeometry();
}

QAbstractButton* SegmentedSwitch::button(const QString& id) const { return m_buttons->button(int(m_ids.indexOf(id))); }

void SegmentedSwitch::setRoom(std::optional<int> width)
{
    m_room = width;
    fitRoom();
}

int SegmentedSwitch::widthOf(const QStringList& ids, Words words) const
{
    int width = 0;
    for (const QString& id : ids)
        width += segmentOf(*m_buttons, int(m_ids.indexOf(id))).widthAs(words);
    return width;
}

QSize SegmentedSwitch::sizeHint() const
{
    if (m_isWrapped)
        return QWidget::sizeHint();
    QSize all(0, 0);
    for (const QAbstractButton* button : m_buttons->buttons())
        all.setHeight(std::max(all.height(), button->sizeHint().height()));
    all.setWidth(widthOf(m_ids, Words::Whole) + int(m_ids.size()) * 2 * (space::m - space::xs)); // also while they are brief
    return all;
}

void SegmentedSwitch::fitRoom()
{
    const int room = m_room.value_or(INT_MAX), brief = widthOf(m_ids, Words::Brief), small = widthOf(m_ids, Words::Small);
    const double share = room >= brief || room < small ? 1 : double(room - small) / (brief - small); // of what is above the least
    for (int i = 0; i < m_ids.size(); ++i) {
        Segment& segment = segmentOf(*m_buttons, i);
        segment.setBrief(room < widthOf(m_ids, Words::Whole));
        const int usual = segment.widthAs(Words::Brief), least = segment.widthAs(Words::Small);
        segment.setMinimumWidth(share < 1 ? least + int(share * (usual - least)) : 0);
        segment.setMaximumWidth(share < 1 ? segment.minimumWidth() : QWIDGETSIZE_MAX);
    }
    double type = 1;
    for (int i = 0; share < 1 && i < m_ids.size(); ++i)
        type = std::min(type, segmentOf(*m_buttons, i).typeIn(segmentOf(*m_buttons, i).minimumWidth()));
    for (int i = 0; i < m_ids.size(); ++i)
        segmentOf(*m_buttons, i).setType(type);
    leaveOut(room < small ? room : INT_MAX);
}

/// After the first that has no room none is shown.
void SegmentedSwitch::leaveOut(int width)
{
    const auto rankOf = [this](const QString& id) {
        const qsizetype place = m_first.indexOf(id);
        return id == m_current ? -2 : isKeptInSight(*button(id)) ? -1 : place < 0 ? m_first.size() : place;
    };
    QStringList sorted = m_ids;
    std::ranges::stable_sort(sorted, {}, rankOf);
    for (const QString& id : std::as_const(sorted)) {
        width -= segmentOf(*m_buttons, int(m_ids.indexOf(id))).widthAs(Words::Brief);
        button(id)->setVisible(id == m_current || width >= 0);
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
    const int at = int(m_ids.indexOf(id));
    if (at < 0)
        return;
    Segment& segment = segmentOf(*m_buttons, at);
    segment.setWords(label, label);
    segment.setProperty("tip", tip);
    segment.setToolTip(tip);
}

void SegmentedSwitch::setBrief(const QString& id, const QString& brief)
{
    const int at = int(m_ids.indexOf(id));
    if (at < 0 || brief == segmentOf(*m_buttons, at).whole())
        return;
    Segment& segment = segmentOf(*m_buttons, at);
    const QString tip = segment.property("tip").toString();
    const QString both = segment.whole() + (tip.isEmpty() ? tip : QLatin1Char('\n') + tip);
    segment.setWords(segment.whole(), brief);
    segment.setProperty("tip", both);
    segment.setToolTip(both);
}

void SegmentedSwitch::setAvailable(const QString& id, bool available, const QString& reason)
{
    if (QAbstractButton* button = m_buttons->button(int(m_ids.indexOf(id)))) {
        button->setEnabled(available);
        button->setToolTip(available ? button->property("tip").toString() : reason);
    }
}

} // namespace widgets
