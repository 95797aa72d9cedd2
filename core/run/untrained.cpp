#include "core/run/untrained.h"

namespace core {

ModelPtr untrained(const Model& model)
{
    const auto seeded = std::make_shared<Model>(model);
    seeded->weights = {};
    seeded->generated = std::make_shared<GeneratedWeights>();
    seeded->trained = seeded->sizesFixed = false;
    seeded->siblings = nullptr;
    return seeded;
}

} // namespace core
