// Encoders: BERT and its relatives.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

namespace core {

using namespace table;

namespace {

/// The head is there when its tensors are; without it the model ends in the stream.
void finishBert(FamilyReading& reading)
{
    const bool hasHead = reading.stored.count("cls.predictions.transform.dense.weight") > 0;
    reading.choices.set("output.head", hasHead ? "masked_language" : "none");
    reading.choices.set("bias.output", hasHead);
}

} // namespace

std::vector<Family> encoderFamilies()
{
    return {
        {
            .id = "bert",
            .architecture = "BertModel",
            .fixed = {{"topology", "encoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "post"}, {"norm.embedding", true},
                {"block.layout", "sequential"}, {"position.kind", "learned"}, {"mask.kind", "bidirectional"},
                {"feed_forward.kind", "plain"}, {"bias.attention", true}, {"bias.attention_output", true},
                {"bias.feed_forward", true}},
            .keys = {
                {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(12)},
                {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(768)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(12)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(3072)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(30522)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(512)},
                {"embedding.token_types", {"type_vocab_size"}, integer(tokenTypesCap), otherwise(2)},
                {"norm.eps", {"layer_norm_eps"}, epsilon, otherwise(1e-12)},
                {"activation.kind", {"hidden_act"}, activation, otherwise("gelu")},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .requirements = {{"position_embedding_type", "absolute"}, {"is_decoder", false}, {"add_cross_attention", false}},
            .prefixes = {"bert.", ""},
            .ignored = {".position_ids", "cls.predictions.bias"}, // the second: once more, where the matrix is not tied
            .endings = {{".weight", ".gamma"}, {".bias", ".beta"}, {"cls.predictions.decoder.bias", "cls.predictions.bias"}},
            .otherArchitectures = {"BertForMaskedLM", "BertForPreTraining"},
            .tensors = {
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
                {"head.dense", "cls.predictions.transform.dense"},
                {"head.ln", "cls.predictions.transform.LayerNorm"},
                {"unembed", "cls.predictions.decoder"},
            },
            .finish = {finishBert},
        },
    };
}

} // namespace core
