#include "app/window/presenter_tools.h"

#include "app/present/cover.h"
#include "app/present/magnifier.h"
#include "app/present/presentation_screens.h"
#include "app/window/window_actions.h"

#include "widgets/controls/menu_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QScreen>

#include <utility>

namespace app {

namespace {

constexpr std::pair<Act, Pointer> pointerActs[]
    = {{Act::Laser, Pointer::Laser}, {Act::Spotlight, Pointer::Spotlight}, {Act::Pen, Pointer::Pen}};

} // namespace

void fillScreenMenu(QMenu& menu, PresentationScreens& screens, const std::function<void(const QString&)>& chosen)
{
    menu.clear();
    const auto add = [&](const QString& text, const QString& name) {
        QAction* const action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(screens.wanted() == name);
        QObject::connect(action, &QAction::triggered, &screens, [&screens, name, chosen] {
            screens.setWanted(name);
            chosen(name);
        });
    };
    add(PresenterTools::tr("&Another screen than this window, where there is one"), {});
    for (const QScreen* screen : QGuiApplication::screens())
        add(QStringLiteral("%1 · %2 × %3")
                .arg(widgets::menuText(screen->name()))
                .arg(screen->geometry().width())
                .arg(screen->geometry().height()),
            screen->name());
}

PresenterTools::PresenterTools(QMainWindow* window, const WindowActions& actions)
    : QObject(window)
    , m_window(window)
    , m_actions(actions)
    , m_screens(new PresentationScreens(window))
    , m_magnifier(new Magnifier(window))
    , m_pointers(new PointerLayer(window))
    , m_cover(new Cover(window))
{
    m_cover->setObjectName("cover");
    const auto on = [&](Act act, auto&& slot) { connect(m_actions[act], &QAction::triggered, this, slot); };
    const auto toggle = [this](const QColor& color) { setCover(m_color == color ? QColor() : color); };
    on(Act::BlackScreen, [toggle] { toggle(Qt::black); });
    on(Act::WhiteScreen, [toggle] { toggle(Qt::white); });
    for (const auto& [act, pointer] : pointerActs)
        on(act, [this, pointer = pointer] { use(m_pointers->pointer() == pointer ? Pointer::None : pointer); });
    on(Act::ClearDrawing, [this] { m_pointers->clearInk(); });
    on(Act::ZoomRegion, [this] {
        if (m_magnifier->isVisible())
            m_magnifier->back();
        else {
            use(Pointer::None); // the drag is the region's
            m_magnifier->choose();
        }
        retick();
    });
    on(Act::Freeze, [this] { freeze(); });
    on(Act::CopyScreen, [this] { copyScreen(); });
    connect(m_magnifier, &Magnifier::viewChanged, this, [this] {
        m_pointers->setView(m_magnifier->view());
        retick();
    });
    connect(m_cover, &Cover::clicked, this, [this] { setCover(QColor()); });
    connect(m_screens, &PresentationScreens::changed, this, &PresenterTools::retick);
}

void PresenterTools::begin()
{
    m_pointers->setActive(true);
    m_screens->begin();
}

void PresenterTools::end()
{
    setCover(QColor());
    m_magnifier->back();
    m_pointers->setActive(false);
    m_screens->end();
    retick();
}

bool PresenterTools::putAway()
{
    if (m_pointers->pointer() != Pointer::None)
        use(Pointer::None);
    else if (m_magnifier->isVisible())
        m_magnifier->back();
    else if (m_screens->isFrozen())
        freeze();
    else
        return false;
    retick();
    return true;
}

void PresenterTools::use(Pointer pointer)
{
    m_pointers->setPointer(pointer);
    retick();
}

bool PresenterTools::coversWindow() const { return m_color.isValid() && !m_screens->isFrozen(); }

void PresenterTools::setCover(const QColor& color)
{
    m_color = color;
    m_cover->setColor(m_screens->isFrozen() ? QColor() : color);
    m_screens->coverStill(color);
}

void PresenterTools::raise()
{
    m_magnifier->raise();
    m_pointers->raise();
    m_cover->raise();
}

void PresenterTools::freeze()
{
    setCover(QColor());
    if (!m_screens->setFrozen(!m_screens->isFrozen()))
        emit refused(
            tr("There is one screen, and the audience sees it: a still picture needs a second one, which extends the first."));
    retick();
}

void PresenterTools::setPlace(const QString& place)
{
    if (std::exchange(m_place, place) == place)
        return;
    m_magnifier->back();
    m_pointers->setPlace(m_place);
}

/// What is on screen with what the pen has drawn over it.
void PresenterTools::copyScreen()
{
    QGuiApplication::clipboard()->setPixmap(m_window->grab());
    emit copied();
}

void PresenterTools::retick()
{
    for (const auto& [act, pointer] : pointerActs)
        m_actions[act]->setChecked(m_pointers->pointer() == pointer);
    m_actions[Act::ZoomRegion]->setChecked(m_magnifier->isVisible());
    m_actions[Act::Freeze]->setChecked(m_screens->isFrozen());
}

} // namespace app
