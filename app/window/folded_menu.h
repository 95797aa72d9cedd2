#pragma once

// FoldedMenu: Alt with the letter of a menu opens it where the menu bar is hidden too: behind its button, or while presenting.

#include <QObject>

#include <vector>

class QAction;
class QMenuBar;
class QShortcut;
class QWidget;

namespace app {

class FoldedMenu : public QObject
{
    Q_OBJECT
public:
    /// For all menus of the bar; they open below `button` where that is visible, else at the corner of its window.
    FoldedMenu(QMenuBar* bar, QWidget* button);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add(QAction* menu);

    QMenuBar* m_bar;
    QWidget* m_button;
    std::vector<QShortcut*> m_keys; // while the bar is hidden; it has its own
};

} // namespace app
