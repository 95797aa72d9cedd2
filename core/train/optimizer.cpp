#include "core/train/optimizer.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace core {

namespace {

/// The numbers of an update that are the same for every weight.
struct AdamFactors
{
    float beta1, rest1, beta2, rest2;
    float size;     // rate / (1 − β₁ᵗ)
    float spread;   // 1 / √(1 − β₂ᵗ)
    float epsilon;
};

/// Neighbouring numbers of a parameter and what belongs to them.
struct Numbers
{
    std::size_t count;
    float* weights;
    const float* gradient;
    float factor; // of the gradient
    float* first;
    float* second; // of AdamW
    float kept;    // share of a weight that decay leaves
};

void adam(const AdamFactors& f, const Numbers& n)
{
    float *w = n.weights, *m = n.first, *v = n.second;
    for (std::size_t i = 0; i < n.count; ++i) {
        const float g = n.factor * n.gradient[i];
        m[i] = f.beta1 * m[i] + f.rest1 * g;
        v[i] = f.beta2 * v[i] + f.rest2 * (g * g);
        w[i] = n.kept * w[i] - f.size * m[i] / (std::sqrt(v[i]) * f.spread + f.epsilon);
    }
}

void momentum(float share, float rate, const Numbers& n)
{
    for (std::size_t i = 0; i < n.count; ++i) {
        n.first[i] = share * n.first[i] + n.factor * n.gradient[i];
        n.weights[i] = n.kept * n.weights[i] - rate * n.first[i];
    }
}

} // namespace

double gradientNorm(const GradientList& gradients)
{
    const std::vector<GradientBlock> blocks = blocksOf(gradients);
    std::vector<double> sums(blocks.size(), 0.0);
    eachBlock(blocks, [&](Index i) {
        const GradientBlock& block = blocks[std::size_t(i)];
        sums[std::size_t(i)]
            = kernels::best().sumOfSquares(gradients[block.parameter].data() + block.first, Index(block.last - block.first));
    });
    double sum = 0;
    for (const double one : sums)
        sum += one;
    return std::sqrt(sum);
}

float clipFactor(double norm, double limit) { return limit > 0 && norm > limit ? float(limit / norm) : 1.f; }

Optimizer::Optimizer(const TrainingRecipe& recipe, const std::vector<Parameter>& parameters)
    : m_recipe(recipe)
{
    for (const Parameter& parameter : parameters)
        m_first.emplace_back(parameter.numbers->size(), 0.f);
    if (recipe.optimizer == OptimizerKind::AdamW)
        m_second = m_first;
}

void Optimizer::takeOver(const OptimizerMemory& memory, const std::vector<Parameter>& parameters)
{
    if (memory.second.empty() != m_second.empty())
        return;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        const auto found = std::ranges::find(memory.names, parameters[p].name);
        const auto other = std::size_t(found - memory.names.begin());
        if (found == memory.names.end() || memory.first[other].size() != m_first[p].size())
            continue;
        m_first[p] = memory.first[other];
        if (!m_second.empty())
            m_second[p] = memory.second[other];
        m_before = memory.updates;
    }
}

void Optimizer::update(std::vector<Parameter>& parameters, const GradientList& gradients, double rate, Index step, float factor)
{
    assert(parameters.size() == gradients.size());
    const TrainingRecipe& r = m_recipe;
    const double t = double(m_before + step + 1);
    const AdamFactors factors{.beta1 = float(r.beta1),
        .rest1 = float(1.0 - r.beta1),
        .beta2 = float(r.beta2),
        .rest2 = float(1.0 - r.beta2),
        .size = float(rate / (1.0 - std::pow(r.beta1, t))),
        .spread = float(1.0 / std::sqrt(1.0 - std::pow(r.beta2, t))),
        .epsilon = float(r.epsilon)};
    const std::vector<GradientBlock> blocks = blocksOf(gradients);
    eachBlock(blocks, [&](Index i) {
        const auto& [p, first, last] = blocks[std::size_t(i)];
        const bool isAdam = r.optimizer == OptimizerKind::AdamW;
        const Numbers numbers{.count = last - first,
            .weights = parameters[p].numbers->data() + first,
            .gradient = gradients[p].data() + first,
            .factor = factor,
            .first = m_first[p].data() + first,
            .second = isAdam ? m_second[p].data() + first : nullptr,
            .kept = parameters[p].decays ? float(1.0 - rate * r.weightDecay) : 1.f};
        if (isAdam)
            adam(factors, numbers);
        else
            momentum(float(r.momentum), float(rate), numbers);
    });
}

} // namespace core
