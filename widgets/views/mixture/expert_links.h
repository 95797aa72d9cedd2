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
    double maxCount = 0;                    // of a whole bar
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
    /// Where things are, in px.
    struct Places
    {
        double line = 0; // the height of a word
        double top = 0, height = 0;
        double tokenWidth = 0, boxWidth = 0, numberWidth = 0, barRoom = 0;
        double left = 0, boxes = 0; // where bands start and end
        double tokenPitch = 0, expertPitch = 0;
        double firstToken = 0, firstExpert = 0; // their middles

        double tokenY(std::size_t token) const { return firstToken + double(token) * tokenPitch; }
        double expertY(std::size_t expert) const { return firstExpert + double(expert) * expertPitch; }
    };
    Places places() const;
    void drawBands(QCPPainter& painter, const Places& at) const;
    void drawTokens(QCPPainter& painter, const Places& at) const;
    void drawExperts(QCPPainter& painter, const Places& at) const;

    FigureStyle m_style;
    LinksContent m_content;
};

} // namespace widgets
