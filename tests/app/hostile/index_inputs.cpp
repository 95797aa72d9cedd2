// I: model.safetensors.index.json and the shards that it names.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <sys/stat.h>
#include <unistd.h>

using core::Json;

namespace {

constexpr const char* first = "model-00001-of-00002.safetensors";
constexpr const char* second = "model-00002-of-00002.safetensors";

/// The sound map; the norms are in the second shard.
Json soundIndex()
{
    Json map = Json::object();
    for (const TinyTensor& tensor : tinyTensors())
        map[tensor.name] = tensor.name.find("norm") == std::string::npos ? first : second;
    return {{"metadata", {{"total_size", 2944}}}, {"weight_map", map}};
}

/// Both shards; `more` goes into the second, too.
void writeShards(const TemporaryFolder& folder, const std::vector<TinyTensor>& more = {})
{
    std::vector<TinyTensor> one;
    std::vector<TinyTensor> two = more;
    for (const TinyTensor& tensor : tinyTensors())
        (tensor.name.find("norm") == std::string::npos ? one : two).push_back(tensor);
    folder.write("config.json", tinyConfig());
    folder.write(first, safetensors(one));
    folder.write(second, safetensors(two));
}

/// Written when it is needed: some are large.
HostileInputs::Make made(const std::function<std::string()>& index, const std::vector<TinyTensor>& more = {})
{
    return [=](const TemporaryFolder& folder) -> std::vector<std::string> {
        writeShards(folder, more);
        folder.write("model.safetensors.index.json", index());
        return {"info", "--json", "--model", folder.path()};
    };
}
HostileInputs::Make raw(const std::string& index, const std::vector<TinyTensor>& more = {})
{
    return made([index] { return index; }, more);
}
HostileInputs::Make patched(const Json& patch, const std::vector<TinyTensor>& more = {})
{
    Json index = soundIndex();
    index.merge_patch(patch);
    return raw(index.dump(), more);
}
HostileInputs::Make mapped(const std::string& file) { return patched({{"weight_map", {{"model.norm.weight", file}}}}); }

} // namespace

void addIndexInputs(HostileInputs& inputs)
{
    inputs.accepted("I07", "a sound index", "", raw(soundIndex().dump()));
    inputs.refused("I01", "no map", "weight_map", raw("{}"));
    inputs.refused("I01", "a list", "weight_map", raw(R"({"weight_map":[]})"));
    inputs.refused("I01", "numbers", "weight_map", raw(R"({"weight_map":{"a":1}})"));
    const std::string null("x\0.safetensors", 14);
    for (const std::string& file : {std::string("../../etc/passwd"), std::string("/etc/passwd"), std::string("a/b.safetensors"),
             std::string("C:\\x.safetensors"), std::string("file://x.safetensors"), std::string("\\\\server\\share.safetensors"),
             std::string(""), std::string("."), std::string(".."), null})
        inputs.refused("I02", "path " + (file == null ? "with a null" : file), "weight_map.model.norm.weight", mapped(file));
    inputs.refused("I03", "missing", "nowhere.safetensors", mapped("nowhere.safetensors"));
    inputs.refused("I03", "a folder", "regular file", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        const auto arguments = mapped("folder.safetensors")(folder);
        ::mkdir(folder.path("folder.safetensors").c_str(), 0700);
        return arguments;
    });
    inputs.refused("I03", "a link out of the folder", "leaves", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        const std::string inner = folder.path("inner");
        ::mkdir(inner.c_str(), 0700);
        writeShards(folder);
        (void)!::symlink((folder.path() + "/" + first).c_str(), (inner + "/" + first).c_str());
        (void)!::symlink((folder.path() + "/" + second).c_str(), (inner + "/" + second).c_str());
        folder.write("inner/config.json", tinyConfig());
        folder.write("inner/model.safetensors.index.json", soundIndex().dump());
        return {"info", "--model", inner};
    });
    inputs.refused("I04", "in the other file", "lm_head.weight", patched({{"weight_map", {{"lm_head.weight", second}}}}));
    inputs.refused("I04", "in no file", "nothing.weight", patched({{"weight_map", {{"nothing.weight", second}}}}));
    inputs.refused("I05", "in two files", "lm_head.weight", patched(Json::object(), {{"lm_head.weight", "F32", {16, 8}}}));
    inputs.accepted("I06", "more than the map says", "1 tensors", patched(Json::object(), {{"extra", "F32", {4}}}));
    for (const Json& size : {Json(1), Json(-5), Json("many"), Json()})
        inputs.accepted("I07", "total_size " + size.dump(), "", patched({{"metadata", {{"total_size", size}}}}));
    inputs.refused("I08", "a name twice", "duplicate",
        raw(R"({"weight_map":{"lm_head.weight":"a.safetensors","lm_head.weight":"b.safetensors"}})"));
    inputs.refused("I08", "five million names", "too many", made([] {
        std::string text = R"({"weight_map":{)";
        for (int i = 0; i < 5'000'000; ++i)
            text += (i ? ",\"" : "\"") + std::to_string(i) + "\":\"a\"";
        return text + "}}";
    }));
    inputs.refused("I09", "the index itself", "safetensors", mapped("model.safetensors.index.json"));
    inputs.refused("I09", "a pickle", "safetensors", mapped("pytorch_model.bin"));
    inputs.accepted("I10", "both", "not used", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        const auto arguments = raw(soundIndex().dump())(folder);
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return arguments;
    });
    inputs.refused("I11", "a hundred thousand files", "too many files", made([] {
        Json map = Json::object();
        for (int i = 0; i < 100'000; ++i)
            map["t" + std::to_string(i)] = std::to_string(i) + ".safetensors";
        return Json{{"weight_map", map}}.dump();
    }));
}
