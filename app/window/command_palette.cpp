#include "app/window/command_palette.h"

#include "app/base/languages.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

namespace space = widgets::space;

namespace {

constexpr int maxRecent = 12, maxRows = 200, visibleRows = 12;
constexpr int broad = 800; // px of ordinary type
enum Role
{
    GroupRole = Qt::UserRole,
    NameRole,
    KeysRole,
    AbleRole
};

int px(int ordinary) { return int(ordinary * widgets::currentTheme().scale); }

/// Entries of one name differ in what follows it, which keeps most of the room.
QString shortened(const QString& text, const QString& name, const QFontMetrics& metrics, int room)
{
    if (metrics.horizontalAdvance(text) <= room || name.size() >= text.size() || !text.startsWith(name))
        return metrics.elidedText(text, Qt::ElideRight, room);
    const QString rest = text.mid(name.size());
    const int nameRoom = std::max(room / 3, room - metrics.horizontalAdvance(rest));
    const QString before = metrics.elidedText(name, Qt::ElideRight, nameRoom);
    return before + metrics.elidedText(rest, Qt::ElideRight, room - metrics.horizontalAdvance(before));
}

/// Text at the left; what it is and its keys at the right.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, QFontMetrics(option.font).height() + 2 * px(space::xs)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const widgets::Theme& theme = widgets::currentTheme();
        const bool isMarked = option.state & QStyle::State_Selected, isAble = index.data(AbleRole).toBool();
        painter->save();
        if (isMarked)
            painter->fillRect(option.rect, theme.selection);
        const QRect row = option.rect.adjusted(px(space::m), 0, -px(space::m), 0);
        const QFont small = widgets::fontOf(widgets::TextRole::Caption, theme);
        const QString keys = index.data(KeysRole).toString(), group = index.data(GroupRole).toString();
        const QString right = keys.isEmpty() ? group : CommandPalette::tr("%1 · %2").arg(keys, group);
        const int rightWidth = std::min(QFontMetrics(small).horizontalAdvance(right) + px(space::s), row.width() / 2);
        painter->setFont(small);
        painter->setPen(isMarked ? theme.selectionText : theme.text2);
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, QFontMetrics(small).elidedText(right, Qt::ElideMiddle, rightWidth));
        painter->setFont(option.font);
        painter->setPen(!isAble ? theme.disabled : isMarked ? theme.selectionText : theme.text);
        const int room = row.width() - rightWidth - px(space::m);
        painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
            shortened(index.data(Qt::DisplayRole).toString(), index.data(NameRole).toString(), QFontMetrics(option.font), room));
        painter->restore();
    }
};

} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window, Qt::Popup)
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(new QLabel(this))
    , m_model(new QStandardItemModel(this))
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(m_field);
    column->addWidget(m_list);
    column->addWidget(m_nothing);
    setFrameShape(QFrame::Box);
    setObjectName(QStringLiteral("commandPalette"));
    m_field->setFrame(false);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the letters
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_field->installEventFilter(this);
    setFocusProxy(m_field);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_list, &QListView::clicked, this, &CommandPalette::takeCurrent);
    restyle();
}

void CommandPalette::addSource(Source source, bool isFixed) { m_sources.push_back({std::move(source), isFixed}); }

void CommandPalette::setRecent(const QStringList& ids) { m_recent = ids.mid(0, maxRecent); }

namespace {

/// Entries that are found in every language of the program.
std::vector<PaletteEntry> inAllLanguages(const CommandPalette::Source& source)
{
    std::vector<PaletteEntry> entries = source();
    const auto nameOf = [](const PaletteEntry& entry) { return entry.names.isEmpty() ? entry.text : entry.names.front(); };
    for (PaletteEntry& entry : entries)
        entry.names = {nameOf(entry)};
    for (const QString& language : languages()) {
        if (language == currentLanguage())
            continue;
        const Speaking speaking(language);
        const std::vector<PaletteEntry> others = source();
        for (std::size_t i = 0; i < std::min(entries.size(), others.size()); ++i) {
            entries[i].names << nameOf(others[i]);
            entries[i].words << others[i].text << others[i].group << others[i].words;
        }
    }
    return entries;
}

} // namespace

void CommandPalette::gather()
{
    m_entries.clear();
    for (Origin& origin : m_sources) {
        if (!origin.isFixed || origin.language != currentLanguage()) {
            origin.kept = inAllLanguages(origin.source);
            origin.language = currentLanguage();
        }
        m_entries.insert(m_entries.end(), origin.kept.begin(), origin.kept.end());
    }
}

void CommandPalette::open(const QString& first)
{
    m_first = first;
    gather();
    m_field->setPlaceholderText(tr("Find an action, a page, a concept, a lesson, a head (L2 H3), a token, a tensor, a model"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list->setAccessibleName(tr("What was found"));
    m_nothing->setText(tr("Nothing is called so."));
    {
        const QSignalBlocker quiet(m_field);
        m_field->clear();
    }
    find({});
    place();
    QFrame::show();
    m_field->setFocus(Qt::PopupFocusReason);
}

/// Below the top of its window, in the middle; as high as its rows.
void CommandPalette::place()
{
    const QWidget* const window = parentWidget();
    const int row = m_list->sizeHintForRow(0) > 0 ? m_list->sizeHintForRow(0) : px(28);
    m_list->setFixedHeight(row * visibleRows);
    setFixedWidth(std::min(px(broad), window->width() - 2 * space::l));
    adjustSize();
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, std::min(px(56), std::max(0, window->height() - height())))));
}

int CommandPalette::scoreOf(const PaletteEntry& entry, const QString& wanted) const
{
    int score = matchScore(wanted, entry.names, QStringList{entry.text, entry.group} + entry.words);
    if (score == 0)
        return 0;
    if (!m_first.isEmpty() && entry.id.startsWith(m_first))
        score += 100000; // these are meant: before all others that are found
    if (const qsizetype at = m_recent.indexOf(entry.id); at >= 0)
        score += wanted.isEmpty() ? 1000 - int(at) : 40 - int(at);
    return entry.whyNot.isEmpty() ? score : std::max(1, score / 2);
}

void CommandPalette::find(const QString& wanted)
{
    std::vector<Found> found;
    for (const PaletteEntry& entry : m_entries)
        if (const int score = scoreOf(entry, wanted); score > 0)
            found.push_back({&entry, score});
    std::ranges::stable_sort(found, [](const Found& one, const Found& other) { return one.score > other.score; });
    if (found.size() > maxRows)
        found.resize(maxRows);
    show(found);
}

void CommandPalette::show(const std::vector<Found>& found)
{
    m_model->clear();
    m_rows.clear();
    for (const Found& one : found) {
        const PaletteEntry& entry = *one.entry;
        auto* const item = new QStandardItem(entry.text);
        item->setData(entry.group, GroupRole);
        item->setData(entry.names.value(0), NameRole);
        item->setData(entry.keys, KeysRole);
        item->setData(entry.whyNot.isEmpty(), AbleRole);
        item->setToolTip(entry.whyNot);
        item->setAccessibleText(entry.text + QStringLiteral(", ") + entry.group);
        m_model->appendRow(item);
        m_rows.push_back(std::size_t(&entry - m_entries.data()));
    }
    m_list->setVisible(!found.empty());
    m_nothing->setVisible(found.empty());
    if (!found.empty())
        m_list->setCurrentIndex(m_model->index(0, 0));
    adjustSize();
}

QStringList CommandPalette::found() const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row)
        texts << m_model->item(row)->text();
    return texts;
}

void CommandPalette::takeCurrent()
{
    const QModelIndex at = m_list->currentIndex();
    if (!at.isValid() || !at.data(AbleRole).toBool())
        return;
    const PaletteEntry entry = m_entries[m_rows[std::size_t(at.row())]]; // a copy: taking may open it again
    m_recent.removeAll(entry.id);
    m_recent.prepend(entry.id);
    setRecent(m_recent);
    hide();
    emit recentChanged();
    if (entry.take)
        entry.take();
}

void CommandPalette::walk(int rows)
{
    const int last = m_model->rowCount() - 1;
    if (last >= 0)
        m_list->setCurrentIndex(m_model->index(std::clamp(m_list->currentIndex().row() + rows, 0, last), 0));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        walk(1);
        return true;
    case Qt::Key_Up:
        walk(-1);
        return true;
    case Qt::Key_PageDown:
        walk(visibleRows);
        return true;
    case Qt::Key_PageUp:
        walk(-visibleRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        takeCurrent();
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (widgets::meansRestyle(*event) && m_nothing)
        restyle();
}

void CommandPalette::restyle()
{
    m_field->setFont(widgets::fontOf(widgets::TextRole::Body, widgets::currentTheme()));
    m_list->setFont(m_field->font());
    m_field->setTextMargins(px(space::s), px(space::s), px(space::s), px(space::s));
    m_nothing->setContentsMargins(px(space::m), px(space::s), px(space::m), px(space::s));
}

} // namespace app
