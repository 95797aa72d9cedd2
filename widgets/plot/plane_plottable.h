#pragma once

// PlanePlottable: a row of planes, each with two-number vectors as arrows before (dashed) and after they turned (solid), and
// the arcs between. A plane is a cell, so that it can be hovered and clicked like one of a map.

#include "widgets/plot/cell_plottable.h"

namespace widgets {

struct PlaneArrow
{
    enum class Tip
    {
        Triangle, // a query
        Square    // a key
    };
    QPointF before, after; // in units of the data; y upwards
    double turn = 0;       // radians from before to after, whole turns included
    QColor color;
    Tip tip = Tip::Triangle;
};

struct PlaneCell
{
    QString title;
    QStringList lines; // small, below the title
    QVector<PlaneArrow> arrows;
};

class PlanePlottable : public CellPlottable
{
    Q_OBJECT
public:
    /// Hides the axes of the rect it is drawn in.
    PlanePlottable(QCPAxisRect* rect, const FigureStyle& style);

    /// Every plane has a scale of its own: its longest arrow reaches the circle.
    void setPlanes(QVector<PlaneCell> planes);
    const QVector<PlaneCell>& planes() const { return m_planes; }

    /// Px that the words under a plane take.
    double textHeight() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawPlane(QCPPainter* painter, const PlaneCell& plane, const QRectF& cell, bool isPinned, bool isHovered) const;

    QVector<PlaneCell> m_planes;
};

} // namespace widgets
