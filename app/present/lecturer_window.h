#pragma once

// LecturerWindow: what the lecturer has on the other screen: the notes of the step on screen, the next one with its picture, the
// clock and the time since the beginning.

#include "app/session/planned_steps.h"

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>

class QPlainTextEdit;
class QPushButton;
class QTimer;

namespace widgets {
class TextLabel;
}

namespace app {

class LecturerWindow : public QWidget
{
    Q_OBJECT
public:
    /// Hidden. It has no parent on screen and goes with `owner`.
    explicit LecturerWindow(QWidget* owner);

    /// On this screen, without taking the keys; the time begins with the first showing after hide().
    void showOn(QScreen* screen);

    /// Over a corner of the owner's screen, which is the only one; from there it can be moved.
    void showOver();

    /// The lecture begins: its minutes are counted from now, unless they are already.
    void startClock();

    /// Of so many steps this one is on screen (−1: none yet); null: there is none.
    void setStep(int at, int count, const PlannedStep* now, const PlannedStep* next);

    /// Of the next step; null: it is not drawn yet.
    void setNextPicture(const QPixmap& picture);

    QString notes() const;
    QString nextTitle() const;

signals:
    void walked(int by);
    void closed(); // by the person

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void retranslate();
    void begin();
    void toCorner();
    void setOver(bool isOver);
    void refreshTime();
    void fitPicture();

    widgets::TextLabel* m_clock;
    widgets::TextLabel* m_elapsed;
    QPushButton* m_restart;
    widgets::TextLabel* m_title;
    QPlainTextEdit* m_notes;
    widgets::TextLabel* m_next;
    widgets::TextLabel* m_picture;
    QPushButton* m_back;
    QPushButton* m_on;
    QPixmap m_whole; // of the next step
    QString m_nextTitle;
    QElapsedTimer m_begun;
    QTimer* m_tick;
    bool m_isOver = false; // showOver()
};

} // namespace app
