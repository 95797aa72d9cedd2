// The shards of one model: NAME.safetensors.index.json maps each tensor to a file next to it.

#include "core/files/formats/safetensors.h"

#include "core/base/error.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"

#include <filesystem>
#include <set>

namespace core {

namespace {

namespace fs = std::filesystem;

/// Refuses everything that is not the name of a safetensors file in the same folder: a map must not reach outside.
void checkShardName(const std::string& index, const std::string& tensor, const Json& name)
{
    const auto refuse = [&](const char* problem, const std::string& what) {
        throw Error({.file = index,
            .where = "weight_map." + shownText(tensor),
            .problem = problem,
            .expected = "a plain file name that ends in .safetensors",
            .found = shownText(what, 80)});
    };
    if (!name.is_string())
        refuse(CUTAWAY_TR("wrong type"), name.type_name());
    const std::string& text = name.get_ref<const std::string&>();
    if (text.find_first_of(std::string_view("/\\:\0", 4)) != std::string::npos || text.starts_with("."))
        refuse(CUTAWAY_TR("not a file in the same folder"), text);
    if (!text.ends_with(".safetensors"))
        refuse(CUTAWAY_TR("not a safetensors file"), text);
}

/// The shard as a path. A link may not leave the folder, except into the cache where the tools of Hugging Face keep all
/// files of a model (then the index itself is a link into the same place).
std::string shardPath(const fs::path& index, const std::string& name)
{
    const fs::path path = index.parent_path() / name;
    std::error_code failure;
    if (fs::is_symlink(path, failure)) {
        const fs::path target = fs::canonical(path, failure);
        const fs::path home = fs::canonical(index.parent_path().empty() ? "." : index.parent_path(), failure);
        const fs::path cache = fs::canonical(index, failure).parent_path();
        const bool isSnapshot = home.parent_path().filename() == "snapshots"; // MODEL/snapshots/HASH next to MODEL/blobs
        const fs::path blobs = isSnapshot ? home.parent_path().parent_path() / "blobs" : cache;
        if (target.parent_path() != home && target.parent_path() != cache && target.parent_path() != blobs)
            throw Error({.file = path.generic_string(),
                .problem = CUTAWAY_TR("a link that leaves the model's folder"),
                .found = shownText(target.generic_string(), 80)});
    }
    return path.generic_string();
}

} // namespace

Safetensors Safetensors::openIndex(const std::string& path, std::vector<std::string>& notes)
{
    const Json index = readJson(path, {.bytes = limits::indexBytes, .values = limits::indexValues});
    if (!index.is_object() || !index.contains("weight_map") || !index["weight_map"].is_object())
        throw Error(
            {.file = path, .where = "weight_map", .problem = CUTAWAY_TR("missing key"), .expected = "an object of file names"});
    const Json& map = index["weight_map"];

    std::set<std::string> shards;
    for (const auto& [tensor, name] : map.items()) {
        checkShardName(path, tensor, name);
        shards.insert(name.get<std::string>());
    }
    if (shards.size() > limits::shards)
        throw Error({.file = path,
            .where = "weight_map",
            .problem = CUTAWAY_TR("too many files"),
            .expected = "at most " + std::to_string(limits::shards),
            .found = std::to_string(shards.size())});

    Safetensors result;
    std::map<std::string, std::string> shardOf; // tensor -> file
    std::size_t unmapped = 0;
    for (const std::string& name : shards) {
        Safetensors shard = open(shardPath(path, name));
        result.metadata.merge(shard.metadata);
        for (StoredTensor& tensor : shard.tensors) {
            const auto mapped = map.find(tensor.name);
            const auto [other, isNew] = shardOf.emplace(tensor.name, name);
            if (!isNew)
                throw Error({.file = path,
                    .where = "tensor \"" + shownText(tensor.name) + "\"",
                    .problem = CUTAWAY_TR("stored in two files"),
                    .found = other->second + ", " + name});
            if (mapped == map.end())
                ++unmapped;
            result.tensors.push_back(std::move(tensor));
        }
    }
    for (const auto& [tensor, name] : map.items()) {
        const auto stored = shardOf.find(tensor);
        if (stored == shardOf.end() || stored->second != name.get_ref<const std::string&>())
            throw Error({.file = path,
                .where = "weight_map." + shownText(tensor),
                .problem = CUTAWAY_TR("the file does not hold this tensor"),
                .expected = name.get<std::string>(),
                .found = stored == shardOf.end() ? "nowhere" : stored->second});
    }
    if (unmapped > 0)
        notes.push_back(std::to_string(unmapped) + " tensors are in the files but not in the index");
    return result;
}

} // namespace core
