// T5 and its relatives: encoder–decoders with RMSNorm and a bias of scores by distance, in buckets.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using namespace table;

double scaleOf(const FamilyReading& reading) { return 1.0 / std::sqrt(double(reading.size("sizes.d_model"))); }

void finishT5(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const Json act = config.value("feed_forward_proj")
                         .value_or(Json(reading.choices.value("feed_forward.kind") == "gated" ? "gated-gelu" : "relu"));
    std::string word = act.is_string() ? act.get<std::string>() : "";
    const bool isGated = word.starts_with("gated-");
    word = isGated ? word.substr(6) : word;
    if (isGated && word == "gelu")
        word = "gelu_new"; // the tanh form, whatever the key says
    const auto known
        = std::find_if(activation.words.begin(), activation.words.end(), [&](const auto& of) { return of.first == word; });
    if (known == activation.words.end())
        config.refuse("feed_forward_proj", CUTAWAY_TR("unknown value"), "relu, gated-gelu, gated-silu, …", act);
    reading.choices.set("activation.kind", known->second);
    reading.choices.set("feed_forward.kind", isGated ? "gated" : "plain");

    // Buckets beyond the exact ones grow by a logarithm up to the distance.
    const Index exact = reading.size("t5.buckets") / 2, farthest = reading.size("t5.max_distance");
    if (farthest <= exact)
        config.refuse("relative_attention_max_distance", CUTAWAY_TR("no distance is left for half of the buckets"),
            "more than " + std::to_string(exact), farthest);

    const std::optional<Json> scaled = config.value("scale_decoder_outputs");
    if (scaled && !scaled->is_boolean())
        config.refuse("scale_decoder_outputs", CUTAWAY_TR("wrong type"), "true or false", scaled);
    const bool statesTied = reading.choices.value("output.tied").get<bool>();
    if (scaled ? scaled->get<bool>() : statesTied)
        reading.choices.set("output.scale", scaleOf(reading));
    if (!reading.stored.count("lm_head.weight"))
        reading.choices.set("output.tied", true); // transformers 5 ties whatever is said
}

Names t5Names()
{
    Names names{
        {"embed", "shared"},
        {"embed", "decoder.embed_tokens"},
        {"ln_final", "decoder.final_layer_norm"},
        {"encoder.ln_final", "encoder.final_layer_norm"},
        {"unembed", "lm_head"},
    };
    for (const std::string stack : {"", "encoder."}) {
        const std::string native = stack + "blocks.N.";
        const std::string stored = (stack.empty() ? "decoder." : stack) + "block.N.layer.";
        const std::string mlp = stored + (stack.empty() ? "2." : "1.");
        for (const std::string part : {"q", "k", "v", "o"})
            names.push_back({native + "attn." + part, stored + "0.SelfAttention." + part});
        names.push_back({native + "attn.rel_bias", stored + "0.SelfAttention.relative_attention_bias"});
        names.push_back({native + "ln1", stored + "0.layer_norm"});
        names.push_back({native + "mlp.gate", mlp + "DenseReluDense.wi_0"});
        names.push_back({native + "mlp.up", mlp + "DenseReluDense.wi_1"});
        names.push_back({native + "mlp.up", mlp + "DenseReluDense.wi"});
        names.push_back({native + "mlp.down", mlp + "DenseReluDense.wo"});
        names.push_back({native + "ln2", mlp + "layer_norm"});
    }
    for (const std::string part : {"q", "k", "v", "o"})
        names.push_back({"blocks.N.cross_attn." + part, "decoder.block.N.layer.1.EncDecAttention." + part});
    names.push_back({"blocks.N.ln_cross", "decoder.block.N.layer.1.layer_norm"});
    return names;
}

struct T5Sizes
{
    int layers = 6;
    int heads = 8;
    int dFf = 2048;
    int vocabulary = 32128;
    bool isGated = false;
    enum
    {
        AsSaid,
        Never,
        Always
    } scaled
        = AsSaid; // the logits, by 1/√d_model
};

Family t5Like(const char* id, const std::string& stem, const T5Sizes& sizes)
{
    const auto layers = [](const Choices& choices) { return choices.value("sizes.encoder_layers"); };
    return {
        .id = id,
        .architecture = stem + "ForConditionalGeneration",
        .fixed = {{"topology", "encoder_decoder"}, {"norm.kind", "rms_norm"}, {"norm.placement", "pre"},
            {"block.layout", "sequential"}, {"position.kind", "t5_buckets"}, {"score.scale", 1.0},
            {"feed_forward.kind", sizes.isGated ? "gated" : "plain"}},
        .keys = {
            {"sizes.encoder_layers", {"num_layers", "num_hidden_layers"}, integer(layersCap), otherwise(sizes.layers)},
            {"sizes.layers", {"num_decoder_layers"}, integer(layersCap), derived(layers)},
            {"sizes.d_model", {"d_model", "hidden_size"}, integer(dModelCap), otherwise(512)},
            {"sizes.heads", {"num_heads", "num_attention_heads"}, integer(headsCap), otherwise(sizes.heads)},
            {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
            {"sizes.d_head", {"d_kv", "head_dim"}, integer(dHeadCap), otherwise(64)},
            {"sizes.d_ff", {"d_ff"}, integer(dFfCap), otherwise(sizes.dFf)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(sizes.vocabulary)},
            {"sizes.context", {"n_positions"}, integer(contextCap), otherwise(512)}, // any length runs
            {"t5.buckets", {"relative_attention_num_buckets"}, integer(1 << 16), otherwise(32)},
            {"t5.max_distance", {"relative_attention_max_distance"}, integer(contextCap), otherwise(128)},
            {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-6)},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
        },
        // The embedding is stored up to three times; a table of the first cross-attention is never read.
        .ignored = {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "EncDecAttention.relative_attention_bias.weight"},
        .otherArchitectures = {stem + "Model", stem + "WithLMHeadModel"},
        .tensors = t5Names(),
        .finish = {finishT5, [scaled = sizes.scaled](FamilyReading& reading) {
                       if (scaled == T5Sizes::Never)
                           reading.choices.set("output.scale", 1.0);
                       if (scaled == T5Sizes::Always)
                           reading.choices.set("output.scale", scaleOf(reading));
                   }},
    };
}

} // namespace

std::vector<Family> t5LikeFamilies()
{
    return {
        t5Like("t5", "T5", {}),
        t5Like("mt5", "MT5",
            {.layers = 8, .heads = 6, .dFf = 1024, .vocabulary = 250112, .isGated = true, .scaled = T5Sizes::Never}),
        t5Like("umt5", "UMT5",
            {.layers = 8, .heads = 6, .dFf = 1024, .vocabulary = 250112, .isGated = true, .scaled = T5Sizes::Always}),
    };
}

} // namespace core
