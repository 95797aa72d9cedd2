#include "core/model/symbols.h"

#include "core/base/error.h"

#include <algorithm>
#include <string_view>

namespace core {

namespace {

constexpr SymbolSource sources[] = {{CUTAWAY_TR("course"), ""}, {"Vaswani", "Vaswani et al. 2017, arXiv:1706.03762"},
    {"Shaw", "Shaw et al. 2018, arXiv:1803.02155"}, {"BERT", "Devlin et al. 2018, arXiv:1810.04805"},
    {"Transformer-XL", "Dai et al. 2019, arXiv:1901.02860"}, {"T5", "Raffel et al. 2019, arXiv:1910.10683"},
    {"Kaplan", "Kaplan et al. 2020, arXiv:2001.08361"}, {"GPT-3", "Brown et al. 2020, arXiv:2005.14165"},
    {"RoFormer", "Su et al. 2021, arXiv:2104.09864"}, {"ALiBi", "Press et al. 2021, arXiv:2108.12409"},
    {"GQA", "Ainslie et al. 2023, arXiv:2305.13245"}, {"Mistral", "Jiang et al. 2023, arXiv:2310.06825"},
    {"Mixtral", "Jiang et al. 2024, arXiv:2401.04088"}, {"DeepSeek-V2", "DeepSeek-AI 2024, arXiv:2405.04434"}};

const SymbolSource *const course = &sources[0], *const vaswani = &sources[1], *const shaw = &sources[2],
                          *const bert = &sources[3], *const xl = &sources[4], *const t5 = &sources[5],
                          *const kaplan = &sources[6], *const gpt3 = &sources[7], *const roformer = &sources[8],
                          *const alibi = &sources[9], *const gqa = &sources[10], *const mistral = &sources[11],
                          *const mixtral = &sources[12], *const deepseek = &sources[13];

/// Sizes that every model has.
std::vector<Symbol> sizeSymbols()
{
    return {
        {"layers", "L", CUTAWAY_TR("layers (of an encoder–decoder: of the decoder)"), "sizes.layers", "",
            {{course, "L, l"}, {vaswani, "N"}, {bert, "L"}, {xl, "N"}, {kaplan, "n_layer"}, {gpt3, "n_layers"}, {deepseek, "l"}}},
        {"width", "d_model", CUTAWAY_TR("width of the stream"), "sizes.d_model", "",
            {{course, "H"}, {vaswani, "d_model"}, {bert, "H"}, {xl, "d"}, {t5, "d_model"}, {kaplan, "d_model"}, {gpt3, "d_model"},
                {deepseek, "d"}}},
        {"heads", "n_h", CUTAWAY_TR("heads: of queries"), "sizes.heads", "",
            {{course, "N, n_h, H"}, {vaswani, "h"}, {bert, "A"}, {kaplan, "n_heads"}, {gpt3, "n_heads"}, {gqa, "H"},
                {deepseek, "n_h"}}},
        {"key_heads", "n_g", CUTAWAY_TR("heads of keys and values: groups of queries that share them"), "sizes.kv_heads", "",
            {{course, "n_g"}, {gqa, "G"}, {deepseek, "n_g"}}},
        {"head_width", "d_h, d_head", CUTAWAY_TR("width of a head; the d of RoPE, the √d of a score"), "sizes.d_head", "",
            {{course, "d_h, d"}, {vaswani, "d_k, d_v"}, {shaw, "d_z"}, {t5, "d_kv"}, {gpt3, "d_head"}, {deepseek, "d_h"}}},
        {"inner", "d_ff", CUTAWAY_TR("width of the feed-forward: of one of its matrices"), "sizes.d_ff", "",
            {{course, "d_ff, ffn"}, {vaswani, "d_ff"}, {t5, "d_ff"}, {kaplan, "d_ff"}, {bert, "4H"}}},
        {"vocabulary", "V", CUTAWAY_TR("entries of the vocabulary"), "sizes.vocab", "", {{kaplan, "n_vocab"}}},
        {"context", "n_ctx", CUTAWAY_TR("context: tokens that the model was made for"), "sizes.context", "",
            {{kaplan, "n_ctx"}, {gpt3, "n_ctx"}, {alibi, "L"}}},
        {"tokens", "T", CUTAWAY_TR("tokens of this text"), "", "", {{course, "n"}, {vaswani, "n"}, {shaw, "n"}}},
        {"parameters", "P", CUTAWAY_TR("parameters"), "", "", {{kaplan, "N"}, {gpt3, "n_params"}}}};
}

/// Of masks and positions.
std::vector<Symbol> positionSymbols()
{
    return {{"positions", "i, j", CUTAWAY_TR("positions of a query and of a key"), "", "",
                {{course, "i, j"}, {shaw, "i, j"}, {xl, "i, j"}, {roformer, "m, n"}, {alibi, "i, j"}}},
        {"base", "b", CUTAWAY_TR("base of RoPE: pair i turns by b^(−2(i−1)/d) per position"), "rope.base", "",
            {{course, "b"}, {roformer, "10000"}}},
        {"slope", "m", CUTAWAY_TR("slope of a head in ALiBi"), "", "", {{course, "m"}, {alibi, "m"}}},
        {"clip", "k", CUTAWAY_TR("largest distance of its own in Shaw's relative positions"), "shaw.clip", "", {{shaw, "k"}}},
        {"shaw_keys", "a^K_ij", CUTAWAY_TR("vector of a distance, added to the key"), "", "",
            {{course, "a_ij^K"}, {shaw, "a^K_ij"}}},
        {"content_bias", "u", CUTAWAY_TR("what every query adds for contents"), "sizes.heads × sizes.d_head",
            "position.kind=transformer_xl", {{course, "f"}, {xl, "u"}}},
        {"position_bias", "v", CUTAWAY_TR("what every query adds for positions"), "sizes.heads × sizes.d_head",
            "position.kind=transformer_xl", {{course, "g"}, {xl, "v"}}},
        {"distance", "r_i−j", CUTAWAY_TR("sinusoid of a distance"), "sizes.d_model", "position.kind=transformer_xl",
            {{course, "r_i−j"}, {xl, "R_i−j"}}},
        {"buckets", "", CUTAWAY_TR("buckets of distances in T5's relative positions"), "t5.buckets", "", {}},
        {"window", "W", CUTAWAY_TR("window: keys that a query sees"), "mask.window", "", {{mistral, "W"}}},
        {"block", "m", CUTAWAY_TR("tokens of a block of block-local attention; g = n / m blocks"), "mask.block", "",
            {{course, "m"}}}};
}

/// Of latent attention and experts.
std::vector<Symbol> otherSymbols()
{
    return {{"latent", "d_c", CUTAWAY_TR("width of the latent that holds keys and values"), "latent.kv_rank", "",
                {{course, "d_c"}, {deepseek, "d_c"}}},
        {"latent_queries", "d_c′", CUTAWAY_TR("width of the latent of queries"), "latent.q_rank", "", {{deepseek, "d_c′"}}},
        {"rotary_key", "d_rope", CUTAWAY_TR("width of the rotary key, which is cached too"), "latent.d_rope", "",
            {{deepseek, "d_h^R"}}},
        {"experts", "E", CUTAWAY_TR("routed experts of a layer"), "mixture.experts", "", {{mixtral, "n"}, {deepseek, "N_r"}}},
        {"chosen", "k", CUTAWAY_TR("experts that a token is sent to"), "mixture.top_k", "",
            {{course, "k"}, {mixtral, "K"}, {deepseek, "K_r"}}},
        {"shared", "", CUTAWAY_TR("experts that every token passes"), "mixture.shared", "", {{deepseek, "N_s"}}},
        {"expert_width", "d_expert", CUTAWAY_TR("width of one expert"), "mixture.d_expert", "", {}}};
}

/// The different numbers that a key has over the layers.
std::vector<double> numbersOf(const Choices& described, const std::string& key)
{
    std::vector<double> numbers;
    const auto found = described.all().find(key);
    if (found == described.all().end())
        return numbers;
    const auto take = [&](const Json& value) {
        if (value.is_number() && std::ranges::find(numbers, value.get<double>()) == numbers.end())
            numbers.push_back(value.get<double>());
    };
    if (found->second.is_array())
        for (const Json& value : found->second)
            take(value);
    else
        take(found->second);
    return numbers;
}

bool holds(const Choices& described, std::string_view with)
{
    if (with.empty())
        return true;
    const std::size_t at = with.find('=');
    const auto found = described.all().find(std::string(with.substr(0, at)));
    const auto isThat = [&](const Json& value) { return value.is_string() && value.get<std::string>() == with.substr(at + 1); };
    return found != described.all().end()
        && (found->second.is_array() ? std::ranges::any_of(found->second, isThat) : isThat(found->second));
}

} // namespace

std::span<const SymbolSource> symbolSources() { return sources; }

const std::vector<Symbol>& allSymbols()
{
    static const std::vector<Symbol> all = [] {
        std::vector<Symbol> rows = sizeSymbols();
        for (const std::vector<Symbol>& more : {positionSymbols(), otherSymbols()})
            rows.insert(rows.end(), more.begin(), more.end());
        return rows;
    }();
    return all;
}

SymbolValues symbolValues(const Symbol& symbol, const Choices& described, const SymbolCounts& counts)
{
    const std::string_view id = symbol.id;
    if (id == "tokens" && counts.tokens > 0)
        return {{double(counts.tokens)}};
    if (id == "parameters" && counts.parameters > 0)
        return {{double(counts.parameters)}};
    if (!holds(described, symbol.with))
        return {};
    constexpr std::string_view times = " × ";
    SymbolValues found;
    for (std::string_view keys = symbol.keys; !keys.empty();) {
        const std::size_t end = keys.find(times);
        std::vector<double> numbers = numbersOf(described, std::string(keys.substr(0, end)));
        found.isProduct = found.isProduct || end != keys.npos;
        if (found.isProduct) // of layers that differ, the first
            numbers.resize(std::min<std::size_t>(numbers.size(), 1));
        found.values.insert(found.values.end(), numbers.begin(), numbers.end());
        keys.remove_prefix(end == keys.npos ? keys.size() : end + times.size());
    }
    if (id == "expert_width" && found.values == std::vector{0.0}) // as wide as the feed-forward
        found.values = numbersOf(described, "sizes.d_ff");
    if (id == "latent_queries")
        std::erase(found.values, 0.0); // queries are not compressed
    return found;
}

} // namespace core
