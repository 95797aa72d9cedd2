#pragma once

// Dial: a number on a slider, with its name. It tells what the person does, not what the program sets.

#include <QWidget>

class QLabel;
class QSlider;

namespace widgets {

class Dial : public QWidget
{
    Q_OBJECT
public:
    Dial(int min, int max, QWidget* parent);

    QSlider* slider() const { return m_slider; }

    /// By the program.
    void setRange(int min, int max);
    void setValue(int value, const QString& name);

signals:
    /// By the person: on the way too, so that a picture can follow.
    void moved(int value);

    /// Where it was let go, or went by a key: what counts as a change.
    void settled();

private:
    QLabel* m_name;
    QSlider* m_slider;
};

} // namespace widgets
