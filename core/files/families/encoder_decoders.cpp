// Encoder–decoders: T5 and its relatives, BART and its relatives. The names of the encoder's tensors are those of the decoder's
// under another stem.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

using namespace table;

namespace {

Json encoderAsDecoder(const char* key, const Choices& choices) { return choices.value(key); }

/// √d_model is multiplied onto embeddings where the configuration says so.
Finish scaledEmbedding(bool otherwise)
{
    return [otherwise](FamilyReading& reading) {
        const std::optional<Json> said = reading.config.value("scale_embedding");
        if (said && !said->is_boolean())
            reading.config.refuse("scale_embedding", CUTAWAY_TR("wrong type"), "true or false", said);
        if (said ? said->get<bool>() : otherwise)
            reading.choices.set("block.embedding_scale", std::sqrt(double(reading.size("sizes.d_model"))));
    };
}

// --- T5 -----------------------------------------------------------------------------------------------------------------

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
    const bool saysTied = reading.choices.value("output.tied").get<bool>();
    if (scaled ? scaled->get<bool>() : saysTied)
        reading.choices.set("output.scale", 1.0 / std::sqrt(double(reading.size("sizes.d_model"))));
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
    bool isEverScaled = true; // the logits, by 1/√d_model
};

Family t5Like(const char* id, const std::string& stem, const T5Sizes& sizes)
{
    const auto layers = [](const Choices& choices) { return encoderAsDecoder("sizes.encoder_layers", choices); };
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
        .requirements = {{"is_encoder_decoder", true}},
        // The embedding is stored up to three times; a table of the first cross-attention is never read.
        .ignored = {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "EncDecAttention.relative_attention_bias.weight"},
        .otherArchitectures = {stem + "Model", stem + "WithLMHeadModel"},
        .tensors = t5Names(),
        .finish = {finishT5, [isEverScaled = sizes.isEverScaled](FamilyReading& reading) {
                       if (!isEverScaled)
                           reading.choices.set("output.scale", 1.0);
                   }},
    };
}

// --- BART ---------------------------------------------------------------------------------------------------------------

Names bartNames()
{
    Names names{
        {"embed", "shared"}, {"embed", "decoder.embed_tokens"}, {"unembed", "lm_head"},
        {"unembed.bias", "final_logits_bias", false, Part::Whole, true}, // stored [1, vocabulary]
    };
    for (const std::string stack : {"", "encoder."}) {
        const std::string stem = stack.empty() ? "decoder." : stack;
        names.push_back({stack + "pos_embed", stem + "embed_positions"});
        names.push_back({stack + "ln_embed", stem + "layernorm_embedding"});
        names.push_back({stack + "ln_final", stem + "layer_norm"});
        const std::string native = stack + "blocks.N.", stored = stem + "layers.N.";
        for (const std::string part : {"q", "k", "v"})
            names.push_back({native + "attn." + part, stored + "self_attn." + part + "_proj"});
        names.push_back({native + "attn.o", stored + "self_attn.out_proj"});
        names.push_back({native + "ln1", stored + "self_attn_layer_norm"});
        names.push_back({native + "mlp.up", stored + "fc1"});
        names.push_back({native + "mlp.down", stored + "fc2"});
        names.push_back({native + "ln2", stored + "final_layer_norm"});
    }
    for (const std::string part : {"q", "k", "v"})
        names.push_back({"blocks.N.cross_attn." + part, "decoder.layers.N.encoder_attn." + part + "_proj"});
    names.push_back({"blocks.N.cross_attn.o", "decoder.layers.N.encoder_attn.out_proj"});
    names.push_back({"blocks.N.ln_cross", "decoder.layers.N.encoder_attn_layer_norm"});
    return names;
}

/// The bias of the logits is there when it is stored.
void finishBart(FamilyReading& reading)
{
    reading.choices.set("bias.output", reading.stored.count("final_logits_bias") > 0);
    if (const std::optional<Json> other = reading.config.value("decoder_vocab_size");
        other && *other != Json(std::int64_t(reading.size("sizes.vocab"))))
        reading.config.refuse(
            "decoder_vocab_size", CUTAWAY_TR("not supported yet"), std::to_string(reading.size("sizes.vocab")), other);
}

struct BartSizes
{
    int dModel = 1024;
    int encoderLayers = 12;
    int layers = 12;
    int heads = 16;
    int dFf = 4096;
    int vocabulary = 50265;
    int context = 1024;
    const char* activation = "gelu";
    bool isEmbeddingScaled = false;
};

Family bartLike(const char* id, const char* architecture, const BartSizes& sizes, Fixed fixed, Names names = {})
{
    const std::string name = architecture;
    return {
        .id = id,
        .architecture = name,
        .fixed = with({{"topology", "encoder_decoder"}, {"norm.kind", "layer_norm"}, {"norm.eps", 1e-5},
                          {"block.layout", "sequential"}, {"position.kind", "learned"}, {"feed_forward.kind", "plain"},
                          {"bias.attention", true}, {"bias.attention_output", true}, {"bias.feed_forward", true}},
            std::move(fixed)),
        .keys = {
            {"sizes.encoder_layers", {"encoder_layers"}, integer(layersCap), otherwise(sizes.encoderLayers)},
            {"sizes.encoder_heads", {"encoder_attention_heads"}, integer(headsCap), otherwise(sizes.heads)},
            {"sizes.encoder_d_ff", {"encoder_ffn_dim"}, integer(dFfCap), otherwise(sizes.dFf)},
            {"sizes.layers", {"decoder_layers"}, integer(layersCap), otherwise(sizes.layers)},
            {"sizes.d_model", {"d_model"}, integer(dModelCap), otherwise(sizes.dModel)},
            {"sizes.heads", {"decoder_attention_heads"}, integer(headsCap), otherwise(sizes.heads)},
            {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
            {"sizes.d_ff", {"decoder_ffn_dim"}, integer(dFfCap), otherwise(sizes.dFf)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(sizes.vocabulary)},
            {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(sizes.context)},
            {"activation.kind", {"activation_function"}, activation, otherwise(sizes.activation)},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
        },
        .requirements = {{"is_encoder_decoder", true}},
        .prefixes = {"model.", ""},
        .ignored = {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "encoder.version", "decoder.version"},
        .otherArchitectures = {name.substr(0, name.find("For")) + "Model"},
        .tensors = with(bartNames(), std::move(names)),
        .finish = {scaledEmbedding(sizes.isEmbeddingScaled), finishBart},
    };
}

/// Heads share out the width in both stacks.
void finishEncoderHeads(FamilyReading& reading)
{
    const Index heads = reading.size("sizes.encoder_heads"), width = reading.size("sizes.d_model");
    if (width % heads != 0)
        reading.config.refuse("encoder_attention_heads",
            CUTAWAY_TR("does not divide the width, and the width of a head is not given"),
            "a divisor of " + std::to_string(width), Json(std::int64_t(heads)));
}

/// Sinusoids are computed; positions are counted without padding and begin behind it.
void finishM2m(FamilyReading& reading)
{
    const std::optional<Json> said = reading.config.value("pad_token_id");
    if (said && !(said->is_number_integer() && *said >= 0 && *said < Json(1 << 20)))
        reading.config.refuse(
            "pad_token_id", CUTAWAY_TR("not an integer in range"), "0 to " + std::to_string((1 << 20) - 1), said);
    const Index padding = said ? said->get<Index>() : 1;
    reading.choices.set("embedding.padding_id", padding);
    reading.choices.set("sinusoidal.offset", padding + 1);
}

} // namespace

std::vector<Family> encoderDecoderFamilies()
{
    const Fixed post{{"norm.placement", "post"}}, pre{{"norm.placement", "pre"}};
    const Fixed offset{{"learned.offset", 2}}, normed{{"norm.embedding", true}};
    const Fixed halves{{"position.kind", "sinusoidal"}, {"sinusoidal.layout", "halves"}};
    std::vector<Family> families = {
        t5Like("t5", "T5", {}),
        t5Like(
            "mt5", "MT5", {.layers = 8, .heads = 6, .dFf = 1024, .vocabulary = 250112, .isGated = true, .isEverScaled = false}),
        t5Like("umt5", "UMT5", {.layers = 8, .heads = 6, .dFf = 1024, .vocabulary = 250112, .isGated = true}),
        bartLike("bart", "BartForConditionalGeneration", {}, with(post, with(offset, normed))),
        bartLike("mbart", "MBartForConditionalGeneration", {}, with(pre, with(offset, normed))),
        bartLike("marian", "MarianMTModel", {.vocabulary = 58101}, with(post, halves),
            {{"encoder.embed", "encoder.embed_tokens"}}), // a table of its own where languages do not share one
        bartLike("pegasus", "PegasusForConditionalGeneration", {}, pre),
        bartLike("m2m_100", "M2M100ForConditionalGeneration",
            {.vocabulary = 128112, .activation = "relu", .isEmbeddingScaled = true},
            with(pre, with(halves, {{"sinusoidal.waves", "to_last"}}))),
        bartLike("blenderbot", "BlenderbotForConditionalGeneration",
            {.dModel = 2560, .encoderLayers = 2, .layers = 24, .heads = 32, .dFf = 10240, .vocabulary = 8008, .context = 128},
            pre),
        bartLike("blenderbot-small", "BlenderbotSmallForConditionalGeneration",
            {.dModel = 512, .encoderLayers = 8, .layers = 8, .dFf = 2048, .context = 512},
            with(post, with(normed, {{"norm.tokens_first", true}}))),
    };
    for (Family& family : families) {
        if (family.id == "m2m_100")
            family.finish.push_back(finishM2m);
        if (family.id == "marian" || family.id == "m2m_100")
            family.ignored.push_back("embed_positions.weight"); // computed; older files store it
        if (family.id == "m2m_100")
            family.ignored.push_back("embed_positions.weights");
        if (family.fixed.front().second == "encoder_decoder" && !family.id.ends_with("t5"))
            family.finish.push_back(finishEncoderHeads);
    }
    return families;
}

} // namespace core
