// BART and its relatives: encoder–decoders with LayerNorm and biases. The names of the encoder's tensors are those of the
// decoder's under another stem.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

/// √d_model is multiplied onto the embeddings of both stacks, or of the encoder's alone, where the configuration says so.
Finish scaledEmbedding(bool otherwise, bool ofEncoderOnly)
{
    const std::string choice = ofEncoderOnly ? "block.encoder_embedding_scale" : "block.embedding_scale";
    return [otherwise, choice](FamilyReading& reading) {
        const std::optional<Json> said = reading.config.value("scale_embedding");
        if (said && !said->is_boolean())
            reading.config.refuse("scale_embedding", CUTAWAY_TR("wrong type"), "true or false", said);
        if (said ? said->get<bool>() : otherwise)
            reading.choices.set(choice, std::sqrt(double(reading.size("sizes.d_model"))));
    };
}

Names bartNames()
{
    Names names{
        // Where the stacks do not share a table each has its own, and "shared" is the encoder's again, or unused.
        {"embed", "decoder.embed_tokens"}, {"embed", "shared"}, {"encoder.embed", "encoder.embed_tokens"}, {"unembed", "lm_head"},
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
    bool scalesEncoderOnly = false; // as the class of transformers 5 does
    int decoderStart = 0;
};

Family bartLike(const char* id, const char* architecture, const BartSizes& sizes, Fixed fixed)
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
        .prefixes = {"model.", ""},
        .ignored = {"shared.weight", "encoder.version", "decoder.version"},
        .otherArchitectures = {name.substr(0, name.find("For")) + "Model"},
        .tensors = bartNames(),
        .finish = {scaledEmbedding(sizes.isEmbeddingScaled, sizes.scalesEncoderOnly), finishBart},
        .decoderStart = sizes.decoderStart,
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

std::vector<Family> bartLikeFamilies()
{
    const Fixed post{{"norm.placement", "post"}}, pre{{"norm.placement", "pre"}};
    const Fixed offset{{"learned.offset", 2}}, normed{{"norm.embedding", true}};
    const Fixed halves{{"position.kind", "sinusoidal"}, {"sinusoidal.layout", "halves"}};
    std::vector<Family> families = {
        bartLike("bart", "BartForConditionalGeneration", {.decoderStart = 2}, with(post, with(offset, normed))),
        bartLike("mbart", "MBartForConditionalGeneration", {}, with(pre, with(offset, normed))),
        bartLike("marian", "MarianMTModel", {.vocabulary = 58101, .decoderStart = 58100}, with(post, halves)),
        bartLike("pegasus", "PegasusForConditionalGeneration", {}, pre),
        bartLike("m2m_100", "M2M100ForConditionalGeneration",
            {.vocabulary = 128112, .activation = "relu", .isEmbeddingScaled = true, .decoderStart = 2},
            with(pre, with(halves, {{"sinusoidal.waves", "to_last"}}))),
        bartLike("blenderbot", "BlenderbotForConditionalGeneration",
            {.dModel = 2560,
                .encoderLayers = 2,
                .layers = 24,
                .heads = 32,
                .dFf = 10240,
                .vocabulary = 8008,
                .context = 128,
                .decoderStart = 1},
            pre),
        bartLike("blenderbot-small", "BlenderbotSmallForConditionalGeneration",
            {.dModel = 512,
                .encoderLayers = 8,
                .layers = 8,
                .dFf = 2048,
                .context = 512,
                .scalesEncoderOnly = true,
                .decoderStart = 1},
            with(post, with(normed, {{"norm.tokens_first", true}}))),
    };
    for (Family& family : families) {
        if (family.id == "m2m_100")
            family.finish.push_back(finishM2m);
        if (family.id == "marian" || family.id == "m2m_100")
            family.ignored.push_back("embed_positions.weight"); // computed; older files store it
        if (family.id == "m2m_100")
            family.ignored.push_back("embed_positions.weights");
        family.finish.push_back(finishEncoderHeads);
    }
    return families;
}

} // namespace core
