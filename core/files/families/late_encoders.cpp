// Encoders whose attention knows distances: DeBERTa, ModernBERT, XLNet.

#include "core/files/families/encoder_words.h"
#include "core/files/families/families.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core {

using namespace table;

namespace {

// --- DeBERTa ------------------------------------------------------------------------------------------------------------

/// The words of pos_att_type: a list, or a text with bars between.
std::vector<std::string> positionTerms(const FamilyReading& reading)
{
    std::optional<Json> value = reading.config.value("pos_att_type");
    std::vector<std::string> terms;
    if (value && value->is_string()) {
        std::string text = value->get<std::string>() + "|";
        for (std::size_t bar; (bar = text.find('|')) != std::string::npos; text.erase(0, bar + 1))
            if (bar > 0)
                terms.push_back(text.substr(0, bar));
    } else if (value && value->is_array()) {
        for (const Json& term : *value)
            terms.push_back(term.is_string() ? term.get<std::string>() : writeJson(term));
    } else if (value)
        reading.config.refuse("pos_att_type", CUTAWAY_TR("wrong type"), "a list of words, or words with | between", value);
    for (const std::string& term : terms)
        if (term != "c2p" && term != "p2c")
            reading.config.refuse("pos_att_type", CUTAWAY_TR("unknown value"), "c2p, p2c", value);
    return terms;
}

void finishDeberta(FamilyReading& reading)
{
    Choices& choices = reading.choices;
    if (wholeNumber(reading, "embedding_size", 1, Index(dModelCap)).value_or(reading.size("sizes.d_model"))
        != reading.size("sizes.d_model"))
        reading.config.refuse("embedding_size", CUTAWAY_TR("not supported yet"), std::to_string(reading.size("sizes.d_model")),
            reading.config.value("embedding_size"));
    if (wholeNumber(reading, "conv_kernel_size", 0, Index(contextCap)).value_or(0) > 0)
        reading.config.refuse("conv_kernel_size", CUTAWAY_TR("not supported yet"), "0", reading.config.value("conv_kernel_size"));
    const bool isAbsolute = flag(reading, "position_biased_input", true);
    const std::vector<std::string> terms = positionTerms(reading);
    if (!flag(reading, "relative_attention", false)) {
        choices.set("position.kind", isAbsolute ? "learned" : "none");
        const std::set<std::string> counted(terms.begin(), terms.end()); // in the scale, though they are not there
        choices.set("score.scale", 1.0 / std::sqrt(double(reading.size("sizes.d_head") * Index(1 + counted.size()))));
        return;
    }
    const auto has = [&](const char* term) { return std::find(terms.begin(), terms.end(), term) != terms.end(); };
    const Index farthest = wholeNumber(reading, "max_relative_positions", -1, Index(contextCap)).value_or(-1);
    choices.set("position.kind", "disentangled");
    choices.set("disentangled.max_distance", farthest < 1 ? reading.size("sizes.context") : farthest);
    choices.set("disentangled.buckets", std::max<Index>(0, wholeNumber(reading, "position_buckets", -1, 1 << 16).value_or(-1)));
    choices.set("disentangled.share_projections", flag(reading, "share_att_key", false));
    choices.set("disentangled.content_to_position", has("c2p"));
    choices.set("disentangled.position_to_content", has("p2c"));
    choices.set("disentangled.absolute", isAbsolute);

    const std::optional<Json> norm = reading.config.value("norm_rel_ebd");
    if (norm && *norm != "layer_norm" && *norm != "none")
        reading.config.refuse("norm_rel_ebd", CUTAWAY_TR("unknown value"), "layer_norm, none", norm);
    choices.set("disentangled.norm", norm == Json("layer_norm"));
}

Family deberta()
{
    return {
        .id = "deberta-v2",
        .architecture = "DebertaV2ForMaskedLM",
        .fixed = bertChoices(),
        .keys = with(bertKeys(128100),
            {{"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(24)},
                {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(1536)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(24)},
                {"sizes.d_head", {"attention_head_size"}, integer(dHeadCap), unsaid},
                {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(6144)},
                {"embedding.token_types", {"type_vocab_size"}, count(tokenTypesCap), otherwise(0)},
                {"norm.eps", {"layer_norm_eps"}, epsilon, otherwise(1e-7)}}),
        .prefixes = {"deberta.", ""},
        .ignored = {".position_ids", "cls.predictions.bias", "lm_predictions.lm_head.bias"},
        .endings = {{"cls.predictions.decoder.bias", "cls.predictions.bias"}},
        .otherArchitectures = {"DebertaV2Model"},
        .tensors = with(bertNames(),
            {
                {"rel_embed", "encoder.rel_embeddings"},
                {"ln_rel", "encoder.LayerNorm"},
                {"blocks.N.attn.q", "encoder.layer.N.attention.self.query_proj"},
                {"blocks.N.attn.k", "encoder.layer.N.attention.self.key_proj"},
                {"blocks.N.attn.v", "encoder.layer.N.attention.self.value_proj"},
                {"blocks.N.attn.pos_q", "encoder.layer.N.attention.self.pos_query_proj"},
                {"blocks.N.attn.pos_k", "encoder.layer.N.attention.self.pos_key_proj"},
                {"head.dense", "cls.predictions.transform.dense"},
                {"head.dense", "lm_predictions.lm_head.dense"}, // as the models were first published
                {"head.ln", "cls.predictions.transform.LayerNorm"},
                {"head.ln", "lm_predictions.lm_head.LayerNorm"},
                {"unembed", "cls.predictions.decoder"},
                {"unembed.bias", "lm_predictions.lm_head.bias"},
            }),
        .finish = {headWhere({"cls.predictions.transform.dense.weight", "lm_predictions.lm_head.dense.weight"}), finishDeberta},
    };
}

// --- ModernBERT ---------------------------------------------------------------------------------------------------------

/// Windows reach local_attention // 2 to each side; the first layer reads what the norm of the embedding left.
void finishModernBert(FamilyReading& reading)
{
    const Index across = wholeNumber(reading, "local_attention", 1, Index(contextCap)).value_or(128);
    const Index every = wholeNumber(reading, "global_attn_every_n_layers", 1, Index(layersCap)).value_or(3);
    const std::vector<std::string> types = layerTypes(reading);
    reading.choices.set("mask.window", across / 2 + 1);
    setLayers(reading, "mask.kind", [&](Index layer) {
        const bool isFull = types.empty() ? layer % every == 0 : types[std::size_t(layer)] == "full_attention";
        return Json(isFull ? "bidirectional" : "sliding_window");
    });
    setLayers(reading, "norm.before_mixer", [](Index layer) { return Json(layer > 0); });

    const std::optional<Json> blocks = reading.config.value("hidden_activation");
    const Json ofHead = reading.config.value("classifier_activation").value_or("gelu");
    if (ofHead == "gelu")
        reading.choices.set("output.head_activation", "gelu");
    else if (ofHead != blocks.value_or("gelu"))
        reading.config.refuse("classifier_activation", CUTAWAY_TR("not supported yet"), "gelu, or as hidden_activation", ofHead);
}

Family modernBert()
{
    const auto qkv = [](const char* native, Part part) { return TensorName{native, "layers.N.attn.Wqkv", false, part}; };
    return {
        .id = "modernbert",
        .architecture = "ModernBertForMaskedLM",
        .fixed = {{"topology", "encoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"}, {"norm.embedding", true},
            {"block.layout", "sequential"}, {"position.kind", "rope"}, {"mask.kind", "bidirectional"},
            {"feed_forward.kind", "gated"}},
        .keys = {
            {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(22)},
            {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(768)},
            {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(12)},
            {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
            {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(1152)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(50368)},
            {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(8192)},
            {"norm.eps", {"norm_eps"}, epsilon, otherwise(1e-5)},
            {"norm.bias", {"norm_bias"}, boolean, otherwise(false)},
            {"activation.kind", {"hidden_activation"}, activation, otherwise("gelu")},
            {"bias.attention", {"attention_bias"}, boolean, otherwise(false)},
            {"bias.attention_output", {"attention_bias"}, boolean, otherwise(false)},
            {"bias.feed_forward", {"mlp_bias"}, boolean, otherwise(false)},
            {"bias.head", {"classifier_bias"}, boolean, otherwise(false)},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
        },
        .requirements = {{"decoder_bias", true}},
        .prefixes = {"model.", ""},
        .ignored = {".inv_freq"},
        .otherArchitectures = {"ModernBertModel"},
        .tensors = {
            {"embed", "embeddings.tok_embeddings"},
            {"ln_embed", "embeddings.norm"},
            {"blocks.N.ln1", "layers.N.attn_norm"},
            qkv("blocks.N.attn.q", Part::Q),
            qkv("blocks.N.attn.k", Part::K),
            qkv("blocks.N.attn.v", Part::V),
            {"blocks.N.attn.o", "layers.N.attn.Wo"},
            {"blocks.N.ln2", "layers.N.mlp_norm"},
            {"blocks.N.mlp.gate", "layers.N.mlp.Wi", false, Part::FirstHalf},
            {"blocks.N.mlp.up", "layers.N.mlp.Wi", false, Part::SecondHalf},
            {"blocks.N.mlp.down", "layers.N.mlp.Wo"},
            {"ln_final", "final_norm"},
            {"head.dense", "head.dense"},
            {"head.ln", "head.norm"},
            {"unembed", "decoder"},
        },
        .finish = {headWhere({"head.dense.weight"}), finishModernBert,
            rope({.base = 160000,
                .slidingBase = 10000,
                .baseNames = {"global_rope_theta"},
                .slidingBaseName = "local_rope_theta"})},
    };
}

// --- XLNet --------------------------------------------------------------------------------------------------------------

void finishXlnet(FamilyReading& reading)
{
    const std::optional<Json> kind = reading.config.value("attn_type");
    if (kind && *kind != "bi" && *kind != "uni")
        reading.config.refuse("attn_type", CUTAWAY_TR("unknown value"), "bi, uni", kind);
    reading.choices.set("topology", kind == Json("uni") ? "causal_decoder" : "encoder");
    if (wholeNumber(reading, "clamp_len", -1, Index(contextCap)).value_or(-1) > 0)
        reading.config.refuse("clamp_len", CUTAWAY_TR("not supported yet"), "-1", reading.config.value("clamp_len"));
    if (reading.stored.count("lm_loss.bias") == 0) {
        reading.choices.set("output.head", "none");
        reading.choices.set("bias.output", false);
    }
    for (const auto& [name, tensor] : reading.stored)
        if (name.ends_with(".seg_embed")) {
            reading.notes.push_back("the text is one segment: all pairs have the same term for it, which changes no attention");
            return;
        }
}

Family xlnet()
{
    const auto matrix = [](const char* native, const char* stored, bool isTransposed) {
        return TensorName{native, stored, isTransposed, Part::Whole, true}; // stored with heads apart, without ".weight"
    };
    return {
        .id = "xlnet",
        .architecture = "XLNetLMHeadModel",
        .fixed = {{"norm.kind", "layer_norm"}, {"norm.placement", "post"}, {"block.layout", "sequential"},
            {"position.kind", "transformer_xl"}, {"feed_forward.kind", "plain"}, {"bias.feed_forward", true},
            {"bias.output", true}},
        .keys = {
            {"sizes.layers", {"n_layer"}, integer(layersCap), otherwise(24)},
            {"sizes.d_model", {"d_model"}, integer(dModelCap), otherwise(1024)},
            {"sizes.heads", {"n_head"}, integer(headsCap), otherwise(16)},
            {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
            {"sizes.d_ff", {"d_inner"}, integer(dFfCap), otherwise(4096)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(32000)},
            {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(512)}, // any length runs
            {"norm.eps", {"layer_norm_eps"}, epsilon, otherwise(1e-12)},
            {"activation.kind", {"ff_activation"}, activation, otherwise("gelu")},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
        },
        .requirements = {{"bi_data", false}, {"same_length", false}},
        .prefixes = {"transformer.", ""},
        .ignored = {"mask_emb", ".r_s_bias", ".seg_embed"}, // what is guessed in training; segments
        .otherArchitectures = {"XLNetModel"},
        .tensors = {
            {"embed", "word_embedding"},
            matrix("blocks.N.attn.q.weight", "layer.N.rel_attn.q", true),
            matrix("blocks.N.attn.k.weight", "layer.N.rel_attn.k", true),
            matrix("blocks.N.attn.v.weight", "layer.N.rel_attn.v", true),
            matrix("blocks.N.attn.r.weight", "layer.N.rel_attn.r", true),
            matrix("blocks.N.attn.o.weight", "layer.N.rel_attn.o", false),
            {"blocks.N.attn.u.weight", "layer.N.rel_attn.r_w_bias"},
            {"blocks.N.attn.w.weight", "layer.N.rel_attn.r_r_bias"},
            {"blocks.N.ln1", "layer.N.rel_attn.layer_norm"},
            {"blocks.N.mlp.up", "layer.N.ff.layer_1"},
            {"blocks.N.mlp.down", "layer.N.ff.layer_2"},
            {"blocks.N.ln2", "layer.N.ff.layer_norm"},
            {"unembed", "lm_loss"},
        },
        .finish = {finishXlnet},
    };
}

} // namespace

std::vector<Family> lateEncoderFamilies() { return {deberta(), modernBert(), xlnet()}; }

} // namespace core
