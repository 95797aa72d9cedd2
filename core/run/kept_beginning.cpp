#include "core/run/kept_beginning.h"

#include "core/base/row_products.h"
#include "core/model/choice_list.h"

#include <algorithm>

namespace core {

namespace {

/// What the kinds of a configuration say of themselves, those within kinds too.
struct Natures
{
    unsigned all = Plain;
    template <class T>
    void ofModel(const ParamInfo&, const T&)
    {
    }
    template <class T>
    void ofBlock(const ParamInfo&, const T&)
    {
    }
    void said(const ParamInfo&, ChoiceType) { }
    template <class Family>
    void family(std::string_view, std::string_view, Family& kind)
    {
        all |= infoOf(kind).nature;
        eachParam(kind, [&]<class T>(const ParamInfo& info, T& value) {
            if constexpr (isFamily<T>)
                family(info.id, info.label, value);
        });
    }
};

bool haveTheSameWeights(const Setup& a, const Setup& b)
{
    return std::ranges::all_of(
        a.specs, [&](const WeightSpec& spec) { return a.weights.share(spec.name) == b.weights.share(spec.name); });
}

} // namespace

bool mixesTokens(const ModelConfig& config)
{
    return std::ranges::any_of(
        config.blocks, [](const BlockConfig& block) { return (infoOf(block.norm).nature & MixesTokens) != 0; });
}

bool computesTokensAlike(const ModelConfig& asked)
{
    ModelConfig config = asked;
    Natures natures;
    for (BlockConfig& block : config.blocks) {
        eachChoice(config, block, natures);
        // A recurrence, latent attention and the tokens of an expert are summed in an order that goes by the length of the text.
        const bool isDense = traitsOf(block.feedForward).isDense || !hasFeedForward(block.feedForward);
        if (!isAttention(block.mixer) || isLatent(block.sharing) || !isDense)
            return false;
    }
    const bool isDecoder = config.topology == Topology::CausalDecoder || config.topology == Topology::PrefixDecoder;
    return isDecoder && (natures.all & (DependsOnLength | MixesTokens | LooksAhead)) == 0;
}

Index keptBeginning(const EarlierRun& run)
{
    const Trace* const earlier = run.input.earlier.get();
    const Setup* const before = run.input.earlierSetup.get();
    if (!earlier || !before || !earlier->replaced.empty() || !run.interventions.inForce().empty())
        return 0;
    const std::vector<TokenId>&ids = run.input.ids, &old = earlier->ids;
    const Index tokens = Index(ids.size());
    if (!computesRowsAlike(tokens) || !computesRowsAlike(Index(old.size())) || !(run.setup.config == before->config)
        || !haveTheSameWeights(run.setup, *before) || !computesTokensAlike(run.setup.config))
        return 0;
    Index kept = std::ranges::mismatch(ids, old).in1 - ids.begin();
    while (kept > 0 && !computesRowsAlike(tokens - kept)) // so many rows of each product are left
        --kept;
    return kept;
}

} // namespace core
