#include "core/files/families/gguf_words.h"

#include "core/base/error.h"
#include "core/files/families/llama_like.h"

namespace core::table {

namespace {

Keys commonKeys(const char* eps)
{
    return {
        {"sizes.layers", {"block_count"}, integer(layersCap), required},
        {"sizes.d_model", {"embedding_length"}, integer(dModelCap), required},
        {"sizes.heads", {"attention.head_count"}, integer(headsCap), required},
        {"sizes.kv_heads", {"attention.head_count_kv"}, integer(headsCap), derived(asManyAsHeads)},
        {"sizes.d_head", {"attention.key_length"}, integer(dHeadCap), unsaid},
        {"sizes.d_ff", {"feed_forward_length"}, integer(dFfCap), derived(fourTimesDModel)},
        {"sizes.vocab", {"vocab_size", "tokenizer.ggml.tokens.length"}, integer(vocabularyCap), unsaid},
        {"sizes.context", {"context_length"}, integer(contextCap), required},
        {"norm.eps", {eps}, epsilon, required},
    };
}

/// Fused matrices hold q, k, v one after the other in every architecture: converters put them so.
Names commonNames()
{
    const std::string expert = "blocks.N.mlp.experts.E.", shared = "blocks.N.mlp.shared.0.";
    return {
        {"embed", "token_embd"},
        {"pos_embed", "position_embd"},
        {"token_type_embed", "token_types", false, Part::Whole, true}, // of one type: a vector
        {"ln_embed", "token_embd_norm"},
        {"blocks.N.ln1", "blk.N.attn_norm"},
        {"blocks.N.ln1_post", "blk.N.post_attention_norm"},
        {"blocks.N.ln2", "blk.N.ffn_norm"},
        {"blocks.N.ln2_post", "blk.N.post_ffw_norm"},
        {"blocks.N.attn.q", "blk.N.attn_q"},
        {"blocks.N.attn.k", "blk.N.attn_k"},
        {"blocks.N.attn.v", "blk.N.attn_v"},
        {"blocks.N.attn.q", "blk.N.attn_qkv", false, Part::Q},
        {"blocks.N.attn.k", "blk.N.attn_qkv", false, Part::K},
        {"blocks.N.attn.v", "blk.N.attn_qkv", false, Part::V},
        {"blocks.N.attn.q_norm", "blk.N.attn_q_norm"},
        {"blocks.N.attn.k_norm", "blk.N.attn_k_norm"},
        {"blocks.N.attn.o", "blk.N.attn_output"},
        {"blocks.N.mlp.gate", "blk.N.ffn_gate"},
        {"blocks.N.mlp.up", "blk.N.ffn_up"},
        {"blocks.N.mlp.down", "blk.N.ffn_down"},
        {"blocks.N.mlp.router", "blk.N.ffn_gate_inp"},
        {"blocks.N.mlp.router.bias", "blk.N.exp_probs_b.bias"},
        {expert + "gate", "blk.N.ffn_gate_exps"},
        {expert + "up", "blk.N.ffn_up_exps"},
        {expert + "down", "blk.N.ffn_down_exps"},
        {expert + "gate", "blk.N.ffn_gate_up_exps", false, Part::FirstHalf},
        {expert + "up", "blk.N.ffn_gate_up_exps", false, Part::SecondHalf},
        {expert + "gate", "blk.N.ffn_gate.E"}, // of the first files with experts
        {expert + "up", "blk.N.ffn_up.E"},
        {expert + "down", "blk.N.ffn_down.E"},
        {shared + "gate", "blk.N.ffn_gate_shexp"},
        {shared + "up", "blk.N.ffn_up_shexp"},
        {shared + "down", "blk.N.ffn_down_shexp"},
        {"blocks.N.mlp.shared_gate", "blk.N.ffn_gate_inp_shexp", false, Part::Whole, true},
        {"ln_final", "output_norm"},
        {"unembed", "output"},
    };
}

/// What tensors say and no key does: the vocabulary, learned positions, types of tokens, biases.
void readTensors(FamilyReading& reading)
{
    const auto rows = [&](const char* name) {
        const auto tensor = reading.stored.find(name);
        return tensor == reading.stored.end() || tensor->second.shape.empty() ? Index(0) : tensor->second.shape.front();
    };
    Choices& choices = reading.choices;
    if (!choices.has("sizes.vocab") && rows("token_embd.weight") > 0)
        choices.set("sizes.vocab", rows("token_embd.weight"));
    if (!choices.has("sizes.vocab"))
        reading.config.refuse(ggufKey(reading, "vocab_size"), CUTAWAY_TR("missing key"));
    if (choices.value("position.kind") == "learned" && rows("position_embd.weight") > 0)
        choices.set("sizes.context", rows("position_embd.weight"));
    if (const auto types = reading.stored.find("token_types.weight"); types != reading.stored.end())
        choices.set("embedding.token_types", types->second.shape.size() == 2 ? types->second.shape.front() : Index(1));

    const auto any = [&](std::initializer_list<const char*> names) {
        for (const char* name : names)
            if (hasInFirstBlock(reading, name))
                return true;
        return false;
    };
    choices.set("bias.attention", any({"attn_q.bias", "attn_qkv.bias", "attn_q_a.bias", "attn_kv_a_mqa.bias"}));
    choices.set("bias.attention_output", any({"attn_output.bias"}));
    choices.set("bias.feed_forward", any({"ffn_up.bias", "ffn_up_exps.bias"}));
    choices.set("bias.output", reading.stored.count("output.bias") > 0);
    if (choices.value("norm.kind") == "layer_norm")
        choices.set("norm.bias", any({"attn_norm.bias", "attn_output_norm.bias"}));
}

/// Values are as wide as keys outside of latent attention; scores have a scale of their own in some files.
void readAttention(FamilyReading& reading)
{
    const std::string length = ggufKey(reading, "attention.value_length"), scale = ggufKey(reading, "attention.scale");
    if (reading.choices.value("attention.kind") != "latent") {
        const Index dHead = reading.size("sizes.d_head");
        const std::optional<Json> said = reading.config.value(length);
        if (said && *said != dHead)
            reading.config.refuse(
                length, CUTAWAY_TR("values of another width than keys are not supported yet"), std::to_string(dHead), said);
    }
    const std::optional<Json> said = reading.config.value(scale);
    if (said && !(said->is_number() && *said >= Json(0) && *said <= Json(factorCap)))
        reading.config.refuse(scale, CUTAWAY_TR("not a number in range"), "more than 0", said);
    if (said && *said != Json(0))
        reading.choices.set("score.scale", *said);
}

} // namespace

Fixed llamaWith(const char* word, Fixed own) { return with(with(llamaChoices(), {{"activation.kind", word}}), std::move(own)); }

Family ggufFamily(GgufRow row)
{
    Keys keys = with(commonKeys(row.eps), std::move(row.keys));
    for (ConfigKey& key : keys)
        for (std::string& name : key.names)
            if (!name.starts_with("tokenizer."))
                name = std::string(row.architecture) + "." + name;
    std::vector<Finish> finish{readTensors};
    finish.insert(finish.end(), row.finish.begin(), row.finish.end());
    finish.push_back(readAttention);
    return {.id = row.architecture,
        .architecture = row.architecture,
        .fixed = std::move(row.fixed),
        .keys = std::move(keys),
        .ignored = {"rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"},
        .tensors = with(commonNames(), std::move(row.names)),
        .finish = std::move(finish)};
}

Index rowsOf(const FamilyReading& reading, const std::string& ending)
{
    for (const auto& [name, tensor] : reading.stored)
        if (name.ends_with(ending) && tensor.shape.size() >= 2)
            return tensor.shape[tensor.shape.size() - 2];
    return 0;
}

std::string ggufKey(const FamilyReading& reading, const std::string& key)
{
    return reading.config.value("general.architecture").value_or("").get<std::string>() + "." + key;
}

bool hasInFirstBlock(const FamilyReading& reading, const std::string& name) { return reading.stored.count("blk.0." + name) > 0; }

Finish ggufWindow(GgufWindow defaults)
{
    return [defaults](FamilyReading& reading) {
        const std::string key = ggufKey(reading, "attention.sliding_window"), patternKey = key + "_pattern";
        const Index window = wholeNumber(reading, key, 0, Index(contextCap)).value_or(defaults.window);
        const std::optional<Json> said = reading.config.value(patternKey);
        const Index layers = reading.size("sizes.layers");
        const bool isList = said && said->is_array();
        bool isLegal = !isList || Index(said->size()) == layers;
        for (const Json& slides : isList ? *said : Json::array())
            isLegal = isLegal && (slides.is_boolean() || slides == Json(0) || slides == Json(1));
        if (!isLegal)
            reading.config.refuse(patternKey, CUTAWAY_TR("not one word for each layer"), std::to_string(layers) + " flags", said);
        const Index period = isList ? 0 : wholeNumber(reading, patternKey, 0, Index(layersCap)).value_or(defaults.pattern);
        if (window == 0)
            return;
        reading.choices.set("mask.window", window);
        setLayers(reading, "mask.kind", [&](Index layer) {
            const bool slides = isList ? (*said)[std::size_t(layer)] == Json(true) || (*said)[std::size_t(layer)] == Json(1)
                                       : period == 0 || (layer + 1) % period != 0;
            return Json(slides ? "sliding_window" : "causal");
        });
    };
}

Finish ggufExperts(const char* softmaxRouting, bool renormalises)
{
    return [softmaxRouting, renormalises](FamilyReading& reading) {
        const auto whole = [&](const char* key, Index min, double max) {
            return wholeNumber(reading, ggufKey(reading, key), min, Index(max));
        };
        const Index experts = whole("expert_count", 0, expertsCap).value_or(0);
        if (experts == 0)
            return;
        Choices& choices = reading.choices;
        choices.set("mixture.experts", experts);
        const std::optional<Index> used = whole("expert_used_count", 1, double(experts));
        if (!used)
            reading.config.refuse(ggufKey(reading, "expert_used_count"), CUTAWAY_TR("missing key"));
        choices.set("mixture.top_k", *used);
        const Index stacked = rowsOf(reading, ".ffn_up_exps.weight"); // some files do not say it
        if (const Index width = whole("expert_feed_forward_length", 1, dFfCap).value_or(stacked); width > 0)
            choices.set("mixture.d_expert", width);

        // 0: nothing said, 1: softmax, 2: sigmoid, 3: softmax of the chosen
        const Index gating = whole("expert_gating_func", 0, 3).value_or(0);
        choices.set("mixture.routing", gating == 2 ? "sigmoid_bias_groups" : gating == 3 ? "top_k_then_softmax" : softmaxRouting);
        const bool isNormed = flag(reading, ggufKey(reading, "expert_weights_norm"), renormalises);
        if (choices.value("mixture.routing") == "top_k_then_softmax") {
            if (!isNormed)
                reading.config.refuse(ggufKey(reading, "expert_weights_norm"), CUTAWAY_TR("not supported yet"), "true", false);
        } else
            choices.set("mixture.renormalise", isNormed);
        const std::string scale = ggufKey(reading, "expert_weights_scale");
        const std::optional<Json> by = reading.config.value(scale);
        if (by && !(by->is_number() && *by >= Json(0) && *by <= Json(factorCap)))
            reading.config.refuse(scale, CUTAWAY_TR("not a number in range"), "0 or more", by);
        if (by && *by != Json(0)) // 0 stands for nothing said
            choices.set("mixture.scale", *by);
        if (const std::optional<Index> groups = whole("expert_group_count", 0, expertsCap); groups.value_or(0) > 1) {
            choices.set("mixture.groups", *groups);
            choices.set("mixture.groups_top_k", whole("expert_group_used_count", 1, double(*groups)).value_or(1));
        } else
            whole("expert_group_used_count", 0, expertsCap); // of one group: nothing to choose

        const Index dense = whole("leading_dense_block_count", 0, layersCap).value_or(0);
        setMixtures(reading, [&](Index layer) {
            return layer >= dense && reading.stored.count("blk." + std::to_string(layer) + ".ffn_gate_inp.weight") > 0;
        });
    };
}

void ggufHeadNorm(FamilyReading& reading)
{
    if (hasInFirstBlock(reading, "attn_q_norm.weight"))
        reading.choices.set("score.qk_norm", "layer_head");
}

} // namespace core::table
