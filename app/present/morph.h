#pragma once

// Morph: from one picture to the next while presenting. Cells that both have, with their numbers, go to their new place; all else fades.
// Only what was drawn is shown, no number between two. Nothing moves where motion is reduced.

#include <QHash>
#include <QPixmap>
#include <QWidget>

class QTimer;
class QVariantAnimation;

namespace widgets {
class Plot;
}

namespace app {

/// A picture as pixels, and where its cells are in it.
struct DrawnPicture
{
    QPixmap pixels;
    QRect place; // in the window
    QHash<QString, QRect> cells; // by map, row and column, in `place`; none of a picture with too many
};

/// What a plot of this window shows.
DrawnPicture drawnPicture(widgets::Plot& plot, const QWidget& window);

/// Cells of both pictures that are at another place, or of another size, in the window.
QList<QString> movedCells(const DrawnPicture& from, const DrawnPicture& to);

class Morph : public QWidget
{
    Q_OBJECT
public:
    explicit Morph(QWidget* window);

    /// This is what will be gone from.
    void keep(widgets::Plot& plot);

    /// Shows the window as it is now, until play() or for a second: no title, sentence or picture of what comes next is seen before
    /// the others.
    void cover();

    /// Shows the window as it was, until stop() or for some seconds: what it shows now is on the way to that.
    void hold(const QPixmap& window);

    /// To what it shows now; once for each keep().
    void play(widgets::Plot& plot);

    bool isDue() const { return !m_from.pixels.isNull(); }
    bool isPlaying() const;
    void stop(); // at the end, at once

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showAround(int milliseconds);

    DrawnPicture m_from, m_to;
    QPixmap m_around; // of the window that m_from is in, until play()
    QList<QString> m_moved;
    QPixmap m_fromRest, m_toRest; // without those
    double m_share = 0;
    QVariantAnimation* m_clock;
    QTimer* m_patience; // of cover() and hold()
};

} // namespace app
