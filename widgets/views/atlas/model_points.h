#pragma once

// ModelPoints: models as points over their year or their size. Points at one place stand beside each other, what is beyond the
// axis is a triangle at its edge, and the named ones have their names where there is room.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <vector>

namespace widgets {

struct ModelPoint
{
    enum Mark
    {
        Plain,
        Selected,
        MineA,
        MineB
    };
    QString id;
    QString name; // for files
    QString label; // empty: none
    double x = 0, y = 0;
    bool isHollow = false;
    Mark mark = Plain;
};

class ModelPoints : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Its axes keep their ranges.
    ModelPoints(QCPAxisRect* rect, const FigureStyle& style);

    void setPoints(std::vector<ModelPoint> points);
    const std::vector<ModelPoint>& points() const { return m_points; }

    Cell cellAt(const QPointF& pixel) const override; // {0, point}

    /// Where each point stands, px. REQUIRES: the layout is known.
    std::vector<QPointF> pixels() const;

    /// [point, (x, value)].
    std::vector<NumberSet> numbers() const override;

    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = {}) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    double dot() const { return 2.0 * style().lineWidth; }
    bool isBeyond(const ModelPoint& point) const;
    void drawPoint(QCPPainter* painter, const ModelPoint& point, const QPointF& at, bool isHovered) const;
    void drawLabels(QCPPainter* painter, const std::vector<QPointF>& at) const;

    std::vector<ModelPoint> m_points;
};

} // namespace widgets
