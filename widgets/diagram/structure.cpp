#include "widgets/diagram/structure.h"

#include "core/run/forward.h"
#include "core/trace/trace.h"
#include "widgets/diagram/node_biases.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ModelDiagram)
};

QString translated(std::string_view text) { return QCoreApplication::translate("core", std::string(text).c_str()); }

/// The structure of one block, from the planned names.
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
    bool hasInBlock(const std::string& rest) const
    {
        return std::find(m_names.begin(), m_names.end(), m_prefix + rest) != m_names.end();
    }
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
        if (m_config.hasEncoder())
            add({.kind = NodeKind::Source,
                .id = "encoder",
                .label = Words::tr("Encoder × %1").arg(m_config.encoderBlocks.size()),
                .tensor = QString::fromStdString(m_config.finalNorm && m_names.startingWith("encoder.ln_final.out") >= 0
                        ? "encoder.ln_final.out"
                        : "encoder." + core::blockName(core::Index(m_config.encoderBlocks.size()) - 1, "resid_post")),
                .branch = 5});
        embedding();

        m_diagram.parallel = core::isParallel(m_block.layout) && core::hasFeedForward(m_block.feedForward);
        m_diagram.sharedNorm = m_diagram.parallel && m_names.inBlock("ln1.") >= 0 && m_names.inBlock("ln2.") < 0;
        const char* mixed = core::isAttention(m_block.mixer) ? "attn_out" : "mixer_out";
        normBefore("ln1", mixed, 0);
        if (core::isAttention(m_block.mixer))
            attention();
        else
            mixer();
        norm("ln1_post", m_diagram.layer, 0);
        const bool hasMid = m_names.inBlock("resid_mid") >= 0;
        if (hasMid)
            sum("resid_mid", "ln1.", mixed);
        if (m_names.inBlock("cross_attn.") >= 0)
            crossAttention();
        if (core::hasFeedForward(m_block.feedForward)) {
            feedForward();
            sum("resid_post", "ln2.", "mlp_out");
        } else if (!hasMid) {
            sum("resid_post", "ln1.", mixed);
        }

        for (int layer = 0; layer < m_diagram.layers; ++layer)
            m_diagram.nodes.push_back(
                {.kind = NodeKind::Map, .id = QStringLiteral("block.%1").arg(layer), .label = layerLabel(layer), .layer = layer});
        output();
        return std::move(m_diagram);
    }

private:
    void add(DiagramNode node) { m_diagram.nodes.push_back(std::move(node)); }

    /// A box of the block, if the plan has its tensor.
    void box(const char* rest, const QString& label, int branch)
    {
        if (m_names.hasInBlock(rest))
            add({.id = rest, .label = label, .tensor = tensor(rest), .layer = m_diagram.layer, .branch = branch});
    }

    QString tensor(const std::string& rest) const { return QString::fromStdString(core::blockName(m_diagram.layer, rest)); }

    /// A norm slot, if the plan has it.
    void norm(const std::string& slot, int layer, int branch, NodeKind kind = NodeKind::Box)
    {
        const bool inBlock = layer >= 0;
        if ((inBlock ? m_names.inBlock(slot + ".") : m_names.startingWith(slot + ".")) < 0)
            return;
        const core::Norm& norm = inBlock ? m_block.norm
            : slot == "ln_embed"         ? m_config.blocks.front().norm
                                         : m_config.blocks.back().norm;
        static const QRegularExpression remark(QStringLiteral(" ?[(（].*$")); // "(teaching)": a box has no room for it
        const QString name = translated(core::infoOf(norm).label).remove(remark);
        add({.kind = kind,
            .id = QString::fromStdString(slot),
            .label = slot == "ln_final" ? Words::tr("Final %1").arg(name) : name,
            .tensor = inBlock ? tensor(slot + ".out") : QString::fromStdString(slot + ".out"),
            .layer = layer,
            .branch = branch});
    }

    /// Before the branch only when it is computed before it: a post norm comes after the sum. It is on the stream where the
    /// residual carries what it left (BLOOM).
    void normBefore(const std::string& slot, const std::string& branchOut, int branch)
    {
        const int place = m_names.inBlock(slot + ".");
        if (place < 0 || place > m_names.inBlock(branchOut))
            return;
        const bool onStream = m_block.residualFromNorm && !m_diagram.parallel;
        norm(slot, m_diagram.layer, onStream ? -1 : branch, onStream ? NodeKind::Norm : NodeKind::Box);
    }

    void embedding()
    {
        add({.id = "embed", .label = Words::tr("Embedding"), .tensor = "embed", .branch = 2});
        const bool isTable = core::positionTableRow(m_config.position(), 0).has_value(); // learned ones, maybe beside others
        if (m_names.startingWith("pos_embed") >= 0)
            add({.id = "pos_embed",
                .label = QStringLiteral("+ ")
                    + translated(isTable ? core::Learned::info.label : core::infoOf(m_config.position()).label),
                .tensor = "pos_embed",
                .branch = 2});
        if (m_names.startingWith("token_type_embed") >= 0)
            add({.id = "token_type_embed", .label = Words::tr("+ token types"), .tensor = "token_type_embed", .branch = 2});
        norm("ln_embed", -1, 2);
        if (m_config.projectsEmbedding() && m_config.embeddingProjection == core::EmbeddingProjection::Last)
            add({.id = "embed_in",
                .label = Words::tr("to the stream’s width"),
                .tensor = QString::fromStdString(core::blockName(0, "resid_pre")),
                .branch = 2});
    }

    bool isShared() const { return !core::isLatent(m_block.sharing) && m_block.kvHeads < m_block.heads; }

    /// The box added last makes queries, keys and values: which of them are shared.
    void sayHeads()
    {
        DiagramNode& node = m_diagram.nodes.back();
        if (!node.id.endsWith(QLatin1String("attn.q")))
            return;
        if (core::isLatent(m_block.sharing))
            node.detail = Words::tr("The keys and values of all %1 heads are expanded from one latent vector per token")
                              .arg(m_block.heads);
        if (!isShared())
            return;
        node.heads = int(m_block.heads);
        node.keyHeads = int(m_block.kvHeads);
        node.detail = m_block.kvHeads == 1 ? Words::tr("All %1 query heads share one key–value head").arg(m_block.heads)
                                           : Words::tr("%1 query heads share %2 key–value heads, %3 each")
                                                 .arg(m_block.heads)
                                                 .arg(m_block.kvHeads)
                                                 .arg(m_block.heads / m_block.kvHeads);
    }

    void attention()
    {
        const QString position = translated(core::infoOf(m_block.position).label);
        const bool isLatent = m_names.inBlock("attn.c_kv") >= 0;
        if (isLatent)
            box("attn.c_kv", Words::tr("compress: latents"), 0);
        box("attn.q", isShared() ? Words::tr("%1 Q · %2 K, V").arg(m_block.heads).arg(m_block.kvHeads) : Words::tr("Q  K  V"), 0);
        sayHeads();
        if (m_block.qkNormAfterRope)
            box("attn.rot_q", position, 0);
        if (m_names.inBlock("attn.q_normed") >= 0)
            box("attn.q_normed", Words::tr("QK-norm"), 0);
        if (!m_block.qkNormAfterRope)
            box("attn.rot_q", position, 0);
        const bool hasBias = m_names.inBlock("attn.bias") >= 0;
        box("attn.pattern",
            hasBias ? Words::tr("softmax + %1").arg(position.section(QStringLiteral(" ("), 0, 0))
                : m_names.inBlock("attn.sink_weight") >= 0 ? Words::tr("softmax with sinks")
                                                           : Words::tr("softmax(QKᵀ/√d)"),
            0);
        box("attn.out", Words::tr("· V → O"), 0);
    }

    /// What stands in place of attention: projections, what carries numbers from token to token, gate, output.
    void mixer()
    {
        box("mixer.q", Words::tr("Q  K  V"), 0);
        box("mixer.r", Words::tr("R  K  V"), 0);
        box("mixer.conv", Words::tr("in, convolution"), 0);
        const QString kind = translated(core::infoOf(m_block.mixer).label);
        for (const char* rest : {"mixer.z", "mixer.wkv", "mixer.y", "mixer.h"}) // retention, recurrences, state spaces
            box(rest, kind, 0);
        box("mixer.post", Words::tr("⊙ gate"), 0);
        box("mixer.out", Words::tr("→ O"), 0);
    }

    void crossAttention()
    {
        normBefore("ln_cross", "cross_attn_out", 4);
        box("cross_attn.q",
            isShared() ? Words::tr("cross: %1 Q · %2 K, V").arg(m_block.heads).arg(m_block.kvHeads) : Words::tr("cross: Q  K  V"),
            4);
        sayHeads();
        m_diagram.nodes.back().detail = Words::tr("Queries from this stream, keys and values from the encoder");
        m_diagram.crossBox = int(m_diagram.nodes.size()) - 1;
        box("cross_attn.pattern", Words::tr("softmax(QKᵀ/√d)"), 4);
        box("cross_attn.out", Words::tr("· V → O"), 4);
        norm("ln_cross_post", m_diagram.layer, 4);
        sum("resid_mid_cross", "ln_cross.", "cross_attn_out");
    }

    void feedForward()
    {
        normBefore("ln2", "mlp_out", 1);
        const QString activation = translated(core::infoOf(m_block.activation).label);
        const bool gated = m_names.inBlock("mlp.pre_linear") >= 0;
        if (const core::ExpertCounts counts = core::expertsOf(m_block.feedForward); counts.experts > 0) {
            box("mlp.router_probs", Words::tr("router: %1 of %2").arg(counts.chosen).arg(counts.experts), 1);
            const bool shares = m_names.inBlock("mlp.shared.") >= 0;
            box("mlp.gates", shares ? Words::tr("experts, %1 shared").arg(counts.shared) : Words::tr("experts"), 1);
            box("mlp.out", Words::tr("Σ gate · expert"), 1);
        } else {
            box("mlp.post", gated ? Words::tr("%1(gate) ⊙ up").arg(activation) : Words::tr("%1(up)").arg(activation), 1);
            const bool mixes = m_names.inBlock("mlp.receptance") >= 0;
            box("mlp.out", mixes ? Words::tr("σ(receptance) ⊙ down") : Words::tr("down"), 1);
        }
        norm("ln2_post", m_diagram.layer, 1);
    }

    void output()
    {
        norm("ln_final", -1, 3);
        if (m_config.outputHead == core::OutputHead::None)
            return;
        if (m_config.outputHead == core::OutputHead::MaskedLanguage) {
            const bool isGelu = m_config.headActivation == core::HeadActivation::Gelu;
            const QString activation
                = translated(isGelu ? core::Gelu::info.label : core::infoOf(m_config.blocks.back().activation).label);
            add({.id = "head.post", .label = Words::tr("%1(dense)").arg(activation), .tensor = "head.post", .branch = 3});
            if (m_names.startingWith("head.ln.") >= 0)
                add({.id = "head.ln",
                    .label = translated(core::infoOf(m_config.blocks.back().norm).label),
                    .tensor = "head.ln.out",
                    .branch = 3});
        }
        add({.id = "logits", .label = Words::tr("Unembed → logits"), .tensor = "logits", .branch = 3});
        m_diagram.nodes.back().detail
            = m_config.tied ? Words::tr("The output matrix is that of the embedding") : Words::tr("An output matrix of its own");
        m_diagram.nodes.back().notes << (m_config.tied ? Words::tr("tied") : Words::tr("not tied"));
    }

    void sum(const std::string& name, const std::string& slot, const std::string& added)
    {
        const bool isNormed = m_names.inBlock(slot) > m_names.inBlock(added);
        const core::DeepFactors deep = m_block.deepFactors();
        const double branch = deep.beta * m_block.residualScale;
        DiagramNode node{.kind = NodeKind::Sum,
            .id = QString::fromStdString(name),
            .label = QStringLiteral("+"),
            .tensor = tensor(isNormed ? name + "_sum" : name),
            .layer = m_diagram.layer};
        if (deep.alpha != 1 || branch != 1)
            node.detail = Words::tr("%1 · stream + %2 · branch").arg(formatNumber(deep.alpha), formatNumber(branch));
        add(std::move(node));
        if (isNormed)
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

Diagram diagramOf(const core::ModelConfig& config, int layer)
{
    if (config.blocks.empty())
        return {};
    const core::Plan plan = core::plan(config, 1);
    std::vector<std::string> names;
    for (const core::PlannedTensor& tensor : plan.tensors)
        names.push_back(tensor.name);
    Diagram diagram = Builder(config, names, std::clamp(layer, 0, int(config.layers()) - 1)).build();
    sayBiases(diagram, plan);
    return diagram;
}

std::vector<bool> otherNodes(const Diagram& a, const Diagram& b)
{
    std::vector<bool> other;
    for (const DiagramNode& node : a.nodes)
        other.push_back(std::ranges::none_of(b.nodes, [&](const DiagramNode& one) {
            return one.id == node.id && one.label == node.label && one.kind == node.kind && one.branch == node.branch
                && one.detail == node.detail;
        }));
    return other;
}

Diagram stripOf(const core::ModelConfig& config, int layer)
{
    Diagram whole = diagramOf(config, layer);
    Diagram strip;
    strip.isStrip = true;
    strip.layers = whole.layers;
    strip.layer = whole.layer;
    const QString norm = Words::tr("Norm");
    bool hasBranch = false, isSummed = false;
    for (DiagramNode& node : whole.nodes) {
        if (node.layer != whole.layer || node.kind == NodeKind::Map)
            continue;
        const bool isNorm = node.id.startsWith(QLatin1String("ln"));
        if (isSummed && !(isNorm && node.kind == NodeKind::Norm))
            break; // the second branch
        if (isNorm && (node.branch <= 0)) {
            node.label = norm;
            strip.nodes.push_back(std::move(node));
        } else if (node.kind == NodeKind::Box && node.branch == 0 && !hasBranch) {
            hasBranch = true;
            const bool isAttention = core::isAttention(config.block(whole.layer).mixer);
            node.id = QStringLiteral("branch");
            node.heads = node.keyHeads = 0;
            node.label = whole.parallel ? isAttention ? Words::tr("Attn ∥ FFN") : Words::tr("Mixer ∥ FFN")
                : isAttention ? Words::tr("Attn")
                                        : Words::tr("Mixer");
            strip.nodes.push_back(std::move(node));
        } else if (node.kind == NodeKind::Sum) {
            isSummed = true;
            const core::BlockConfig& block = config.block(whole.layer);
            const double alpha = block.deepFactors().alpha;
            const double beta = block.deepFactors().beta * block.residualScale;
            if (beta != 1)
                strip.nodes.push_back({.kind = NodeKind::Factor,
                    .id = QStringLiteral("branch.factor"),
                    .label = QStringLiteral("×") + formatNumber(beta),
                    .layer = whole.layer,
                    .branch = 0});
            if (alpha != 1)
                strip.nodes.push_back({.kind = NodeKind::Factor,
                    .id = QStringLiteral("stream.factor"),
                    .label = QStringLiteral("×") + formatNumber(alpha),
                    .layer = whole.layer});
            strip.nodes.push_back(std::move(node));
        }
    }
    return strip;
}

} // namespace widgets
