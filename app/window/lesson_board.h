#pragma once

// LessonBoard: a lesson while the window presents: below the picture, across the screen, what the class reads and does:
// question and tasks, then what follows from the answer; the text of the step where there is nothing else, or where it is
// unfolded.

#include <QWidget>

#include <optional>

class QPushButton;
class QScrollArea;

namespace widgets {
class Disclosure;
}

namespace app {

class LessonPlayer;
class LessonTextView;
class LessonWays;
class LessonWork;

class LessonBoard : public QWidget
{
    Q_OBJECT
public:
    explicit LessonBoard(LessonPlayer* player, QWidget* parent = nullptr);

    LessonWork* work() const { return m_work; }
    const LessonTextView* text() const { return m_text; }
    widgets::Disclosure* fold() const { return m_fold; } // of the text; question and tasks stay
    QPushButton* nextButton() const;

signals:
    void leaveWanted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // words that need another height

private:
    QWidget* buildWays();
    void retranslate();
    void refresh();
    void fitHeight();

    LessonPlayer* m_player;
    QScrollArea* m_scroll;
    LessonTextView* m_text;
    LessonWork* m_work;
    widgets::Disclosure* m_fold = nullptr;
    LessonWays* m_ways = nullptr;
    std::optional<bool> m_wantsText; // of the person
};

} // namespace app
