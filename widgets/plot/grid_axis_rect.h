#pragma once

// GridAxisRect: the axis rect of a heat map. Keeps cells square, labels rows and columns with tokens (horizontally when they
// fit, else at 45°), and leaves room on the right for a colour bar.

#include "widgets/plot/figure_style.h"
#include "widgets/plot/visible_token.h"

#include <qcustomplot.h>

#include <map>
#include <memory>
#include <vector>

namespace widgets {

enum class CellShape
{
    Square, // the map keeps to the upper left of its place
    Fill    // cells as wide and as high as the place allows
};

/// Neighbouring cells that are under one bracket with a name of their own: the tokens of a split character.
struct AxisBracket
{
    int first = 0;
    int last = 0;
    QString text;
};

/// Px that a bracket takes between the map and the labels.
inline constexpr int bracketDepth = 4;

class GridAxisRect : public QCPAxisRect
{
    Q_OBJECT
public:
    GridAxisRect(QCustomPlot* plot, const FigureStyle& style);

    /// What the cells of the axes are called; more labels than fit are thinned (at most 40, then every k-th).
    /// Texts are shown as visibleToken() makes them.
    void setColumnTokens(const QStringList& tokens);
    void setRowTokens(const QStringList& tokens);

    /// Brackets over tokens of either axis: their one text stands in place of the texts of their cells.
    void setColumnBrackets(std::vector<AxisBracket> brackets);
    void setRowBrackets(std::vector<AxisBracket> brackets);

    /// Plain counting from 0, with an optional letter before: "L" gives L0, L1, …
    void setColumnNumbers(int count, const QString& letter = {});
    void setRowNumbers(int count, const QString& letter = {});

    /// Numbers of one's own: thinned where they do not fit, never slanted.
    void setColumnNumbers(const QStringList& numbers);

    /// Labels where this has them, instead of every k-th number: columns of what grows unevenly.
    void setColumnTicker(const QSharedPointer<QCPAxisTicker>& ticker) { m_columnTicker = ticker; }

    /// Names of rows that count upwards from the lowest: that one always has its name, and above it every 2nd, 5th, 10th … whole
    /// one. `rowsOfOne`: rows from one whole number to the next.
    void setRowsUpwards(const QStringList& names, int rowsOfOne = 1);

    QStringList rowLabels() const { return m_rowLabels; } // all of them, also those that do not fit
    QStringList columnLabels() const { return m_columnLabels; }

    /// Words under the columns and beside the rows: "key", "query".
    void setAxisTitles(const QString& columns, const QString& rows);

    void setCells(int rows, int columns, CellShape shape = CellShape::Square);

    CellShape cellShape() const { return m_shape; }

    /// Px kept free right of the map for a colour bar.
    void setRoomRight(int pixels) { m_roomRight = pixels; }
    int roomRight() const { return m_roomRight; }

    /// Px kept free below the labels of the columns for a colour bar.
    void setRoomBelow(int pixels) { m_roomBelow = pixels; }

    /// Px from the map down to the end of the labels of the columns, and of the words under them.
    int labelsBelow() const { return m_labelsBelow; }

    /// Px from the upper edge of the map down that its colour bar needs at least; beside a flat map it goes on below it.
    void setRoomDown(int pixels) { m_roomDown = pixels; }

    /// A chart above or below in the same column, whose left and right edges become those of the map. May be null.
    void setFollower(QCPAxisRect* follower) { m_follower = follower; }

    /// A part of the cells is shown (map_zoom.h): labels are chosen for it, and the follower shows it too.
    void showPart(const QCPRange& columns, const QCPRange& rows);

    /// Px above the map for the line that says what a block of cells shows, in a type of this style.
    static int noteHeight(const FigureStyle& style, QPaintDevice* device);

    /// The first of two passes of the layout: labels as if all fitted, so that the result never depends on the past.
    void setMeasuring(bool on);

    /// The cells of all rects that share `least` get the size that the smallest of them have: maps of A and B.
    void shareCells(std::shared_ptr<QSizeF> least) { m_least = std::move(least); }
    const std::shared_ptr<QSizeF>& sharedCells() const { return m_least; }

    /// Whether to lay out again: the cells of another came out smaller, or the map did since its labels were chosen.
    bool isUnsettled() const;

    void update(UpdatePhase phase) override;
    QSize minimumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;
    int calculateAutoMargin(QCP::MarginSide side) override;

private:
    void setColumnLabels(const QStringList& labels, bool areTokens);
    void chooseLabels();
    void fitCells();

    FigureStyle m_style;
    QStringList m_columnLabels;
    QSharedPointer<QCPAxisTicker> m_columnTicker; // null: of the labels
    QStringList m_rowLabels;
    std::vector<AxisBracket> m_columnBrackets;
    std::vector<AxisBracket> m_rowBrackets;
    std::map<int, double> m_widestColumn; // px, of the words below at so many dots an inch; empty: not measured
    bool m_columnsAreTokens = false;
    bool m_rowsAreTokens = false;
    double m_shownColumns = 0, m_shownRows = 0; // of a part; 0: all
    int m_rowsOfOne = 0; // above 0: rows count upwards
    bool m_measuring = false;
    int m_rows = 0;
    int m_columns = 0;
    int m_roomRight = 0;
    int m_roomDown = 0;
    int m_roomBelow = 0;
    int m_labelsBelow = 0;
    QSize m_labelled; // of the map when its labels were chosen
    CellShape m_shape = CellShape::Fill;
    QPointer<QCPAxisRect> m_follower;
    std::shared_ptr<QSizeF> m_least; // of the cells that are to be alike; may be null
    QSizeF m_cell;
};

} // namespace widgets
