#pragma once

// LessonMarks: over the window, what a lesson points at: a ring with the number of the mark, and a line from it to the words that
// name it. The mouse goes through it.

#include <QPainterPath>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace widgets {
struct Theme;
}

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

/// An answer as the course of a line, over a plot that is veiled.
struct VeiledGuess
{
    QString letter; // of the answer
    QString shape; // a word of guessShapes()
    bool isChosen = false;
    std::optional<QPointF> start = {}, end = {}; // px of the veil, where they are known: else by the shape

    bool operator==(const VeiledGuess&) const = default;
};

/// Covers what the answer would be seen in, and keeps the mouse from it.
class LessonVeil : public QWidget
{
public:
    explicit LessonVeil(QWidget* under);

    void setQuiet(bool quiet); // without the question mark: words, no picture

    /// Guesses in the place of the question mark, where there is room for them; a click on one calls `choose` with its number.
    void setGuesses(std::vector<VeiledGuess> guesses, std::function<void(int)> choose);

    /// Where the line of a guess ends, with its letter. REQUIRES: hasGuesses().
    QPointF endOf(std::size_t guess) const;
    bool hasGuesses() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void paintGuesses(QPainter& painter, const widgets::Theme& theme) const;
    QPainterPath pathOf(std::size_t guess) const;
    int guessAt(const QPointF& pixel) const; // −1: none

    bool m_isQuiet = false;
    std::vector<VeiledGuess> m_guesses;
    std::function<void(int)> m_choose;
};

} // namespace app
