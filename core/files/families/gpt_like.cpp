// Decoders of GPT-2's plan and names: OpenAI's first models, GPT-Neo, StarCoder; and GPT-J and CodeGen, which are parallel and
// turn. Defaults of absent keys are those of the classes of transformers 5.23.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

struct GptSizes
{
    Index layers = 12, dModel = 768, heads = 12, vocabulary = 50257, context = 1024;
    const char* activation = "gelu_tanh";
    bool isTied = true;
};

Keys gptKeys(const GptSizes& s)
{
    return {
        {"sizes.layers", {"n_layer", "num_hidden_layers"}, integer(layersCap), otherwise(s.layers)},
        {"sizes.d_model", {"n_embd", "hidden_size"}, integer(dModelCap), otherwise(s.dModel)},
        {"sizes.heads", {"n_head", "num_attention_heads"}, integer(headsCap), otherwise(s.heads)},
        {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
        {"sizes.d_ff", {"n_inner"}, integer(dFfCap), derived(fourTimesDModel)},
        {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(s.vocabulary)},
        {"sizes.context", {"n_positions", "max_position_embeddings"}, integer(contextCap), otherwise(s.context)},
        {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
        {"activation.kind", {"activation_function"}, activation, otherwise(s.activation)},
        {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(s.isTied)},
    };
}

const Fixed gptChoices = {{"topology", "causal_decoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"},
    {"block.layout", "sequential"}, {"position.kind", "learned"}, {"mask.kind", "causal"}, {"feed_forward.kind", "plain"},
    {"bias.attention", true}, {"bias.attention_output", true}, {"bias.feed_forward", true}, {"bias.output", false}};
/// GPT-J: one norm for both branches, rotary positions, no biases in attention.
const Fixed gptjChoices = with(gptChoices,
    {{"block.layout", "parallel_shared_norm"}, {"position.kind", "rope"}, {"rope.pairing", "interleaved"},
        {"bias.attention", false}, {"bias.attention_output", false}, {"bias.output", true}});

const Names gptNames = {
    {"embed", "wte"},
    {"pos_embed", "wpe"},
    {"blocks.N.ln1", "h.N.ln_1"},
    {"blocks.N.attn.q", "h.N.attn.c_attn", true, Part::Q},
    {"blocks.N.attn.k", "h.N.attn.c_attn", true, Part::K},
    {"blocks.N.attn.v", "h.N.attn.c_attn", true, Part::V},
    {"blocks.N.attn.o", "h.N.attn.c_proj", true},
    {"blocks.N.ln2", "h.N.ln_2"},
    {"blocks.N.mlp.up", "h.N.mlp.c_fc", true},
    {"blocks.N.mlp.down", "h.N.mlp.c_proj", true},
    {"ln_final", "ln_f"},
    {"unembed", "lm_head"},
};
/// Matrices are [out, in] in the families below.
const Names bigCodeNames = {
    {"embed", "wte"},
    {"pos_embed", "wpe"},
    {"blocks.N.ln1", "h.N.ln_1"},
    {"blocks.N.attn.q", "h.N.attn.c_attn", false, Part::GroupQ}, // of one group: all q, k, v
    {"blocks.N.attn.k", "h.N.attn.c_attn", false, Part::GroupK},
    {"blocks.N.attn.v", "h.N.attn.c_attn", false, Part::GroupV},
    {"blocks.N.attn.o", "h.N.attn.c_proj"},
    {"blocks.N.ln2", "h.N.ln_2"},
    {"blocks.N.mlp.up", "h.N.mlp.c_fc"},
    {"blocks.N.mlp.down", "h.N.mlp.c_proj"},
    {"ln_final", "ln_f"},
    {"unembed", "lm_head"},
};
const Names gptNeoNames = {
    {"blocks.N.attn.q", "h.N.attn.attention.q_proj"},
    {"blocks.N.attn.k", "h.N.attn.attention.k_proj"},
    {"blocks.N.attn.v", "h.N.attn.attention.v_proj"},
    {"blocks.N.attn.o", "h.N.attn.attention.out_proj"},
};
const Names gptjNames = {
    {"embed", "wte"},
    {"blocks.N.ln1", "h.N.ln_1"},
    {"blocks.N.attn.q", "h.N.attn.q_proj"},
    {"blocks.N.attn.k", "h.N.attn.k_proj"},
    {"blocks.N.attn.v", "h.N.attn.v_proj"},
    {"blocks.N.attn.o", "h.N.attn.out_proj"},
    {"blocks.N.mlp.up", "h.N.mlp.fc_in"},
    {"blocks.N.mlp.down", "h.N.mlp.fc_out"},
    {"ln_final", "ln_f"},
    {"unembed", "lm_head"},
};
const Names codegenNames = {
    {"blocks.N.attn.q", "h.N.attn.qkv_proj", false, Part::QuarterQ},
    {"blocks.N.attn.k", "h.N.attn.qkv_proj", false, Part::QuarterK},
    {"blocks.N.attn.v", "h.N.attn.qkv_proj", false, Part::QuarterV},
};

/// Scores are divided by √d_head, by the number of the layer, by both or by neither.
void readScoreScale(FamilyReading& reading)
{
    const bool byWidth = flag(reading, "scale_attn_weights", true);
    const bool byLayer = flag(reading, "scale_attn_by_inverse_layer_idx", false);
    const double scale = byWidth ? 1.0 / std::sqrt(double(reading.size("sizes.d_head"))) : 1.0;
    if (byLayer)
        setLayers(reading, "score.scale", [&](Index layer) { return Json(scale / double(layer + 1)); });
    else if (!byWidth)
        reading.choices.set("score.scale", scale);
}

/// `multi_query`: one head of keys and values for all (StarCoder).
void readMultiQuery(FamilyReading& reading)
{
    if (flag(reading, "multi_query", true))
        shareHeads(reading, 1);
}

/// The numbers of a head that turn, as a count (GPT-J).
void readRotaryDims(FamilyReading& reading)
{
    const Index dHead = reading.size("sizes.d_head");
    const Index dims = reading.config.says("rotary_dim") ? wholeNumber(reading, "rotary_dim", 2, dHead).value_or(1) : 64;
    if (dims % 2 != 0 || dims > dHead)
        reading.config.refuse("rotary_dim", CUTAWAY_TR("not an even number up to the width of a head"),
            std::to_string(dHead) + " at most", reading.config.value("rotary_dim"));
    if (dims != dHead)
        reading.choices.set("rope.fraction", double(dims) / double(dHead));
}

/// Queries, keys and values are in four parts, with a fourth of the heads each (CodeGen).
void needsFourths(FamilyReading& reading)
{
    if (const Index heads = reading.size("sizes.heads"); heads % 4 != 0)
        reading.config.refuse("n_head", CUTAWAY_TR("not a multiple of 4"), "4, 8, 12, …", heads);
}

/// `attention_types`: [[["global", "local"], 12]], words repeated; local layers see a window (GPT-Neo).
void readAttentionTypes(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const Index layers = reading.size("sizes.layers");
    const Json types = config.value("attention_types").value_or(Json::parse(R"([[["global", "local"], 12]])"));
    std::vector<bool> isLocal;
    bool isLegal = types.is_array();
    for (const Json& group : isLegal ? types : Json::array()) {
        isLegal = isLegal && group.is_array() && group.size() == 2 && group[0].is_array() && group[1].is_number_integer()
            && group[1] >= 0 && group[1] <= Json(layersCap);
        for (Index times = isLegal ? group[1].get<Index>() : 0; times > 0 && Index(isLocal.size()) <= layers; --times)
            for (const Json& word : group[0]) {
                isLegal = isLegal && (word == "global" || word == "local");
                isLocal.push_back(word == "local");
            }
    }
    if (!isLegal || Index(isLocal.size()) != layers)
        config.refuse("attention_types", CUTAWAY_TR("not one word for each layer"),
            "global or local, " + std::to_string(layers) + " times", types);
    reading.choices.set("mask.window", wholeNumber(reading, "window_size", 1, Index(contextCap)).value_or(256));
    setLayers(reading, "mask.kind", [&](Index layer) { return Json(isLocal[std::size_t(layer)] ? "sliding_window" : "causal"); });
}

} // namespace

std::vector<Family> gptLikeFamilies()
{
    const std::vector<std::string> prefixes{"transformer.", ""};
    const std::vector<std::string> buffers{
        ".attn.bias", ".attn.masked_bias", ".attn.attention.bias", ".attn.attention.masked_bias", ".attn.causal_mask"};
    return {
        {.id = "gpt2",
            .architecture = "GPT2LMHeadModel",
            .fixed = gptChoices,
            .keys = gptKeys({}),
            .prefixes = prefixes,
            .ignored = buffers,
            .otherArchitectures = {"GPT2Model"},
            .tensors = gptNames,
            .finish = {readScoreScale}},
        {.id = "gpt_bigcode",
            .architecture = "GPTBigCodeForCausalLM",
            .fixed = gptChoices,
            .keys = gptKeys({}),
            .prefixes = prefixes,
            .ignored = buffers,
            .otherArchitectures = {"GPTBigCodeModel"},
            .tensors = bigCodeNames,
            .finish = {readMultiQuery, readScoreScale}},
        // The norms are behind the sums; what its files call "gelu" is the tanh form.
        {.id = "openai-gpt",
            .architecture = "OpenAIGPTLMHeadModel",
            .fixed = with(gptChoices, {{"norm.placement", "post"}}),
            .keys = with(gptKeys({.vocabulary = 40478, .context = 512}),
                {{"sizes.d_ff", {}, {}, derived(fourTimesDModel)},
                    {"activation.kind", {"afn"},
                        {Reading::Word, 0, 0, {{"gelu", "gelu_tanh"}, {"relu", "relu"}, {"silu", "silu"}, {"swish", "silu"}}},
                        otherwise("gelu_tanh")}}),
            .prefixes = prefixes,
            .ignored = {".attn.bias", "position_ids"},
            .otherArchitectures = {"OpenAIGPTModel"},
            .tensors = with(gptNames, {{"embed", "tokens_embed"}, {"pos_embed", "positions_embed"}})},
        // Scores have no factor.
        {.id = "gpt_neo",
            .architecture = "GPTNeoForCausalLM",
            .fixed = with(gptChoices, {{"bias.attention", false}, {"score.scale", 1.0}}),
            .keys = with(gptKeys({.context = 2048}),
                {{"sizes.layers", {"num_layers", "num_hidden_layers"}, integer(layersCap), otherwise(24)},
                    {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(2048)},
                    {"sizes.heads", {"num_heads", "num_attention_heads"}, integer(headsCap), otherwise(16)},
                    {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), derived(fourTimesDModel)},
                    {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(2048)}}),
            .prefixes = prefixes,
            .ignored = buffers,
            .otherArchitectures = {"GPTNeoModel"},
            .tensors = with(bigCodeNames, gptNeoNames),
            .finish = {readAttentionTypes}},
        {.id = "gptj",
            .architecture = "GPTJForCausalLM",
            .fixed = gptjChoices,
            .keys = gptKeys({.layers = 28, .dModel = 4096, .heads = 16, .vocabulary = 50400, .context = 2048, .isTied = false}),
            .prefixes = prefixes,
            .ignored = buffers,
            .otherArchitectures = {"GPTJModel"},
            .tensors = gptjNames,
            .finish = {readRotaryDims}},
        {.id = "codegen",
            .architecture = "CodeGenForCausalLM",
            .fixed = gptjChoices,
            .keys = gptKeys({.layers = 28, .dModel = 4096, .heads = 16, .vocabulary = 50400, .context = 2048, .isTied = false}),
            .prefixes = prefixes,
            .ignored = buffers,
            .otherArchitectures = {"CodeGenModel"},
            .tensors = with(gptjNames, codegenNames),
            .finish = {readRotaryDims, needsFourths}},
    };
}

} // namespace core
