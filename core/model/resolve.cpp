// Resolves choices to a ModelConfig: reads each key, discards derived values, and derives them again.

#include "core/model/choice_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace core {

namespace {

/// Two layers of statements: what a person said, over what the model states.
struct Statements
{
    const Choices& base;
    const Choices& said;

    Json givenAt(const std::string& key, int layer) const { return said.value(key, layer); }
    Json baseAt(const std::string& key, int layer) const { return base.value(key, layer); }
    Json at(const std::string& key, int layer = 0) const
    {
        Json value = givenAt(key, layer);
        return value.is_null() ? baseAt(key, layer) : value;
    }
};

Index indexOr(const Json& value, Index otherwise) { return value.is_null() ? otherwise : value.get<Index>(); }

template <class T>
void assign(T& field, const ParamInfo& info, const Json& value)
{
    if constexpr (std::is_enum_v<T>)
        field = T(std::find(info.words.begin(), info.words.end(), value.get<std::string>()) - info.words.begin());
    else if constexpr (std::is_same_v<T, std::optional<double>>)
        field = value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    else if constexpr (std::is_same_v<T, std::vector<double>>)
        field = value.is_array() ? value.get<std::vector<double>>() : std::vector<double>();
    else if constexpr (std::is_same_v<T, BoolTable>) {
        field.clear();
        for (const Json& row : value) {
            std::vector<bool>& cells = field.emplace_back();
            for (const Json& cell : row)
                cells.push_back(cell == 1);
        }
    } else
        field = value.get<T>();
}

/// Fills in what is stated for one layer; the rest keeps its default.
struct Reader
{
    const Statements& statements;
    int layer;

    template <class T>
    void read(const ParamInfo& info, T& field) const
    {
        if (const Json value = statements.at(std::string(info.id), layer); !value.is_null())
            assign(field, info, value);
    }
    template <class Family>
    void parameters(Family& kind) const
    {
        eachParam(kind, [&]<class T>(const ParamInfo& info, T& field) {
            if constexpr (isFamily<T>)
                family(info.id, info.label, field);
            else
                read(info, field);
        });
    }

    template <class T>
    void ofModel(const ParamInfo& info, T& field) const
    {
        if (layer == 0)
            read(info, field);
    }
    template <class T>
    void ofBlock(const ParamInfo& info, T& field) const
    {
        read(info, field);
    }
    template <class Family>
    void family(std::string_view id, std::string_view, Family& kind) const
    {
        if (const Json value = statements.at(std::string(id), layer); value.is_string())
            kind = *findKind<Family>(value.get<std::string>());
        parameters(kind);
    }
    void said(const ParamInfo&, ChoiceType) const { }
};

[[noreturn]] void refuseContradiction(const std::string& key, const std::string& expected, const std::string& found)
{
    throw Error({ErrorKind::Usage, {}, key, CUTAWAY_TR("contradicts another setting"), expected, found});
}

/// The stated value, unless it only was what `derivedInBase` gives and something that it follows from has now changed.
Json statedOrDerived(const Statements& statements, const std::string& key, int layer, Index derivedInBase, bool followsChange)
{
    Json value = statements.at(key, layer);
    const bool gaveWay = followsChange && statements.givenAt(key, layer).is_null() && value == Json(derivedInBase);
    return gaveWay ? Json() : value;
}

// --- Sizes of a block ---------------------------------------------------------------------------------------------------

/// What a number follows from by itself is not kept as a statement.
void forgetAutomatic(std::optional<double>& stated, double automatic)
{
    if (stated && std::abs(*stated - automatic) <= 1e-12 * std::abs(automatic))
        stated.reset();
}

void deriveWidths(BlockConfig& block, Index dModel, const Statements& statements, int layer)
{
    const Index baseModel = indexOr(statements.baseAt("sizes.d_model", 0), dModel);
    const Index baseHeads = indexOr(statements.baseAt("sizes.heads", layer), block.heads);
    const bool widthChanged = baseModel != dModel;

    const Json dHead
        = statedOrDerived(statements, "sizes.d_head", layer, baseModel / baseHeads, widthChanged || baseHeads != block.heads);
    block.dHead = indexOr(dHead, std::max<Index>(1, dModel / block.heads));

    block.dFf = indexOr(statedOrDerived(statements, "sizes.d_ff", layer, 4 * baseModel, widthChanged), 4 * dModel);
}

void deriveSharing(BlockConfig& block, const Statements& statements, int layer)
{
    const Json givenKind = statements.givenAt("attention.kind", layer),
               givenKvHeads = statements.givenAt("sizes.kv_heads", layer);
    const Json baseKv = statements.baseAt("sizes.kv_heads", layer);
    const Index baseHeads = indexOr(statements.baseAt("sizes.heads", layer), block.heads);
    Json baseKind = statements.baseAt("attention.kind", layer);
    if (baseKind.is_null() && !baseKv.is_null())
        baseKind = std::string(infoOf(sharingOf(baseHeads, baseKv.get<Index>())).id);

    // A number of key/value heads says the kind; a kind that changes, or heads that change, say the number anew.
    if (givenKind.is_null() && !givenKvHeads.is_null())
        block.sharing = sharingOf(block.heads, givenKvHeads.get<Index>());
    else if (givenKind.is_null() && baseKind.is_string())
        block.sharing = *findKind<HeadSharing>(baseKind.get<std::string>());
    Reader{statements, layer}.parameters(block.sharing);
    Index kv = indexOr(givenKvHeads, 0);
    const bool baseCounts = givenKind.is_null() || givenKind == baseKind;
    if (kv == 0 && baseCounts && !baseKv.is_null()) {
        kv = baseKv.get<Index>();
        if (baseHeads != block.heads && (kvHeadsOf(block.sharing, block.heads, kv) != kv || block.heads % kv != 0))
            kv = 0;
    }

    block.kvHeads = kvHeadsOf(block.sharing, block.heads, kv);
    if (kv != 0 && block.kvHeads != kv)
        refuseContradiction("sizes.kv_heads", fmt::format("{} for attention.kind={}", block.kvHeads, infoOf(block.sharing).id),
            std::to_string(kv));
}

/// A stated scale that is the automatic one is the automatic one.
void deriveScale(BlockConfig& block, const Statements& statements, int layer)
{
    block.scoreScale.reset();
    const Json scale = statements.at("score.scale", layer);
    if (scale.is_number() && scale.get<double>() != block.scale())
        block.scoreScale = scale.get<double>();
}

// --- Masks --------------------------------------------------------------------------------------------------------------

AttentionMask fullMask(Topology topology)
{
    switch (topology) {
    case Topology::Encoder:
        return Bidirectional{};
    case Topology::PrefixDecoder:
        return PrefixMask{};
    default:
        return Causal{};
    }
}

bool hasWindow(const AttentionMask& mask)
{
    return std::visit([](const auto& m) { return requires { m.window; }; }, mask);
}

AttentionMask scheduledMask(const std::string& schedule, Topology topology, const Json& kind, int layer)
{
    if (schedule[std::size_t(layer) % schedule.size()] == 'f')
        return topology == Topology::Encoder ? AttentionMask(Bidirectional{}) : AttentionMask(Causal{});
    const AttentionMask windowed = kind.is_string() ? *findKind<AttentionMask>(kind.get<std::string>()) : SlidingWindow{};
    if (!hasWindow(windowed))
        refuseContradiction(
            "mask.kind", fmt::format("{} for mask.schedule={}", SlidingWindow::info.id, schedule), kind.get<std::string>());
    return windowed;
}

Topology baseTopology(const Statements& statements)
{
    const Json word = statements.baseAt("topology", 0);
    const auto found
        = std::find(std::begin(topologyWords), std::end(topologyWords), word.is_string() ? word.get<std::string>() : "");
    return found == std::end(topologyWords) ? Topology::CausalDecoder : Topology(found - std::begin(topologyWords));
}

void deriveMask(BlockConfig& block, Topology topology, const Statements& statements, int layer)
{
    const Json givenSchedule = statements.givenAt("mask.schedule", 0), givenKind = statements.givenAt("mask.kind", layer);
    const Json baseSchedule = statements.baseAt("mask.schedule", 0), baseKind = statements.baseAt("mask.kind", layer);

    if (givenSchedule.is_string())
        block.mask = scheduledMask(givenSchedule.get<std::string>(), topology, givenKind, layer);
    else if (givenKind.is_null() && baseSchedule.is_string())
        block.mask = scheduledMask(baseSchedule.get<std::string>(), topology, {}, layer);
    else if (givenKind.is_null() && baseKind.is_null())
        block.mask = fullMask(topology);
    else if (givenKind.is_null()) {
        // The full mask of the topology that the model had becomes that of the topology that was said.
        const Topology before = baseTopology(statements);
        if (before != topology && baseKind == Json(infoOf(fullMask(before)).id))
            block.mask = fullMask(topology);
    }

    Reader{statements, layer}.parameters(block.mask);
    std::visit(
        [&](auto& mask) {
            if constexpr (requires { mask.symmetric; })
                mask.symmetric = topology == Topology::Encoder;
            if constexpr (requires { mask.cells; })
                if (mask.cells.empty())
                    throw Error({ErrorKind::Usage, {}, "mask.painted", CUTAWAY_TR("a painted mask needs its cells"),
                        "mask.painted=FILE.json, an array of rows of 0 and 1", "nothing"});
        },
        block.mask);
}

// --- Positions and placements -------------------------------------------------------------------------------------------

void derivePosition(BlockConfig& block, const ModelConfig& config, const Statements& statements, int layer)
{
    settle(block.position, config.context);
    if (bool* bidirectional = directionsOf(block.position)) {
        // An encoder looks both ways; what the model stated of its own topology gives way when the topology changes.
        const bool before = baseTopology(statements) == Topology::Encoder, now = config.topology == Topology::Encoder;
        const Json said = statements.givenAt("t5.bidirectional", layer), base = statements.baseAt("t5.bidirectional", layer);
        *bidirectional = said.is_boolean()              ? said.get<bool>()
            : base.is_boolean() && base != Json(before) ? base.get<bool>()
                                                        : now;
    }
}

struct StackDepth
{
    DeepStack stack;
    Index encoderLayers, layers;
};

/// α and β of DeepNorm: the paper's by the depth, unless said otherwise.
void deriveDeepNorm(BlockConfig& block, const StackDepth& depth, const Statements& statements, int layer)
{
    const auto [stack, encoderLayers, layers] = depth;
    // A block of another placement is the same at any depth: what was computed of it stays valid when layers go.
    block.paperFactors = DeepFactors();
    if (!hasDeepFactors(block.placement))
        return;
    block.paperFactors = paperFactors(stack, double(encoderLayers), double(layers));
    const double baseLayers = double(indexOr(statements.baseAt("sizes.layers", 0), layers));
    const DeepFactors before
        = paperFactors(stack, double(indexOr(statements.baseAt("sizes.encoder_layers", 0), Index(baseLayers))), baseLayers);
    std::visit(
        [&](auto& deep) {
            if constexpr (requires { deep.factors(before); }) {
                forgetAutomatic(deep.alpha, block.paperFactors.alpha);
                forgetAutomatic(deep.beta, block.paperFactors.beta);
                if (statements.givenAt("norm.deep_alpha", layer).is_null())
                    forgetAutomatic(deep.alpha, before.alpha);
                if (statements.givenAt("norm.deep_beta", layer).is_null())
                    forgetAutomatic(deep.beta, before.beta);
            }
        },
        block.placement);
}

// --- The encoder of two stacks ------------------------------------------------------------------------------------------

/// The decoder's first layer with the encoder's sizes, seeing everything.
BlockConfig encoderBlock(const ModelConfig& config, const Statements& statements)
{
    BlockConfig block = config.blocks.front();
    const Index heads = indexOr(statements.at("sizes.encoder_heads"), block.heads);
    if (heads != block.heads) {
        const bool fillsTheStream = block.heads * block.dHead == config.dModel && config.dModel % heads == 0;
        block.dHead = fillsTheStream ? config.dModel / heads : block.dHead;
        const bool keepsKv = choosesKvHeads(block.sharing) && heads % block.kvHeads == 0;
        block.kvHeads = kvHeadsOf(block.sharing, heads, keepsKv ? block.kvHeads : 0);
        block.heads = heads;
    }
    block.dFf = indexOr(statements.at("sizes.encoder_d_ff"), block.dFf);
    block.mask = Bidirectional{};
    if (bool* bidirectional = directionsOf(block.position))
        *bidirectional = true;
    return block;
}

/// The decoder's multiplier unless said; one that only was the decoder's follows it.
double encoderEmbeddingScale(const ModelConfig& config, const Statements& statements)
{
    const std::string key = "block.encoder_embedding_scale";
    const Json said = statements.givenAt(key, 0), base = statements.baseAt(key, 0);
    const Json ofDecoder = statements.baseAt("block.embedding_scale", 0);
    const bool onlyFollows = base == (ofDecoder.is_null() ? Json(1.0) : ofDecoder);
    const Json stated = said.is_null() && !onlyFollows ? base : said;
    return stated.is_null() ? config.embeddingScale : stated.get<double>();
}

void deriveEncoder(ModelConfig& config, const Statements& statements)
{
    config.encoderEmbeddingScale = encoderEmbeddingScale(config, statements);
    const Index layers = indexOr(statements.at("sizes.encoder_layers"), config.layers());
    config.encoderBlocks.assign(std::size_t(layers), encoderBlock(config, statements));
    const DeepStack stack = DeepStack::EncoderOfTwo;
    for (BlockConfig& block : config.encoderBlocks)
        deriveDeepNorm(block, {stack, layers, config.layers()}, statements, 0);
}

// --- The whole model ----------------------------------------------------------------------------------------------------

/// A stream that no norm is on needs one before the output.
bool automaticFinalNorm(const NormPlacement& placement)
{
    const NormPlaces places = placesOf(placement);
    return (places.beforeBranch || places.onBranch) && !places.onStream;
}

bool finalNorm(const ModelConfig& config, const Statements& statements)
{
    const int last = int(config.layers()) - 1;
    const bool automatic = automaticFinalNorm(config.block(last).placement);
    if (const Json said = statements.givenAt("norm.final", 0); !said.is_null())
        return said.is_boolean() ? said.get<bool>() : automatic;

    const Json base = statements.baseAt("norm.final", 0);
    if (!base.is_boolean())
        return automatic;
    NormPlacement before;
    if (const Json placement = statements.baseAt("norm.placement", last); placement.is_string())
        before = *findKind<NormPlacement>(placement.get<std::string>());
    return base.get<bool>() == automaticFinalNorm(before) ? automatic : base.get<bool>();
}

} // namespace

ModelConfig resolve(const Choices& base, const Choices& said)
{
    const Statements statements{base, said};
    ModelConfig config;
    config.blocks.resize(std::size_t(indexOr(statements.at("sizes.layers"), 2)));
    for (int layer = 0; layer < int(config.layers()); ++layer) {
        BlockConfig& block = config.blocks[std::size_t(layer)];
        eachChoice(config, block, Reader{statements, layer});
        deriveWidths(block, config.dModel, statements, layer);
        deriveSharing(block, statements, layer);
        deriveMask(block, config.topology, statements, layer);
        derivePosition(block, config, statements, layer);
        const bool isOnly = !config.hasEncoder();
        deriveDeepNorm(block,
            {isOnly ? DeepStack::Only : DeepStack::DecoderOfTwo, indexOr(statements.at("sizes.encoder_layers"), config.layers()),
                config.layers()},
            statements, layer);
        deriveScale(block, statements, layer);
    }
    if (config.hasEncoder())
        deriveEncoder(config, statements);
    config.finalNorm = finalNorm(config, statements);

    validate(config);
    return config;
}

} // namespace core
