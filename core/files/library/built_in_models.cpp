#include "core/files/library/built_in_models.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

struct BuiltIn
{
    const char* id;
    const char* title;
    std::vector<std::pair<const char*, Json>> choices; // sizes.vocab unsaid: that of the tokenizer
};

const std::vector<BuiltIn>& rows()
{
    static const std::vector<BuiltIn> table = {
        {"untrained", CUTAWAY_TR("A small model of today's kind, all weights seeded"),
            {{"sizes.layers", 6}, {"sizes.d_model", 64}, {"sizes.heads", 4}, {"sizes.d_ff", 256}, {"sizes.context", 1024},
                {"norm.kind", "rms_norm"}, {"norm.placement", "pre"}, {"position.kind", "rope"}, {"attention.kind", "multi_head"},
                {"mask.kind", "causal"}, {"feed_forward.kind", "gated"}, {"activation.kind", "silu"}, {"output.tied", true},
                {"seed", 1}}},
        {"untrained-gpt2-small", CUTAWAY_TR("The shapes of GPT-2 small, all weights seeded"),
            {{"sizes.layers", 12}, {"sizes.d_model", 768}, {"sizes.heads", 12}, {"sizes.d_ff", 3072}, {"sizes.vocab", 50257},
                {"sizes.context", 1024}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"}, {"position.kind", "learned"},
                {"attention.kind", "multi_head"}, {"mask.kind", "causal"}, {"feed_forward.kind", "plain"},
                {"activation.kind", "gelu_tanh"}, {"bias.attention", true}, {"bias.attention_output", true},
                {"bias.feed_forward", true}, {"output.tied", true}, {"seed", 1}}},
        {"untrained-smollm2", CUTAWAY_TR("The shapes of SmolLM2-135M, all weights seeded"),
            {{"sizes.layers", 30}, {"sizes.d_model", 576}, {"sizes.heads", 9}, {"sizes.kv_heads", 3}, {"sizes.d_ff", 1536},
                {"sizes.vocab", 49152}, {"sizes.context", 8192}, {"norm.kind", "rms_norm"}, {"norm.placement", "pre"},
                {"position.kind", "rope"}, {"rope.base", 100000}, {"attention.kind", "grouped_query"}, {"mask.kind", "causal"},
                {"feed_forward.kind", "gated"}, {"activation.kind", "silu"}, {"output.tied", true}, {"seed", 1}}},
    };
    return table;
}

} // namespace

std::vector<ModelListing> builtInModels()
{
    std::vector<ModelListing> listings;
    for (const BuiltIn& row : rows())
        listings.push_back({row.id, row.title, "", false, false});
    return listings;
}

ModelPtr makeBuiltInModel(const std::string& name)
{
    const auto row = std::find_if(rows().begin(), rows().end(), [&](const BuiltIn& r) { return name == r.id; });
    if (row == rows().end())
        return nullptr;
    static const std::shared_ptr<const Tokenizer> tokenizer = makeBuiltInTokenizer();
    const auto model = std::make_shared<Model>();
    model->name = row->id;
    model->family = "cutaway";
    model->dtype = "F32";
    model->trained = false;
    model->sizesFixed = false;
    model->tokenizer = tokenizer;
    model->choices.set("sizes.vocab", tokenizer->vocabularySize());
    for (const auto& [key, value] : row->choices)
        model->choices.set(key, value);
    return model;
}

} // namespace core
