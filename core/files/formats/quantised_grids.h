#pragma once

// The points of GGUF's IQ1, IQ2 and IQ3 types. A point is one integer: eight values of 2 bits (IQ1, IQ2) or four of 3 bits
// (IQ3), the first one lowest; what a value means is said where it is decoded. The tables are facts of the format.

#include <cstdint>

namespace core {

extern const std::uint16_t gridOfIq1[2048];
extern const std::uint16_t gridOfIq2Xxs[256];
extern const std::uint16_t gridOfIq2Xs[512];
extern const std::uint16_t gridOfIq2S[1024];
extern const std::uint16_t gridOfIq3Xxs[256];
extern const std::uint16_t gridOfIq3S[512];

} // namespace core
