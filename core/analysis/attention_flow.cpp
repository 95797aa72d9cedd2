#include "core/analysis/attention_flow.h"

#include "core/base/engine_use.h"
#include "core/layers/position_encoding.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr float staying = 0.5F; // share of a place that the residual stream keeps

const WeightTensor* outputOf(const Setup& setup, AttentionPart part, Index layer)
{
    const WeightTensor* const found = setup.weights.find(attentionName(part, layer, "o.weight"));
    return found && found->shape().size() == 2 ? found : nullptr;
}

/// The table of what is added to values by the distance of query and key; null: nothing is.
const WeightTensor* placesOf(const Setup& setup, AttentionPart part, Index layer)
{
    const BlockConfig* const block = blockOfPart(&setup, part, layer);
    const auto row = block && part != AttentionPart::Cross ? valueRow(block->position, 0, 0) : std::nullopt;
    return row ? setup.weights.find(attentionName(part, layer, row->table)) : nullptr;
}

/// ‖written + placed‖ of each value, [key, d_model], with each row of the table, [row, d_model]: [key, row].
Matrix lengthsWithPlaces(const Matrix& written, const Matrix& placed, const RunControl& control)
{
    Matrix lengths(written.rows(), placed.rows());
    for (Index key = 0; key < written.rows(); ++key) {
        control.check();
        lengths.row(key) = (placed.rowwise() + written.row(key)).rowwise().norm().transpose();
    }
    return lengths;
}

bool isSquare(const TraceEntry* pattern)
{
    return pattern && pattern->tensor.rank() == 3 && pattern->tensor.dim(0) > 0
        && pattern->tensor.dim(1) == pattern->tensor.dim(2);
}

} // namespace

const Matrix* WeightedValues::of(int head) const
{
    const auto found = std::ranges::find(heads, head);
    return found == heads.end() ? nullptr : &lengths[std::size_t(found - heads.begin())];
}

std::size_t WeightedValues::bytes() const
{
    std::size_t all = 0;
    for (const Matrix& one : lengths)
        all += std::size_t(one.size()) * sizeof(float);
    return all;
}

std::string missingForValues(const Trace& trace, const Setup& setup, AttentionPart part, Index layer)
{
    const Tensor* const pattern = trace.find(attentionName(part, layer, "pattern"));
    const Tensor* const values = trace.find(attentionName(part, layer, "v"));
    const WeightTensor* const output = outputOf(setup, part, layer);
    const BlockConfig* const block = blockOfPart(&setup, part, layer);
    if (!pattern || pattern->rank() != 3)
        return attentionName(part, layer, "pattern");
    if (!values || values->rank() != 3 || values->dim(0) != pattern->dim(2) || values->dim(1) == 0)
        return attentionName(part, layer, "v");
    if (!output || !block || output->shape()[1] != block->heads * values->dim(2) || block->heads % values->dim(1) != 0)
        return attentionName(part, layer, "o.weight");
    return {};
}

WeightedValues weightedValues(const Trace& trace, const Setup& setup, AttentionPart part, Index layer, const RunControl& control)
{
    countEngineUse();
    const TraceEntry& pattern = *trace.findEntry(attentionName(part, layer, "pattern"));
    const Tensor& values = trace.at(attentionName(part, layer, "v")); // [token, kv_head, d_head]
    const WeightTensor& output = *outputOf(setup, part, layer);       // [d_model, head * d_head]
    Matrix all(output.shape()[0], output.shape()[1]);
    output.read(0, all.rows(), all.data());
    const WeightTensor* const places = placesOf(setup, part, layer); // [row, d_head]
    Matrix table(places ? places->shape()[0] : 0, places ? places->shape()[1] : 0);
    if (places)
        places->read(0, table.rows(), table.data());
    const PositionEncoding& position = blockOfPart(&setup, part, layer)->position;
    const Index width = values.dim(2), shared = blockOfPart(&setup, part, layer)->heads / values.dim(1);
    WeightedValues result;
    for (Index row = 0; row < pattern.tensor.dim(0); ++row) {
        control.check();
        const Index head = pattern.headOfRow(row);
        Matrix ofHead(values.dim(0), width); // [key, d_head]
        for (Index key = 0; key < values.dim(0); ++key)
            ofHead.row(key) = RowVector::Map(values.data() + (key * values.dim(1) + head / shared) * width, width);
        const Matrix outOfHead = all.middleCols(head * width, width).transpose(); // [d_head, d_model]
        const Matrix written = ofHead * outOfHead;                               // [key, d_model]
        Matrix weighted = pattern.tensor.slice(row);
        if (places) {
            const Matrix lengths = lengthsWithPlaces(written, table * outOfHead, control);
            for (Index query = 0; query < weighted.rows(); ++query)
                for (Index key = 0; key < weighted.cols(); ++key)
                    weighted(query, key) *= lengths(key, valueRow(position, query, key)->row);
        } else {
            const RowVector lengths = written.rowwise().norm().transpose();
            for (Index query = 0; query < weighted.rows(); ++query)
                weighted.row(query) = weighted.row(query).cwiseProduct(lengths);
        }
        result.heads.push_back(int(head));
        result.lengths.push_back(std::move(weighted));
    }
    return result;
}

Matrix rollout(const Trace& trace, AttentionPart part, Index layer, const RunControl& control)
{
    countEngineUse();
    if (part == AttentionPart::Cross)
        return {};
    Matrix rolled;
    for (Index below = 0; below <= layer; ++below) {
        const TraceEntry* const pattern = trace.findEntry(attentionName(part, below, "pattern"));
        if (!isSquare(pattern) || (rolled.size() > 0 && rolled.rows() != pattern->tensor.dim(1)))
            return {};
        const Index tokens = pattern->tensor.dim(1), heads = pattern->tensor.dim(0);
        Matrix mixing = Matrix::Zero(tokens, tokens);
        for (Index head = 0; head < heads; ++head) {
            control.check();
            mixing += pattern->tensor.slice(head);
        }
        mixing *= (1 - staying) / float(heads);
        mixing.diagonal().array() += staying;
        for (Index query = 0; query < tokens; ++query) // a sink takes its share of a row away
            mixing.row(query) /= mixing.row(query).sum();
        control.check();
        rolled = below == 0 ? mixing : Matrix(mixing * rolled);
    }
    return rolled;
}

} // namespace core
