#pragma once

// The sound files that hostile ones are made from: a llama of one layer, as a folder and as GGUF.

#include "core/io/json.h"
#include "tests/core/support/gguf_bytes.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// config.json of the llama, with the members of `patch` put in or, where they are null, taken out.
std::string tinyConfig(const core::Json& patch = core::Json::object());

/// One entry of a safetensors header and its bytes, all zero.
struct TinyTensor
{
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
};

std::vector<TinyTensor> tinyTensors();

/// A whole file: length, header, data.
std::string safetensors(const std::string& header, const std::string& data = {});
std::string safetensors(const std::vector<TinyTensor>& tensors, const core::Json& metadata = nullptr);

/// The llama as GGUF: pairs and tensors, ready to be changed.
gguf::File tinyGguf();

/// Replaces the pair of this key.
void setPair(gguf::File& file, const std::string& key, std::uint32_t type, const std::string& value);

/// tokenizer.json with a few byte-level tokens.
std::string tinyTokenizer(const core::Json& patch = core::Json::object());
