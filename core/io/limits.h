#pragma once

// Limits on what files and people may ask for, each with its reason. A count or a length is
// also always compared with what is left of the file before anything is allocated. docs/security.md lists them for people.

#include <cstddef>
#include <cstdint>

namespace core::limits {

// JSON. No document of ours or of Hugging Face comes near these; without them nesting or repetition would cost far more than
// the file.
constexpr int jsonDepth = 64;                                 // the deepest known config has 6 levels
constexpr std::size_t jsonValues = 4'000'000; // one name and shard for each tensor of the largest models, 30 times
constexpr std::size_t configBytes = std::size_t(16) << 20; // configs with a label for each of 20 000 classes have 1 MB
constexpr std::size_t indexBytes = std::size_t(256) << 20; // the largest known index has 12 MB
constexpr std::size_t tokenizerBytes = std::size_t(128) << 20; // the largest known tokenizer.json has 34 MB
constexpr std::size_t tokenizerValues = 16'000'000; // 256 000 tokens and 600 000 merges have 2 million
constexpr std::size_t indexValues = 1'000'000; // tensors; the largest known model has 140 000
// Configs and tokenizers take 3 to 5 times their text in memory, headers of many short entries 12 times; a text of "{},{},"
// would take 20 times and more.
constexpr std::size_t jsonMemoryFactor = 12;
constexpr std::size_t jsonMemory = std::size_t(48) << 20;

// safetensors
constexpr std::uint64_t headerBytes = 100'000'000; // as the reference implementation
constexpr std::size_t headerTensors = 1'000'000; // the largest known model has 140 000
constexpr std::size_t headerRank = 8;
constexpr std::size_t headerName = 1024; // bytes
constexpr std::size_t shards = 512; // all stay open, and a process may hold about a thousand files

// GGUF
constexpr std::uint64_t ggufCount = std::uint64_t(1) << 20; // of keys and of tensors
constexpr std::uint64_t ggufKey = 65'535; // bytes; the specification's
constexpr std::uint64_t ggufName = 255; // bytes; four times what ggml accepts
constexpr std::uint64_t ggufText = std::uint64_t(64) << 20; // bytes; chat templates have 20 kB, a whole tokenizer.json 34 MB
constexpr std::uint64_t ggufElements = std::uint64_t(1) << 22; // of an array; vocabularies have up to 262 144, merges 600 000
constexpr std::uint64_t ggufMetadata = std::uint64_t(512) << 20; // bytes in all

// Chat templates. The longest known one takes some 3 000 steps for a turn of a conversation and is nested 9 deep.
constexpr long templateSteps = 100'000;
constexpr std::size_t templateText = 1'000'000; // bytes of the output, and of any text on the way
constexpr int templateDepth = 64; // of expressions, statements and values inside one another

/// Bytes and numbers of one tensor, so that every count fits an Index and products of two cannot wrap.
constexpr std::uint64_t tensorBytes = std::uint64_t(1) << 62;

} // namespace core::limits
