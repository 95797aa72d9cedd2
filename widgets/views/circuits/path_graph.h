#pragma once

// PathGraph: a circuit in the layout of the model: the embedding at the bottom, a row a layer with its heads and its
// feed-forward, the logits on top. A path is as thick as its effect; what it enters is its colour. A node is a cell, so that it
// can be hovered and clicked like one of a map.

#include "core/experiments/path_model.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plotted_numbers.h"

namespace widgets {

struct GraphNode
{
    enum Kind
    {
        End, // the embedding or the logits: in the middle of its row
        Head,
        FeedForward // in the last column, above the heads that it reads
    };
    Kind kind = Head;
    Cell cell;
    QString text;
    bool isKept = false; // by the circuit
};

struct GraphEdge
{
    int from = 0, to = 0; // nodes
    core::PathInput input = core::PathInput::Logits;
    double effect = 0; // negative: drawn dashed
    QString name; // of its numbers: "blocks.1.attn.z[2] → logits"
};

class PathGraph : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    /// Edges with the largest effect first; a path into the keys of several heads is an edge for each. REQUIRES: the nodes of an
    /// edge are in rows above each other or in one.
    void setGraph(int rows, int columns, std::vector<GraphNode> nodes, std::vector<GraphEdge> edges);
    const std::vector<GraphNode>& nodes() const { return m_nodes; }
    const std::vector<GraphEdge>& edges() const { return m_edges; }

    /// What the colours and lines mean, above the graph.
    void setKeyWords(const QStringList& queryKeyValueOtherNegative) { m_keyWords = queryKeyValueOtherNegative; }

    /// Where each of them begins, from the first on, and how long its piece of line is (px).
    struct Key
    {
        std::vector<QPointF> places;
        double line = 0;
    };
    /// In lines of this width: closer together before there are more of them.
    static Key keyIn(const QStringList& words, double width, const FigureStyle& style, const QPaintDevice* device);

    Cell cellAt(const QPointF& pixel) const override;

    /// The outline of a node, and the line of an edge, in widget pixels. REQUIRES: the layout is known.
    QRectF nodeRect(int node) const;
    QPainterPath edgePath(int edge) const;
    double edgeWidth(int edge) const;

    /// Whether the node's name is written in it. Of heads all or none is.
    bool hasWord(int node) const;

    /// [edge, effect], each under its name; what is drawn twice is there once.
    std::vector<NumberSet> numbers() const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    int nodeAt(Cell cell) const; // −1: none
    double radius() const;
    QColor colorOf(core::PathInput input) const;
    bool isFaded(const GraphEdge& edge) const;
    void drawRows(QCPPainter* painter) const;
    void drawEdges(QCPPainter* painter) const;
    void drawNodes(QCPPainter* painter) const;
    void drawNumbers(QCPPainter* painter) const;
    void drawKey(QCPPainter* painter) const;

    std::vector<GraphNode> m_nodes;
    std::vector<GraphEdge> m_edges;
    QString m_longestHead; // name of one
    QStringList m_keyWords;
};

} // namespace widgets
