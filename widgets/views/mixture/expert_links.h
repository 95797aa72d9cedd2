#pragma once

// ExpertLinks: tokens on the left, experts on the right, a band from each token to the experts that it chose, as wide as its
// gate, and beside each expert how many tokens it got.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

struct LinksContent
{
    QStringList tokens;
    std::vector<QColor> colors;              // [expert]
    std::vector<double> counts;              // tokens of each expert [expert]
    std::vector<std::vector<double>> gates;  // [token][expert]; 0: not chosen
    int marked = -1;                         // a token whose bands stand out
    double mostCount = 0;                    // of a whole bar
    QString countHead;                       // over the numbers: "tokens"
};

class ExpertLinks : public QCPLayoutElement
{
    Q_OBJECT
public:
    ExpertLinks(QCustomPlot* plot, const FigureStyle& style, LinksContent content);
    const LinksContent& content() const { return m_content; }

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    FigureStyle m_style;
    LinksContent m_content;
};

} // namespace widgets
