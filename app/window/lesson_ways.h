#pragma once

// LessonWays: the ways from step to step of a lesson: back, and on when the step is finished; after the last one the lesson ends.

#include <QWidget>

class QPushButton;

namespace app {

class LessonPlayer;

class LessonWays : public QWidget
{
    Q_OBJECT
public:
    enum class Form
    {
        Column,
        Across // the way back as a sign; a click leaves the keys to the clicker
    };

    LessonWays(LessonPlayer* player, Form form, QWidget* parent);

    QPushButton* nextButton() const { return m_next; }

signals:
    void leaveWanted(); // after the last step

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void restyle();
    void refresh();
    void nameNext();

    LessonPlayer* m_player;
    Form m_form;
    QPushButton* m_previous;
    QPushButton* m_next;
};

} // namespace app
