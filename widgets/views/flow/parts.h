#pragma once

// FlowParts: bars beside the rows of a FlowGrid: what the branches of each row add to a logit.

#include "widgets/views/flow/grid.h"

namespace widgets {

class Plot;

/// `share` of `to` over `from`, opaque.
QColor mixedColor(const QColor& from, const QColor& to, double share);

/// A part of a logit: "+3.12".
QString partText(double value);

/// Px for the words of the selected column beside the grid; 0 where the cells, so wide, show them themselves.
double flowWordWidth(const QStringList& words, double cellWidth, const FigureStyle& style, const Plot& plot);

/// In the room right of a grid's map; its rows are the grid's.
class FlowParts : public QCPAbstractPlottable, public HasNumbers
{
    Q_OBJECT
public:
    FlowParts(FlowGrid* grid, int room, const FigureStyle& style);

    /// `mixer`: what the model has in place of attention, or that; `feedForward` empty: it has none.
    void setSums(std::vector<FlowSum> sums, const QString& title, const QString& mixer, const QString& feedForward);

    /// Words between the grid and the bars, one per row: those of the selected column, where cells have no room for them.
    void setWords(const QStringList& words, double width, const QString& title);
    const std::vector<FlowSum>& sums() const { return m_sums; }
    QStringList legend() const { return m_legend; }
    const QStringList& words() const { return m_words; }
    int rowAt(const QPointF& pixel) const; // −1 = none

    /// What attention, or its stand-in, and the feed-forward of each row of the grid add: [row, branch].
    std::vector<NumberSet> numbers() const override;

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain = QCP::sdBoth) const override { return found = false, QCPRange(); }
    QCPRange getValueRange(bool& found, QCP::SignDomain = QCP::sdBoth, const QCPRange& = {}) const override
    {
        return found = false, QCPRange();
    }

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    QRectF place() const;
    void drawWords(QCPPainter& painter) const;
    void drawBars(QCPPainter& painter) const;
    void drawKey(QCPPainter& painter) const;

    QPointer<FlowGrid> m_grid;
    int m_room;
    FigureStyle m_style;
    std::vector<FlowSum> m_sums;
    QString m_title;
    QStringList m_legend; // of the dark bars and of the pale ones
    QStringList m_words;
    double m_wordWidth = 0;
    QString m_wordTitle;
};

} // namespace widgets
