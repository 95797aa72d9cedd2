#include "widgets/panels/diagram_layout.h"

#include "core/run/forward.h"
#include "core/run/trace.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ModelDiagram)
};

QString translated(std::string_view text) { return QCoreApplication::translate("core", std::string(text).c_str()); }

/// What the planned names say about one block.
class Names
{
public:
    Names(const std::vector<std::string>& names, int layer)
        : m_names(names)
        , m_prefix(core::blockName(layer, ""))
    {
    }

    /// Place of the first tensor of the block whose name starts with `rest`; -1 = none.
    int inBlock(const std::string& rest) const { return startingWith(m_prefix + rest); }
    int startingWith(const std::string& start) const
    {
        const auto found
            = std::find_if(m_names.begin(), m_names.end(), [&](const std::string& n) { return n.rfind(start, 0) == 0; });
        return found == m_names.end() ? -1 : int(found - m_names.begin());
    }

private:
    const std::vector<std::string>& m_names;
    std::string m_prefix;
};

class Builder
{
public:
    Builder(const core::ModelConfig& config, const std::vector<std::string>& names, int layer)
        : m_config(config)
        , m_block(config.block(layer))
        , m_names(names, layer)
    {
        m_diagram.layers = int(config.layers());
        m_diagram.layer = layer;
    }

    Diagram build()
    {
        add({.id = "embed", .label = Words::tr("Embedding"), .tensor = "embed", .view = "residual", .branch = 2});
        if (m_names.startingWith("pos_embed") >= 0)
            add({.id = "pos_embed",
                .label = translated(core::infoOf(m_config.position()).label),
                .tensor = "pos_embed",
                .branch = 2});
        norm("ln_embed", -1, 2);

        m_diagram.parallel = m_names.inBlock("resid_mid") < 0;
        m_diagram.sharedNorm = m_diagram.parallel && m_names.inBlock("ln1.") >= 0 && m_names.inBlock("ln2.") < 0;
        attention();
        if (!m_diagram.parallel)
            sum("resid_mid", "ln1.", "attn_out");
        feedForward();
        sum("resid_post", "ln2.", "mlp_out");

        for (int layer = 0; layer < m_diagram.layers; ++layer)
            m_diagram.nodes.push_back({.kind = NodeKind::Map,
                .id = QStringLiteral("block.%1").arg(layer),
                .label = Words::tr("Block %1").arg(layer),
                .layer = layer});
        norm("ln_final", -1, 3);
        add({.id = "logits", .label = Words::tr("Unembed → logits"), .tensor = "logits", .view = "output", .branch = 3});
        return std::move(m_diagram);
    }

private:
    void add(DiagramNode node) { m_diagram.nodes.push_back(std::move(node)); }

    void box(const char* rest, const QString& label, const char* view, int branch)
    {
        add({.id = rest, .label = label, .tensor = tensor(rest), .view = view, .layer = m_diagram.layer, .branch = branch});
    }

    QString tensor(const std::string& rest) const { return QString::fromStdString(core::blockName(m_diagram.layer, rest)); }

    /// A norm slot, if the plan has it.
    void norm(const std::string& slot, int layer, int branch, NodeKind kind = NodeKind::Box)
    {
        const bool inBlock = layer >= 0;
        if ((inBlock ? m_names.inBlock(slot + ".") : m_names.startingWith(slot + ".")) < 0)
            return;
        const core::Norm& norm = inBlock ? m_block.norm : m_config.blocks.back().norm;
        const QString name = translated(core::infoOf(norm).label);
        add({.kind = kind,
            .id = QString::fromStdString(slot),
            .label = slot == "ln_final" ? Words::tr("Final %1").arg(name) : name,
            .tensor = inBlock ? tensor(slot + ".out") : QString::fromStdString(slot + ".out"),
            .view = "residual",
            .layer = layer,
            .branch = branch});
    }

    /// Before the branch only when it is computed before it: a post norm comes after the sum.
    void normBefore(const std::string& slot, const std::string& firstOfBranch, int branch)
    {
        const int place = m_names.inBlock(slot + ".");
        if (place >= 0 && place < m_names.inBlock(firstOfBranch))
            norm(slot, m_diagram.layer, branch);
    }

    void attention()
    {
        normBefore("ln1", "attn.q", 0);
        box("attn.q", Words::tr("Q  K  V"), "attention", 0);
        const QString position = translated(core::infoOf(m_block.position).label);
        if (m_names.inBlock("attn.rot_q") >= 0)
            box("attn.rot_q", position, "attention", 0);
        const bool hasBias = m_names.inBlock("attn.bias") >= 0;
        box("attn.pattern", hasBias ? Words::tr("softmax + %1").arg(position) : Words::tr("softmax(QKᵀ/√d)"), "attention", 0);
        box("attn.out", Words::tr("· V → O"), "attention", 0);
        norm("ln1_post", m_diagram.layer, 0);
    }

    void feedForward()
    {
        normBefore("ln2", "mlp.", 1);
        const QString activation = translated(core::infoOf(m_block.activation).label);
        const bool gated = m_names.inBlock("mlp.pre_linear") >= 0;
        box("mlp.post", gated ? Words::tr("%1(gate) ⊙ up").arg(activation) : Words::tr("%1(up)").arg(activation), "", 1);
        box("mlp.out", Words::tr("down"), "", 1);
        norm("ln2_post", m_diagram.layer, 1);
    }

    void sum(const std::string& name, const std::string& slot, const std::string& added)
    {
        add({.kind = NodeKind::Sum,
            .id = QString::fromStdString(name),
            .label = QStringLiteral("+"),
            .tensor = tensor(name),
            .view = "residual",
            .layer = m_diagram.layer});
        if (m_names.inBlock(slot) > m_names.inBlock(added))
            norm(slot.substr(0, slot.size() - 1), m_diagram.layer, -1, NodeKind::Norm);
    }

    const core::ModelConfig& m_config;
    const core::BlockConfig& m_block;
    Names m_names;
    Diagram m_diagram;
};

} // namespace

const DiagramNode* Diagram::find(const QString& id) const
{
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const DiagramNode& node) { return node.id == id; });
    return found == nodes.end() ? nullptr : &*found;
}

int Diagram::indexAt(const QPointF& position) const
{
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].rect.contains(position))
            return int(i);
    return -1;
}

Diagram diagramOf(const core::ModelConfig& config, const std::vector<std::string>& names, int layer)
{
    if (config.blocks.empty())
        return {};
    return Builder(config, names, std::clamp(layer, 0, int(config.layers()) - 1)).build();
}

Diagram diagramOf(const core::ModelConfig& config, int layer)
{
    const core::Plan plan = core::plan(config, 1);
    std::vector<std::string> names;
    for (const core::PlannedTensor& tensor : plan.tensors)
        names.push_back(tensor.name);
    return diagramOf(config, names, layer);
}

double layOut(Diagram& diagram, const QRectF& area, const QFont& font, double scale)
{
    const double row = QFontMetricsF(font).height() + 8 * scale;
    const double streamX = area.left() + 26 * scale;
    const double boxLeft = area.left() + 66 * scale;
    const double boxRight = area.right() - (diagram.parallel ? 16 : 10) * scale;

    // Rows from top to bottom. A sum stands beside the last box of its branch, or in a row of its own when two branches end
    // in it; a gap opens where a branch begins.
    const auto heightWith = [&](double gap, bool place) {
        double y = area.top() + 6 * scale;
        int branch = diagram.nodes.empty() ? -1 : diagram.nodes.front().branch;
        double blockTop = -1, blockBottom = -1;
        bool mapDone = false;
        for (DiagramNode& node : diagram.nodes) {
            QRectF rect;
            if (node.kind == NodeKind::Map) {
                if (!mapDone) {
                    y += 2.5 * gap;
                    if (place)
                        diagram.mapTitle = QRectF(boxLeft, y, boxRight - boxLeft, row - 4 * scale);
                    y += row - 4 * scale;
                }
                const double width = (boxRight - boxLeft) / std::max(1, diagram.layers);
                const double between = width > 4 ? 1.5 * scale : 0;
                rect = QRectF(boxLeft + node.layer * width, y, std::max(width - between, 0.5), 18 * scale);
                if (node.layer == diagram.layers - 1)
                    y += 18 * scale;
                mapDone = true;
            } else if (node.kind == NodeKind::Sum) {
                const double size = 15 * scale;
                if (diagram.parallel)
                    y += gap + row;
                rect = QRectF(streamX - size / 2, y - (row + size) / 2, size, size);
                blockBottom = std::max(blockBottom, y);
            } else if (node.kind == NodeKind::Norm) {
                y += gap;
                rect = QRectF(area.left() + 2 * scale, y, boxLeft + 34 * scale - area.left(), row);
                y += row;
                blockBottom = y;
            } else {
                y += node.branch == branch ? gap : 2.5 * gap;
                rect = QRectF(boxLeft, y, boxRight - boxLeft, row);
                branch = node.branch;
                y += row;
                if (node.layer >= 0) {
                    blockTop = blockTop < 0 ? rect.top() : blockTop;
                    blockBottom = y;
                }
            }
            if (place)
                node.rect = rect;
        }
        if (place) {
            diagram.frame
                = QRectF(QPointF(boxLeft - 8 * scale, blockTop - 7 * scale), QPointF(area.right() - 1, blockBottom + 7 * scale));
            diagram.streamTop = QPointF(streamX, area.top());
            diagram.streamBottom = QPointF(streamX, y + gap);
        }
        return y + 2 * gap - area.top();
    };

    const double tight = 4 * scale;
    const double needed = heightWith(tight, false);
    double gap = tight;
    while (gap < 11 * scale && heightWith(gap + 0.5 * scale, false) <= area.height())
        gap += 0.5 * scale;
    heightWith(gap, true);
    return needed;
}

} // namespace widgets
