#pragma once

// What the tests of trainings share: a tiny model with the built-in tokenizer, a tiny text, and a folder of their own.

#include "core/files/library/model_files.h"
#include "core/run/model.h"
#include "core/train/recipe.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

namespace support {

/// Two layers over a stream of 16, all weights seeded.
inline core::SetupPtr tinySetup(const std::string& more = {})
{
    return core::configure(core::openModel("untrained"),
        assigned("sizes.layers=2 sizes.d_model=16 sizes.heads=2 sizes.d_ff=32 sizes.context=64" + (more.empty() ? "" : " " + more)));
}

inline core::TrainingRecipe tinyRecipe(core::Index steps = 12)
{
    core::TrainingRecipe recipe;
    recipe.steps = steps;
    recipe.rows = 4;
    recipe.length = 16;
    recipe.rate = 1e-2;
    recipe.warmup = 2;
    return recipe;
}

/// Forty lines of a few words.
inline std::string tinyText()
{
    static constexpr const char *who[] = {"cat", "dog", "bird"}, *where[] = {"mat", "tree"}, *what[] = {"sat", "slept", "stood"};
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += std::string("The ") + who[i % 3] + " " + what[i / 2 % 3] + " on the " + where[i / 5 % 2] + ".\n";
    return text;
}

} // namespace support
