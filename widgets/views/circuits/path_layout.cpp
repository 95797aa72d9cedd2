#include "widgets/views/circuits/path_layout.h"

#include "widgets/plot/counting.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

constexpr core::Index layersWithRows = 24; // of a deeper model only those of the circuit

} // namespace

Cell PathLayout::cellOf(const core::PathSender& sender) const
{
    if (sender.layer < 0)
        return {rows() - 1, columns / 2};
    const auto found = std::find(layers.begin(), layers.end(), sender.layer);
    if (found == layers.end())
        return {};
    return {int(layers.end() - found), sender.head >= 0 ? int(sender.head) : columns - 1};
}

QStringList PathLayout::rowNames() const
{
    QStringList names{QString()};
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
        names << layerLabel(*layer);
    return names << QString();
}

QStringList PathLayout::columnNames() const
{
    QStringList names;
    for (int head = 0; head + 1 < columns; ++head)
        names << headLabel(head);
    return names << Circuits::tr("FF");
}

PathLayout pathLayout(const core::CircuitSteps& circuits, std::size_t step)
{
    const core::Index depth = circuits.receivers.back().layer;
    std::vector<bool> isKept(std::size_t(depth), depth <= layersWithRows);
    core::Index heads = 0;
    for (std::size_t i = 0; i < circuits.senders.size(); ++i) {
        const core::PathSender& sender = circuits.senders[i];
        heads = std::max(heads, sender.head + 1);
        if (sender.layer >= 0 && circuits.lives[i] >= circuits.steps[step].threshold)
            isKept[std::size_t(sender.layer)] = true;
    }
    PathLayout layout{{}, int(heads) + 1};
    for (core::Index layer = 0; layer < depth; ++layer)
        if (isKept[std::size_t(layer)])
            layout.layers.push_back(layer);
    return layout;
}

int senderAt(const core::CircuitSteps& circuits, const PathLayout& layout, Cell cell)
{
    for (std::size_t i = 0; i < circuits.senders.size(); ++i)
        if (const Cell at = layout.cellOf(circuits.senders[i]); !at.isNone() && at == cell)
            return int(i);
    return -1;
}

void fillGraph(PathGraph& graph, const core::CircuitSteps& circuits, std::size_t step, const QString& answer)
{
    const PathLayout layout = pathLayout(circuits, step);
    std::vector<GraphNode> nodes;
    std::vector<int> nodeOf(circuits.senders.size(), -1);
    for (std::size_t i = 0; i < circuits.senders.size(); ++i) {
        const core::PathSender& sender = circuits.senders[i];
        const Cell cell = layout.cellOf(sender);
        if (cell.isNone())
            continue;
        nodeOf[i] = int(nodes.size());
        nodes.push_back({sender.layer < 0 ? GraphNode::End
                : sender.head >= 0        ? GraphNode::Head
                                          : GraphNode::FeedForward,
            cell,
            sender.layer < 0       ? Circuits::tr("embedding")
                : sender.head >= 0 ? headLabel(sender.head)
                                   : Circuits::tr("FF"),
            circuits.lives[i] >= circuits.steps[step].threshold});
    }
    const int logits = int(nodes.size());
    nodes.push_back({GraphNode::End, layout.logits(), answer, true});
    std::vector<GraphEdge> edges;
    for (const std::size_t i : shownEdges(circuits, step)) {
        const core::PathEdge& edge = circuits.edges[i];
        const core::PathReceiver& receiver = circuits.receivers[edge.receiver];
        std::vector<int> ends;
        for (const std::size_t node : circuits.nodes[edge.receiver])
            if (nodeOf[node] >= 0 && nodes[std::size_t(nodeOf[node])].isKept)
                ends.push_back(nodeOf[node]);
        if (receiver.input == core::PathInput::Logits)
            ends = {logits};
        for (const int end : ends)
            edges.push_back({nodeOf[edge.sender], end, receiver.input, edge.effect,
                QString::fromStdString(edge.from + " → " + edge.to)});
    }
    graph.setGraph(layout.rows(), layout.columns, std::move(nodes), std::move(edges));
}

} // namespace widgets
