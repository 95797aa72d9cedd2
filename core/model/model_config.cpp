#include "core/model/model_config.h"

#include "core/model/choice_list.h"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

namespace core {

namespace {

/// Collects the choices of a configuration, layer by layer.
struct Writer
{
    const ModelConfig& model;
    Choices choices;                    // of the model
    std::map<std::string, Json> layers; // of the blocks: one value a layer, null where the key is not in use
    Index layer = 0;

    template <class T>
    static Json jsonOf(const ParamInfo& info, const T& value)
    {
        if constexpr (std::is_enum_v<T>)
            return std::string(info.words[std::size_t(value)]);
        else if constexpr (std::is_same_v<T, Index>)
            return std::int64_t(value);
        else
            return value;
    }

    void write(std::string_view id, Json value)
    {
        Json& values = layers.try_emplace(std::string(id), Json(std::size_t(model.layers()), Json())).first->second;
        values[std::size_t(layer)] = std::move(value);
    }

    template <class T>
    void ofModel(const ParamInfo& info, const T& value)
    {
        choices.set(std::string(info.id), jsonOf(info, value));
    }
    template <class T>
    void ofBlock(const ParamInfo& info, const T& value)
    {
        write(info.id, jsonOf(info, value));
    }
    template <class Family>
    void family(std::string_view id, std::string_view, Family& kind)
    {
        write(id, std::string(infoOf(kind).id));
        eachParam(kind, [&](const ParamInfo& info, auto& value) { ofBlock(info, value); });
    }
    void said(const ParamInfo& info, ChoiceType)
    {
        if (info.id == "score.scale")
            write(info.id, model.block(layer).scale());
        else if (info.id == "sizes.layers")
            choices.set("sizes.layers", std::int64_t(model.layers()));
        else if (info.id == "norm.final")
            choices.set("norm.final", model.finalNorm);
        else if (info.id == "weights")
            choices.set("weights", "keep");
        // mask.schedule stands in mask.kind, layer by layer
    }
};

/// Refuses sizes and parameters outside the bounds of the list of choices.
struct BoundsCheck
{
    template <class T>
    void check(const ParamInfo& info, const T& value)
    {
        if constexpr (!std::is_enum_v<T> && !std::is_same_v<T, bool>)
            if (info.min < info.max && !(double(value) >= info.min && double(value) <= info.max))
                throw Error({ErrorKind::Usage, {}, std::string(info.id), CUTAWAY_TR("not a legal value"),
                    fmt::format("{}–{}", info.min, info.max), fmt::format("{}", value)});
    }
    template <class T>
    void ofModel(const ParamInfo& info, T& value)
    {
        check(info, value);
    }
    template <class T>
    void ofBlock(const ParamInfo& info, T& value)
    {
        check(info, value);
    }
    template <class Family>
    void family(std::string_view, std::string_view, Family& kind)
    {
        eachParam(kind, [&](const ParamInfo& info, auto& value) { check(info, value); });
    }
    void said(const ParamInfo&, ChoiceType) { }
};

/// "1, 2, 3, 6"
std::string divisorsOf(Index number)
{
    std::string text;
    for (Index divisor = 1; divisor <= number; ++divisor)
        if (number % divisor == 0)
            text += (text.empty() ? "" : ", ") + std::to_string(divisor);
    return text;
}

void validateBlock(const BlockConfig& block)
{
    if (block.heads % block.kvHeads != 0)
        throw Error({ErrorKind::Usage, {}, "sizes.kv_heads", CUTAWAY_TR("does not divide the heads"), divisorsOf(block.heads),
            std::to_string(block.kvHeads)});

    if (isParallel(block.layout) && placesOf(block.placement).onStream) {
        std::string legal;
        for (const NormPlacement& placement : FamilyTraits<NormPlacement>::defaults())
            if (!placesOf(placement).onStream)
                legal += (legal.empty() ? "" : ", ") + std::string(infoOf(placement).id);
        throw Error({ErrorKind::Usage, {}, "block.layout", CUTAWAY_TR("a parallel block has no norm on the stream"),
            "norm.placement " + legal + ", or block.layout sequential",
            fmt::format("block.layout={} with norm.placement={}", infoOf(block.layout).id, infoOf(block.placement).id)});
    }
}

} // namespace

double BlockConfig::scale() const { return scoreScale ? *scoreScale : 1.0 / std::sqrt(double(dHead)); }

void validate(const ModelConfig& config)
{
    if (config.blocks.empty() || config.layers() > 2048)
        throw Error(
            {ErrorKind::Usage, {}, "sizes.layers", CUTAWAY_TR("not a legal value"), "1–2048", std::to_string(config.layers())});
    ModelConfig model = config;
    for (BlockConfig& block : model.blocks) {
        eachChoice(model, block, BoundsCheck());
        validateBlock(block);
    }
}

Choices describe(const ModelConfig& config)
{
    Writer writer{config, {}, {}};
    ModelConfig model = config;
    for (BlockConfig& block : model.blocks) {
        eachChoice(model, block, writer);
        ++writer.layer;
    }
    for (const auto& [key, values] : writer.layers)
        writer.choices.setLayers(key, values);
    return writer.choices;
}

} // namespace core
