#pragma once

// MapWords: text in the layout of a plot that takes the place it is given and never asks for one.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

class MapWords : public QCPLayoutElement
{
    Q_OBJECT
public:
    struct Part
    {
        QString text;
        QFont font;
        QColor color;
    };

    /// Parts are below each other, or with `setInLine` behind each other; those that are too long are elided.
    MapWords(QCustomPlot* plot, std::vector<Part> parts, Qt::Alignment alignment);
    void setInLine(bool on) { m_isInLine = on; }
    void setParts(std::vector<Part> parts) { m_parts = std::move(parts); }
    const std::vector<Part>& parts() const { return m_parts; }

    /// The widest part.
    double wanted() const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    std::vector<Part> m_parts;
    Qt::Alignment m_alignment;
    bool m_isInLine = false;
};

} // namespace widgets
