#pragma once

// Number formats of model files and their conversion to float32. One row per format: its words in safetensors and
// GGUF, the size of its blocks, and the loop that decodes them.
// To add one: write decode(), in stored_numbers.cpp or, for a block type, in the file of its kind (quantised.h), and add a row
// to the table in stored_numbers.cpp.

#include "core/base/block_format.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace core {

struct NumberFormat : BlockFormat
{
    int ggufType = -1;      // number of the type in GGUF, -1: not stored there
    bool safetensors = false;
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
