#pragma once

// Helpers for the tables of GGUF architectures. Their keys and tensors are named alike, so most of a row is said
// here once; a key stands without the architecture that begins it: "block_count" for "llama.block_count".

#include "core/files/families/table_words.h"

namespace core::table {

/// A row: keys and names that all share, with its own instead or besides. `eps` is the key of the norms'.
struct GgufRow
{
    const char* architecture;
    const char* eps;
    Fixed fixed;
    Keys keys = {};
    Names names = {};
    std::vector<Finish> finish = {};
};
Family ggufFamily(GgufRow row);

/// What llama's plan fixes, with the activation of this word and choices of a row's own.
Fixed llamaWith(const char* word, Fixed own = {});

inline constexpr const char* rmsEps = "attention.layer_norm_rms_epsilon";
inline constexpr const char* layerEps = "attention.layer_norm_epsilon";

/// "llama.block_count", of the file that is read.
std::string ggufKey(const FamilyReading& reading, const std::string& key);

/// Whether the first block has this tensor, "attn_q.bias".
bool hasInFirstBlock(const FamilyReading& reading, const std::string& name);

/// Rows of the matrices in the first tensor with this ending, ".ffn_up_exps.weight"; 0 when there is none.
Index rowsOf(const FamilyReading& reading, const std::string& ending);

/// Rotary positions: freq_base, dimension_count, scaling.* and the tensors of divisors. `slidingBase` is that of layers with a
/// window, which are not scaled; sameBase: that of the others; 0: they are as the others in all. Throws Error{BadInput} for a
/// scaling that cannot be run.
struct GgufRope
{
    static constexpr double sameBase = -1.0;
    double base = 10000.0;
    double slidingBase = 0.0;
};
Finish ggufRope(GgufRope defaults = {});

/// `attention.sliding_window`, and which layers have it: sliding_window_pattern, one flag per layer or a period n, in which the
/// last layer sees all. What holds where the file does not say it is here.
struct GgufWindow
{
    Index pattern = 0; // 0: all slide
    Index window = 0;  // 0: none
};
Finish ggufWindow(GgufWindow defaults = {});

/// `expert_count` experts, where the file has some, in the layers with a router. `softmaxRouting` is what a softmax over them
/// means, `renormalises` holds where the file does not say.
Finish ggufExperts(const char* softmaxRouting, bool renormalises);

/// Queries and keys are normalised by head where there are such tensors.
void ggufHeadNorm(FamilyReading& reading);

} // namespace core::table
