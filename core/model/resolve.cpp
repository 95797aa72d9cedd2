// From what was said to a ModelConfig: reads each key, lets values that were only derived give way, and fills them in anew.

#include "core/model/choice_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace core {

namespace {

/// Two layers of statements: what a person said, over what the model states.
struct Statements
{
    const Choices& base;
    const Choices& said;

    Json saidAt(const std::string& key, int layer) const { return said.value(key, layer); }
    Json baseAt(const std::string& key, int layer) const { return base.value(key, layer); }
    Json at(const std::string& key, int layer = 0) const
    {
        Json value = saidAt(key, layer);
        return value.is_null() ? baseAt(key, layer) : value;
    }
};

Index indexOr(const Json& value, Index otherwise) { return value.is_null() ? otherwise : value.get<Index>(); }

template <class T>
void assign(T& field, const ParamInfo& info, const Json& value)
{
    if constexpr (std::is_enum_v<T>)
        field = T(std::find(info.words.begin(), info.words.end(), value.get<std::string>()) - info.words.begin());
    else
        field = value.get<T>();
}

/// Fills in what is stated for one layer; what nobody states keeps its default.
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
        eachParam(kind, [&](const ParamInfo& info, auto& field) { read(info, field); });
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
    throw Error({ErrorKind::Usage, {}, key, CUTAWAY_TR("contradicts what else was said"), expected, found});
}

/// The stated value, unless it only was what `derivedInBase` gives and something that it follows from has now changed.
Json statedOrDerived(const Statements& statements, const std::string& key, int layer, Index derivedInBase, bool followsChange)
{
    Json value = statements.at(key, layer);
    const bool gaveWay = followsChange && statements.saidAt(key, layer).is_null() && value == Json(derivedInBase);
    return gaveWay ? Json() : value;
}

// --- Sizes of a block ---------------------------------------------------------------------------------------------------

void deriveWidths(BlockConfig& block, Index dModel, const Statements& statements, int layer)
{
    const Index baseModel = indexOr(statements.baseAt("sizes.d_model", 0), dModel);
    const Index baseHeads = indexOr(statements.baseAt("sizes.heads", layer), block.heads);
    const bool widthChanged = baseModel != dModel;

    const Json dHead
        = statedOrDerived(statements, "sizes.d_head", layer, baseModel / baseHeads, widthChanged || baseHeads != block.heads);
    if (dHead.is_null() && dModel % block.heads != 0)
        throw Error({ErrorKind::Usage, {}, "sizes.heads", CUTAWAY_TR("does not divide the width of the stream"),
            fmt::format("a divisor of sizes.d_model={}, or sizes.d_head", dModel), std::to_string(block.heads)});
    block.dHead = indexOr(dHead, dModel / block.heads);

    block.dFf = indexOr(statedOrDerived(statements, "sizes.d_ff", layer, 4 * baseModel, widthChanged), 4 * dModel);
}

void deriveSharing(BlockConfig& block, const Statements& statements, int layer)
{
    const Json saidKind = statements.saidAt("attention.kind", layer), saidKv = statements.saidAt("sizes.kv_heads", layer);
    const Json baseKv = statements.baseAt("sizes.kv_heads", layer);
    const Index baseHeads = indexOr(statements.baseAt("sizes.heads", layer), block.heads);
    Json baseKind = statements.baseAt("attention.kind", layer);
    if (baseKind.is_null() && !baseKv.is_null())
        baseKind = std::string(infoOf(sharingOf(baseHeads, baseKv.get<Index>())).id);

    // A number of key/value heads says the kind; a kind that changes, or heads that change, say the number anew.
    if (saidKind.is_null() && !saidKv.is_null())
        block.sharing = sharingOf(block.heads, saidKv.get<Index>());
    else if (saidKind.is_null() && baseKind.is_string())
        block.sharing = *findKind<HeadSharing>(baseKind.get<std::string>());
    Index kv = indexOr(saidKv, 0);
    const bool baseCounts = saidKind.is_null() || saidKind == baseKind;
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
    return topology == Topology::Encoder ? AttentionMask(Bidirectional{}) : AttentionMask(Causal{});
}

bool hasWindow(const AttentionMask& mask)
{
    return std::visit([](const auto& m) { return requires { m.window; }; }, mask);
}

AttentionMask scheduledMask(const std::string& schedule, Topology topology, const Json& kind, int layer)
{
    if (schedule[std::size_t(layer) % schedule.size()] == 'f')
        return fullMask(topology);
    const AttentionMask windowed = kind.is_string() ? *findKind<AttentionMask>(kind.get<std::string>()) : SlidingWindow{};
    if (!hasWindow(windowed))
        refuseContradiction(
            "mask.kind", fmt::format("{} for mask.schedule={}", SlidingWindow::info.id, schedule), kind.get<std::string>());
    return windowed;
}

void deriveMask(BlockConfig& block, Topology topology, const Statements& statements, int layer)
{
    const Json saidSchedule = statements.saidAt("mask.schedule", 0), saidKind = statements.saidAt("mask.kind", layer);
    const Json baseSchedule = statements.baseAt("mask.schedule", 0), baseKind = statements.baseAt("mask.kind", layer);

    if (saidSchedule.is_string())
        block.mask = scheduledMask(saidSchedule.get<std::string>(), topology, saidKind, layer);
    else if (saidKind.is_null() && baseSchedule.is_string())
        block.mask = scheduledMask(baseSchedule.get<std::string>(), topology, {}, layer);
    else if (saidKind.is_null() && baseKind.is_null())
        block.mask = fullMask(topology);
    else if (saidKind.is_null()) {
        // The full mask of the topology that the model had becomes that of the topology that was said.
        const bool wasEncoder = statements.baseAt("topology", 0) == Json(topologyWords[1]);
        const Topology before = wasEncoder ? Topology::Encoder : Topology::CausalDecoder;
        if (before != topology && baseKind == Json(infoOf(fullMask(before)).id))
            block.mask = fullMask(topology);
    }

    Reader{statements, layer}.parameters(block.mask);
    std::visit(
        [&](auto& mask) {
            if constexpr (requires { mask.symmetric; })
                mask.symmetric = topology == Topology::Encoder;
        },
        block.mask);
}

// --- The whole model ----------------------------------------------------------------------------------------------------

/// A stream that no norm stands on needs one before the output.
bool automaticFinalNorm(const NormPlacement& placement)
{
    const NormPlaces places = placesOf(placement);
    return (places.beforeBranch || places.onBranch) && !places.onStream;
}

bool finalNorm(const ModelConfig& config, const Statements& statements)
{
    const int last = int(config.layers()) - 1;
    const bool automatic = automaticFinalNorm(config.block(last).placement);
    if (const Json said = statements.saidAt("norm.final", 0); !said.is_null())
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
    if (statements.at("weights") == "trained")
        throw Error({ErrorKind::Usage, {}, "weights", CUTAWAY_TR("no bundled weights were trained with these choices"),
            "keep, trained_or_keep", "trained"});

    ModelConfig config;
    config.blocks.resize(std::size_t(indexOr(statements.at("sizes.layers"), 2)));
    for (int layer = 0; layer < int(config.layers()); ++layer) {
        BlockConfig& block = config.blocks[std::size_t(layer)];
        eachChoice(config, block, Reader{statements, layer});
        deriveWidths(block, config.dModel, statements, layer);
        deriveSharing(block, statements, layer);
        deriveScale(block, statements, layer);
        deriveMask(block, config.topology, statements, layer);
    }
    config.finalNorm = finalNorm(config, statements);

    validate(config);
    return config;
}

} // namespace core
