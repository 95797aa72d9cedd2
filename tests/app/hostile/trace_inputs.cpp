// P: what the program itself writes and reads again: traces, recipes in figures, lists of interventions, masks.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <sys/stat.h>
#include <unistd.h>

using core::Json;

namespace {

constexpr const char* sessions = "there are no sessions yet";

std::vector<std::string> drawn(const TemporaryFolder& folder, const std::string& model)
{
    return {"export", "--figure", "residual", "--model", model, "-o", folder.path("x.svg")};
}

std::vector<std::string> shown(const TemporaryFolder& folder, const std::string& file)
{
    return {file, "--screenshot", folder.path("x.png")};
}

HostileInputs::Make trace(const std::string& bytes)
{
    return [bytes](const TemporaryFolder& folder) { return shown(folder, folder.write("t.safetensors", bytes)); };
}
HostileInputs::Make traced(const Json& metadata, const std::vector<TinyTensor>& tensors = {{"embed", "F32", {2, 4}}})
{
    Json all = {{"cutaway.schema", "1"}, {"tokens", R"(["a","b"])"}, {"ids", "[1,2]"}};
    all.merge_patch(metadata);
    return trace(safetensors(tensors, all));
}

HostileInputs::Make intervening(const std::string& list)
{
    return [list](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", tinyConfig());
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return {"trace", "--model", folder.path(), "--ids", "1,2", "--intervene", folder.write("list.json", list), "-o",
            folder.path("trace.safetensors")};
    };
}

HostileInputs::Make figure(const std::string& svg)
{
    return [svg](const TemporaryFolder& folder) -> std::vector<std::string> { return {"verify", folder.write("x.svg", svg)}; };
}

} // namespace

void addTraceInputs(HostileInputs& inputs)
{
    inputs.refused("P01", "no schema", "cutaway.schema", traced({{"cutaway.schema", nullptr}}));
    inputs.refused("P01", "a newer schema", "cutaway.schema", traced({{"cutaway.schema", "2"}}));
    inputs.refused("P01", "no bytes", "header length", trace(""));
    inputs.refused(
        "P01", "truncated", "t.safetensors", trace(safetensors(tinyTensors(), {{"cutaway.schema", "1"}}).substr(0, 900)));
    inputs.refused("P01", "a figure without a recipe", "x.svg", figure("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"));
    inputs.refused("P01", "an empty figure", "x.svg", figure(""));
    inputs.refused("P02", "a model that is not there", "no such file",
        [](const TemporaryFolder& folder) { return drawn(folder, folder.path("gone")); });
    inputs.absent("P02", "another file in its place", sessions);
    inputs.refused("P03", "a device", "regular file", [](const TemporaryFolder& folder) { return drawn(folder, "/dev/zero"); });
    inputs.refused(
        "P03", "a share", "no such file", [](const TemporaryFolder& folder) { return drawn(folder, "\\\\server\\share"); });
    inputs.refused("P03", "an address", "no such file",
        [](const TemporaryFolder& folder) { return drawn(folder, "https://example.org/model.safetensors"); });
    inputs.refused("P04", "negative ids", "ids", traced({{"ids", "[-1,2]"}}));
    inputs.refused("P04", "ids of 10^12", "ids", traced({{"ids", "[1000000000000,2]"}}));
    inputs.refused("P04", "ids in words", "ids", traced({{"ids", "[\"a\",\"b\"]"}}));
    inputs.refused("P04", "another number of tokens", "tokens", traced({{"tokens", "[\"a\"]"}}));
    inputs.absent("P05", "a layer that is not there", sessions);
    inputs.refused("P06", "a size that overflows", "overflow",
        trace(safetensors(
            R"({"__metadata__":{"cutaway.schema":"1"},"embed":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})")));
    inputs.refused("P06", "axes of another number", "axes", traced({{"axes", R"({"embed":["token"]})"}}));
    inputs.refused("P07", "a huge value", "list.json", intervening(R"([{"at":"embed","op":"set","value":1e999}])"));
    inputs.refused("P08", "a key twice", "duplicate", intervening(R"([{"at":"embed","at":"embed","op":"zero"}])"));
    inputs.refused("P08", "a hundred thousand arrays", "deep", intervening(std::string(100'000, '[')));
    inputs.refused("P08", "a number for a list", "list.json", intervening("7"));
    inputs.refused("P08", "an unknown operation", "list.json", intervening(R"([{"at":"embed","op":"burn"}])"));
    inputs.refused("P08", "deep metadata", "axes", traced({{"axes", std::string(100'000, '[')}}));
    inputs.refused("P08", "choices of numbers", "choices", traced({{"choices", "[1]"}}));
    inputs.accepted("P09", "markup in the model's name", "",
        traced({{"model", "<script>alert(1)</script><img src=x>"}},
            {{"blocks.0.resid_pre", "F32", {2, 4}}, {"blocks.0.resid_mid", "F32", {2, 4}}, {"blocks.0.resid_post", "F32", {2, 4}},
                {"embed", "F32", {2, 4}}}));
    inputs.absent("P10", "a folder that cannot be written", "is a test of its own: anUnwritableOutputIsExitThree");
    inputs.absent("P11", "binary settings", "the program reads JSON only");
    inputs.absent("P12", "formulas in exported tables", "is a test of its own: tst_export_settings");
}
