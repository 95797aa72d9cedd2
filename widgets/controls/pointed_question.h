#pragma once

// PointedQuestion: asks for one thing at the place that was pointed at: a field, and a line about it. Enter takes what is in the
// field, Esc and a click elsewhere change nothing; what cannot be taken is said below the field, and it stays open. To ask for another
// thing: derive, with a field, what it refuses, and what Enter does with it.

#include <QFrame>

class QHBoxLayout;

namespace widgets {

class TextLabel;

class PointedQuestion : public QFrame
{
    Q_OBJECT
public:
    /// Opens at this place of the screen, inside it, with the keyboard in the field.
    void ask(const QPoint& where);

    QString question() const;
    QString note() const;

protected:
    /// `note`: a line below the field. It deletes itself when it closes.
    PointedQuestion(const QString& question, const QString& note, QWidget* window);

    void setField(QWidget* field); // once; it is a child from then on
    virtual QString refusal() const { return {}; } // why what is in the field cannot be taken, in a sentence; empty: it can
    virtual void take() = 0; // what is in the field; called once the question is closed
    void enter(); // as Enter does

    void keyPressEvent(QKeyEvent* event) override;

private:
    TextLabel *m_question, *m_note;
    QHBoxLayout* m_line;
};

} // namespace widgets
