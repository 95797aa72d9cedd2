#include "core/analysis/written_words.h"

#include "core/analysis/norm_steps.h"
#include "core/base/engine_use.h"
#include "core/layers/feed_forward.h"
#include "core/run/embedding.h"
#include "core/run/pass.h"
#include "core/trace/trace_request.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace core {

namespace {

/// The matrix [d_model, numbers] that a tensor is multiplied with before it is added to the stream.
struct Writer
{
    std::string matrix; // name of the weight; empty: the tensor is in the stream as it is
    double factor = 1;  // of what the branch adds
    Index head = 0;     // whose columns are meant
};

std::optional<Writer> writerOf(const Setup& setup, const std::string& at)
{
    const std::optional<NamePattern> pattern = parseNamePattern(at);
    const NameParts parts = pattern ? partsOfName(pattern->name) : NameParts();
    if (parts.layer < 0 || parts.layer >= setup.config.layers() || parts.isOfEncoder
        || setup.config.outputHead != OutputHead::Linear || pattern->heads.size() > 1)
        return {};
    const BlockConfig& block = setup.config.block(parts.layer);
    const double factor = block.residualScale * block.deepFactors().beta;
    if (parts.rest == "mlp.post" && traitsOf(block.feedForward).isDense)
        return Writer{blockName(parts.layer, "mlp.down.weight"), factor};
    if (parts.rest == "attn.z")
        return Writer{blockName(parts.layer, "attn.o.weight"), factor, pattern->heads.empty() ? 0 : pattern->heads.front()};
    for (const char* stream : {"resid_pre", "resid_mid", "resid_post", "attn_out", "mixer_out", "mlp_out"})
        if (parts.rest == stream)
            return Writer{};
    return {};
}

/// What one unit of the number adds to the stream [d_model].
void write(const Setup& setup, const std::string& at, Index number, float* stream)
{
    const Writer writer = *writerOf(setup, at);
    const Index dModel = setup.config.dModel;
    if (writer.matrix.empty()) {
        std::fill_n(stream, dModel, 0.f);
        stream[number] = 1.f;
        return;
    }
    const WeightTensor& matrix = setup.weights.at(writer.matrix);
    const Index numbers = matrix.shape()[1], heads = setup.config.block(partsOfName(writer.matrix).layer).heads;
    const Index column = writer.head * (numbers / heads) + number;
    std::vector<float> row(static_cast<std::size_t>(numbers));
    for (Index i = 0; i < dModel; ++i) {
        matrix.read(i, 1, row.data());
        stream[i] = float(writer.factor * double(row[std::size_t(column)]));
    }
}

/// Times the gain of the final norm, without its mean.
void throughFinalNorm(const Setup& setup, float* stream)
{
    const ModelConfig& config = setup.config;
    const NormTraits norm = traitsOf(config.normAfter(config.blocks));
    if (!config.finalNorm || !norm.normalizes)
        return;
    if (norm.subtractsMean && !norm.isOverTokens) {
        const float mean = std::accumulate(stream, stream + config.dModel, 0.f) / float(config.dModel);
        std::for_each(stream, stream + config.dModel, [&](float& x) { x -= mean; });
    }
    const NormWeights weights = normWeights(setup, {"ln_final", "ln_final", -1});
    for (std::size_t i = 0; i < weights.gain.size(); ++i)
        stream[i] *= weights.gain[i];
}

} // namespace

bool writesWords(const Setup& setup, const std::string& at) { return writerOf(setup, at).has_value(); }

WrittenWords writtenWords(const Setup& setup, const std::string& at, Index number, Index depth, const RunControl& control)
{
    countEngineUse();
    std::vector<float> vector(std::size_t(setup.config.dModel));
    write(setup, at, number, vector.data());
    return wordsOfVector(setup, vector, depth, control);
}

WrittenWords wordsOfVector(const Setup& setup, const std::vector<float>& vector, Index depth, const RunControl& control)
{
    countEngineUse();
    const ModelConfig& config = setup.config;
    Tensor rows("stream", {axis::token, axis::dModel}, {2, config.dModel}); // what it writes, and nothing
    std::fill_n(rows.data(), rows.size(), 0.f);
    std::ranges::copy(vector, rows.row(0));
    control.check();
    double squares = 0;
    for (Index i = 0; i < config.dModel; ++i)
        squares += double(rows.row(0)[i]) * double(rows.row(0)[i]);
    WrittenWords words;
    words.length = std::sqrt(squares / double(config.dModel));
    throughFinalNorm(setup, rows.row(0));
    const TraceMatcher matcher({.patterns = {}, .nothing = true});
    const std::vector<Intervention> none; // the list keeps a reference
    const InterventionList interventions(none);
    Pass pass(setup.weights, matcher, interventions, control, 0);
    Tensor logits("logits", {axis::token, axis::vocabulary}, {2, config.vocabulary});
    runUnembedding(pass.root(), config, rows, logits);

    const double cap = config.outputSoftCap; // taken back: what is added to a logit is meant before it
    const auto uncapped = [&](float logit) { return cap > 0 ? cap * std::atanh(double(logit) / cap) : double(logit); };
    std::vector<TokenLift> all;
    for (Index id = 0; id < config.vocabulary; ++id)
        all.push_back({TokenId(id), uncapped(logits.row(0)[id]) - uncapped(logits.row(1)[id])});
    double mean = 0; // which softmax does not see
    for (const TokenLift& one : all)
        mean += one.lift / double(all.size());
    for (TokenLift& one : all)
        one.lift -= mean;
    const auto count = std::size_t(std::min(depth, config.vocabulary));
    const auto take = [&](std::vector<TokenLift>& into, double sign) {
        std::partial_sort(all.begin(), all.begin() + std::ptrdiff_t(count), all.end(),
            [&](const auto& a, const auto& b) { return a.lift != b.lift ? sign * a.lift > sign * b.lift : a.id < b.id; });
        into.assign(all.begin(), all.begin() + std::ptrdiff_t(count));
    };
    take(words.up, 1);
    take(words.down, -1);
    return words;
}

} // namespace core
