#pragma once

// TitleElement: left-aligned text in the layout of a plot that wraps at the width it has, instead of widening its column, and
// not with one word in its last line.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <optional>

namespace widgets {

/// Px from the first line to the last of words that are broken at this width.
double wrappedHeight(const QString& text, const QFont& font, QPaintDevice* device, double width);

/// Px from edge to edge of the panel, or the page, that the element is in.
int roomOfPanel(const QCPLayoutElement& element);

/// A text with its line breaks at a width, and how wide its last line is.
struct BrokenText
{
    QString text;
    int lines = 0;
    double last = 0;
};

class TitleElement : public QCPTextElement
{
    Q_OBJECT
public:
    enum Width
    {
        OfPanel, // may run over all columns
        OfColumn
    };
    TitleElement(QCustomPlot* plot, const QString& text, const QFont& font, const QColor& color, Width width);

    /// With the line breaks that it is drawn with: not those of the room alone where they leave a word or two in the last line.
    QString drawnText() const;

    /// Whether the layout gave it less height than its words need at the width it has: lay out again.
    bool isUnsettled() const { return textHeight() > rect().height() + 1; }

protected:
    void draw(QCPPainter* painter) override;
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

private:
    double room() const;
    double textHeight() const;
    const BrokenText& broken() const;

    /// What was measured last: a layout asks many times, and so does every replot.
    struct Measured
    {
        QString text;
        QFont font;
        double room = -1;
        std::optional<double> height = {};
        std::optional<BrokenText> broken = {};
    };
    Measured& measured() const;

    Width m_width;
    mutable Measured m_measured;
};

} // namespace widgets
