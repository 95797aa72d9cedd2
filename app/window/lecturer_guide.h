#pragma once

// LecturerGuide: the lecturer's screen while a window presents: notes, clock and the next step, where there is a second screen.

#include <QObject>

namespace app {

class LecturerWindow;
class MainWindow;
class Presenter;
class StepPicture;

class LecturerGuide : public QObject
{
    Q_OBJECT
public:
    /// `window` outlives it and has its presenter and actions.
    explicit LecturerGuide(MainWindow& window);

private:
    void place();
    void refresh();

    MainWindow& m_window;
    Presenter& m_presenter;
    LecturerWindow* m_screen;
    StepPicture* m_next; // the picture of the step that follows
};

} // namespace app
