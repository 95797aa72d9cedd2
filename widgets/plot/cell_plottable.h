#pragma once

// CellPlottable: what the heat map and the wall of heat maps share: cells of size 1 × 1 around integer coordinates, row 0 on
// top, hit testing, and the marks of the linked cursor.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

/// A cell; {-1, -1} = none.
struct Cell
{
    int row = -1;
    int column = -1;
    bool isNone() const { return row < 0 || column < 0; }
    bool operator==(const Cell&) const = default;
};

class CellPlottable : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    /// keyAxis counts columns, valueAxis rows; the value axis is reversed, and both show all cells after setSize.
    CellPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const FigureStyle& style);

    int rows() const { return m_rows; }
    int columns() const { return m_columns; }

    void setPinned(Cell cell);  // thick ring; a cell outside the map draws nothing
    void setHovered(Cell cell); // thin ring and the lines of its row and column
    Cell pinned() const { return m_pinned; }
    Cell hovered() const { return m_hovered; }

    /// The cell under a widget pixel; none outside the map and outside the axis rect.
    virtual Cell cellAt(const QPointF& pixel) const;
    QRectF cellRect(Cell cell) const; // in widget pixels
    QRectF mapRect() const;           // all cells, in widget pixels

    /// Whether a part of the columns, or of the rows, can be looked at alone.
    virtual bool canZoom(Qt::Orientation) const { return false; }

    /// The cells, each way, that a part of it has at least.
    virtual double fewestCells() const { return 8; }

    /// The axis coordinates at a widget pixel: column, row. Where rows and columns run the same way, as between two lines of
    /// tokens, both follow its height.
    virtual QPointF coordsAt(const QPointF& pixel) const;

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = {}) const override;

protected:
    void setSize(int rows, int columns);
    void drawMarks(QCPPainter* painter) const; // rings and cross hair, to be called last
    QRect clipRect() const override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }
    const FigureStyle& style() const { return m_style; }

    /// Edges of the columns (or rows) first … last in widget pixels: last − first + 2 numbers.
    std::vector<double> edges(const QCPAxis* axis, int first, int last) const;

private:
    FigureStyle m_style;
    int m_rows = 0;
    int m_columns = 0;
    Cell m_pinned;
    Cell m_hovered;
};

} // namespace widgets
