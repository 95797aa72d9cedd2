#pragma once

// OrderStrip: the tokens as typed above, after one was moved below, each joined to itself by a line. Row 0 and row 1 of its
// cells are the places above and below.

#include "widgets/plot/cell_plottable.h"

#include <QStringList>

#include <vector>

namespace widgets {

class OrderStrip : public CellPlottable
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    /// `order[place]` is the old place of what is there now; `moved` the old place of the token that was moved.
    void setTokens(const QStringList& tokens, std::vector<int> order, int moved);
    const std::vector<int>& order() const { return m_order; }

    /// Px that it needs to be read, in this style.
    static double heightFor(const FigureStyle& style);

protected:
    void draw(QCPPainter* painter) override;

private:
    QRectF boxOf(int row, int column) const;

    QStringList m_tokens;
    std::vector<int> m_order;
    int m_moved = -1;
};

} // namespace widgets
