#pragma once

// LecturerGuide: notes, clock and the next step while a window presents: on the lecturer's screen, or, where there is one screen
// only and the person wants them, over a corner of it.

#include <QObject>

#include <optional>

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
    void refreshLesson();
    void tellOneScreen();

    MainWindow& m_window;
    Presenter& m_presenter;
    LecturerWindow* m_screen;
    StepPicture* m_next; // the picture of the step that follows
    std::optional<bool> m_wish; // of the person, until the end of the presentation; else as there is a screen for it
    bool m_isPresenting = false;
};

} // namespace app
