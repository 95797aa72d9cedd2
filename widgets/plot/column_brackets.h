#pragma once

// ColumnBrackets: along a map, brackets over groups of its columns, each with its words as far as they fit.

#include "widgets/plot/figure_style.h"
#include "widgets/plot/grid_axis_rect.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

enum class BracketSide
{
    Below,
    Above
};

class ColumnBrackets : public QCPLayoutElement
{
    Q_OBJECT
public:
    /// On this side of `map`, which has so many columns and lies next to this element, without labels in between.
    ColumnBrackets(QCPAxisRect* map, int columns, std::vector<AxisBracket> brackets, const FigureStyle& style,
        BracketSide side = BracketSide::Below);

    const std::vector<AxisBracket>& brackets() const { return m_brackets; }

    /// What is written over each of them: "kv 0", "kv 1", …, where that has no room "kv 0", "1", …, of too many every k-th;
    /// empty: nothing.
    QStringList words() const;

protected:
    QSize minimumOuterSizeHint() const override { return {0, height()}; }
    QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, height()}; }
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }

private:
    int height() const;
    QRectF placeOf(const AxisBracket& bracket, const QString& words) const; // px across; no height
    QStringList fitting(QStringList words) const;

    QPointer<QCPAxisRect> m_map;
    int m_columns = 1;
    std::vector<AxisBracket> m_brackets;
    FigureStyle m_style;
    BracketSide m_side;
};

} // namespace widgets
