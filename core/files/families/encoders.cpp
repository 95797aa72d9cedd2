// Encoders: BERT and its relatives.

#include "core/files/families/encoder_words.h"
#include "core/files/families/families.h"

#include "core/base/error.h"

namespace core {

using namespace table;

Fixed table::bertChoices()
{
    return {{"topology", "encoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "post"}, {"norm.embedding", true},
        {"block.layout", "sequential"}, {"position.kind", "learned"}, {"mask.kind", "bidirectional"},
        {"feed_forward.kind", "plain"}, {"bias.attention", true}, {"bias.attention_output", true}, {"bias.feed_forward", true}};
}

Keys table::bertKeys(int vocabulary)
{
    return {
        {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(12)},
        {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(768)},
        {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(12)},
        {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
        {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(3072)},
        {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(vocabulary)},
        {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(512)},
        {"embedding.token_types", {"type_vocab_size"}, integer(tokenTypesCap), otherwise(2)},
        {"norm.eps", {"layer_norm_eps"}, epsilon, otherwise(1e-12)},
        {"activation.kind", {"hidden_act"}, activation, otherwise("gelu")},
        {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
    };
}

Names table::bertNames()
{
    return {
        {"embed", "embeddings.word_embeddings"},
        {"pos_embed", "embeddings.position_embeddings"},
        {"token_type_embed", "embeddings.token_type_embeddings"},
        {"ln_embed", "embeddings.LayerNorm"},
        {"blocks.N.attn.q", "encoder.layer.N.attention.self.query"},
        {"blocks.N.attn.k", "encoder.layer.N.attention.self.key"},
        {"blocks.N.attn.v", "encoder.layer.N.attention.self.value"},
        {"blocks.N.attn.o", "encoder.layer.N.attention.output.dense"},
        {"blocks.N.ln1", "encoder.layer.N.attention.output.LayerNorm"},
        {"blocks.N.mlp.up", "encoder.layer.N.intermediate.dense"},
        {"blocks.N.mlp.down", "encoder.layer.N.output.dense"},
        {"blocks.N.ln2", "encoder.layer.N.output.LayerNorm"},
    };
}

Finish table::headWhere(std::vector<std::string> names)
{
    return [names](FamilyReading& reading) {
        bool hasHead = false;
        for (const std::string& name : names)
            hasHead = hasHead || reading.stored.count(name) > 0;
        reading.choices.set("output.head", hasHead ? "masked_language" : "none");
        reading.choices.set("bias.output", hasHead);
    };
}

namespace {

const std::vector<std::pair<std::string, std::string>> oldNormNames{{".weight", ".gamma"}, {".bias", ".beta"}};

std::vector<Requirement> onlyEncoder() { return {{"position_embedding_type", "absolute"}}; }

/// Positions begin behind the padding id, which does not count in them; the head's GELU is that whatever the blocks have.
void finishRoberta(FamilyReading& reading)
{
    const std::optional<Json> said = reading.config.value("pad_token_id");
    const Index rows = reading.size("sizes.context");
    if (said && !(said->is_number_integer() && *said >= 0 && *said < Json(std::int64_t(rows - 1))))
        reading.config.refuse("pad_token_id", CUTAWAY_TR("not an integer in range"), "0 to " + std::to_string(rows - 2), said);
    const Index padding = said ? said->get<Index>() : 1;
    if (padding >= rows - 1)
        reading.config.refuse("max_position_embeddings", CUTAWAY_TR("not an integer in range"),
            std::to_string(padding + 2) + " or more", Json(std::int64_t(rows)));
    reading.choices.set("learned.offset", padding + 1);
    reading.choices.set("embedding.padding_id", padding);
    reading.choices.set("sizes.context", rows - padding - 1);
    reading.choices.set("output.head_activation", "gelu");
}

Family robertaLike(const char* id, const char* stem, int vocabulary, std::vector<std::string> otherIds)
{
    const std::string name = stem;
    return {
        .id = id,
        .architecture = name + "ForMaskedLM",
        .fixed = bertChoices(),
        .keys = bertKeys(vocabulary),
        .requirements = onlyEncoder(),
        .prefixes = {"roberta.", ""},
        .ignored = {".position_ids", "lm_head.bias"}, // the second: a copy of the decoder's own
        .endings = oldNormNames,
        .otherArchitectures = {name + "Model", "CamembertForMaskedLM", "CamembertModel"},
        .tensors = with(bertNames(),
            {{"head.dense", "lm_head.dense"}, {"head.ln", "lm_head.layer_norm"}, {"unembed", "lm_head.decoder"},
                {"unembed.bias", "lm_head.bias"}}),
        .finish = {headWhere({"lm_head.dense.weight"}), finishRoberta},
        .otherIds = std::move(otherIds),
    };
}

/// Tables of a width of their own are brought to the stream's after their norm.
void finishElectra(FamilyReading& reading)
{
    if (reading.size("embedding.width") == reading.size("sizes.d_model"))
        reading.choices.set("embedding.width", 0);
    reading.choices.set("output.head_activation", "gelu");
}

Family distilbert()
{
    return {
        .id = "distilbert",
        .architecture = "DistilBertForMaskedLM",
        .fixed = with(bertChoices(), {{"norm.eps", 1e-12}, {"embedding.token_types", 0}}),
        .keys = {
            {"sizes.layers", {"n_layers"}, integer(layersCap), otherwise(6)},
            {"sizes.d_model", {"dim"}, integer(dModelCap), otherwise(768)},
            {"sizes.heads", {"n_heads"}, integer(headsCap), otherwise(12)},
            {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
            {"sizes.d_ff", {"hidden_dim"}, integer(dFfCap), otherwise(3072)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(30522)},
            {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(512)},
            {"activation.kind", {"activation"}, activation, otherwise("gelu")},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
        },
        .prefixes = {"distilbert.", ""},
        .ignored = {".position_ids"},
        .endings = oldNormNames,
        .otherArchitectures = {"DistilBertModel"},
        .tensors = {
            {"embed", "embeddings.word_embeddings"},
            {"pos_embed", "embeddings.position_embeddings"},
            {"ln_embed", "embeddings.LayerNorm"},
            {"blocks.N.attn.q", "transformer.layer.N.attention.q_lin"},
            {"blocks.N.attn.k", "transformer.layer.N.attention.k_lin"},
            {"blocks.N.attn.v", "transformer.layer.N.attention.v_lin"},
            {"blocks.N.attn.o", "transformer.layer.N.attention.out_lin"},
            {"blocks.N.ln1", "transformer.layer.N.sa_layer_norm"},
            {"blocks.N.mlp.up", "transformer.layer.N.ffn.lin1"},
            {"blocks.N.mlp.down", "transformer.layer.N.ffn.lin2"},
            {"blocks.N.ln2", "transformer.layer.N.output_layer_norm"},
            {"head.dense", "vocab_transform"},
            {"head.ln", "vocab_layer_norm"},
            {"unembed", "vocab_projector"},
        },
        .finish = {headWhere({"vocab_transform.weight"})},
    };
}

Family albert()
{
    const std::string layer = "encoder.albert_layer_groups.G.albert_layers.0."; // G: layers of a group are the same
    return {
        .id = "albert",
        .architecture = "AlbertForMaskedLM",
        .fixed = with(bertChoices(), {{"embedding.projection", "last"}}),
        .keys = with(bertKeys(30000),
            {{"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(4096)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(64)},
                {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(16384)},
                {"activation.kind", {"hidden_act"}, activation, otherwise("gelu_tanh")},
                {"embedding.width", {"embedding_size"}, integer(dModelCap), otherwise(128)}}),
        .requirements = {{"position_embedding_type", "absolute"}, {"inner_group_num", 1}},
        .prefixes = {"albert.", ""},
        .ignored = {".position_ids", "predictions.bias"},
        .endings = oldNormNames,
        .otherArchitectures = {"AlbertModel", "AlbertForPreTraining"},
        .tensors = {
            {"embed", "embeddings.word_embeddings"},
            {"pos_embed", "embeddings.position_embeddings"},
            {"token_type_embed", "embeddings.token_type_embeddings"},
            {"ln_embed", "embeddings.LayerNorm"},
            {"embed_in", "encoder.embedding_hidden_mapping_in"},
            {"blocks.N.attn.q", layer + "attention.query"},
            {"blocks.N.attn.k", layer + "attention.key"},
            {"blocks.N.attn.v", layer + "attention.value"},
            {"blocks.N.attn.o", layer + "attention.dense"},
            {"blocks.N.ln1", layer + "attention.LayerNorm"},
            {"blocks.N.mlp.up", layer + "ffn"},
            {"blocks.N.mlp.down", layer + "ffn_output"},
            {"blocks.N.ln2", layer + "full_layer_layer_norm"},
            {"head.dense", "predictions.dense"},
            {"head.ln", "predictions.LayerNorm"},
            {"unembed", "predictions.decoder"},
            {"unembed.bias", "predictions.bias"},
        },
        // There are as many groups as are stored: the key says it once more.
        .finish = {headWhere({"predictions.dense.weight"}),
            [](FamilyReading& reading) { wholeNumber(reading, "num_hidden_groups", 1, Index(layersCap)); }},
    };
}

} // namespace

std::vector<Family> encoderFamilies()
{
    return {
        {
            .id = "bert",
            .architecture = "BertModel",
            .fixed = bertChoices(),
            .keys = bertKeys(30522),
            .requirements = onlyEncoder(),
            .prefixes = {"bert.", ""},
            .ignored = {".position_ids", "cls.predictions.bias"}, // the second: once more, where the matrix is not tied
            .endings = {{".weight", ".gamma"}, {".bias", ".beta"}, {"cls.predictions.decoder.bias", "cls.predictions.bias"}},
            .otherArchitectures = {"BertForMaskedLM", "BertForPreTraining"},
            .tensors = with(bertNames(),
                {{"head.dense", "cls.predictions.transform.dense"}, {"head.ln", "cls.predictions.transform.LayerNorm"},
                    {"unembed", "cls.predictions.decoder"}}),
            .finish = {headWhere({"cls.predictions.transform.dense.weight"})},
        },
        robertaLike("roberta", "Roberta", 50265, {"camembert"}),
        robertaLike("xlm-roberta", "XLMRoberta", 30522, {}),
        distilbert(),
        albert(),
        {
            .id = "electra",
            .architecture = "ElectraForMaskedLM",
            .fixed = with(bertChoices(), {{"embedding.projection", "last"}}),
            .keys = with(bertKeys(30522),
                {{"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(256)},
                    {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(4)},
                    {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(1024)},
                    {"embedding.width", {"embedding_size"}, integer(dModelCap), otherwise(128)}}),
            .requirements = onlyEncoder(),
            .prefixes = {"electra.", ""},
            .ignored = {".position_ids"},
            .endings = oldNormNames,
            .otherArchitectures = {"ElectraModel", "ElectraForPreTraining"},
            .tensors = with(bertNames(),
                {{"embed_in", "embeddings_project"}, {"head.dense", "generator_predictions.dense"},
                    {"head.ln", "generator_predictions.LayerNorm"}, {"unembed", "generator_lm_head"}}),
            .finish = {headWhere({"generator_predictions.dense.weight"}), finishElectra},
        },
    };
}

} // namespace core
