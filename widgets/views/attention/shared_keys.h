#pragma once

// SharedKeys: below the map of a head, which query heads of its layer use which keys and values: brackets over the heads, the
// selected one and its own stand out.

#include "widgets/plot/figure_style.h"
#include "widgets/views/attention/key_sharing.h"

#include <qcustomplot.h>

namespace widgets {

class Plot;

class SharedKeys : public QCPLayoutElement
{
    Q_OBJECT
public:
    /// REQUIRES: sharing.isShared().
    SharedKeys(QCustomPlot* plot, const KeySharing& sharing, int head, const FigureStyle& style);

    const KeySharing& sharing() const { return m_sharing; }

protected:
    QSize minimumOuterSizeHint() const override { return {0, height()}; }
    QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, height()}; }
    void draw(QCPPainter* painter) override;

private:
    int height() const;

    KeySharing m_sharing;
    int m_head;
    FigureStyle m_style;
};

/// In the next row of the panel; nothing where each head has its own keys.
void addSharedKeys(Plot& plot, const KeySharing& sharing, int head, const FigureStyle& style);

} // namespace widgets
