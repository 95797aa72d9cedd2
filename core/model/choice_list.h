#pragma once

// The one list of all choices, in the order of contract §2. The keys (choices.cpp), reading a configuration
// (resolve.cpp) and writing it (model_config.cpp) all walk through it.
//
// To add a kind or a parameter of a kind: nothing here; its family's header is read. To add a family: its field in
// BlockConfig and one line here. To add a plain value: its field and one line here.

#include "core/model/model_config.h"

namespace core {

inline constexpr std::string_view topologyWords[] = {"causal_decoder", "prefix_decoder", "encoder", "encoder_decoder"};
inline constexpr std::string_view topologyLabels[]
    = {CUTAWAY_TR("Causal decoder"), CUTAWAY_TR("Prefix decoder"), CUTAWAY_TR("Encoder"), CUTAWAY_TR("Encoder–decoder")};
inline constexpr std::string_view outputHeadWords[] = {"linear", "masked_language", "none"};
inline constexpr std::string_view outputHeadLabels[]
    = {CUTAWAY_TR("Output matrix"), CUTAWAY_TR("Masked-language head"), CUTAWAY_TR("None")};
inline constexpr std::string_view headActivationWords[] = {"as_blocks", "gelu"};
inline constexpr std::string_view headActivationLabels[] = {CUTAWAY_TR("As in the blocks"), CUTAWAY_TR("GELU")};
inline constexpr std::string_view projectionWords[] = {"first", "last"};
inline constexpr std::string_view projectionLabels[] = {CUTAWAY_TR("Before positions"), CUTAWAY_TR("After the norm")};
inline constexpr std::string_view finalNormWords[] = {"auto", "true", "false"};
inline constexpr std::string_view finalNormLabels[] = {CUTAWAY_TR("By placement"), CUTAWAY_TR("Yes"), CUTAWAY_TR("No")};
inline constexpr std::string_view scaleWords[] = {"auto"};
inline constexpr std::string_view scaleLabels[] = {CUTAWAY_TR("By the width of a head")};
inline constexpr std::string_view weightsWords[] = {"keep", "trained", "trained_or_keep"};
inline constexpr std::string_view weightsLabels[] = {CUTAWAY_TR("Keep"), CUTAWAY_TR("Trained"), CUTAWAY_TR("Trained, else keep")};

/// Walks through all choices of a model and one of its blocks. The visitor has
///     ofModel(const ParamInfo&, field)   a value of the whole model
///     ofBlock(const ParamInfo&, field)   a value that each layer may have its own of
///     family(id, label, variant)         a family of kinds, with the parameters of the kinds behind it
///     said(const ParamInfo&, ChoiceType) what can be said but is resolved into other fields
template <class Visitor>
void eachChoice(ModelConfig& model, BlockConfig& block, Visitor&& visit)
{
    visit.ofModel(ParamInfo{"topology", CUTAWAY_TR("Topology"), 0, 0, topologyWords, topologyLabels}, model.topology);
    visit.said(ParamInfo{"sizes.layers", CUTAWAY_TR("Layers"), 1, 2048}, ChoiceType::Integer);
    visit.ofModel(ParamInfo{"sizes.d_model", CUTAWAY_TR("Width of the stream"), 1, 1 << 18}, model.dModel);
    visit.ofBlock(ParamInfo{"sizes.heads", CUTAWAY_TR("Heads"), 1, 4096}, block.heads);
    visit.ofBlock(ParamInfo{"sizes.kv_heads", CUTAWAY_TR("Key/value heads"), 1, 4096}, block.kvHeads);
    visit.ofBlock(ParamInfo{"sizes.d_head", CUTAWAY_TR("Width of a head"), 1, 2048}, block.dHead);
    visit.ofBlock(ParamInfo{"sizes.d_ff", CUTAWAY_TR("Width of the feed-forward"), 1, 1 << 21}, block.dFf);
    visit.ofModel(ParamInfo{"sizes.vocab", CUTAWAY_TR("Vocabulary"), 1, 1 << 24}, model.vocabulary);
    visit.ofModel(ParamInfo{"sizes.context", CUTAWAY_TR("Context"), 1, 1 << 24}, model.context);
    visit.said(ParamInfo{"sizes.encoder_layers", CUTAWAY_TR("Layers of the encoder"), 1, 2048}, ChoiceType::Integer);
    visit.said(ParamInfo{"sizes.encoder_heads", CUTAWAY_TR("Heads of the encoder"), 1, 4096}, ChoiceType::Integer);
    visit.said(ParamInfo{"sizes.encoder_d_ff", CUTAWAY_TR("Feed-forward width of the encoder"), 1, 1 << 21}, ChoiceType::Integer);

    visit.family("norm.kind", CUTAWAY_TR("Norm"), block.norm);
    visit.family("norm.placement", CUTAWAY_TR("Norm placement"), block.placement);
    visit.ofModel(ParamInfo{"norm.embedding", CUTAWAY_TR("Norm of the embedding")}, model.embeddingNorm);
    visit.ofModel(
        ParamInfo{"norm.tokens_first", CUTAWAY_TR("Norm of a decoder's tokens before positions")}, model.normsTokensFirst);
    visit.said(ParamInfo{"norm.final", CUTAWAY_TR("Final norm"), 0, 0, finalNormWords, finalNormLabels}, ChoiceType::Word);
    visit.ofModel(ParamInfo{"norm.final_eps", CUTAWAY_TR("Epsilon of the final norm"), 0, 1}, model.finalEps);
    visit.ofBlock(ParamInfo{"norm.before_mixer", CUTAWAY_TR("Norm before the mixer")}, block.mixerNorm);
    visit.family("block.layout", CUTAWAY_TR("Block layout"), block.layout);
    visit.ofBlock(ParamInfo{"block.residual_scale", CUTAWAY_TR("Branch multiplier"), -1e6, 1e6}, block.residualScale);
    visit.ofModel(ParamInfo{"block.embedding_scale", CUTAWAY_TR("Embedding multiplier"), -1e6, 1e6}, model.embeddingScale);
    visit.said(ParamInfo{"block.encoder_embedding_scale", CUTAWAY_TR("Embedding multiplier of the encoder"), -1e6, 1e6},
        ChoiceType::Number);
    visit.ofBlock(ParamInfo{"block.residual_from_norm", CUTAWAY_TR("Residual from the norm")}, block.residualFromNorm);
    visit.family("mixer.kind", CUTAWAY_TR("Mixer"), block.mixer);
    visit.family("position.kind", CUTAWAY_TR("Positions"), block.position);
    visit.family("attention.kind", CUTAWAY_TR("Attention"), block.sharing);
    visit.family("mask.kind", CUTAWAY_TR("Mask"), block.mask);
    visit.said(ParamInfo{"mask.schedule", CUTAWAY_TR("Mask schedule"), 0, 0}, ChoiceType::Text);
    visit.said(ParamInfo{"score.scale", CUTAWAY_TR("Score scale"), -1e6, 1e6, scaleWords, scaleLabels}, ChoiceType::NumberOrWord);
    visit.ofBlock(ParamInfo{"score.soft_cap", CUTAWAY_TR("Soft cap of scores"), 0, 1e6}, block.softCap);
    visit.ofBlock(ParamInfo{"score.qk_norm", CUTAWAY_TR("QK-norm"), 0, 0, qkNormWords, qkNormLabels}, block.qkNorm);
    visit.ofBlock(ParamInfo{"score.qk_norm_after_rope", CUTAWAY_TR("QK-norm after rotation")}, block.qkNormAfterRope);
    visit.ofBlock(ParamInfo{"score.sinks", CUTAWAY_TR("Learned sinks")}, block.sinks);
    visit.ofBlock(ParamInfo{"score.clip_qkv", CUTAWAY_TR("Clip q, k, v at"), 0, 1e6}, block.clipQkv);
    visit.family("activation.kind", CUTAWAY_TR("Activation"), block.activation);
    visit.family("feed_forward.kind", CUTAWAY_TR("Feed-forward"), block.feedForward);

    visit.ofBlock(ParamInfo{"bias.attention", CUTAWAY_TR("Biases of q, k, v")}, block.attentionBias);
    visit.ofBlock(ParamInfo{"bias.attention_output", CUTAWAY_TR("Bias of the attention output")}, block.attentionOutputBias);
    visit.ofBlock(ParamInfo{"bias.feed_forward", CUTAWAY_TR("Biases of the feed-forward")}, block.feedForwardBias);
    visit.ofModel(ParamInfo{"bias.output", CUTAWAY_TR("Bias of the logits")}, model.outputBias);
    visit.ofModel(ParamInfo{"bias.head", CUTAWAY_TR("Bias of the masked-language head")}, model.headBias);
    visit.ofModel(ParamInfo{"output.tied", CUTAWAY_TR("Tied output")}, model.tied);
    visit.ofModel(ParamInfo{"output.scale", CUTAWAY_TR("Logit multiplier"), -1e6, 1e6}, model.outputScale);
    visit.ofModel(ParamInfo{"output.soft_cap", CUTAWAY_TR("Soft cap of logits"), 0, 1e6}, model.outputSoftCap);
    visit.ofModel(ParamInfo{"output.head", CUTAWAY_TR("Output head"), 0, 0, outputHeadWords, outputHeadLabels}, model.outputHead);
    visit.ofModel(ParamInfo{"output.head_activation", CUTAWAY_TR("Activation of the output head"), 0, 0, headActivationWords,
                      headActivationLabels},
        model.headActivation);
    visit.ofModel(ParamInfo{"embedding.width", CUTAWAY_TR("Width of the embedding"), 0, 1 << 18}, model.embeddingWidth);
    visit.ofModel(
        ParamInfo{"embedding.projection", CUTAWAY_TR("Projection of the embedding"), 0, 0, projectionWords, projectionLabels},
        model.embeddingProjection);
    visit.ofModel(ParamInfo{"embedding.padding_id", CUTAWAY_TR("Padding"), -1, 1 << 24}, model.paddingId);
    visit.ofModel(ParamInfo{"embedding.token_types", CUTAWAY_TR("Token types"), 0, 1 << 20}, model.tokenTypes);
    visit.ofModel(ParamInfo{"seed", CUTAWAY_TR("Seed"), 0, 9007199254740992.0}, model.seed); // 2^53: exact in any JSON
    visit.said(ParamInfo{"weights", CUTAWAY_TR("Weights"), 0, 0, weightsWords, weightsLabels}, ChoiceType::Word);
}

} // namespace core
