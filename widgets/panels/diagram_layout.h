#pragma once

// The diagram of a model: which nodes there are, where they stand, and how they are painted — on screen and in files.
// The structure is read from the list of tensors that the engine plans (core::plan): a branch that has no norm, a parallel
// block or a new mixer shows itself by its names, and no kind is known here.

#include "core/model/model_config.h"
#include "widgets/plot/theme.h"

#include <QPainter>
#include <QString>

#include <vector>

namespace widgets {

enum class NodeKind
{
    Box, // an operation on a branch or at either end
    Sum, // ⊕ on the stream
    Map  // a block of the mini-map
};

struct DiagramNode
{
    NodeKind kind = NodeKind::Box;
    QString id;        // "ln1", "attn.pattern", "resid_mid": stable, for tests and settings
    QString label;     // translated
    QString tensor;    // full name in the trace; may be empty
    QString view;      // id of its view; may be empty
    int layer = -1;    // -1 = outside the blocks
    QRectF rect;       // filled by layOut
    bool onStream = false; // a norm that stands on the stream (post), not on a branch
    int branch = -1;       // boxes of one branch hang together: 0, 1, …
};

struct Diagram
{
    std::vector<DiagramNode> nodes;
    int layers = 0;
    int layer = 0;        // the block that is spread out
    bool parallel = false; // the branches of the block start from the same place
    QRectF blockRect;     // dashed frame around the block's nodes
    QPointF streamTop, streamBottom;
    QPointF mapLabel;
};

/// The nodes for the block `layer`. `names`: the tensors of a pass in the order of computation (core::plan).
Diagram diagramOf(const core::ModelConfig& config, const std::vector<std::string>& names, int layer);

/// The same from the engine's own plan.
Diagram diagramOf(const core::ModelConfig& config, int layer);

/// Places the nodes inside `area`; returns the height that is needed at this type size.
double layOut(Diagram& diagram, const QRectF& area, const QFont& font);

struct DiagramMarks
{
    int current = -1; // focus ring
    int hovered = -1;
    QString selectedTensor;
};

void paintDiagram(QPainter& painter, const Diagram& diagram, const Theme& theme, const QFont& font,
    const DiagramMarks& marks = {});

} // namespace widgets
