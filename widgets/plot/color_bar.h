#pragma once

// ColorBar: the key of a heat map, right of it and aligned with its edges, or below it: what the colours mean, where the scale is
// cut off and for how many numbers, and the hatch of masked cells.

#include "widgets/plot/cell_raster.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid_axis_rect.h"

namespace widgets {

class ColorBar : public QCPLayerable
{
    Q_OBJECT
public:
    /// Belongs to the rect: reserves room in it and goes with it. `title` names the quantity; the scale's suffix is added.
    ColorBar(GridAxisRect* rect, const ColorScale& scale, const QString& title, const FigureStyle& style);

    /// Gives the room back.
    ~ColorBar() override;

    void setScale(const ColorScale& scale);
    const ColorScale& scale() const { return m_scale; }

    /// Px that the bar itself has at least, at the type of the screen; beside a flat map it goes on below it.
    void setShortest(double length);

    /// Of maps of one scale below each other this is the key: right of all of them, down to the end of the last. They keep the
    /// room that it takes, and live as long as its own.
    void reachOver(std::vector<GridAxisRect*> maps);

    /// Below the map and its labels, as wide as the map, instead of right of it.
    void setBelow(bool on);
    bool isBelow() const { return m_isBelow; }

    /// Px that it takes below the labels of its map.
    double heightBelow() const;

    /// Whether to show the hatch and its meaning; by default when the scale counted masked numbers.
    void setShowsMasked(bool on);

    /// Px from the top of its words to the lowest of what it draws, when the bar is as short as it may be.
    double minHeight() const;

    /// The bar itself beside its maps, as they are laid out.
    QRectF barRect() const;

    /// The words over the bar with their line breaks, and what must be said of the scale.
    QString title() const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    std::vector<double> ticks(double length) const;
    QString tickText(double value) const;
    double titleRoom() const;
    double countRoom(core::Index count) const;
    double maskedRoom() const;
    double aboveBar() const;
    double shortestBar() const;
    void reserveRoom();
    void drawBeside(QCPPainter* painter) const;
    void drawBelow(QCPPainter* painter) const;
    void drawMaskedSwatch(QCPPainter* painter, const QRectF& swatch, double right) const;
    QString wordsBelow() const;

    QRectF maps() const;

    QPointer<GridAxisRect> m_rect;
    std::vector<GridAxisRect*> m_others; // of one scale, below its own
    ColorScale m_scale;
    QString m_title;
    FigureStyle m_style;
    QRectF m_titleRect;
    bool m_showsMasked = false, m_isBelow = false;
    double m_shortest = 72;
};

} // namespace widgets
