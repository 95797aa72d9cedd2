#pragma once

// TokenPlane: tokens as points of a plane with one unit along both axes, each with its text; where a token is moved, an arrow
// from its first place. A token is a cell of one row, so that it can be hovered and clicked like one of a map.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <QVector>

namespace widgets {

struct PlaneToken
{
    QString text;
    QPointF from; // its first place
    QPointF to;   // where it stands; the same where it is not moved
};

class TokenPlane : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Takes the axes of the rect for their titles only: directions have no numbers worth reading.
    TokenPlane(QCPAxisRect* rect, const FigureStyle& style);

    /// `isMoved`: whether tokens have two places.
    void setTokens(QVector<PlaneToken> tokens, bool isMoved);
    const QVector<PlaneToken>& tokens() const { return m_tokens; }
    void setColor(const QColor& color) { m_color = color; }

    /// The token whose place, or whose first place, is nearest and close.
    Cell cellAt(const QPointF& pixel) const override;

    /// Where a point of the plane stands, widget px. REQUIRES: the layout is known.
    QPointF pixelOf(const QPointF& point) const;

    /// [token, (x, y)], or with first places [token, (first_x, first_y, x, y)].
    std::vector<NumberSet> numbers() const override;

    /// Where the texts stand that have room, by token; a null rectangle for the others. REQUIRES: the layout is known.
    std::vector<QRectF> labelPlaces() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    QString labelFor(int token) const;
    bool isAt(int token, int other) const;
    double dotSize() const { return 2.2 * style().lineWidth; }
    QRectF area() const; // px of all points; texts have room beside it

    QVector<PlaneToken> m_tokens;
    QStringList m_labels; // with its places where a word stands twice; empty: another at the same point says it
    bool m_isMoved = false;
    QRectF m_bounds; // of all points
    QColor m_color;
};

} // namespace widgets
