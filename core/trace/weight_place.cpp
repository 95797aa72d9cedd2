#include "core/trace/weight_place.h"

#include <filesystem>

namespace core {

bool isModelPath(const std::string& model) { return model.find('/') != std::string::npos; }

std::string modelOf(const InterventionSource& source)
{
    const std::filesystem::path path(source.file);
    return !isModelPath(source.file) || source.folder.empty() || path.is_absolute()
        ? source.file
        : (std::filesystem::path(source.folder) / path).lexically_normal().generic_string();
}

} // namespace core
