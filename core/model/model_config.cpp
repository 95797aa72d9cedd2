#include "core/model/model_config.h"

#include "core/io/shown_text.h"
#include "core/model/choice_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace core {

namespace {

/// Collects the choices of a configuration, layer by layer.
struct Writer
{
    const ModelConfig& model;
    Choices choices;                    // of the model
    std::map<std::string, Json> layers; // of the blocks: one value per layer, null where the key is not in use
    Index layer = 0;

    template <class T>
    static Json jsonOf(const ParamInfo& info, const T& value)
    {
        if constexpr (std::is_enum_v<T>)
            return std::string(info.words[std::size_t(value)]);
        else if constexpr (std::is_same_v<T, Index>)
            return std::int64_t(value);
        else if constexpr (std::is_same_v<T, std::optional<double>>)
            return value ? Json(*value) : Json(std::string(info.words.front()));
        else if constexpr (std::is_same_v<T, std::vector<double>>)
            return value.empty() && !info.words.empty() ? Json(std::string(info.words.front())) : Json(value);
        else if constexpr (std::is_same_v<T, BoolTable>)
            return core::jsonOf(value);
        else
            return value;
    }

    void write(std::string_view id, Json value)
    {
        Json& values = layers[std::string(id)];
        if (values.is_null())
            values = Json(std::size_t(model.layers()), Json());
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
        eachParam(kind, [&]<class T>(const ParamInfo& info, T& value) {
            if constexpr (isFamily<T>)
                family(info.id, info.label, value);
            else if constexpr (std::is_same_v<T, std::vector<double>>) {
                if (!value.empty() || !info.words.empty()) // an empty list is not said
                    ofBlock(info, value);
            } else if constexpr (std::is_same_v<T, Index>)
                ofBlock(info, info.id == "rope.original_context" && value == 0 ? model.context : value);
            else if (info.id == "norm.deep_alpha")
                write(info.id, model.block(layer).deepFactors().alpha);
            else if (info.id == "norm.deep_beta")
                write(info.id, model.block(layer).deepFactors().beta);
            else
                ofBlock(info, value);
        });
    }
    void said(const ParamInfo& info, ChoiceType)
    {
        if (info.id == "score.scale")
            write(info.id, model.block(layer).scale());
        else if (info.id == "sizes.layers")
            choices.set("sizes.layers", std::int64_t(model.layers()));
        else if (info.id == "sizes.encoder_layers" && model.hasEncoder())
            choices.set(std::string(info.id), std::int64_t(model.encoderBlocks.size()));
        else if (info.id == "sizes.encoder_heads" && model.hasEncoder())
            choices.set(std::string(info.id), std::int64_t(model.encoderBlocks.front().heads));
        else if (info.id == "sizes.encoder_d_ff" && model.hasEncoder())
            choices.set(std::string(info.id), std::int64_t(model.encoderBlocks.front().dFf));
        else if (info.id == "block.encoder_embedding_scale" && model.hasEncoder())
            choices.set(std::string(info.id), model.encoderEmbeddingScale);
        else if (info.id == "norm.final")
            choices.set("norm.final", model.finalNorm);
        else if (info.id == "weights")
            choices.set("weights", "keep");
        // mask.schedule is in mask.kind, layer by layer
    }
};

/// Refuses sizes and parameters outside the bounds of the list of choices.
struct BoundsCheck
{
    template <class T>
    void check(const ParamInfo& info, const T& value)
    {
        const auto checkOne = [&](auto number) {
            if (info.min < info.max && !(double(number) >= info.min && double(number) <= info.max))
                throw Error({ErrorKind::Usage, {}, std::string(info.id), CUTAWAY_TR("not a legal value"),
                    fmt::format("{}–{}", info.min, info.max), fmt::format("{}", number)});
        };
        if constexpr (std::is_same_v<T, std::optional<double>>) {
            if (value)
                checkOne(*value);
        } else if constexpr (std::is_same_v<T, std::vector<double>>)
            std::for_each(value.begin(), value.end(), checkOne);
        else if constexpr (std::is_same_v<T, Index> || std::is_same_v<T, double> || std::is_same_v<T, std::uint64_t>)
            checkOne(value);
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
        eachParam(kind, [&]<class T>(const ParamInfo& info, T& value) {
            if constexpr (isFamily<T>)
                family(info.id, info.label, value);
            else
                check(info, value);
        });
    }
    void said(const ParamInfo&, ChoiceType) { }
};

/// "1, 2, 3, 6"
template <class Family, class Legal>
std::string legalKinds(const Legal& isLegal)
{
    std::vector<std::string> legal;
    for (const Family& kind : FamilyTraits<Family>::defaults())
        if (isLegal(kind))
            legal.emplace_back(infoOf(kind).id);
    return joinedWords(legal);
}

/// "block.layout=x with norm.placement=y"
template <class A, class B>
std::string bothOf(const char* keyA, const A& a, const char* keyB, const B& b)
{
    return fmt::format("{}={} with {}={}", keyA, infoOf(a).id, keyB, infoOf(b).id);
}

void validateBlock(const BlockConfig& block, Index dModel, Topology topology)
{
    if (block.heads % block.kvHeads != 0)
        refuseChoice(
            "sizes.kv_heads", CUTAWAY_TR("does not divide the heads"), divisorsOf(block.heads), std::to_string(block.kvHeads));

    if (isParallel(block.layout) && placesOf(block.placement).onStream)
        refuseChoice("block.layout", CUTAWAY_TR("a parallel block has no norm on the stream"),
            "norm.placement " + legalKinds<NormPlacement>([](const auto& kind) { return !placesOf(kind).onStream; })
                + ", or block.layout sequential",
            bothOf("block.layout", block.layout, "norm.placement", block.placement));
    if (sharesNorm(block.layout) && !placesOf(block.placement).beforeBranch && placesOf(block.placement).onBranch)
        refuseChoice("block.layout", CUTAWAY_TR("there is no norm before the branches to share"),
            "block.layout sequential, parallel_two_norms",
            bothOf("block.layout", block.layout, "norm.placement", block.placement));
    if (isParallel(block.layout) && topology == Topology::EncoderDecoder)
        refuseChoice("block.layout", CUTAWAY_TR("a block with cross-attention is not parallel"), "sequential",
            std::string(infoOf(block.layout).id));

    if (isLatent(block.sharing) && topology == Topology::EncoderDecoder)
        refuseChoice("attention.kind", CUTAWAY_TR("latent attention has no cross-attention"),
            legalKinds<HeadSharing>([](const auto& kind) { return !isLatent(kind); }), "latent");
    if (isLatent(block.sharing) && !suitsLatent(block.position))
        refuseChoice("position.kind", CUTAWAY_TR("latent attention knows only rotated positions or none"),
            legalKinds<PositionEncoding>([](const auto& kind) { return suitsLatent(kind); }),
            std::string(infoOf(block.position).id));
    if (isLatent(block.sharing) && block.qkNorm != QkNorm::None && block.qkNormAfterRope)
        refuseChoice("score.qk_norm_after_rope", CUTAWAY_TR("latent attention norms before it rotates"), "false", "true");
    const BlockSizes sizes{dModel, block.heads, block.dHead, turningWidth(block.sharing)};
    checkKind(block.position, sizes);
    checkKind(block.feedForward, sizes);
    checkKind(block.mixer, sizes);
}

} // namespace

Norm ModelConfig::normAfter(const std::vector<BlockConfig>& stack) const
{
    Norm norm = stack.back().norm;
    std::visit(
        [&](auto& kind) {
            if constexpr (requires { kind.eps; })
                kind.eps = finalEps > 0.0 ? finalEps : kind.eps;
        },
        norm);
    return norm;
}

bool ModelConfig::generates() const
{
    const bool leaks = std::any_of(
        blocks.begin(), blocks.end(), [](const BlockConfig& block) { return (infoOf(block.norm).nature & MixesTokens) != 0; });
    return topology != Topology::Encoder && outputHead != OutputHead::None && !leaks;
}

void validate(const ModelConfig& config)
{
    if (config.blocks.empty() || config.layers() > 2048)
        refuseChoice("sizes.layers", CUTAWAY_TR("not a legal value"), "1–2048", std::to_string(config.layers()));
    ModelConfig model = config;
    for (std::vector<BlockConfig>* stack : {&model.blocks, &model.encoderBlocks})
        for (BlockConfig& block : *stack) {
            eachChoice(model, block, BoundsCheck());
            validateBlock(block, config.dModel, config.topology);
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
