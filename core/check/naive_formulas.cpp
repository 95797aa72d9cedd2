#include "core/check/naive_formulas.h"

#include <cmath>
#include <cstdlib>

namespace core::naive {

double naiveActivation(const Activation& kind, double x)
{
    const double pi = std::acos(-1.0);
    const double sigmoid = 1 / (1 + std::exp(-x));
    if (as<Relu>(kind))
        return x > 0 ? x : 0;
    if (as<ReluSquared>(kind))
        return x > 0 ? x * x : 0;
    if (as<Gelu>(kind))
        return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
    if (as<GeluTanh>(kind))
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
    if (as<QuickGelu>(kind))
        return x / (1 + std::exp(-1.702 * x));
    if (as<Silu>(kind))
        return x * sigmoid;
    if (const SwigluClamped* clamped = as<SwigluClamped>(kind)) {
        const double gate = x < clamped->limit ? x : clamped->limit;
        return gate / (1 + std::exp(-clamped->beta * gate));
    }
    if (const Swish* swish = as<Swish>(kind))
        return x / (1 + std::exp(-swish->beta * x));
    if (as<Elu>(kind))
        return x > 0 ? x : std::exp(x) - 1;
    if (as<Selu>(kind))
        return 1.0507009873554805 * (x > 0 ? x : 1.6732632423543773 * (std::exp(x) - 1));
    if (as<Sigmoid>(kind))
        return sigmoid;
    return as<Tanh>(kind) ? std::tanh(x) : x;
}

/// The list of the paper's code: for a number of heads that is no power of two, the slopes of the power below, then
/// every other slope of the power above.
std::vector<double> naiveAlibiSlopes(Index heads)
{
    const auto ofPower = [](Index n) {
        std::vector<double> slopes;
        const double start = std::pow(2.0, -std::pow(2.0, -(std::log2(double(n)) - 3)));
        for (Index i = 0; i < n; ++i)
            slopes.push_back(start * std::pow(start, double(i)));
        return slopes;
    };
    Index below = 1;
    while (below * 2 <= heads)
        below *= 2;
    std::vector<double> slopes = ofPower(below);
    const std::vector<double> above = ofPower(2 * below);
    for (std::size_t i = 0; Index(slopes.size()) < heads; i += 2)
        slopes.push_back(above[i]);
    return slopes;
}

bool naiveSees(const AttentionMask& mask, bool encoder, Index i, Index j)
{
    const Index far = std::abs(i - j);
    if (as<Bidirectional>(mask))
        return true;
    if (const auto* prefix = as<PrefixMask>(mask))
        return j <= i || j < prefix->prefix;
    if (const auto* painted = as<PaintedMask>(mask))
        return painted->cells[std::size_t(i)][std::size_t(j)];
    if (as<Causal>(mask) || (!encoder && j > i))
        return j <= i;
    if (const auto* window = as<SlidingWindow>(mask))
        return far < window->window;
    if (const auto* block = as<BlockLocal>(mask))
        return i / block->block == j / block->block;
    if (const auto* strided = as<Strided>(mask))
        return far < strided->stride || far % strided->stride == 0;
    const auto* sinks = as<SinksWindow>(mask);
    return j < sinks->sinks || far < sinks->window;
}

} // namespace core::naive
