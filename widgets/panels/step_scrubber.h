#pragma once

// StepScrubber: one line with the moments of a training whose weights were kept. Moving it asks for the weights of that moment;
// the last place is the finished model. Arrow keys, Home and End work as on any slider.

#include <QWidget>

#include <vector>

class QSlider;

namespace widgets {

class TextLabel;

class StepScrubber : public QWidget
{
    Q_OBJECT
public:
    explicit StepScrubber(QWidget* parent = nullptr);

    /// Steps with weights, ascending, and the step at which the training ended (0: not known). Without steps the line is hidden.
    void setSteps(std::vector<long> steps, long last);
    const std::vector<long>& steps() const { return m_steps; }

    /// Shows the place of a step; −1 = the finished model. Emits nothing.
    void setStep(long step);
    long step() const; // −1 = the finished model

    /// What was measured at this step: said by the tool tip.
    void setNote(const QString& note);

signals:
    void stepChosen(long step); // by the person; −1 = the finished model

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    std::vector<long> m_steps;
    long m_last = 0;
    QString m_note;
    TextLabel* m_title;
    QSlider* m_slider;
};

} // namespace widgets
