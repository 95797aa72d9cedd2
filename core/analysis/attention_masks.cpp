#include "core/analysis/attention_masks.h"

#include "core/base/engine_use.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr std::array parts{AttentionPart::Encoder, AttentionPart::Self, AttentionPart::Cross};

/// Scores of a layer, or its pattern; null: neither was recorded.
const Tensor* cellsOf(const Trace& trace, AttentionPart part, Index layer)
{
    for (const char* name : {"scores", "pattern"})
        if (const Tensor* found = trace.find(attentionName(part, layer, name)); found && found->rank() == 3 && found->dim(0) > 0)
            return found;
    return nullptr;
}

Matrix seenIn(const Tensor& tensor, Index& count)
{
    const bool areScores = tensor.name().ends_with("scores");
    Matrix cells(tensor.dim(1), tensor.dim(2));
    count = 0;
    for (Index i = 0; i < cells.size(); ++i) { // the mask is that of every head: the first says it
        const bool isSeen = areScores ? std::isfinite(tensor.data()[i]) : tensor.data()[i] > 0;
        cells.data()[i] = isSeen ? 1.F : -std::numeric_limits<float>::infinity();
        count += isSeen ? 1 : 0;
    }
    return cells;
}

/// The tokens that the last one depends on after the first `depth` of these layers.
Index reachThrough(const std::vector<const Matrix*>& layers, std::size_t depth)
{
    const Index tokens = layers.front()->rows();
    std::vector<char> reached(std::size_t(tokens), 0);
    reached.back() = 1;
    for (std::size_t layer = depth; layer-- > 0;) { // from the last layer back to the text
        std::vector<char> before = reached;
        for (Index query = 0; query < tokens; ++query)
            for (Index key = 0; reached[std::size_t(query)] && key < tokens; ++key)
                if ((*layers[layer])(query, key) > 0)
                    before[std::size_t(key)] = 1;
        reached = std::move(before);
    }
    return std::count(reached.begin(), reached.end(), 1);
}

} // namespace

std::size_t AttentionMasks::bytes() const
{
    std::size_t all = 0;
    for (const LayerMask& mask : masks)
        all += std::size_t(mask.cells->size()) * sizeof(float);
    return all;
}

AttentionMasks attentionMasks(const Trace& trace, const RunControl& control)
{
    countEngineUse();
    AttentionMasks all;
    for (const AttentionPart part : parts) {
        const std::size_t first = all.masks.size();
        std::vector<const Matrix*> layers;
        for (Index layer = 0, end = layersOf(trace, part); layer < end; ++layer) {
            control.check();
            const Tensor* const cells = cellsOf(trace, part, layer);
            if (!cells)
                continue;
            Index count = 0;
            Matrix seen = seenIn(*cells, count);
            const auto same = std::find_if(all.masks.begin() + std::ptrdiff_t(first), all.masks.end(),
                [&](const LayerMask& mask) { return mask.count == count && *mask.cells == seen; });
            if (same != all.masks.end()) {
                same->layers.push_back(int(layer));
                layers.push_back(same->cells.get());
                continue;
            }
            all.masks.push_back({part, {int(layer)}, std::make_shared<const Matrix>(std::move(seen)), count});
            layers.push_back(all.masks.back().cells.get());
        }
        if (part == AttentionPart::Cross || layers.empty() || layers.front()->rows() != layers.front()->cols())
            continue;
        Reach reach{part, {}, layers.front()->rows()};
        for (std::size_t depth = 0; depth <= layers.size(); ++depth) {
            control.check();
            const bool isFull = !reach.tokens.empty() && reach.tokens.back() == reach.all;
            reach.tokens.push_back(isFull ? reach.all : reachThrough(layers, depth));
        }
        all.reaches.push_back(std::move(reach));
    }
    return all;
}

Matrix patternOf(const Trace& trace, const std::string& name, int head)
{
    const TraceEntry* const entry = trace.findEntry(name);
    if (!entry || entry->tensor.rank() != 3)
        return {};
    const Tensor& tensor = entry->tensor;
    Matrix sum = Matrix::Zero(tensor.dim(1), tensor.dim(2));
    Index count = 0;
    for (Index row = 0; row < tensor.dim(0); ++row) {
        if (head >= 0 && entry->headOfRow(row) != head)
            continue;
        for (Index i = 0; i < sum.size(); ++i)
            sum.data()[i] += tensor.data()[row * sum.size() + i];
        ++count;
    }
    if (count == 0)
        return {};
    return sum / float(count);
}

} // namespace core
