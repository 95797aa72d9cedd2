#include "core/files/formats/gguf_shards.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"

#include <cstdio>
#include <filesystem>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr const char* countKey = "split.count";
constexpr const char* numberKey = "split.no";
constexpr std::int64_t maxCount = 65'535; // its type has 16 bits

/// A name in its parts: "dir/llama", 2 and 3 of "dir/llama-00002-of-00003.gguf".
struct ShardName
{
    std::string front;
    int number = 0; // from 1
    int count = 0;

    std::string path(int other) const
    {
        char end[32];
        std::snprintf(end, sizeof end, "-%05d-of-%05d.gguf", other, count);
        return front + end;
    }
};

std::optional<ShardName> parseName(const std::string& path)
{
    constexpr std::size_t endLength = std::string_view("-00001-of-00003.gguf").size();
    if (path.size() <= endLength)
        return std::nullopt;
    ShardName name{.front = path.substr(0, path.size() - endLength)};
    const std::string end = path.substr(name.front.size());
    for (const std::size_t digit : {1, 2, 3, 4, 5, 10, 11, 12, 13, 14})
        if (end[digit] < '0' || end[digit] > '9')
            return std::nullopt;
    name.number = std::stoi(end.substr(1, 5));
    name.count = std::stoi(end.substr(10, 5));
    return name.number >= 1 && name.number <= name.count && name.path(name.number) == path ? std::optional(name) : std::nullopt;
}

/// Throws unless the file says of itself what the name and the first file say.
void checkShard(const Gguf& shard, const Gguf& first, const ShardName& name, int number)
{
    const auto count = shard.integer(countKey, 1, maxCount);
    if (count != name.count)
        shard.refuse(countKey, CUTAWAY_TR("not the number of files given in its name"), std::to_string(name.count),
            count ? std::to_string(*count) : "");
    const auto place = shard.integer(numberKey, 0, maxCount);
    if (place != number - 1)
        shard.refuse(numberKey, CUTAWAY_TR("not the position given in its name"), std::to_string(number - 1),
            place ? std::to_string(*place) : "");
    const std::string key = "general.architecture";
    const auto own = shard.string(key), firsts = first.string(key);
    if (own && own != firsts)
        shard.refuse(key, CUTAWAY_TR("a file of another model"), shownText(firsts.value_or(""), 60), shownText(*own, 60));
}

} // namespace

std::optional<std::string> firstGgufShard(const std::string& path)
{
    const std::optional<ShardName> name = parseName(path);
    return name ? std::optional(name->path(1)) : std::nullopt;
}

Gguf openGgufModel(const std::string& path)
{
    Gguf named = Gguf::open(path);
    const auto count = named.integer(countKey, 0, maxCount).value_or(1);
    if (count <= 1)
        return named;
    const std::optional<ShardName> name = parseName(path);
    if (!name)
        named.refuse(countKey, CUTAWAY_TR("one of several files, but its name does not show the others"),
            "NAME-00001-of-00003.gguf", shownText(fs::path(path).filename().string(), 80));
    if (count > std::int64_t(limits::shards))
        named.refuse(countKey, CUTAWAY_TR("too many files"), "at most " + std::to_string(limits::shards), std::to_string(count));

    Gguf model = name->number == 1 ? std::move(named) : Gguf::open(name->path(1));
    checkShard(model, model, *name, 1);
    for (int number = 2; number <= name->count; ++number) {
        checkStop();
        const Gguf shard = Gguf::open(name->path(number));
        checkShard(shard, model, *name, number);
        model.addTensors(shard);
    }
    const std::string total = "split.tensors.count";
    const auto expected = model.integer(total, 0, std::int64_t(limits::ggufCount));
    if (expected && *expected != std::ssize(model.tensors()))
        model.refuse(total, CUTAWAY_TR("not the number of tensors in the files"), std::to_string(model.tensors().size()),
            std::to_string(*expected));
    return model;
}

} // namespace core
