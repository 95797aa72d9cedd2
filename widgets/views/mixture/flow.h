#pragma once

// MixtureFlow: one token on its way through a mixture, left to right: the router's logits as bars, the probabilities, and
// bands from the kept experts to a box each. The boxes are beside the rows of a map of what each expert adds, when there
// is room for one. Where room is short it gives up, one after the other, the probabilities, the token, the lengths in the boxes,
// the logits.

#include "core/analysis/token_route.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

/// A box at the right edge: an expert, the rest of many, or the sum.
struct FlowBox
{
    QString name;   // "E2 × 0.81"
    QString detail; // "‖·‖ 2.60"
    QColor color = {};
    int expert = -1; // whose bar a band comes from; −1: none (the rest, the sum)
    bool isShared = false;
    bool isDropped = false;
    bool isSum = false;
    double gate = 0;
};

struct FlowContent
{
    QString token;                 // “is”
    QString logitsHead, probsHead; // over the columns; an empty probsHead: no such column
    QString gatesHead;             // over the bands
    QString gatesShort;            // where that has no room
    std::vector<double> logits;    // [expert]; with `probs` bars of both
    std::vector<double> probs;
    std::vector<FlowBox> boxes;    // from top to bottom
    double logitReach = 1;         // |logit| of a whole bar
    double probReach = 1;
};

/// Bars of one column, and what the layout has to know of them.
struct FlowBars
{
    /// `whole`: what a whole bar stands for, unless a number is larger. REQUIRES: `numbers` live as long.
    FlowBars(const std::vector<double>& numbers, double whole);

    const std::vector<double>& values;
    double reach = 1;
    bool isSigned = false; // some point to the left, with their numbers

    /// Px that a number takes beside its bar.
    double numberWidth(const QFontMetricsF& metrics) const;
};

class MixtureFlow : public QCPLayoutElement, public HasNumbers
{
    Q_OBJECT
public:
    MixtureFlow(QCustomPlot* plot, const FigureStyle& style, FlowContent content);

    const FlowContent& content() const { return m_content; }

    /// The expert whose bar, box or row is there, px; −1: none, or a shared one.
    int expertAt(const QPointF& pixel) const;

    /// The router's logits and probabilities [expert], also where they have no room, and the gates of the boxes [expert].
    std::vector<NumberSet> numbers() const override;

    /// The boxes are beside the rows of this rect's vertical axis.
    void setRows(QCPAxisRect* rows) { m_rows = rows; }

    /// Px between the bars and the boxes, as they were drawn last.
    double bandsWidth() const { return m_at.boxes - m_at.bands; }

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    struct Columns // px
    {
        bool hasProbs, hasChip, hasDetails, hasLogits;
        double head;                      // height of the words over the columns
        double top, pitch;                // first bar's upper edge, distance of bars
        double chip, names, bars, probs;  // left edges
        double barsWidth, probsWidth;
        double bands, boxes, boxWidth;    // bands run from `bands` to `boxes`
    };
    void arrange();
    void arrangeColumns();
    void arrangeRows();
    int linesOf(const QString& text, double width) const;
    QString gatesHead() const;
    double gatesWidth() const;
    double barY(int expert) const;
    double boxY(std::size_t box) const;
    double boxPitch() const;
    double boxLine() const; // px of type
    double boxHeight() const;
    bool hasDetails() const;
    const FlowBox* boxOf(int expert) const;
    void drawHeads(QCPPainter* painter) const;
    void drawChip(QCPPainter* painter) const;
    void drawBars(QCPPainter* painter) const;
    void drawBands(QCPPainter* painter) const;
    void drawBoxes(QCPPainter* painter) const;
    std::vector<double> labelPlaces() const; // y of each expert's label; NaN: none

    FigureStyle m_style;
    FlowContent m_content;
    QPointer<QCPAxisRect> m_rows;
    Columns m_at{};
};

} // namespace widgets
