#pragma once

// PresenterTools: what a lecturer has in hand while the window presents: laser, spotlight and pen, a region at the size of the
// screen, a black or white screen, and a still picture for the audience.

#include "app/present/pointer_layer.h"

#include <QColor>
#include <QObject>
#include <QString>

#include <functional>

class QMainWindow;
class QMenu;

namespace app {

class Cover;
class Magnifier;
class PresentationScreens;
class WindowActions;

class PresenterTools : public QObject
{
    Q_OBJECT
public:
    /// Connects their actions, which are enabled by the presenter.
    PresenterTools(QMainWindow* window, const WindowActions& actions);

    void begin();
    void end(); // all put away; the window is where it was

    /// What was used last and covers or changes the picture goes. False: nothing is in use.
    bool putAway();

    /// Black or white, on the screen of the audience.
    bool isCovered() const { return m_color.isValid(); }
    void setCover(const QColor& color); // an invalid one uncovers

    /// Any key uncovers: the lecturer sees nothing else.
    bool coversWindow() const;

    /// Over whatever was put on top.
    void raise();

    /// What is on screen now, as a word: a drawing belongs to it, a region is shown of it.
    void setPlace(const QString& place);

    PresentationScreens* screens() const { return m_screens; }
    PointerLayer* pointers() const { return m_pointers; }
    Magnifier* magnifier() const { return m_magnifier; }

signals:
    void refused(const QString& why); // what cannot be done here
    void copied();

private:
    void use(Pointer pointer);
    void freeze();
    void copyScreen();
    void retick();

    QMainWindow* m_window;
    const WindowActions& m_actions;
    PresentationScreens* m_screens;
    Magnifier* m_magnifier;
    PointerLayer* m_pointers;
    Cover* m_cover;
    QColor m_color;
    QString m_place;
};

/// Fills a menu with the screens by their names; what is chosen takes effect, and is told. REQUIRES: `screens` lives as long.
void fillScreenMenu(QMenu& menu, PresentationScreens& screens, const std::function<void(const QString& name)>& chosen);

} // namespace app
