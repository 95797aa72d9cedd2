#include "widgets/diagram/node_biases.h"

#include "core/trace/trace.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

void sayBiases(Diagram& diagram, const core::Plan& plan)
{
    std::size_t first = 0;
    for (DiagramNode& node : diagram.nodes) {
        const auto step = std::find_if(plan.steps.rbegin(), plan.steps.rend(),
            [tensor = node.tensor.toStdString()](const core::PlannedStep& one) { return one.tensor == tensor; });
        if (node.kind == NodeKind::Map || node.kind == NodeKind::Source || step == plan.steps.rend())
            continue;
        const std::string start = node.layer < 0 ? std::string() : core::blockName(node.layer, "");
        bool hasBias = false;
        for (; first < step->weights; ++first) {
            const std::string& name = plan.weights[first].name;
            const bool isOwn
                = start.empty() ? !name.starts_with("blocks.") && !name.starts_with("encoder.") : name.starts_with(start);
            hasBias = hasBias || (isOwn && name.ends_with(".bias"));
        }
        if (hasBias)
            node.detail += (node.detail.isEmpty() ? QString() : QStringLiteral("\n"))
                + QCoreApplication::translate("ModelDiagram", "with a bias");
    }
}

} // namespace widgets
