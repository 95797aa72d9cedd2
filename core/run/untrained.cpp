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

ModelPtr untrained(const Model& model, std::shared_ptr<const Tokenizer> tokenizer)
{
    const auto seeded = std::make_shared<Model>(*untrained(model));
    seeded->choices.set("sizes.vocab", tokenizer->vocabularySize());
    seeded->decoderStart = tokenizer->beginOfSequence().value_or(0);
    seeded->tokenizer = std::move(tokenizer);
    return seeded;
}

} // namespace core
