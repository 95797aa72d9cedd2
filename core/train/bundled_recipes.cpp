#include "core/train/bundled_recipes.h"

#include "core/base/program_folder.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace fs = std::filesystem;

namespace {

fs::path recipesFolder() { return sharedFolder("recipes"); }

} // namespace

std::vector<std::string> bundledRecipes()
{
    std::vector<std::string> names;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(recipesFolder(), failure))
        if (entry.path().extension() == ".json")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string recipePath(const std::string& nameOrPath)
{
    const std::vector<std::string> names = bundledRecipes();
    std::error_code failure;
    const bool isName = std::find(names.begin(), names.end(), nameOrPath) != names.end();
    return isName && !fs::exists(nameOrPath, failure) ? (recipesFolder() / (nameOrPath + ".json")).generic_string() : nameOrPath;
}

TrainingRecipe recipeNamed(const std::string& nameOrPath)
{
    const std::string path = recipePath(nameOrPath);
    return readRecipe(readJson(path), path);
}

} // namespace core
