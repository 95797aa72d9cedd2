#pragma once

// ChoiceShares: which share of each year's models has which kind, a strip a choice and a column a year. The kind that is mine and
// that of the selected model have the colours of the slots, the others greys. A column of a strip is a cell.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <array>
#include <vector>

namespace widgets {

struct ShareStrip
{
    QString title;
    QString id;
    QStringList kinds;
    std::vector<std::vector<int>> counts; // [year][kind]
    int mine = -1, selected = -1; // kinds; −1: none
};

class ChoiceShares : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Takes the whole rect: its axes are hidden.
    ChoiceShares(QCPAxisRect* rect, const FigureStyle& style);

    /// `models`: how many there are in each year, known or not.
    void setStrips(std::vector<ShareStrip> strips, QStringList years, std::vector<int> models);
    const std::vector<ShareStrip>& strips() const { return m_strips; }

    Cell cellAt(const QPointF& pixel) const override; // {strip, year}

    /// [year, kind] for each strip: numbers of models.
    std::vector<NumberSet> numbers() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Places;
    Places places() const;
    QRectF yearPlace(const Places& at, int strip, int year) const;
    void drawStrip(QCPPainter* painter, const Places& at, int strip) const;
    void drawNames(QCPPainter* painter, const Places& at, int strip) const;

    std::vector<ShareStrip> m_strips;
    QStringList m_years;
    std::vector<int> m_models;
};

} // namespace widgets
