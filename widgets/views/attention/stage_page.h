#pragma once

// StagePage: the stages of a head as one picture: maps, a heading and a number over each, arrows between them, one key under
// the maps that share a scale. What is where: arrangeMaps, as a chain.

#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/figure_style.h"
#include "widgets/views/maps/arrangement.h"
#include "widgets/views/shared/token_groups.h"

#include <qcustomplot.h>

namespace widgets {

class GridAxisRect;
class Plot;

/// What is shown of a stage, apart from its map.
struct StageCard
{
    QString name;        // "÷ √d"
    QString numbers;     // "× 0.125", or the shape; may be empty
    QString value;       // of the cell that is looked at
    QString quantity;    // what its colours mean
    QStringList skipped; // steps before this one that this model does not take
    ColorScale scale;
    int group = 0;       // neighbours of one group share a scale, and its key
    bool isSquare = true; // queries by keys
    bool isAcross = false; // from one text to another
    bool isChosen = false;
    int firstMarked = -1; // columns with a frame around them
    int lastMarked = -1;
};

class StagePage : public QCPLayoutGrid
{
    Q_OBJECT
public:
    /// `rows`: tokens of the rows of all maps, `columns`: of the columns of the squares; many are counted instead.
    StagePage(Plot& plot, const TokenGroups& rows, const TokenGroups& columns, const FigureStyle& style);

    /// A stage and the axis rect its map is to be drawn in. Squares first.
    GridAxisRect* add(const StageCard& card, int rows, int columns);

    /// Both are arranged alike where they have as many maps: those of A, of B and of their difference.
    void standBeside(StagePage& other);

    const std::vector<StageCard>& cards() const { return m_cards; }
    const std::vector<GridAxisRect*>& maps() const { return m_maps; }
    const MapArrangement& arrangement() const { return m_now; }

    /// Where the keys stand: of each group in each row of the page.
    std::vector<QRectF> keyPlaces() const;

    void updateLayout() override;
    QSize minimumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    struct Key
    {
        QRectF place; // the bar
        std::size_t card = 0;
    };
    StageDemand demand(double width) const;
    StageDemand sharedDemand(double width);
    void shortenTokens(double width);
    bool startsRow(std::size_t card) const;
    bool hasNumbersInGap(std::size_t card) const;
    std::vector<Key> keys() const;
    void drawHeading(QCPPainter& painter, std::size_t card) const;
    void drawStep(QCPPainter& painter, std::size_t card) const;
    double roomOfKey(const QRectF& bar) const;
    void drawKey(QCPPainter& painter, const Key& key) const;

    FigureStyle m_style;
    std::vector<QPointer<StagePage>> m_beside;
    struct Axis
    {
        QStringList tokens;
        std::vector<AxisBracket> brackets; // over them; none where they are counted
        QStringList labels = {}; // as they are written
        double widest = 0;  // px of the widest
    };
    Axis m_rows, m_columns;
    bool m_areCounted = false;
    std::vector<StageCard> m_cards;
    std::vector<GridAxisRect*> m_maps;
    MapArrangement m_now;
    std::vector<QRect> m_places; // of the maps, without what is around them
};

} // namespace widgets
