#pragma once

// KindHeader: the heading of the picture of one kind: its sign and name, the slot that it belongs to, its formula, and where
// the norms are in its block as a small diagram, drawn by the painter of the model's diagram.

#include "widgets/diagram/layout.h"
#include "widgets/plot/figure_style.h"
#include "widgets/views/norm/kind_pen.h"

#include <qcustomplot.h>

#include <optional>

namespace widgets {

struct KindHeading
{
    KindPen pen;
    QString name;    // "Sandwich"
    QString slot;    // "A": shown as a chip; may be empty
    QString formula; // "x + f(norm(x))", where all of a plot have room; may be empty
    std::optional<Diagram> strip = {}; // of stripOf
    QString id = {}; // of the kind: "sandwich"; may be empty
};

class KindHeader : public QCPLayoutElement
{
    Q_OBJECT
public:
    KindHeader(QCustomPlot* plot, KindHeading heading, const FigureStyle& style);

    const KindHeading& heading() const { return m_heading; }

    /// Where a node of the diagram stands, px of the plot; nothing where it has none of this id. REQUIRES: the layout is known.
    std::optional<QRectF> placeOfNode(const QString& node) const;

protected:
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    double typeScale() const; // lines and boxes keep their proportion to the type
    double lineHeight() const;
    int fullHeight() const;
    QPointF stripOrigin() const;
    QFontMetricsF metricsOfName() const;
    QString wholeName() const; // with its sign
    double chipWidth() const; // of the slot, 0 without one
    bool hasRoomForFormula() const;
    bool haveAllRoomForFormulas() const;
    QFont stripFont(double share) const;
    double stripShare() const; // of its own size, in which the words of its boxes have room
    double shareOfAll() const; // of the plot: no strip is smaller than its neighbour
    Diagram laidOutStrip(double share) const;
    Diagram laidOutStrip() const { return laidOutStrip(shareOfAll()); } // from stripOrigin(). REQUIRES: there is one

    KindHeading m_heading;
    FigureStyle m_style;
};

} // namespace widgets
