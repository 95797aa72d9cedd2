#pragma once

// PieceFlow: the words of a text one after the other, each with the pieces it is cut into, in as many lines as there is room for;
// one word is selected and stays in sight.

#include "widgets/plot/cell_plottable.h"

#include <vector>

namespace widgets {

struct FlowWord
{
    QStringList pieces;
    bool isAdded = false; // no model cuts it
};

class PieceFlow : public CellPlottable
{
    Q_OBJECT
public:
    /// Takes the whole rect: its axes are hidden.
    PieceFlow(QCPAxisRect* rect, const FigureStyle& style);

    void setWords(std::vector<FlowWord> words, int selected);
    const std::vector<FlowWord>& words() const { return m_words; }

    /// How many lines all words take in this width, at most `most`.
    int linesNeeded(int most, double width) const;

    /// Height of so many lines, px.
    static double heightOf(int lines, const FigureStyle& style, QPaintDevice* device);

    Cell cellAt(const QPointF& pixel) const override; // {0, word}

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Placed
    {
        int word = 0, piece = 0, line = 0;
        QRectF rect; // px
    };
    std::vector<Placed> flowing(double width, int most) const;
    std::vector<Placed> placed() const;

    std::vector<FlowWord> m_words;
    int m_selected = 0;
};

} // namespace widgets
