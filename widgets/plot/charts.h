#pragma once

// Charts: themed lines with labels at their ends instead of a legend, bars with their numbers beside them.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

struct LineStyle
{
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine; // slots differ in more than colour: A solid, B dashed
    bool points = false;              // a dot at each point
};

/// Adds lines to an axis rect and keeps their labels apart at the right edge. Owned by the rect.
class LineChart : public QCPLayerable
{
    Q_OBJECT
public:
    LineChart(QCPAxisRect* rect, const FigureStyle& style);

    /// NaN breaks the line. The label (may be empty) is at its last finite point, in the line's colour.
    QCPGraph* addLine(const QVector<double>& x, const QVector<double>& y, const QString& label, const LineStyle& line);

    /// Ranges around all finite points, a little room above and below; `fromZero` includes 0.
    void fitAxes(bool fromZero = false);

    /// A logarithmic value axis. REQUIRES: all y > 0.
    void setLogarithmic(bool on);

    /// A dot with a label at a point (the selected position).
    void setMark(double x, double y, const QString& text);

    /// Where the words of the mark stand, px; empty without one or its room. REQUIRES: the layout is known.
    QRectF markPlace() const;

    /// The line that passes near a pixel, or whose label is there; null: none, or so few lines that each is seen well.
    const QCPGraph* lineAt(const QPointF& pixel) const;

    /// It stands out among the others, which are pale; null: all are as they were drawn. Whether anything changed.
    bool standOut(const QCPGraph* graph);

    /// Where the label of a line stands, px; empty: it has none. REQUIRES: the layout is known.
    QRectF labelPlace(const QCPGraph* graph) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    struct Line
    {
        QPointer<QCPGraph> graph;
        QString label;
        QColor color;
        double x = 0, y = 0; // of the last finite point
        QPen pen;            // as it was drawn, while one stands out
    };

    QColor inkOf(const Line& line, QColor color) const;
    QPointF endOf(const Line& line) const;
    QVector<std::pair<const Line*, QRectF>> labelPlaces() const;

    QPointer<QCPAxisRect> m_rect;
    FigureStyle m_style;
    QVector<Line> m_lines;
    const QCPGraph* m_standing = nullptr; // of them
    QPointF m_mark;
    QString m_markText;
};

struct Bar
{
    QString name;
    double value = 0;
    QString text;           // the number beside it; empty = formatNumber(value)
    bool isMarked = false;  // drawn in the colour of the selection
};

/// Horizontal bars from 0, first on top, names on the left, numbers at their ends (next-token probabilities).
/// Rows keep together at the top however high the place is; those that do not fit are left out. Lengths run along the key axis;
/// negative values go left.
class BarChart : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    BarChart(QCPAxisRect* rect, const FigureStyle& style);

    /// `full` = the value that takes the whole width; 0 = the largest magnitude. Bars keep a pleasant thickness (at most 22 px).
    void setBars(QVector<Bar> bars, double full = 0);

    /// The numbers that the width runs over, in place of those that setBars() found. REQUIRES: holds 0 and all bars.
    void setReach(const QCPRange& range);
    const QVector<Bar>& bars() const { return m_bars; }
    void setColor(const QColor& color) { m_color = color; }

    int barAt(const QPointF& pixel) const; // -1 = none
    QRectF barRect(int bar) const; // its row, in widget pixels

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = {}) const override;

protected:
    QRect clipRect() const override; // the numbers are beside the axis rect
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    double pitch() const; // px from bar to bar
    double rowCentre(int bar) const;

    FigureStyle m_style;
    QVector<Bar> m_bars;
    QColor m_color;
    double m_widest = 0; // px of the numbers
    double m_widestName = 0; // px
};

} // namespace widgets
