#pragma once

// The tokenizers of GGUF files: tokens, scores or merges, and the name of a pre-tokenizer. From these the same stages are
// built that tokenizer.json would spell out.

#include "core/text/tokenizer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What the file says (keys tokenizer.ggml.*).
struct GgufTokenizerData
{
    std::string model; // "gpt2", "llama", "bert", "t5"
    std::string pre;   // name of the pre-tokenizer ("llama-bpe", "smollm", "gpt-2", …)
    std::vector<std::string> tokens;
    std::vector<float> scores; // may be empty
    std::vector<std::int32_t> types; // 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte; may be empty
    std::vector<std::string> merges; // "a b"
    std::optional<TokenId> bos, eos, unknown, separator;
    bool addBos = false;
    bool addEos = false;
    bool addSpacePrefix = true;
    bool removesExtraSpaces = false;
    std::string charsmap; // bytes of SentencePiece's character map; empty: none
};

/// Throws Error{BadInput} for a model or pre-tokenizer name that is not known ("tokenization would be
/// wrong").
std::unique_ptr<Tokenizer> makeTokenizer(const GgufTokenizerData& data, const std::string& file);

} // namespace core
