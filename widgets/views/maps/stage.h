#pragma once

// MapStage: square maps of one size with signs between them ("+", "=", "→"), that share their tokens, and the charts that go with
// them. It arranges itself in the room that the layout of the page gives it (arrangement.h), so the caller need not know it
// before; those of A, of B and of their difference are arranged alike. What has no room is said in a line below: the names of
// charts, and the ends of scales whose colour bar is not there.

#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/maps/arrangement.h"

#include <QStringList>

#include <vector>

namespace widgets {

class ColorBar;
class MapWords;

struct SquareMap
{
    QString heading; // above it: "score"
    QString sign; // between it and the one before: "="; may be empty
    QString name; // of the plottable
    QString quantity; // of its colour bar; empty: none
    Grid grid;
    ColorScale scale;
    Cell pinned;
    QStringList tokens; // of its rows and columns, when they are not those of all
    std::vector<AxisBracket> brackets = {}; // over its own tokens
    QString ends = {}; // of its scale, behind the heading where all maps have room for theirs: "±3.2"; may be empty
    BlockValue blocks = BlockValue::Largest; // of a map of more cells than pixels
};

/// What stands left of a row, or above it: a heading and lines below it.
struct RowName
{
    QString heading;
    QStringList lines; // names muted, numbers bold, alternating
    bool isMarked = false;
};

struct MapRows
{
    QStringList rowTokens, columnTokens; // empty: rows and columns are counted
    std::vector<AxisBracket> brackets; // over the tokens of both
    QString rowTitle, columnTitle; // both or neither
    std::vector<RowName> names; // one per row; may be empty
    std::vector<std::vector<SquareMap>> rows; // as many maps in each
};

class MapStage : public QCPLayoutInset
{
    Q_OBJECT
public:
    /// In cell (row, column) of the panel of the plot.
    MapStage(Plot& plot, int row, int column, const MapRows& rows, const FigureStyle& style);

    /// An empty layout for a chart, and the least size it is readable at, in px of ordinary type: where the room is smaller it is
    /// not shown, and `name` is said instead.
    QCPLayoutGrid* addChart(QSizeF least, const QString& name);

    /// Charts are what the picture is about: they never go.
    void keepCharts() { m_demand.areChartsMain = true; }

    const MapArrangement& arrangement() const { return m_now; }

protected:
    void updateLayout() override;

private:
    struct Piece
    {
        SquareMap map; // without its numbers
        QPointer<GridAxisRect> rect;
        QPointer<HeatmapPlottable> plottable;
        QPointer<ColorBar> bar;
        MapWords* heading = nullptr;
        MapWords* sign = nullptr;
    };
    /// What the maps of all stages that stand beside each other ask for.
    StageDemand sharedDemand();
    void addMap(const SquareMap& map, bool hasBar, bool isLast);
    void addName(const RowName& name);
    void measure(const MapRows& rows);
    void demandBars();
    void arrange(const StageDemand& demand, QSizeF room);
    bool wantsBar(std::size_t i) const;
    QString headingOf(std::size_t i, bool hasEnds) const;
    bool haveEndsRoom() const;
    QStringList missing() const;
    QString scalesWithoutBar() const;
    void placeMap(std::size_t i);

    Plot& m_plot;
    FigureStyle m_style;
    double m_unit;
    bool m_isCounted;
    QStringList m_rowTokens, m_columnTokens;
    std::vector<AxisBracket> m_brackets;
    StageDemand m_demand;
    int m_roomOfNote = 0; // px over a map, where its cells are more than its pixels
    std::vector<QPointer<MapStage>> m_beside; // of the other slots: arranged alike
    MapArrangement m_now;
    std::vector<Piece> m_pieces;
    std::vector<MapWords*> m_names;
    std::vector<QCPLayoutGrid*> m_charts;
    QStringList m_chartNames;
    MapWords* m_missing = nullptr; // the line below
};

} // namespace widgets
