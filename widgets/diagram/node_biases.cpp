#include "widgets/diagram/node_biases.h"

#include "core/trace/trace.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

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
        const QString words = QCoreApplication::translate("ModelDiagram", "with a bias");
        if (hasBias)
            node.detail += (node.detail.isEmpty() ? QString() : QStringLiteral("\n")) + words;
        node.notes << (hasBias ? words : QCoreApplication::translate("ModelDiagram", "no bias"));
    }
}

void nameDifferences(Diagram& a, const Diagram& b)
{
    const std::vector<bool> differs = otherNodes(a, b);
    for (std::size_t i = 0; i < differs.size(); ++i) {
        DiagramNode& node = a.nodes[i];
        const DiagramNode* const other = b.find(node.id);
        if (!differs[i] || !other || node.kind != NodeKind::Box || other->label != node.label)
            continue;
        for (const QString& note : std::as_const(node.notes))
            if (!other->notes.contains(note))
                node.label += QStringLiteral(" · ") + note;
    }
}

} // namespace widgets
