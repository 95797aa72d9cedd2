// GGUF architectures with experts of their own plan: Qwen's and DeepSeek's. Experts of a layer are stacked in one tensor.

#include "core/files/families/families.h"
#include "core/files/families/gguf_words.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

using namespace table;

/// Experts that every token visits; all of them are one matrix.
void readShared(FamilyReading& reading)
{
    const Index count = wholeNumber(reading, ggufKey(reading, "expert_shared_count"), 0, Index(expertsCap)).value_or(0);
    const Index width = wholeNumber(reading, ggufKey(reading, "expert_shared_feed_forward_length"), 0, Index(dFfCap)).value_or(0);
    const Index stored = rowsOf(reading, ".ffn_up_shexp.weight");
    const Index one = reading.choices.has("mixture.d_expert") ? reading.size("mixture.d_expert") : 0;
    const Index said = width > 0 ? width : count * one > 0 ? count * one : stored;
    reading.choices.set("mixture.shared", said > 0 ? 1 : 0);
    if (said == 0)
        return;
    reading.choices.set("mixture.d_shared", said);
    const bool isGated = std::any_of(reading.stored.begin(), reading.stored.end(),
        [](const auto& named) { return named.first.ends_with(".ffn_gate_inp_shexp.weight"); });
    reading.choices.set("mixture.shared_gate", isGated);
}

/// Widths of latent attention. Old files have the widths of a head where new ones have those of what is cached.
void readLatent(FamilyReading& reading)
{
    const auto width = [&](const char* key) { return wholeNumber(reading, ggufKey(reading, key), 1, Index(dModelCap)); };
    const auto needed = [&](const char* key, std::optional<Index> value) {
        if (!value)
            reading.config.refuse(ggufKey(reading, key), CUTAWAY_TR("missing key"));
        return *value;
    };
    const auto oldKeys = width("attention.key_length"), oldValues = width("attention.value_length");
    const auto newKeys = width("attention.key_length_mla"), newValues = width("attention.value_length_mla");
    const Index keys = needed("attention.key_length", newKeys ? newKeys : oldKeys);
    const Index turned = needed("rope.dimension_count", width("rope.dimension_count"));
    if (turned >= keys)
        reading.config.refuse(ggufKey(reading, "rope.dimension_count"), CUTAWAY_TR("not an integer in range"),
            "less than " + std::to_string(keys), Json(std::int64_t(turned)));
    Choices& choices = reading.choices;
    choices.set("latent.kv_rank", needed("attention.kv_lora_rank", width("attention.kv_lora_rank")));
    const bool isCompressed = hasInFirstBlock(reading, "attn_q_a.weight");
    const std::string rank = ggufKey(reading, "attention.q_lora_rank");
    const Index qRank = wholeNumber(reading, rank, 0, Index(dModelCap)).value_or(0);
    if (isCompressed != (qRank > 0))
        reading.config.refuse(rank, CUTAWAY_TR("contradicts another key"),
            isCompressed ? "the rank of attn_q_a" : "none, as there is no attn_q_a", Json(std::int64_t(qRank)));
    choices.set("latent.q_rank", qRank);
    choices.set("latent.d_rope", turned);
    choices.set("latent.d_nope", keys - turned);
    choices.set("latent.d_value", needed("attention.value_length", newValues ? newValues : oldValues));
    choices.set("sizes.d_head", turned);
}

GgufRow deepseek2()
{
    return {"deepseek2", rmsEps, llamaWith("silu", {{"attention.kind", "latent"}, {"rope.pairing", "interleaved"}}),
        {{"sizes.d_head", {"rope.dimension_count"}, integer(dHeadCap), required},
            {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)}},
        {{"blocks.N.attn.q.bias", "blk.N.attn_q.bias", false, Part::Whole, false, false, true},
            {"blocks.N.attn.q_a", "blk.N.attn_q_a"}, {"blocks.N.attn.q_a_norm", "blk.N.attn_q_a_norm"},
            {"blocks.N.attn.q_b", "blk.N.attn_q_b"}, {"blocks.N.attn.kv_a", "blk.N.attn_kv_a_mqa"},
            {"blocks.N.attn.kv_a_norm", "blk.N.attn_kv_a_norm"}, {"blocks.N.attn.kv_b", "blk.N.attn_kv_b"}},
        {readLatent, ggufExperts("softmax_then_top_k", false), readShared, ggufRope()}};
}

} // namespace

std::vector<Family> ggufMixtureFamilies()
{
    return {
        ggufFamily(
            {"qwen2moe", rmsEps, llamaWith("silu"), {}, {}, {ggufExperts("softmax_then_top_k", false), readShared, ggufRope()}}),
        ggufFamily({"qwen3moe", rmsEps, llamaWith("silu", {{"score.qk_norm", "rms_head"}}), {}, {},
            {ggufExperts("softmax_then_top_k", true), readShared, ggufRope()}}),
        ggufFamily(deepseek2()),
    };
}

} // namespace core
