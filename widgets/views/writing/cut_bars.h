#pragma once

// CutBars: the tokens that may come next as bars of their probability, likeliest first; beside each its probability before and
// after the cut; a stepped line adds them up to where the cut takes the rest, which is grey.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <vector>

namespace widgets {

struct CutBar
{
    QString name;
    double before = 0, after = 0, sum = 0;
    bool isDrawn = false; // a text goes on with it
};

class CutBars : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// The lower axis runs from 0 to 1.
    CutBars(QCPAxisRect* rect, const FigureStyle& style);

    /// `topP`: where the sum is cut, 1: nowhere; 0: there is no such cut. `rest`: words for what the cut takes.
    void setBars(std::vector<CutBar> bars, double topP, const QString& topPWords, const QString& rest);
    const std::vector<CutBar>& bars() const { return m_bars; }

    Cell cellAt(const QPointF& pixel) const override; // {bar, 0}, its name and numbers too

    /// Whether the line of top-p, or its grip at the top, is there: it can be dragged. The share where it would be, 0 to 1.
    bool isOnCut(const QPointF& pixel) const;
    double shareAt(const QPointF& pixel) const;

    /// Bars that there is room for. REQUIRES: the layout is known.
    int shownBars() const;

    /// [token, (before, after, sum)], all bars.
    std::vector<NumberSet> numbers() const override;

    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    double pitch() const; // px
    int kept() const;     // of the bars
    QString numbersOf(const CutBar& bar) const;
    QRectF rowRect(int bar) const;
    void drawSum(QCPPainter* painter) const;
    void drawCut(QCPPainter* painter) const;
    void drawTopP(QCPPainter* painter) const;

    std::vector<CutBar> m_bars;
    double m_topP = 1;
    QString m_topPWords, m_rest;
    double m_names = 0, m_numbers = 0; // px of the gutters
};

} // namespace widgets
