#pragma once

// Number formats of model files and their conversion to float32. One row per format: its words in safetensors and
// GGUF, the size of its blocks, and the loop that decodes them.
// To add one: write decode(), in stored_numbers.cpp or, for a block type, in the file of its kind (quantised.h), and add a row
// to the table in stored_numbers.cpp.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace core {

struct NumberFormat
{
    std::string_view name;  // "F32", "BF16", "Q4_1": what `info` shows
    int ggufType = -1;      // number of the type in GGUF, -1: not stored there
    bool safetensors = false;
    std::size_t blockNumbers = 1; // numbers that are stored together
    std::size_t blockBytes = 4;

    /// Decodes `blocks` blocks. The input needs no alignment.
    void (*decode)(const std::byte* in, std::size_t blocks, float* out) = nullptr;
};

/// All formats that can be used as weights.
std::span<const NumberFormat> numberFormats();

/// nullptr when there is none.
const NumberFormat* findGgufFormat(std::uint32_t type);
const NumberFormat* findSafetensorsFormat(std::string_view dtype);

/// IEEE binary16 and bfloat16, exact for every bit pattern (NaN stays NaN).
float halfToFloat(std::uint16_t bits);
float bfloat16ToFloat(std::uint16_t bits);

} // namespace core
