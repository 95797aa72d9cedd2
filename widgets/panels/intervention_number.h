#pragma once

// InterventionNumber: asks for the number of an intervention at the place that was pointed at: one field, and what is there now.

#include <QFrame>

class QDoubleSpinBox;

namespace widgets {

class TextLabel;

class InterventionNumber : public QFrame
{
    Q_OBJECT
public:
    /// `question`: what becomes another number; `now`: what it is, in words (may be empty). It deletes itself when it closes.
    InterventionNumber(const QString& question, const QString& now, double start, QWidget* window);

    /// Opens at this place of the screen, inside it, with the number selected: what is typed comes in its stead.
    void ask(const QPoint& where);

    QString question() const;
    QString now() const;
    QDoubleSpinBox* field() const { return m_field; }

signals:
    void chosen(double number); // by Enter; Esc and a click elsewhere change nothing

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    TextLabel *m_question, *m_now;
    QDoubleSpinBox* m_field;
};

} // namespace widgets
