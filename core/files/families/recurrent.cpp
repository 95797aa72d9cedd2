// RecurrentGemma (Griffin) and RWKV-4.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"
#include "core/files/formats/stored_numbers.h"

#include <bit>
#include <cmath>

namespace core {

namespace {

using namespace table;

/// Nearest bfloat16, ties to even.
double asBfloat16(double value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(float(value));
    return double(bfloat16ToFloat(std::uint16_t((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16)));
}

/// Which layers attend: `block_types` over and over. The width of a head is never said, half of intermediate_size is used,
/// and √d_model is a bfloat16 number.
void readGriffin(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const Json types = config.value("block_types").value_or(Json{"recurrent", "recurrent", "attention"});
    const bool isList = types.is_array() && !types.empty();
    for (const Json& type : isList ? types : Json::array({types}))
        if (!isList || (type != "recurrent" && type != "attention"))
            config.refuse("block_types", CUTAWAY_TR("this kind of layer is not supported"), "recurrent, attention", type);
    setLayers(reading, "mixer.kind", [&](Index layer) {
        return Json(types[std::size_t(layer) % types.size()] == "attention" ? "attention" : "gated_recurrence");
    });
    reading.choices.set("sizes.d_ff", wholeNumber(reading, "intermediate_size", 2, Index(dFfCap)).value_or(7680) / 2);
    const Index width = reading.size("sizes.d_model");
    reading.choices.set("mixer.d_inner", wholeNumber(reading, "lru_width", 1, 1 << 20).value_or(width));
    reading.choices.set("block.embedding_scale", asBfloat16(std::sqrt(double(width))));
}

Family griffin()
{
    const std::string at = "layers.N.temporal_block.", lru = at + "rg_lru.", mixer = "blocks.N.mixer.";
    Family family = llamaLike("recurrent_gemma", "RecurrentGemmaForCausalLM",
        {.layers = 26, .dModel = 2560, .heads = 10, .vocabulary = 256000, .context = 1 << 20, .isTied = true},
        {{"norm.gain", "one_plus_weight"}, {"bias.attention_output", true}, {"bias.feed_forward", true}},
        {{"sizes.d_ff", {}, {}, unsaid}, {"bias.attention", {"attention_bias"}, boolean, otherwise(false)},
            {"activation.kind", {"hidden_activation"}, activation, otherwise("gelu_tanh")},
            {"mixer.d_conv", {"conv1d_width"}, integer(1024), otherwise(4)},
            {"output.soft_cap", {"logits_soft_cap"}, positive, otherwise(30.0)}},
        {{"blocks.N.ln1", "layers.N.temporal_pre_norm"}, {"blocks.N.ln2", "layers.N.channel_pre_norm"},
            {"blocks.N.attn.q", at + "q_proj"}, {"blocks.N.attn.k", at + "k_proj"}, {"blocks.N.attn.v", at + "v_proj"},
            {"blocks.N.attn.o", at + "o_proj"}, {mixer + "x", at + "linear_x"}, {mixer + "y", at + "linear_y"},
            {mixer + "out", at + "linear_out"}, {mixer + "conv", at + "conv_1d", false, Part::Whole, true},
            {mixer + "lambda.weight", lru + "recurrent_param"},
            {mixer + "input_gate.weight", lru + "input_gate_weight", false, Part::Whole, true},
            {mixer + "input_gate.bias", lru + "input_gate_bias", false, Part::Whole, true},
            {mixer + "recurrent_gate.weight", lru + "recurrent_gate_weight", false, Part::Whole, true},
            {mixer + "recurrent_gate.bias", lru + "recurrent_gate_bias", false, Part::Whole, true},
            {"blocks.N.mlp.gate", "layers.N.mlp_block.gate_proj"}, {"blocks.N.mlp.up", "layers.N.mlp_block.up_proj"},
            {"blocks.N.mlp.down", "layers.N.mlp_block.down_proj"}, {"ln_final", "final_norm"}},
        {readGriffin, slidingWindow({.names = {"attention_window_size"}, .window = 2048}), rope({.fraction = 0.5})});
    return family;
}

/// transformers halves stream and weights every so many layers when it first evaluates, against overflow of float16.
void noteHalving(FamilyReading& reading)
{
    const Index every = wholeNumber(reading, "rescale_every", 0, Index(layersCap)).value_or(6);
    if (every > 0 && reading.size("sizes.layers") >= every)
        reading.notes.push_back("the stream is that of the stored weights: transformers halves it every " + std::to_string(every)
            + " layers when it evaluates, which leaves the logits as they are");
}

Family rwkv()
{
    const std::string mix = "blocks.N.attention.time_mix_", shift = "blocks.N.feed_forward.time_mix_";
    const auto one = [](const char* choice) { return ConfigKey{choice, {}, {}, otherwise(1)}; };
    return {.id = "rwkv",
        .architecture = "RwkvForCausalLM",
        .fixed = {{"topology", "causal_decoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"},
            {"norm.embedding", true}, {"norm.final_eps", 1e-5}, {"block.layout", "sequential"}, {"position.kind", "none"},
            {"mixer.kind", "linear_recurrence"}, {"feed_forward.kind", "channel_mix"}, {"activation.kind", "relu_squared"}},
        .keys = {{"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(32)},
            {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(4096)}, one("sizes.heads"), one("sizes.kv_heads"),
            one("sizes.d_head"), {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), derived(fourTimesDModel)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(50277)},
            {"sizes.context", {"context_length", "max_position_embeddings"}, integer(contextCap), otherwise(1024)},
            {"mixer.d_inner", {"attention_hidden_size"}, integer(1 << 20),
                derived([](const Choices& choices) { return choices.value("sizes.d_model"); })},
            {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(false)}},
        .prefixes = {"rwkv.", ""},
        .tensors = {{"embed", "embeddings"}, {"ln_embed", "blocks.0.pre_ln"}, {"blocks.N.ln1", "blocks.N.ln1"},
            {"blocks.N.ln2", "blocks.N.ln2"}, {"blocks.N.mixer.decay.weight", "blocks.N.attention.time_decay"},
            {"blocks.N.mixer.first.weight", "blocks.N.attention.time_first"},
            {"blocks.N.mixer.mix_k.weight", mix + "key", false, Part::Whole, true},
            {"blocks.N.mixer.mix_v.weight", mix + "value", false, Part::Whole, true},
            {"blocks.N.mixer.mix_r.weight", mix + "receptance", false, Part::Whole, true},
            {"blocks.N.mixer.k", "blocks.N.attention.key"}, {"blocks.N.mixer.v", "blocks.N.attention.value"},
            {"blocks.N.mixer.r", "blocks.N.attention.receptance"}, {"blocks.N.mixer.o", "blocks.N.attention.output"},
            {"blocks.N.mlp.mix_k.weight", shift + "key", false, Part::Whole, true},
            {"blocks.N.mlp.mix_r.weight", shift + "receptance", false, Part::Whole, true},
            {"blocks.N.mlp.up", "blocks.N.feed_forward.key"}, {"blocks.N.mlp.down", "blocks.N.feed_forward.value"},
            {"blocks.N.mlp.receptance", "blocks.N.feed_forward.receptance"}, {"ln_final", "ln_out"}, {"unembed", "head"}},
        .finish = {noteHalving}};
}

} // namespace

std::vector<Family> recurrentFamilies() { return {griffin(), rwkv()}; }

} // namespace core
