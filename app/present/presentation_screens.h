#pragma once

// PresentationScreens: on which screen a window presents. It fills the screen of the audience and comes back to where it was; a
// screen that goes away or comes back while presenting is followed; and where there are two, the audience may keep a still
// picture while the window is at the lecturer's.

#include <QObject>
#include <QPointer>
#include <QRect>
#include <QScreen>
#include <QString>

#include <memory>

class QColor;
class QWidget;

namespace app {

class StillPicture;

class PresentationScreens : public QObject
{
    Q_OBJECT
public:
    explicit PresentationScreens(QWidget* window);
    ~PresentationScreens() override;

    /// The name of the screen to present on; empty: another one than that of the window, where there is one. Takes effect at
    /// once while presenting.
    void setWanted(const QString& name);
    const QString& wanted() const { return m_wanted; }

    void begin(); // the window fills the screen of the audience
    void end(); // it is where and as it was

    /// Where the audience looks; null: not presenting.
    QScreen* audience() const { return m_audience; }

    /// Another one, for the lecturer; null where there is one screen only, and when not presenting.
    QScreen* lecturer() const;

    bool isFrozen() const { return m_still != nullptr; }

    /// The audience keeps what it sees, and the window fills the screen of the lecturer. False, and nothing changed, where there
    /// is one screen only.
    bool setFrozen(bool frozen);

    /// The screen of the audience in one colour while it is frozen; an invalid one: the still picture.
    void coverStill(const QColor& color);

signals:
    /// Screens came or went, or the window went to another one.
    void changed();

private:
    QScreen* best(const QScreen* gone = nullptr) const;
    void lose(QScreen* screen);
    void gain(QScreen* screen);
    void present(QScreen* screen);

    QWidget* m_window;
    QString m_wanted;
    QString m_lost; // the name of the screen that went away while it was presented on
    QPointer<QScreen> m_home, m_audience;
    QRect m_geometry; // of the window before, when it was neither full nor maximised
    Qt::WindowStates m_state;
    std::unique_ptr<StillPicture> m_still;
};

} // namespace app
