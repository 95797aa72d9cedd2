#include "core/files/tokenizers/gguf_tokenizer_data.h"

#include "core/base/error.h"

#include <limits>

namespace core {

namespace {

const std::string prefix = "tokenizer.ggml.";

/// Throws Error unless the array is absent or has one element per token.
template <class T>
void checkLength(const Gguf& gguf, const std::string& key, const std::optional<std::vector<T>>& array, std::size_t tokens)
{
    if (array && array->size() != tokens)
        gguf.refuse(key, CUTAWAY_TR("wrong number of elements"), std::to_string(tokens), std::to_string(array->size()));
}

std::optional<TokenId> readId(const Gguf& gguf, const std::string& key, std::size_t tokens)
{
    const auto id = gguf.integer(key, 0, std::int64_t(tokens) - 1);
    return id ? std::optional(TokenId(*id)) : std::nullopt;
}

} // namespace

std::optional<GgufTokenizerData> readGgufTokenizer(const Gguf& gguf)
{
    const auto model = gguf.string(prefix + "model");
    if (!model)
        return {};
    GgufTokenizerData data;
    data.model = *model;
    data.pre = gguf.string(prefix + "pre").value_or("");
    auto tokens = gguf.strings(prefix + "tokens");
    if (!tokens || tokens->empty())
        gguf.refuse(prefix + "tokens", CUTAWAY_TR("missing key"), "an array of texts");
    data.tokens = std::move(*tokens);
    const std::size_t count = data.tokens.size();

    const auto scores = gguf.numbers(prefix + "scores");
    checkLength(gguf, prefix + "scores", scores, count);
    for (const double score : scores.value_or(std::vector<double>{}))
        data.scores.push_back(static_cast<float>(score));

    const auto types = gguf.integers(prefix + "token_type");
    checkLength(gguf, prefix + "token_type", types, count);
    for (const std::int64_t type : types.value_or(std::vector<std::int64_t>{})) {
        if (type < std::numeric_limits<std::int32_t>::min() || type > std::numeric_limits<std::int32_t>::max())
            gguf.refuse(prefix + "token_type", CUTAWAY_TR("not an integer in range"), "32 bits", std::to_string(type));
        data.types.push_back(static_cast<std::int32_t>(type));
    }

    data.merges = gguf.strings(prefix + "merges").value_or(std::vector<std::string>{});
    data.bos = readId(gguf, prefix + "bos_token_id", count);
    data.eos = readId(gguf, prefix + "eos_token_id", count);
    data.unknown = readId(gguf, prefix + "unknown_token_id", count);
    data.separator = readId(gguf, prefix + "seperator_token_id", count); // spelled so in the files
    if (data.model == "bert" && !data.bos)
        data.bos = readId(gguf, prefix + "cls_token_id", count);
    for (const std::int64_t byte : gguf.integers(prefix + "precompiled_charsmap").value_or(std::vector<std::int64_t>{})) {
        if (byte < -128 || byte > 255)
            gguf.refuse(prefix + "precompiled_charsmap", CUTAWAY_TR("not an integer in range"), "bytes", std::to_string(byte));
        data.charsmap += static_cast<char>(byte);
    }
    data.addBos = gguf.boolean(prefix + "add_bos_token").value_or(false);
    data.addEos = gguf.boolean(prefix + "add_eos_token").value_or(false);
    data.addSpacePrefix = gguf.boolean(prefix + "add_space_prefix").value_or(true);
    if (data.addBos && !data.bos)
        gguf.refuse(prefix + "bos_token_id", CUTAWAY_TR("missing key"), "an id, as add_bos_token is true");
    if (data.addEos && !data.eos)
        gguf.refuse(prefix + "eos_token_id", CUTAWAY_TR("missing key"), "an id, as add_eos_token is true");
    return data;
}

} // namespace core
