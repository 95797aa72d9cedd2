#pragma once

// TrainedWeights: the weights of a setup as numbers that a training may write, and the setup that runs with them.

#include "core/run/model.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// One stored tensor. A weight that serves under several names, a tied output matrix, is here once, under the first.
struct Parameter
{
    std::string name;
    Shape shape;
    bool decays = false; // a matrix that no pattern excepts
    std::shared_ptr<std::vector<float>> numbers; // [elements(shape)]
};

class TrainedWeights
{
public:
    /// Reads all weights of `from`. What comes from a seed is scaled to where a training can begin: tables to 1/√d_model, the
    /// outputs of branches without a norm behind them by 1/√(2 · layers) more (Radford et al. 2019 §2.3), learned biases of
    /// distances 0. `noDecay` are shell patterns of matrices without decay.
    TrainedWeights(const Setup& from, const std::vector<std::string>& noDecay);

    /// With the present numbers, as a trained model of its own. What of it was read or packed is of the numbers of the last
    /// changed().
    const Setup& setup() const { return m_setup; }

    std::vector<Parameter>& parameters() { return m_parameters; }
    const std::vector<Parameter>& parameters() const { return m_parameters; }

    /// Call when numbers were written and before the setup is run again.
    void changed();

    /// A model of this name with these numbers as they are now, which later ones leave alone. On the thread that trains: memory of
    /// copies that are gone serves again.
    ModelPtr copied(const std::string& name) const;

    Index count() const; // of all numbers

private:
    using Numbers = std::vector<std::vector<float>>; // of each parameter
    std::shared_ptr<Numbers> freeCopy() const;

    Setup m_setup;
    Choices m_choices; // of every copy
    mutable std::vector<std::shared_ptr<Numbers>> m_copies; // that models have or had
    std::vector<Parameter> m_parameters;
    std::vector<std::vector<std::string>> m_names; // of each parameter, every name that it serves under
};

/// What a number that comes from the seed is multiplied with when a training begins.
float startScale(const ModelConfig& config, const WeightSpec& spec);

} // namespace core
