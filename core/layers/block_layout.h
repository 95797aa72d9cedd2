#pragma once

// Block layout: the places of norms and residuals. Two families, the placement of the norms and the layout of the branches.
//
// To add a placement: write its struct with the three flags and append it to the NormPlacement line; block.cpp reads the
// flags only. A layout that is not sequential or parallel changes block.cpp.

#include "core/base/kind.h"

#include <cmath>

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

/// OLMo 2: x + norm(f(x)).
struct BranchOutputNorm
{
    static constexpr KindInfo info{"branch_output", CUTAWAY_TR("Branch output"), "x + norm(f(x))"};
    static constexpr bool beforeBranch = false;
    static constexpr bool onBranch = true;
    static constexpr bool onStream = false;
    bool operator==(const BranchOutputNorm&) const = default;
};

/// α and β of the paper. One stack of L layers: (2L)^¼, (8L)^−¼. Encoder (E layers) of two stacks: 0.81·(E⁴L)^1/16,
/// 0.87·(E⁴L)^−1/16; its decoder: (3L)^¼, (12L)^−¼.
struct DeepFactors
{
    double alpha = 1.0;
    double beta = 1.0;
    bool operator==(const DeepFactors&) const = default;
};
enum class DeepStack
{
    Only,
    EncoderOfTwo,
    DecoderOfTwo
};
inline DeepFactors paperFactors(DeepStack stack, double encoderLayers, double layers)
{
    if (stack == DeepStack::EncoderOfTwo) {
        const double both = std::pow(std::pow(encoderLayers, 4.0) * layers, 1.0 / 16.0);
        return {0.81 * both, 0.87 / both};
    }
    const double a = stack == DeepStack::Only ? 2.0 : 3.0, b = stack == DeepStack::Only ? 8.0 : 12.0;
    return {std::pow(a * layers, 0.25), std::pow(b * layers, -0.25)};
}

/// Wang et al. 2022 (DeepNet), table 1: norm(α·x + β·f(x)), α and β by the depth. The paper scales weights by β when it
/// initialises them; here β is a factor on the branch at run time, so that weights stay comparable.
struct DeepNorm
{
    static constexpr KindInfo info{"deep_norm", CUTAWAY_TR("DeepNorm"), "norm(α·x + β·f(x))"};
    static constexpr bool beforeBranch = false;
    static constexpr bool onBranch = false;
    static constexpr bool onStream = true;
    std::optional<double> alpha; // empty: as the paper
    std::optional<double> beta;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"norm.deep_alpha", CUTAWAY_TR("α of the stream"), -1e6, 1e6, paperWord, paperLabel}, alpha);
        visit(ParamInfo{"norm.deep_beta", CUTAWAY_TR("β of the branch"), -1e6, 1e6, paperWord, paperLabel}, beta);
    }
    DeepFactors factors(const DeepFactors& paper) const { return {alpha.value_or(paper.alpha), beta.value_or(paper.beta)}; }
    bool operator==(const DeepNorm&) const = default;

private:
    static constexpr std::string_view paperWord[] = {"paper"};
    static constexpr std::string_view paperLabel[] = {CUTAWAY_TR("As the paper")};
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

using NormPlacement = std::variant<PreNorm, PostNorm, SandwichNorm, BranchOutputNorm, DeepNorm, NoPlacement>;

/// Whether a placement multiplies stream and branch by numbers that follow from the depth.
inline bool hasDeepFactors(const NormPlacement& placement)
{
    return std::visit([]<class Kind>(const Kind& p) { return requires { p.factors(DeepFactors()); }; }, placement);
}

/// α of the stream and β of the branch, given those of the paper for this depth; 1 where the placement has none.
inline DeepFactors factorsOf(const NormPlacement& placement, const DeepFactors& paper)
{
    return std::visit(
        [&](const auto& p) {
            if constexpr (requires { p.factors(paper); })
                return p.factors(paper);
            else
                return DeepFactors();
        },
        placement);
}

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
