#pragma once

// LessonGuide: a lesson in the window: its player, its panel and its board, and the marks and veils over the parts of the window
// that it names, which follow whatever moves them. The window tells what is on screen (look) and where its parts are.

#include "app/lessons/lesson_player.h"
#include "app/window/lesson_marks.h"

#include "core/base/error.h"

#include <QObject>

#include <functional>
#include <map>
#include <optional>

class QTimer;

namespace app {

class LessonBoard;
class LessonPanel;

class LessonGuide : public QObject
{
    Q_OBJECT
public:
    /// Where a part of the window is, in the coordinates of `under`; an invalid rectangle: nowhere now.
    using PlaceOf = std::function<QRect(const LessonTarget& target)>;

    /// Where a line would end with a value, in the coordinates of `under`; without one, where it begins. Nothing: there is no
    /// such line.
    using PointOf = std::function<std::optional<QPointF>(const LessonTarget& line, std::optional<double> value)>;

    /// `under`: what marks and veils lie over.
    LessonGuide(QWidget* under, QObject* parent);

    /// `leavesOut`: whether the picture says that something has no room in it; `hasNoRoom`: whether it is this part, quietly.
    void setPlaces(
        PlaceOf placeOf, PointOf pointOf, std::function<bool()> leavesOut, std::function<bool(const LessonTarget&)> hasNoRoom)
    {
        m_pointOf = std::move(pointOf);
        m_hasNoRoom = std::move(hasNoRoom);
        m_placeOf = std::move(placeOf);
        m_leavesOut = std::move(leavesOut);
    }

    /// Whether a picture is on its way.
    void setUnderWay(std::function<bool()> isUnderWay) { m_isUnderWay = std::move(isUnderWay); }

    LessonPlayer* player() { return &m_player; }
    const LessonPlayer* player() const { return &m_player; }
    bool isActive() const { return m_player.isActive(); }
    LessonPanel* panel() const { return m_panel; } // beside the page
    LessonBoard* board() const { return m_board; } // below it, while the window presents

    void begin(const Lesson& lesson);
    void end();

    /// What is on screen, whole; as LessonPlayer::look().
    void look(const LessonScene& scene, bool isStep);

    /// A clicker's key: does what is to be done, shows the answer where one is due, else the next or the previous step. False at
    /// the ends.
    bool walk(int by);

    /// Parts that the step names and the window does not have, once its picture is there.
    QStringList lostTargets() const;

    const LessonMarks* marks() const { return m_marks; }
    std::vector<QRect> veiled() const; // what is covered now
    const std::vector<LessonVeil*>& veils() const { return m_veils; } // those that are hidden, too

signals:
    /// A step points at something, or reads a number, that is not there: one line for the teacher.
    void faultFound(const core::Error::Parts& fault);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    bool isVeiled(const QRect& place) const;
    std::vector<VeiledGuess> guesses(const LessonTarget& line, const QPoint& veil) const;
    std::vector<LessonTarget> veilTargets() const;
    QRect overPage() const;
    void tellFaults();

    QWidget* m_under;
    LessonPlayer m_player;
    LessonPanel* m_panel;
    LessonBoard* m_board;
    LessonMarks* m_marks;
    std::vector<LessonVeil*> m_veils;
    PlaceOf m_placeOf;
    PointOf m_pointOf;
    std::function<bool()> m_leavesOut;
    std::function<bool(const LessonTarget&)> m_hasNoRoom;
    std::function<bool()> m_isUnderWay = [] { return false; };
    int m_solvedAt = -1; // the step whose tasks a clicker has done
    QTimer* m_due; // what moves at a time is placed once
    std::map<std::string, int> m_left; // step of each file at which it was left
    bool m_isSettled = false; // the picture of the step was seen
    bool m_areFaultsDue = false; // of a step whose faults have not been shown
};

} // namespace app
