#pragma once

// The diagram of a model: which nodes there are. The structure is read from the list of tensors that the
// engine plans (core::plan): a branch without norm, a parallel block or a rotation shows itself by its names, so that the
// diagram cannot differ from what runs.

#include "core/model/model_config.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <limits>
#include <vector>

namespace widgets {

enum class NodeKind
{
    Box, // an operation on a branch or at either end
    Source, // the encoder of an encoder–decoder: beside the stream, read by cross-attention
    Sum, // ⊕ on the stream
    Norm, // a norm that is on the stream itself (post)
    Map, // a block of the mini-map
    Factor // of a strip: what the stream, or the branch, is multiplied by
};

struct DiagramNode
{
    NodeKind kind = NodeKind::Box;
    QString id = {};      // "ln1", "attn.pattern", "resid_mid": stable, for tests
    QString label = {};   // translated
    QString tensor = {};  // full name in the trace; may be empty
    int layer = -1;  // -1 = outside the blocks
    int branch = -1; // boxes with the same number hang together: 0 attention or mixer, 1 feed-forward, 2 embedding, 3 output,
                     // 4 cross-attention
    QString detail = {};  // further lines for the tooltip; nodes that differ in them differ
    QStringList notes = {}; // short: what may set it apart from one that is called the same, "with a bias"
    int heads = 0, keyHeads = 0; // of queries, and of the keys and values that they share; 0: each has its own
    double difference = std::numeric_limits<double>::quiet_NaN(); // ‖B − A‖ / ‖A‖ of the tensor; NaN: nothing is compared
    QRectF rect = {}; // filled by layOut
};

struct Diagram
{
    std::vector<DiagramNode> nodes; // in the order of computation, the mini-map in between
    int layers = 0;
    int layer = 0; // the block that is spread out
    int crossBox = -1; // node that reads the encoder; −1 = none
    bool parallel = false; // both branches read the same place of the stream and end in one sum
    bool sharedNorm = false; // … and the norm before the first serves both
    bool isStrip = false; // one branch of a block lying on its side (stripOf)
    QRectF frame; // around the block, filled by layOut
    QRectF mapTitle;
    QPointF streamTop, streamBottom;
    QPointF branchStart; // of a strip: where the branch has left the stream
    bool isWide = false; // the model on the left, the block that is spread out on the right (layOutWide)
    QPointF blockTop, blockBottom; // of a wide one: the stream inside the block
    QPolygonF zoom; // of a wide one: from the block in the model to the same block spread out

    /// Where the stream runs that a node reads.
    double streamX(const DiagramNode& node) const
    {
        return isWide && (node.layer >= 0 || node.kind == NodeKind::Source) ? blockTop.x() : streamTop.x();
    }

    const DiagramNode* find(const QString& id) const;
    int indexAt(const QPointF& position) const; // -1 = none
};

/// The nodes when block `layer` is spread out, from the engine's plan.
Diagram diagramOf(const core::ModelConfig& config, int layer);

/// Of each node of `a`, whether `b` has not the same one at the same place.
std::vector<bool> otherNodes(const Diagram& a, const Diagram& b);

/// The first branch of block `layer` lying on its side, the stream below it from left to right: the norms of both, the branch as
/// one box, the sum, and DeepNorm's factors. Taken from the nodes of diagramOf.
Diagram stripOf(const core::ModelConfig& config, int layer);

} // namespace widgets
