#pragma once

// TokenLines: attention as lines from each query on the left to the keys on the right, the heavier the stronger. The lines of
// the query under the cursor, else of the pinned one, stand out. Shares its name and its marks with the map beside it.

#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/grid.h"

namespace widgets {

class TokenLines : public CellPlottable
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    /// weights [query, key].
    void setWeights(Grid weights, QStringList queries, QStringList keys);
    const Grid& weights() const { return m_weights; }

    /// The weights are B − A: lines where A gives more have the colour of A, the others that of B.
    void setDifference(bool on) { m_isDifference = on; }

    /// Without the lines to the first key, where the scale leaves it out too.
    void setSkipsFirst(bool on) { m_skipsFirst = on; }

    /// The largest magnitude, drawn as the strongest line.
    void setFull(double full) { m_full = full; }

    /// The query whose lines stand out: the hovered one, else the pinned one, else the last.
    int shownQuery() const;

    /// Over a query its largest key; over a key the shown query's weight for it.
    Cell cellAt(const QPointF& pixel) const override;

    /// Of so many tokens that they stand close together. Both of its sides show the same part.
    bool canZoom(Qt::Orientation along) const override;
    QPointF coordsAt(const QPointF& pixel) const override;

protected:
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override;

private:
    struct Places // px
    {
        double left = 0, right = 0; // where lines begin and end
        double top = 0; // of the first token, perhaps above what is shown
        double queryPitch = 0, keyPitch = 0;
        double query(int i) const { return top + (i + 0.5) * queryPitch; }
        double key(int j) const { return top + (j + 0.5) * keyPitch; }
    };
    Places places() const;
    QColor colorOf(double weight) const;
    void drawLine(QCPPainter* painter, const Places& at, int query, int key, bool isShown) const;
    void drawTexts(QCPPainter* painter, const Places& at) const;

    Grid m_weights;
    QStringList m_queries;
    QStringList m_keys;
    double m_full = 1;
    bool m_skipsFirst = false;
    bool m_isDifference = false;
};

} // namespace widgets
