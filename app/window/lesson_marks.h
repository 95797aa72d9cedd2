#pragma once

// LessonMarks: over the window, what a lesson points at: a ring with the number of the mark, and a line from it to the words that
// name it. The mouse goes through it.

#include <QWidget>

#include <optional>
#include <vector>

namespace app {

/// In the coordinates of the widget that is under the marks.
struct PlacedMark
{
    int number = 1;
    QRect place;
    std::optional<QPoint> words = {}; // where the words end; nothing: out of sight
    bool operator==(const PlacedMark&) const = default;
};

class LessonMarks : public QWidget
{
public:
    explicit LessonMarks(QWidget* under);

    void setMarks(std::vector<PlacedMark> marks);
    const std::vector<PlacedMark>& marks() const { return m_marks; }

    /// The centre of its number: at the corner of its ring, and whole inside of the widget.
    QPointF numberOf(const PlacedMark& mark) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<PlacedMark> m_marks;
};

/// Covers what the answer would be seen in, and keeps the mouse from it.
class LessonVeil : public QWidget
{
public:
    explicit LessonVeil(QWidget* under);

    void setQuiet(bool quiet); // without the question mark: words, no picture

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    bool m_isQuiet = false;
};

} // namespace app
