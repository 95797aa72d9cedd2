#pragma once

// Where norms and residuals sit in a block: two families, the placement of the norms and the layout of the branches.
//
// To add a placement: write its struct with the three flags and append it to the NormPlacement line; block.cpp reads the
// flags only. A layout that is not sequential or parallel changes block.cpp.

#include "core/base/kind.h"

namespace core {

/// Xiong et al. 2020: x + f(norm(x)).
struct PreNorm
{
    static constexpr KindInfo info{"pre", CUTAWAY_TR("Pre"), "x + f(norm(x))"};
    static constexpr bool beforeBranch = true;  // norm of what enters the branch
    static constexpr bool onBranch = false;     // norm of what the branch puts out
    static constexpr bool onStream = false;     // norm of the sum
    bool operator==(const PreNorm&) const = default;
};

/// Vaswani et al. 2017: norm(x + f(x)).
struct PostNorm
{
    static constexpr KindInfo info{"post", CUTAWAY_TR("Post"), "norm(x + f(x))"};
    static constexpr bool beforeBranch = false;
    static constexpr bool onBranch = false;
    static constexpr bool onStream = true;
    bool operator==(const PostNorm&) const = default;
};

/// Ding et al. 2021 (CogView), Gemma 2: x + norm(f(norm(x))).
struct SandwichNorm
{
    static constexpr KindInfo info{"sandwich", CUTAWAY_TR("Sandwich"), "x + norm(f(norm(x)))"};
    static constexpr bool beforeBranch = true;
    static constexpr bool onBranch = true;
    static constexpr bool onStream = false;
    bool operator==(const SandwichNorm&) const = default;
};

/// No norm in the block.
struct NoPlacement
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x + f(x)"};
    static constexpr bool beforeBranch = false;
    static constexpr bool onBranch = false;
    static constexpr bool onStream = false;
    bool operator==(const NoPlacement&) const = default;
};

using NormPlacement = std::variant<PreNorm, PostNorm, SandwichNorm, NoPlacement>;

/// The three flags of a placement, for code that does not care which it is.
struct NormPlaces
{
    bool beforeBranch = false;
    bool onBranch = false;
    bool onStream = false;
};
inline NormPlaces placesOf(const NormPlacement& placement)
{
    return std::visit([](const auto& p) { return NormPlaces{p.beforeBranch, p.onBranch, p.onStream}; }, placement);
}

/// Attention, then feed-forward, each with its own residual.
struct Sequential
{
    static constexpr KindInfo info{"sequential", CUTAWAY_TR("Sequential"), "h = x + A(x), y = h + F(h)"};
    static constexpr bool parallel = false;
    static constexpr bool sharedNorm = false;
    bool operator==(const Sequential&) const = default;
};

/// GPT-J: both branches read one norm of x.
struct ParallelSharedNorm
{
    static constexpr KindInfo info{"parallel_shared_norm", CUTAWAY_TR("Parallel, one norm"), "y = x + A(n(x)) + F(n(x))"};
    static constexpr bool parallel = true;
    static constexpr bool sharedNorm = true;
    bool operator==(const ParallelSharedNorm&) const = default;
};

/// GPT-NeoX: each branch has its own norm of x.
struct ParallelTwoNorms
{
    static constexpr KindInfo info{"parallel_two_norms", CUTAWAY_TR("Parallel, two norms"), "y = x + A(n₁(x)) + F(n₂(x))"};
    static constexpr bool parallel = true;
    static constexpr bool sharedNorm = false;
    bool operator==(const ParallelTwoNorms&) const = default;
};

using BlockLayout = std::variant<Sequential, ParallelSharedNorm, ParallelTwoNorms>;

inline bool isParallel(const BlockLayout& layout)
{
    return std::visit([](const auto& l) { return l.parallel; }, layout);
}
inline bool sharesNorm(const BlockLayout& layout)
{
    return std::visit([](const auto& l) { return l.sharedNorm; }, layout);
}

} // namespace core
