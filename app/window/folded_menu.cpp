#include "app/window/folded_menu.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>

namespace app {

FoldedMenu::FoldedMenu(QMenuBar* bar, QWidget* button)
    : QObject(bar)
    , m_bar(bar)
    , m_button(button)
{
    for (QAction* const menu : bar->actions())
        add(menu);
    bar->installEventFilter(this);
}

void FoldedMenu::add(QAction* menu)
{
    auto* const key = new QShortcut(QKeySequence::mnemonic(menu->text()), m_bar->window());
    key->setEnabled(m_bar->isHidden());
    connect(menu, &QAction::changed, key, [key, menu] { // another language
        if (const QKeySequence now = QKeySequence::mnemonic(menu->text()); now != key->key())
            key->setKey(now);
    });
    connect(key, &QShortcut::activated, this, [this, menu] {
        const bool isInSight = m_button->isVisible();
        const QWidget* const under = isInSight ? m_button : m_bar->window();
        menu->menu()->popup(under->mapToGlobal(isInSight ? QPoint(0, under->height()) : QPoint()));
    });
    m_keys.push_back(key);
}

bool FoldedMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        for (QShortcut* const key : m_keys)
            key->setEnabled(m_bar->isHidden());
    return QObject::eventFilter(watched, event);
}

} // namespace app
