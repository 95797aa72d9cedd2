#include "widgets/diagram/node_place.h"

#include "core/trace/trace.h"

#include <algorithm>

namespace widgets {

NodePlace placeOfNode(const DiagramNode& node, const Selection& pinned)
{
    const QString tensor
        = node.kind == NodeKind::Map ? QString::fromStdString(core::blockName(node.layer, "resid_post")) : node.tensor;
    return {tensor, {.slot = pinned.slot, .layer = std::max(0, node.layer), .head = pinned.head}};
}

} // namespace widgets
