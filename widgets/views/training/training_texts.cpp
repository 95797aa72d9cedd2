#include "widgets/views/training/training_texts.h"

#include "core/experiments/text_set.h"
#include "core/files/library/bundled_models.h"

#include <algorithm>
#include <filesystem>

namespace widgets {

namespace fs = std::filesystem;

namespace {

fs::path folder() { return fs::path(core::bundledModelsFolder()).parent_path() / "texts" / "learn"; }

} // namespace

std::vector<std::string> trainingTexts()
{
    std::vector<std::string> names;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder(), failure))
        if (entry.path().extension() == ".txt")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    const std::vector<std::string> sets = core::bundledTextSets();
    names.insert(names.end(), sets.begin(), sets.end());
    return names;
}

std::string trainingTextPath(const std::string& name)
{
    const fs::path path = folder() / (name + ".txt");
    std::error_code failure;
    return fs::is_regular_file(path, failure) ? path.string() : name;
}

} // namespace widgets
