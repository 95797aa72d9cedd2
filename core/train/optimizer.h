#pragma once

// The optimizer: how weights follow a gradient, and what is remembered between steps. All numbers are float32, each is computed
// by itself, so that the number of threads changes nothing.

#include "core/train/gradient_list.h"
#include "core/train/recipe.h"
#include "core/train/trained_weights.h"

#include <vector>

namespace core {

/// √Σ g² over all, in doubles, added in a fixed order; not finite where a number is not.
double gradientNorm(const GradientList& gradients);

/// What a gradient of this norm is multiplied with, so that its norm is at most `limit`; 1 where the limit is 0.
float clipFactor(double norm, double limit);

/// What an optimizer remembers between two steps, for a training that goes on with the weights as they are now.
struct OptimizerMemory
{
    std::vector<std::string> names; // of the parameters
    GradientList first, second;     // as first() and second() of Optimizer
    Index updates = 0;              // that were made
};

class Optimizer
{
public:
    Optimizer(const TrainingRecipe& recipe, const std::vector<Parameter>& parameters);

    /// Begins with what is remembered of parameters with these names and sizes; of the others nothing is. Under another kind of
    /// optimizer nothing is taken.
    void takeOver(const OptimizerMemory& memory, const std::vector<Parameter>& parameters);

    /// One update with g = factor · the gradient of step `step`, from 0, and its rate:
    /// AdamW: m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², w ← w − rate · (m̂/(√v̂ + ε) + decay · w), m̂ = m/(1−β₁ᵗ), v̂ = v/(1−β₂ᵗ), t =
    /// step + 1 and the updates before(). SGD: m ← μm + g, w ← w − rate · (m + decay · w). Decay is on parameters that decay
    /// only.
    void update(std::vector<Parameter>& parameters, const GradientList& gradients, double rate, Index step, float factor = 1.f);

    /// What is remembered, for checkpoints: m of each parameter, and v (empty under SGD).
    GradientList& first() { return m_first; }
    GradientList& second() { return m_second; }
    const GradientList& first() const { return m_first; }
    const GradientList& second() const { return m_second; }

    /// Updates of what was taken over: they count for the means of AdamW.
    Index before() const { return m_before; }
    void setBefore(Index updates) { m_before = updates; }

private:
    TrainingRecipe m_recipe;
    GradientList m_first, m_second;
    Index m_before = 0;
};

} // namespace core
