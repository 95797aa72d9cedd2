#include "app/present/presentation_screens.h"

#include "app/present/cover.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace app {

/// A picture over a whole screen, which takes no keys.
class StillPicture : public QWidget
{
public:
    StillPicture(const QPixmap& picture, QScreen& screen)
        : QWidget(nullptr, Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint | Qt::WindowDoesNotAcceptFocus)
        , m_picture(picture)
        , m_cover(new Cover(this))
    {
        setObjectName("stillPicture");
        setAttribute(Qt::WA_ShowWithoutActivating);
        setAttribute(Qt::WA_QuitOnClose, false);
        setScreen(&screen);
        setGeometry(screen.geometry());
        setWindowState(Qt::WindowFullScreen);
        show();
    }

    Cover* cover() const { return m_cover; }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).drawPixmap(rect(), m_picture); }

private:
    QPixmap m_picture;
    Cover* m_cover;
};

namespace {

/// A window that fills another screen does not move by itself.
void fill(QWidget& window, QScreen& screen)
{
    if (window.screen() != &screen) {
        window.setWindowState(window.windowState() & ~(Qt::WindowFullScreen | Qt::WindowMaximized));
        window.setScreen(&screen);
        window.setGeometry(QRect(screen.geometry().topLeft(), window.size().boundedTo(screen.size())));
    }
    window.setWindowState(window.windowState() | Qt::WindowFullScreen);
}

} // namespace

PresentationScreens::PresentationScreens(QWidget* window)
    : QObject(window)
    , m_window(window)
{
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, &PresentationScreens::lose);
    connect(qGuiApp, &QGuiApplication::screenAdded, this, &PresentationScreens::gain);
}

PresentationScreens::~PresentationScreens() = default;

/// The screen to present on, when this one has gone.
QScreen* PresentationScreens::best(const QScreen* gone) const
{
    QList<QScreen*> there = QGuiApplication::screens();
    there.removeAll(gone);
    QScreen* const home = m_home && m_home != gone ? m_home.data() : there.value(0);
    const auto named = std::ranges::find(there, m_wanted, &QScreen::name);
    if (named != there.end())
        return *named;
    const auto other = std::ranges::find_if(there, [&](const QScreen* screen) { return screen != home; });
    return other != there.end() ? *other : home;
}

QScreen* PresentationScreens::lecturer() const
{
    if (!m_audience)
        return nullptr;
    if (m_home && m_home != m_audience)
        return m_home;
    const QList<QScreen*> there = QGuiApplication::screens();
    const auto other = std::ranges::find_if(there, [this](const QScreen* screen) { return screen != m_audience; });
    return other != there.end() ? *other : nullptr;
}

void PresentationScreens::setWanted(const QString& name)
{
    m_wanted = name;
    if (m_audience && best() != m_audience)
        present(best());
}

void PresentationScreens::begin()
{
    m_home = m_window->screen();
    const Qt::WindowStates now = m_window->windowState();
    m_state = now & ~Qt::WindowFullScreen;
    if (m_geometry.isNull() || !(now & Qt::WindowFullScreen)) // else the window system is still ending the presentation before
        m_geometry = now & Qt::WindowMaximized ? m_window->normalGeometry() : m_window->geometry();
    m_lost.clear();
    present(best());
}

/// The window fills this screen, frozen no more.
void PresentationScreens::present(QScreen* screen)
{
    m_audience = screen;
    if (screen)
        fill(*m_window, *screen);
    m_still.reset();
    emit changed();
}

void PresentationScreens::end()
{
    m_audience = nullptr;
    m_still.reset();
    m_window->setWindowState(m_window->windowState() & ~Qt::WindowFullScreen);
    QScreen* const home = m_home ? m_home.data() : QGuiApplication::primaryScreen();
    if (home && (m_window->screen() != home || !(m_state & Qt::WindowMaximized))) {
        m_window->setScreen(home);
        const QRect room = home->availableGeometry();
        m_window->setGeometry(
            m_home ? m_geometry : QRect(room.topLeft(), m_geometry.size().boundedTo(room.size()))); // else its screen has gone
    }
    m_window->setWindowState(m_state);
    emit changed();
}

bool PresentationScreens::setFrozen(bool frozen)
{
    if (frozen == isFrozen())
        return true;
    if (!frozen) {
        present(m_audience);
        return true;
    }
    QScreen* const other = lecturer();
    if (!other)
        return false;
    m_still = std::make_unique<StillPicture>(m_window->grab(), *m_audience);
    fill(*m_window, *other);
    m_window->activateWindow(); // the keys stay with it
    emit changed();
    return true;
}

void PresentationScreens::coverStill(const QColor& color)
{
    if (m_still)
        m_still->cover()->setColor(color);
}

void PresentationScreens::lose(QScreen* screen)
{
    if (!m_audience)
        return;
    if (screen == m_audience) {
        m_lost = screen->name();
        present(best(screen));
    } else if (isFrozen()) { // the window was there
        present(m_audience);
    } else {
        emit changed();
    }
}

/// The projector whose cable was loose is presented on again.
void PresentationScreens::gain(QScreen* screen)
{
    if (!m_audience)
        return;
    if (!m_lost.isEmpty() && screen->name() == m_lost) {
        m_lost.clear();
        present(screen);
    } else {
        emit changed();
    }
}

} // namespace app
