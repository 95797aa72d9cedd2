#include "widgets/views/shared/cell_operands.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace widgets {

namespace {

/// What really enters the product: the last of plain, normalized and rotated.
const core::TraceEntry* operand(const RunResult& run, core::AttentionPart part, int layer, const std::string& letter)
{
    std::string last = "rot_" + letter, before = letter + "_normed";
    if (const core::BlockConfig* block = core::blockOfPart(run.setup.get(), part, layer); block && block->qkNormAfterRope)
        last.swap(before);
    for (const std::string& rest : {last, before, letter})
        if (const core::TraceEntry* entry = run.trace->findEntry(core::attentionName(part, layer, rest)))
            return entry;
    return nullptr;
}

std::vector<float> vectorOf(const core::Tensor& tensor, core::Index token, core::Index head)
{
    // [token, head, d_head]
    if (tensor.rank() != 3 || token < 0 || token >= tensor.dim(0) || head < 0 || head >= tensor.dim(1))
        return {};
    const float* first = tensor.data() + (token * tensor.dim(1) + head) * tensor.dim(2);
    return {first, first + tensor.dim(2)};
}

bool isInside(const core::Tensor& cube, core::Index row, core::Index query, core::Index key)
{
    return cube.rank() == 3 && row >= 0 && row < cube.dim(0) && query >= 0 && query < cube.dim(1) && key >= 0
        && key < cube.dim(2);
}

} // namespace

core::Index headRow(const core::TraceEntry& entry, int head)
{
    if (entry.heads.empty())
        return head >= 0 && entry.tensor.rank() == 3 && head < entry.tensor.dim(0) ? head : -1;
    return entry.rowOfHead(head);
}

std::string missingOperand(const RunResult& run, core::AttentionPart part, int layer)
{
    part = core::partIn(*run.trace, part);
    for (const char* letter : {"q", "k"})
        if (!operand(run, part, layer, letter))
            return core::attentionName(part, layer, letter);
    for (const char* rest : {"scores", "pattern"})
        if (!run.trace->find(core::attentionName(part, layer, rest)))
            return core::attentionName(part, layer, rest);
    return {};
}

bool entersWeight(const RunResult& run, core::AttentionPart part, int layer, const std::string& tensor)
{
    part = core::partIn(*run.trace, part);
    if (!missingOperand(run, part, layer).empty())
        return false;
    return tensor == operand(run, part, layer, "q")->name() || tensor == operand(run, part, layer, "k")->name()
        || tensor == core::attentionName(part, layer, "sink_weight");
}

CellOperands cellOperands(const RunResult& run, core::AttentionPart part, const Selection& at)
{
    const core::Trace& trace = *run.trace;
    part = core::partIn(trace, part);
    const auto [layer, head, query, key] = std::tuple(at.layer, at.head, at.query, at.key);
    if (!missingOperand(run, part, layer).empty())
        return {};
    const core::TraceEntry& qEntry = *operand(run, part, layer, "q");
    const core::TraceEntry& kEntry = *operand(run, part, layer, "k");
    const core::TraceEntry& scores = *trace.findEntry(core::attentionName(part, layer, "scores"));
    const core::TraceEntry& pattern = *trace.findEntry(core::attentionName(part, layer, "pattern"));
    const core::Index scoreRow = headRow(scores, head);
    const core::Index patternRow = headRow(pattern, head);
    if (!isInside(scores.tensor, scoreRow, query, key) || !isInside(pattern.tensor, patternRow, query, key)
        || qEntry.tensor.rank() != 3 || kEntry.tensor.rank() != 3)
        return {};

    CellOperands cell;
    cell.qName = qEntry.name();
    cell.kName = kEntry.name();
    // Groups of query heads share one key head. Which is told by the counts when all heads were recorded.
    const core::Index heads = qEntry.tensor.dim(1);
    const core::Index kvHeads = std::max<core::Index>(1, kEntry.tensor.dim(1));
    cell.q = vectorOf(qEntry.tensor, query, head);
    cell.k = vectorOf(kEntry.tensor, key, heads > 0 ? head * kvHeads / heads : 0);
    if (cell.q.empty() || cell.k.size() != cell.q.size())
        return {};
    for (std::size_t i = 0; i < cell.q.size(); ++i) {
        cell.terms.push_back(double(cell.q[i]) * double(cell.k[i]));
        cell.product += cell.terms.back();
    }
    const core::BlockConfig* const block = core::blockOfPart(run.setup.get(), part, layer);
    cell.scale = block ? block->scale() : 1 / std::sqrt(double(cell.q.size()));
    cell.content = cell.product * cell.scale;
    if (const core::TraceEntry* bias = trace.findEntry(core::attentionName(part, layer, "bias"))) {
        const core::Index row = headRow(*bias, head);
        cell.hasBias = isInside(bias->tensor, row, query, key);
        cell.bias = cell.hasBias ? double(bias->tensor.at({row, query, key})) : 0;
    }
    cell.score = cell.content + cell.bias;
    cell.cap = block ? block->softCap : 0;
    if (cell.cap > 0)
        cell.score = cell.cap * std::tanh(cell.score / cell.cap);

    cell.recordedScore = double(scores.tensor.at({scoreRow, query, key}));
    cell.recordedWeight = double(pattern.tensor.at({patternRow, query, key}));
    cell.isMasked = !std::isfinite(cell.recordedScore);
    if (cell.isMasked)
        return cell;
    cell.largest = cell.recordedScore;
    for (core::Index j = 0; j < scores.tensor.dim(2); ++j)
        cell.largest = std::max(cell.largest, double(scores.tensor.at({scoreRow, query, j})));
    for (core::Index j = 0; j < scores.tensor.dim(2); ++j)
        cell.sum += std::exp(double(scores.tensor.at({scoreRow, query, j})) - cell.largest);
    if (const core::TraceEntry* sink = trace.findEntry(core::attentionName(part, layer, "sink_weight"));
        sink && sink->tensor.rank() == 2 && patternRow < sink->tensor.dim(0) && query < sink->tensor.dim(1)) {
        cell.hasSink = true;
        cell.sum /= 1 - double(sink->tensor.at({patternRow, query})); // e^sink is the share that is missing
    }
    cell.exponential = std::exp(cell.score - cell.largest);
    cell.weight = cell.exponential / cell.sum;
    return cell;
}

} // namespace widgets
