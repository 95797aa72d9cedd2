#pragma once

// The words of `cutaway train` (docs/contract.md §7) as a recipe and a setup to begin with.

#include "app/command_line/command.h"

#include "core/base/run_control.h"
#include "core/train/recipe.h"

namespace app {

inline constexpr long maxSteps = 100'000'000;

inline constexpr Option recipeOption{
    "--recipe", "FILE|NAME", QT_TRANSLATE_NOOP("commandLine", "settings of a training; other options go first")};
inline constexpr Option batchOption{
    "--batch", "ROWSxLENGTH", QT_TRANSLATE_NOOP("commandLine", "rows of each step, and their tokens (16x128)")};
inline constexpr Option freshOption{"--fresh", nullptr,
    QT_TRANSLATE_NOOP("commandLine", "begin with seeded weights, of the model only its choices and its tokenizer")};

inline constexpr Option tokenizerOption{"--tokenizer", "characters|M",
    QT_TRANSLATE_NOOP("commandLine", "of seeded weights: the characters of FILE as tokens, or the tokenizer of M")};

/// The recipe: defaults, the file of `--recipe`, then each option that is said; without snapshots in any of them, 0 and four
/// more. Throws core::Error{Usage} for what is no number or no known word, core::Error{BadInput} for a number that no training
/// can have.
core::TrainingRecipe recipeOf(const Arguments& arguments);

/// The usual recipe with the rows of `--batch`. Throws as recipeOf().
core::TrainingRecipe batchOf(const Arguments& arguments);

/// The model to begin with, `untrained` without one, with all `--set`s and the tokenizer that is said. `--seed` is also that of
/// weights that no file brings. Throws core::Error, Stopped.
core::SetupPtr trainingSetupOf(const Arguments& arguments, const core::TrainingRecipe& recipe, const core::RunControl& control);

} // namespace app
