#pragma once

// Recipes of trainings that come with the program: share/cutaway/recipes/NAME.json. To add one: a file there, which
// `cutaway train --recipe NAME` and the presets of the Training page understand.

#include "core/train/recipe.h"

#include <string>
#include <vector>

namespace core {

/// Their names, sorted; empty where the program was not installed with them.
std::vector<std::string> bundledRecipes();

/// The file of a recipe: the path itself where there is such a file, otherwise that of the bundled recipe of this name, or
/// what was given where there is none.
std::string recipePath(const std::string& nameOrPath);

/// A bundled recipe or a file. Throws Error{BadInput} for none, and what readRecipe() throws.
TrainingRecipe recipeNamed(const std::string& nameOrPath);

} // namespace core
