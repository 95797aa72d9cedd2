#pragma once

// ChipsElement: short sentences, each on a coloured ground, side by side in the layout of a plot as far as they fit, one wrapped
// at the plot's width where it is longer. What must not be missed beside a picture, on screen and in files.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

struct Chip
{
    QString text;
    bool isWarning = false;
    bool operator==(const Chip&) const = default;
};

/// Where each chip is in this width, from (0, 0), px.
std::vector<QRectF> placeChips(const std::vector<Chip>& chips, const QFont& font, QPaintDevice* device, double width);

/// Paints the ground of a chip, and leaves the painter with the pen of its words.
void paintGround(QPainter& painter, const QRectF& place, const Chip& chip, const Theme& theme);

class ChipsElement : public QCPLayoutElement
{
    Q_OBJECT
public:
    ChipsElement(QCustomPlot* plot, std::vector<Chip> chips, const FigureStyle& style);

    const std::vector<Chip>& chips() const { return m_chips; }

protected:
    void draw(QCPPainter* painter) override;
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

private:
    std::vector<QRectF> places() const;

    std::vector<Chip> m_chips;
    FigureStyle m_style;
};

/// Puts chips into a new first row of a layout, which is in a plot; the row is as high as they are.
void addChips(QCPLayoutGrid& layout, std::vector<Chip> chips, const FigureStyle& style);

} // namespace widgets
