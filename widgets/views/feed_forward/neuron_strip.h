#pragma once

// NeuronStrip: what stands below a map of neurons, and on it: a tick for each neuron that is never above 0, lines between the groups
// of neurons with the number in each, and a frame around the column of the selected neuron with its number, below those.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

class HeatmapPlottable;

struct NeuronStripData
{
    QVector<int> ticks;  // columns
    QVector<int> groups; // columns in each group, from the left; empty: none
    int marked = -1;     // column; −1: none
    QString words;       // of the marked one
};

class NeuronStrip : public QCPAbstractPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// In a rect of its own below that of the map, which it follows. Hides the axes.
    NeuronStrip(QCPAxisRect* rect, HeatmapPlottable* map, const FigureStyle& style);
    void setData(NeuronStripData data);
    const NeuronStripData& data() const { return m_data; }

    /// The numbers of neurons that have room, px from the left.
    std::vector<std::pair<QRectF, int>> countPlaces() const;

    /// Where the words of the marked column are, px; empty: there is none in sight.
    QRectF wordsPlace() const;

    /// [tick]: the columns with a tick.
    std::vector<NumberSet> numbers() const override;

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain = QCP::sdBoth, const QCPRange& = {}) const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    void drawGroups(QCPPainter* painter) const;

    FigureStyle m_style;
    QPointer<HeatmapPlottable> m_map;
    NeuronStripData m_data;
};

} // namespace widgets
