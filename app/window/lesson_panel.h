#pragma once

// LessonPanel: a lesson beside the page: where one is, the text of the step, the question with its answers, what is to be done,
// and the way on. What it shows is the player's; it has the focus order of its text.

#include <QWidget>

#include <optional>

class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace widgets {
class Disclosure;
class TextLabel;
} // namespace widgets

namespace app {

class LessonDots;
class LessonPlayer;
class LessonTextView;
class LessonWays;
class LessonWork;

class LessonPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LessonPanel(LessonPlayer* player, QWidget* parent = nullptr);

    /// Where the words that point at this mark are, in the coordinates of `widget`; nothing while they are scrolled away.
    std::optional<QPoint> anchorOf(int mark, const QWidget* widget) const;

    LessonWork* work() const { return m_work; }
    QPushButton* nextButton() const;
    QPushButton* restoreButton() const { return m_restore; }

    /// All that stands in it now, for tests.
    QString shownText() const;

signals:
    void leaveWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildHead();
    QWidget* buildStep();
    QWidget* buildFoot();
    void retranslate();
    void showStep();
    void refresh();
    void refreshFoot();
    QWidget* whatFollows() const;
    void showWhatFollows();
    void restyle();
    void refreshMore();

    LessonPlayer* m_player;
    widgets::TextLabel* m_lesson;
    QToolButton* m_leave;
    LessonDots* m_dots;
    widgets::TextLabel* m_count;
    QScrollArea* m_scroll;
    QVBoxLayout* m_column = nullptr; // of the step
    widgets::TextLabel* m_title;
    LessonTextView* m_body;
    LessonWork* m_work;
    widgets::Disclosure* m_notes;
    LessonTextView* m_note;
    QPushButton* m_restore;
    QPushButton* m_more; // there is more of the step below what is in sight
    LessonWays* m_ways;
    QWidget* m_followed = nullptr; // which was brought into sight
};

} // namespace app
