// Mamba, Falcon-Mamba, Mamba-2, and Jamba, which mixes in attention layers and mixtures of experts.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

constexpr Index anyLength = 1 << 20; // no position has a number

ConfigKey said(const char* choice, Json value) { return {choice, {}, {}, otherwise(std::move(value))}; }
ConfigKey sizeOf(const char* choice, const char* name, double max, Index value)
{
    return {choice, {name}, integer(max), otherwise(value)};
}

/// Names of a state space under this place.
Names stateSpaceNames(const std::string& place)
{
    return {{"blocks.N.mixer.in", place + "in_proj"}, {"blocks.N.mixer.conv", place + "conv1d", false, Part::Whole, true},
        {"blocks.N.mixer.conv.bias", place + "conv1d.bias", false, Part::Whole, true, false, true},
        {"blocks.N.mixer.x", place + "x_proj"}, {"blocks.N.mixer.dt", place + "dt_proj"},
        {"blocks.N.mixer.a_log.weight", place + "A_log"}, {"blocks.N.mixer.d.weight", place + "D"},
        {"blocks.N.mixer.out", place + "out_proj"}, {"blocks.N.mixer.dt.bias", place + "dt_bias"},
        {"blocks.N.mixer.norm", place + "norm"}, {"blocks.N.mixer.dt_norm", place + "dt_layernorm"},
        {"blocks.N.mixer.b_norm", place + "b_layernorm"}, {"blocks.N.mixer.c_norm", place + "c_layernorm"}};
}

/// The rank of the step: an integer, or "auto" for ⌈d_model / 16⌉.
void readRank(FamilyReading& reading, const std::string& key)
{
    const std::optional<Json> value = reading.config.value(key);
    if (value && *value != "auto")
        reading.choices.set("mixer.dt_rank", wholeNumber(reading, key, 1, Index(dModelCap)).value_or(0));
}

/// intermediate_size where the file says it, else expand · d_model.
void readInnerWidth(FamilyReading& reading)
{
    const Index expand = wholeNumber(reading, "expand", 1, 64).value_or(2);
    const Index width = wholeNumber(reading, "intermediate_size", 1, 1 << 20).value_or(expand * reading.size("sizes.d_model"));
    reading.choices.set("mixer.d_inner", width);
    readRank(reading, "time_step_rank");
}

/// A bound of the step; nothing where it is infinite: the bare word, null, or as transformers 5 writes it.
std::optional<double> boundOf(const Json& value)
{
    if (value.is_number())
        return value.get<double>();
    return {};
}

/// time_step_limit [least, largest], and the width that heads share out.
void readMamba2(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const Index expand = wholeNumber(reading, "expand", 1, 64).value_or(2);
    const Index width = expand * reading.size("sizes.d_model"), heads = reading.size("sizes.heads");
    if (heads * reading.size("sizes.d_head") != width)
        config.refuse("head_dim", CUTAWAY_TR("heads do not fill the inner width"), std::to_string(width) + " / num_heads",
            reading.size("sizes.d_head"));
    const Json limits = config.value("time_step_limit").value_or(Json{0.0, nullptr});
    const Json infinite = {{"__float__", "Infinity"}};
    const bool isPair = limits.is_array() && limits.size() == 2 && limits[0].is_number() && limits[0] >= Json(0)
        && (limits[1].is_null() || limits[1] == infinityWord || limits[1] == infinite
            || (limits[1].is_number() && limits[1] > Json(0)));
    if (!isPair)
        config.refuse("time_step_limit", CUTAWAY_TR("not a range of steps"), "two numbers, 0 or more", limits);
    reading.choices.set("mixer.dt_min", limits[0]);
    if (const std::optional<double> largest = boundOf(limits[1]))
        reading.choices.set("mixer.dt_max", *largest);
}

Family mambaLike(const char* id, const char* architecture, Keys keys, Fixed fixed, std::vector<Finish> finish)
{
    return {.id = id,
        .architecture = architecture,
        .fixed = with(
            {{"topology", "causal_decoder"}, {"norm.kind", "rms_norm"}, {"norm.placement", "pre"}, {"block.layout", "sequential"},
                {"position.kind", "none"}, {"feed_forward.kind", "none"}, {"sizes.context", anyLength}},
            std::move(fixed)),
        .keys = with(
            {sizeOf("sizes.layers", "num_hidden_layers", layersCap, 32), sizeOf("sizes.d_model", "hidden_size", dModelCap, 768),
                said("sizes.heads", 1), said("sizes.kv_heads", 1), said("sizes.d_head", 1),
                sizeOf("sizes.vocab", "vocab_size", vocabularyCap, 50280), sizeOf("mixer.d_state", "state_size", 4096, 16),
                sizeOf("mixer.d_conv", "conv_kernel", 1024, 4), {"mixer.bias", {"use_bias"}, boolean, otherwise(false)},
                {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)}},
            std::move(keys)),
        .requirements = {{"hidden_act", "silu"}},
        .prefixes = {"backbone.", "", "model."},
        .tensors = with({{"embed", "embeddings"}, {"embed", "embed_tokens"}, {"blocks.N.ln1", "layers.N.norm"},
                            {"ln_final", "norm_f"}, {"unembed", "lm_head"}},
            stateSpaceNames("layers.N.mixer.")),
        .finish = std::move(finish)};
}

/// Attention each attn_layer_period-th layer from attn_layer_offset on, experts likewise.
void readJamba(FamilyReading& reading)
{
    const auto isAt = [&](const std::string& what, Index period, Index offset) {
        const Index every = wholeNumber(reading, what + "_layer_period", 1, Index(layersCap)).value_or(period);
        const Index first = wholeNumber(reading, what + "_layer_offset", 0, every - 1).value_or(offset);
        return [every, first](Index layer) { return layer % every == first; };
    };
    const auto attends = isAt("attn", 8, 4), isMixture = isAt("expert", 2, 1);
    setLayers(reading, "mixer.kind", [&](Index layer) { return Json(attends(layer) ? "attention" : "selective_ssm"); });
    const bool hasExperts = reading.size("mixture.experts") > 1;
    setMixtures(reading, [&](Index layer) { return hasExperts && isMixture(layer); });
    const Index expand = wholeNumber(reading, "mamba_expand", 1, 64).value_or(2);
    reading.choices.set("mixer.d_inner", expand * reading.size("sizes.d_model"));
    reading.choices.set("mixer.inner_eps", reading.choices.value("norm.eps"));
    const bool statesRank = reading.config.value("mamba_dt_rank").has_value();
    reading.choices.set("mixer.dt_rank", statesRank ? 0 : 256);
    readRank(reading, "mamba_dt_rank");
    flag(reading, "mamba_conv_bias", true); // the tensors show it: a folder without stores none
}

Family jamba()
{
    Family family = llamaLike("jamba", "JambaForCausalLM", {.kvHeads = 8, .dFf = 14336, .vocabulary = 65536, .context = 262144},
        {{"position.kind", "none"}, {"mixture.routing", "softmax_then_top_k"}, {"mixer.inner_norm", "rms"}},
        {sizeOf("mixture.experts", "num_experts", expertsCap, 16), sizeOf("mixture.top_k", "num_experts_per_tok", expertsCap, 2),
            sizeOf("mixer.d_state", "mamba_d_state", 4096, 16), sizeOf("mixer.d_conv", "mamba_d_conv", 1024, 4),
            {"mixer.bias", {"mamba_proj_bias"}, boolean, otherwise(false)}},
        with(with(expertNames("feed_forward", {.router = "router"}), stateSpaceNames("layers.N.mamba.")),
            {{"blocks.N.ln2", "layers.N.pre_ff_layernorm"}, {"blocks.N.mlp.gate", "layers.N.feed_forward.gate_proj"},
                {"blocks.N.mlp.up", "layers.N.feed_forward.up_proj"}, {"blocks.N.mlp.down", "layers.N.feed_forward.down_proj"},
                {"ln_final", "final_layernorm"}}),
        {readJamba});
    family.requirements = {{"hidden_act", "silu"}};
    return family;
}

} // namespace

std::vector<Family> stateSpaceFamilies()
{
    return {
        mambaLike("mamba", "MambaForCausalLM", {}, {{"mixer.kind", "selective_ssm"}}, {readInnerWidth}),
        mambaLike("falcon_mamba", "FalconMambaForCausalLM", {{"mixer.inner_eps", {"mixer_rms_eps"}, epsilon, otherwise(1e-6)}},
            {{"mixer.kind", "selective_ssm"}, {"mixer.inner_norm", "rms_no_gain"}}, {readInnerWidth}),
        mambaLike("mamba2", "Mamba2ForCausalLM",
            {sizeOf("sizes.layers", "num_hidden_layers", layersCap, 64), sizeOf("sizes.d_model", "hidden_size", dModelCap, 4096),
                sizeOf("sizes.heads", "num_heads", headsCap, 128), {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                sizeOf("sizes.d_head", "head_dim", dHeadCap, 64), sizeOf("sizes.vocab", "vocab_size", vocabularyCap, 32768),
                sizeOf("mixer.d_state", "state_size", 4096, 128), sizeOf("mixer.groups", "n_groups", 4096, 8),
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(false)}},
            {{"mixer.kind", "state_space_dual"}}, {readMamba2}),
        jamba(),
    };
}

} // namespace core
