#include "app/window/search_menu.h"

#include "app/base/word_match.h"
#include "widgets/controls/menu_text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScreen>
#include <QWidgetAction>

#include <algorithm>
#include <functional>
#include <utility>

namespace app {

SearchMenu::SearchMenu(QMenu* menu)
    : QObject(menu)
    , m_menu(menu)
{
    connect(menu, &QMenu::aboutToShow, this, &SearchMenu::fill);
    menu->installEventFilter(this);
}

void SearchMenu::fill()
{
    m_menu->clear();
    for (QMenu* const group : m_menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly))
        group->deleteLater();
    m_groups.clear();
    m_found.clear();
    m_home.reset();

    auto* const field = new QWidgetAction(m_menu);
    m_search = new QLineEdit(m_menu);
    m_search->setPlaceholderText(hint());
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &SearchMenu::find);
    field->setDefaultWidget(m_search);
    m_menu->addAction(field);

    const std::vector<MenuEntry> all = entries();
    addGroups(all);
    for (const MenuEntry& entry : all)
        m_found.push_back({addTo(m_menu, entry), entry});
    find({});
    m_search->setFocus(Qt::PopupFocusReason);
}

/// A menu for each group and, in it, for each of its parts: all that a screen has no room for would cover what opened it.
void SearchMenu::addGroups(const std::vector<MenuEntry>& all)
{
    const int widest = m_menu->screen()->availableGeometry().width() / 2; // the menus before it have the other half
    QMenu *group = nullptr, *part = nullptr;
    for (const MenuEntry& entry : all) {
        if (!entry.group.isEmpty() && (!group || group->title() != widgets::menuText(entry.group))) {
            group = m_menu->addMenu(widgets::menuText(entry.group));
            part = nullptr;
            m_groups.push_back(group->menuAction());
        }
        if (entry.part.isEmpty())
            part = nullptr;
        else if (!part || part->title() != widgets::menuText(entry.part))
            part = (group ? group : m_menu)->addMenu(widgets::menuText(entry.part));
        QAction* const action = addTo(part ? part : group ? group : m_menu, entry);
        if (part)
            action->setText(widgets::menuText(m_menu->fontMetrics().elidedText(entry.text, Qt::ElideRight, widest)));
        if (!group)
            m_groups.push_back(action);
    }
}

QAction* SearchMenu::addTo(QMenu* menu, const MenuEntry& entry)
{
    QAction* const action = menu->addAction(widgets::menuText(entry.text));
    if (const QString marked = current(); !marked.isEmpty()) {
        action->setCheckable(true);
        action->setChecked(entry.id == marked);
    }
    connect(action, &QAction::triggered, this, [this, id = entry.id] { emit chosen(id); });
    return action;
}

/// Entries that have all the words, what is called so in front.
void SearchMenu::find(const QString& words)
{
    const bool isAsked = !words.trimmed().isEmpty();
    for (QAction* const group : m_groups)
        group->setVisible(!isAsked);
    std::vector<const Found*> sorted;
    for (Found& one : m_found) {
        const MenuEntry& entry = one.entry;
        const QStringList names = entry.names.isEmpty() ? QStringList{entry.text} : entry.names;
        one.score = isAsked ? matchScore(words, names, {entry.text, entry.words}) : 0;
        one.action->setVisible(one.score > 0);
        m_menu->removeAction(one.action);
        sorted.push_back(&one);
    }
    std::ranges::stable_sort(sorted, std::greater(), [](const Found* one) { return std::pair(one->score, one->entry.isFirst); });
    for (const Found* one : sorted)
        m_menu->addAction(one->action);
    m_menu->setActiveAction(nullptr); // what the mouse happens to lie on is not meant
    keepOnScreen();
}

/// It is as narrow as its groups, whose menus would else lie over it, and grows with what is found.
void SearchMenu::keepOnScreen()
{
    if (!m_menu->isVisible())
        return;
    const QRect screen = m_menu->screen()->availableGeometry();
    const QSize size = m_menu->sizeHint();
    m_home = m_home.value_or(m_menu->pos());
    const QPoint most(screen.right() + 1 - size.width(), screen.bottom() + 1 - size.height());
    m_menu->move(std::max(screen.left(), std::min(m_home->x(), most.x())), std::max(screen.top(), std::min(m_home->y(), most.y())));
}

/// The entry that the arrows have come to; null: none.
QAction* SearchMenu::marked() const
{
    QAction* const at = m_menu->activeAction();
    return at && at->isVisible() && at != m_menu->actions().value(0) ? at : nullptr;
}

/// To the next entry in sight, or the one before; the focus stays in the field.
void SearchMenu::walk(int step)
{
    QList<QAction*> seen;
    for (QAction* const one : m_menu->actions().mid(1))
        if (one->isVisible() && !one->isSeparator())
            seen << one;
    const qsizetype next = marked() ? seen.indexOf(marked()) + step : 0;
    if (next >= 0 && next < seen.size())
        m_menu->setActiveAction(seen[next]);
    else if (next < 0)
        m_menu->setActiveAction(nullptr);
}

/// Letters go to the field, wherever the focus is; arrows walk the menu; Enter opens the first that was found.
bool SearchMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !m_search)
        return QObject::eventFilter(watched, event);
    const auto* const press = static_cast<QKeyEvent*>(event);
    const bool isField = watched == m_search;
    const int key = press->key();
    if (isField && (key == Qt::Key_Down || (key == Qt::Key_Up && marked()))) {
        walk(key == Qt::Key_Down ? 1 : -1);
        return true;
    }
    if (isField && (key == Qt::Key_Up || key == Qt::Key_Escape))
        return QCoreApplication::sendEvent(m_menu, event);
    if (isField && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        const QList<QAction*> all = m_menu->actions().mid(1);
        const auto first = std::ranges::find_if(all, [](const QAction* one) { return one->isVisible() && !one->menu(); });
        QAction* const entry = marked() ? marked() : first != all.end() ? *first : nullptr;
        if (entry && entry->menu())
            return QCoreApplication::sendEvent(m_menu, event);
        if (entry) {
            while (QWidget* const menu = QApplication::activePopupWidget()) // and those that it was opened from
                menu->close();
            entry->trigger();
        }
        return true;
    }
    const bool isLetter = !press->text().isEmpty() && press->text().front().isPrint()
        && !(press->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const bool isBlank = press->text() == QLatin1String(" ") && m_search->text().isEmpty(); // opens what is marked
    if (isField || !isLetter || isBlank)
        return QObject::eventFilter(watched, event);
    m_search->setFocus(Qt::PopupFocusReason);
    return QCoreApplication::sendEvent(m_search, event);
}

} // namespace app
