#pragma once

// TextTree: texts after one prompt as a tree: a column for each token, a lane for each text that differs; the width of a branch
// is the probability of its token. A cell is {lane, column}.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <vector>

namespace widgets {

struct TreeWord
{
    QString text;
    int lane = 0;
    int column = 0;     // from 0, after the prompt
    int parentLane = 0;
    double probability = 0; // width and number of the branch to it
    bool isGreedy = false;  // the greedy text has it
    bool isSelected = false;
    int node = 0; // of the tree, for clicks
};

/// What stands after the last word of a lane: who wrote it, how probable it is.
struct TreeTip
{
    QString name, note;
    int column = 0; // of its last word
    bool isOpen = true; // the text goes on
    bool isGreedy = false;
};

class TextTree : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Hides the axes of the rect.
    TextTree(QCPAxisRect* rect, const FigureStyle& style);

    /// A parent stands before its children. `tips`: one a lane. Of more columns than there is room for those from `first` on
    /// are shown, or the last ones.
    struct Data
    {
        QString root; // the last token of the prompt
        bool isRootSelected = false;
        std::vector<TreeWord> words;
        std::vector<TreeTip> tips;
        int columns = 0;
        int first = 0;
    };
    void setData(Data data);
    const Data& data() const { return m_data; }

    /// The node of a cell; 0 for the prompt; −1: nothing is there.
    int nodeAt(Cell cell) const;

    Cell cellAt(const QPointF& pixel) const override; // column 0 is the prompt

    /// Columns that are not shown. REQUIRES: the layout is known.
    int hiddenColumns() const;

    /// [word, (lane, column, probability)].
    std::vector<NumberSet> numbers() const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    struct Places
    {
        QRectF all;
        double left = 0; // where the first shown column begins
        double pitch = 0; // of the columns
        double wordRoom = 0;
        double laneHeight = 0;
        int first = 0, last = 0; // shown columns
        double lane(int lane) const { return all.top() + (lane + 0.5) * laneHeight; }
        double column(int column) const { return left + (column - first) * pitch; }
    };
    Places places() const;
    QRectF wordRect(const Places& at, const TreeWord& word) const;
    QString shownWord(const Places& at, const TreeWord& word) const;
    const TreeWord* parentOf(const TreeWord& word) const;
    void drawBranch(QCPPainter* painter, const Places& at, const TreeWord& word) const;
    void drawTips(QCPPainter* painter, const Places& at) const;
    void drawRoot(QCPPainter* painter, const Places& at) const;
    QRectF rootRect(const Places& at) const;
    QFont wordFont() const;

    Data m_data;
};

} // namespace widgets
