#include "core/analysis/mixer_matrix.h"

#include "core/run/forward.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

using Numbers = MixerLane::Numbers;

BlockSizes sizesOf(const Setup& setup, Index layer)
{
    const BlockConfig& block = setup.config.block(layer);
    return {.dModel = setup.config.dModel, .heads = block.heads, .dHead = block.dHead};
}

/// What is left of each number of the state of token s after the steps that lie before what the query reads.
struct Fading
{
    const MixerLane& lane;
    Index query;

    /// Calls use(key, left) for keys from the newest that is read down to 0; left [d_state].
    template <class Use>
    void each(const Use& use) const
    {
        Eigen::RowVectorXd left = Eigen::RowVectorXd::Ones(lane.states());
        Index key = query;
        if (lane.readsBefore)
            --key;
        for (; key >= 0; --key) {
            use(key, left);
            left.array() *= lane.decay.row(key).array();
        }
    }
};

/// M of a lane; its decays are added to a sum.
Numbers matrixOf(const MixerLane& lane, Numbers& decay)
{
    Numbers all = Numbers::Zero(lane.tokens(), lane.tokens());
    for (Index t = 0; t < lane.tokens(); ++t) {
        Fading{lane, t}.each([&](Index s, const Eigen::RowVectorXd& left) {
            all(t, s) = (lane.read.row(t).array() * left.array() * lane.write.row(s).array()).sum();
            decay(t, s) += left.mean();
        });
        if (lane.readsBefore)
            decay(t, t) += 1.0;
        all(t, t) += lane.own[std::size_t(t)];
    }
    return all;
}

/// y of the recurrence against what the run recorded: the largest difference and the largest number.
struct Comparison
{
    double difference = 0, largest = 0;

    double relative() const { return difference == 0.0 ? 0.0 : difference / largest; }
};

void compare(const Numbers& matrix, const MixerForm& form, const MixerRecord& record, Index lane, Comparison& all)
{
    const Tensor &values = *record.tensor(form.values), &result = *record.tensor(form.result);
    const Index tokens = matrix.rows(), row = form.lanes * form.width;
    for (Index t = 0; t < tokens; ++t)
        for (Index j = 0; j < form.width; ++j) {
            const Index column = lane * form.width + j;
            double sum = 0.0;
            for (Index s = 0; s <= t; ++s)
                sum += matrix(t, s) * double(values.data()[s * row + column]);
            const double recorded = double(result.data()[t * row + column]);
            const double difference = std::abs(sum - recorded);
            all.difference
                = std::isfinite(difference) ? std::max(all.difference, difference) : std::numeric_limits<double>::infinity();
            all.largest = std::max(all.largest, std::abs(recorded));
        }
}

MixerMatrix ofAttention(const Trace& trace, const MixerPlace& place)
{
    const Tensor& pattern = trace.at(blockName(place.layer, "attn.pattern"));
    MixerMatrix result;
    result.lanes = pattern.dim(0);
    result.error = std::nan("");
    if (place.lane >= 0) {
        result.effective = pattern.slice(place.lane);
        return result;
    }
    result.effective = Matrix::Zero(pattern.dim(1), pattern.dim(2));
    for (Index head = 0; head < result.lanes; ++head)
        result.effective += pattern.slice(head).cwiseAbs() / float(result.lanes);
    return result;
}

MixerMatrix withSums(MixerMatrix matrix)
{
    if (matrix.effective.rows() > 0) {
        const Eigen::VectorXd sums = matrix.effective.cast<double>().rowwise().sum();
        matrix.rowSumLeast = sums.minCoeff();
        matrix.rowSumMost = sums.maxCoeff();
    }
    return matrix;
}

} // namespace

MixerRecord mixerRecord(const Setup& setup, const Trace& trace, Index layer)
{
    const BlockConfig& block = setup.config.block(layer);
    const std::string prefix = blockName(layer, "mixer.");
    return {block.heads, block.dHead, [&trace, prefix](std::string_view name) { return trace.find(prefix + std::string(name)); },
        [&setup, prefix](std::string_view name) { return setup.weights.at(prefix + std::string(name)).values().data(); }};
}

MixerForm mixerFormOf(const Setup& setup, Index layer)
{
    return mixerForm(setup.config.block(layer).mixer, sizesOf(setup, layer));
}

Index mixerLanes(const Setup& setup, Index layer)
{
    const BlockConfig& block = setup.config.block(layer);
    return isAttention(block.mixer) ? block.heads : mixerFormOf(setup, layer).lanes;
}

std::string missingForMixer(const Setup& setup, const Trace& trace, Index layer)
{
    const auto isMissing = [&](const std::string& name) { return !trace.find(name); };
    if (isAttention(setup.config.block(layer).mixer)) {
        const std::string pattern = blockName(layer, "attn.pattern");
        return isMissing(pattern) ? pattern : std::string();
    }
    const MixerForm form = mixerFormOf(setup, layer);
    std::vector<const char*> names(form.reads.begin(), form.reads.end());
    if (form.lanes > 0)
        names.insert(names.end(), {form.values, form.result});
    for (const char* name : names)
        if (const std::string full = blockName(layer, std::string("mixer.") + name); isMissing(full))
            return full;
    return {};
}

std::vector<std::string> mixerPatterns(std::string_view kind)
{
    const Mixer* const found = findKind<Mixer>(kind);
    if (found && isAttention(*found))
        return {"blocks.*.attn.pattern"};
    const MixerForm form = found ? mixerForm(*found, {.dModel = 1}) : MixerForm();
    if (form.lanes == 0)
        return {"blocks.*.mixer_out"};
    std::vector<std::string> all;
    for (const char* name : form.reads)
        all.push_back(std::string("blocks.*.mixer.") + name);
    for (const char* name : {form.values, form.result})
        all.push_back(std::string("blocks.*.mixer.") + name);
    return all;
}

MixerMatrix mixerMatrix(const Setup& setup, const Trace& trace, const MixerPlace& place, const RunControl& control)
{
    const Mixer& kind = setup.config.block(place.layer).mixer;
    if (isAttention(kind))
        return withSums(ofAttention(trace, place));
    const MixerForm form = mixerFormOf(setup, place.layer);
    const MixerRecord record = mixerRecord(setup, trace, place.layer);
    const bool isMean = place.lane < 0;
    const Index first = isMean ? 0 : place.lane, last = isMean ? form.lanes : place.lane + 1;
    const Index tokens = record.tensor(form.result)->dim(0);
    Numbers effective = Numbers::Zero(tokens, tokens), decay = effective;
    Comparison compared;
    for (Index index = first; index < last; ++index) {
        control.check();
        const Numbers own = matrixOf(mixerLane(kind, record, index), decay);
        compare(own, form, record, index, compared);
        if (isMean)
            effective += own.cwiseAbs();
        else
            effective += own;
        control.progress(double(index - first + 1) / double(last - first), "mixer");
    }
    const double count = double(last - first);
    MixerMatrix result;
    result.effective = (effective / count).cast<float>();
    result.decay = (decay / count).cast<float>();
    result.lanes = form.lanes;
    result.error = compared.relative();
    return withSums(std::move(result));
}

} // namespace core
