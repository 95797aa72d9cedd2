#pragma once

// FactTable: names and their numbers under each other, with a muted note where the number needs one. As high as its rows; where
// that is too much, the longest notes go first.

#include "widgets/plot/figure_style.h"
#include "widgets/plot/written_numbers.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

struct Fact
{
    QString name;
    QString value;
    QString note = {};      // "even: 2"
    double share = -1;      // 0…1: a bar below; negative: none
    bool isWarning = false;
};

class FactTable : public QCPLayoutElement, public WritesNumbers
{
    Q_OBJECT
public:
    FactTable(QCustomPlot* plot, const FigureStyle& style, QVector<Fact> facts);
    const QVector<Fact>& facts() const { return m_facts; }
    WrittenNumber writtenAt(const QPointF& pixel) const override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

private:
    QFont nameFont() const;
    double rowHeight(const Fact& fact) const; // without its note
    double height(double width) const;        // with all notes
    std::vector<bool> shownNotes(double width, double room) const;
    double noteHeight(const Fact& fact, double width) const;

    FigureStyle m_style;
    QVector<Fact> m_facts;
};

} // namespace widgets
