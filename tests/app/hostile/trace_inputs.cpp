// P: what the program itself writes and reads again: traces, recipes in figures, lists of interventions, masks.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <sstream>

using core::Json;

namespace {

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

/// The model of the other files, written.
std::string writtenModel(const TemporaryFolder& folder)
{
    folder.write("config.json", tinyConfig());
    folder.write("model.safetensors", safetensors(tinyTensors()));
    return folder.path();
}

/// A recipe by hand, with a change.
HostileInputs::Make rendered(const std::function<void(Json&, const TemporaryFolder&)>& change)
{
    return [change](const TemporaryFolder& folder) -> std::vector<std::string> {
        Json recipe = {{"program", "cutaway"}, {"version", "1"}, {"model", writtenModel(folder)}, {"said", Json::object()},
            {"text", ""}, {"ids", {1, 2, 3}}, {"figure", "attention"}, {"options", Json::object()}, {"style", Json::object()},
            {"selection", {{"slot", 0}, {"layer", 0}, {"head", 0}, {"query", 1}, {"key", -1}, {"dim", -1}, {"step", -1}}}};
        change(recipe, folder);
        return {"render", folder.write("recipe.json", recipe.dump()), "-o", folder.path("x.svg")};
    };
}

constexpr const char* formulas = "=HYPERLINK(\"http://example.org\") @SUM(A1) ]]><script>alert(1)</script>";

/// A figure of a text, with a tokenizer that makes one token of each of its words.
std::vector<std::string> exported(const TemporaryFolder& folder, const std::string& file, const std::string& text = "a b")
{
    writtenModel(folder);
    Json words = Json::object();
    std::istringstream parts(text);
    for (std::string word; parts >> word;)
        words[word] = words.size();
    folder.write("tokenizer.json",
        Json{{"version", "1.0"}, {"added_tokens", Json::array()}, {"normalizer", nullptr},
            {"pre_tokenizer", {{"type", "WhitespaceSplit"}}}, {"post_processor", nullptr}, {"decoder", nullptr},
            {"model", {{"type", "WordLevel"}, {"vocab", words}, {"unk_token", words.begin().key()}}}}
            .dump());
    return {"export", "--figure", "attention", "--model", folder.path(), "--text", text, "-o", folder.path(file)};
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
    inputs.refused("P02", "a recipe whose model is gone", "no such file",
        rendered([](Json& recipe, const TemporaryFolder& folder) { recipe["model"] = folder.path("gone"); }));
    inputs.refused(
        "P02", "another model in its place: a smaller vocabulary", "ids", rendered([](Json& recipe, const TemporaryFolder&) {
            recipe["ids"] = {1, 16};
        }));
    inputs.elsewhere("P02", "another model in its place: other numbers", "app/command_line/tst_command_line");
    inputs.refused("P03", "a device", "regular file", [](const TemporaryFolder& folder) { return drawn(folder, "/dev/zero"); });
    inputs.refused(
        "P03", "a share", "no such file", [](const TemporaryFolder& folder) { return drawn(folder, "\\\\server\\share"); });
    inputs.refused("P03", "an address", "nothing is fetched",
        [](const TemporaryFolder& folder) { return drawn(folder, "https://example.org/model.safetensors"); });
    inputs.refused("P04", "negative ids", "ids", traced({{"ids", "[-1,2]"}}));
    inputs.refused("P04", "ids of 10^12", "ids", traced({{"ids", "[1000000000000,2]"}}));
    inputs.refused("P04", "ids in words", "ids", traced({{"ids", "[\"a\",\"b\"]"}}));
    inputs.refused("P04", "another number of tokens", "tokens", traced({{"tokens", "[\"a\"]"}}));
    const auto selecting = [](const char* key, double value) {
        return rendered([=](Json& recipe, const TemporaryFolder&) { recipe["selection"][key] = value; });
    };
    for (const double value : {-1e9, 1e9}) {
        for (const char* key : {"layer", "head"})
            inputs.add(
                "P05", key + (" " + Json(value).dump()), HostileInput::End::Usage, "nothing to draw", selecting(key, value));
        for (const char* key : {"query", "key", "dim", "step", "slot"})
            inputs.accepted("P05", key + (" " + Json(value).dump()), "", selecting(key, value));
    }
    inputs.accepted("P05", "layer 1e300", "", selecting("layer", 1e300));
    for (const char* key : {"width", "height", "tick_points", "line_width"})
        for (const double value : {-1e9, 0., 1e300})
            inputs.accepted("P05", key + (" " + Json(value).dump()), "",
                rendered([=](Json& recipe, const TemporaryFolder&) { recipe["style"][key] = value; }));
    inputs.refused("P08", "an unknown figure", "recipe: figure",
        rendered([](Json& recipe, const TemporaryFolder&) { recipe["figure"] = "burndown"; }));
    inputs.accepted("P08", "an unknown option", "",
        rendered([](Json& recipe, const TemporaryFolder&) { recipe["options"]["burn"] = "down"; }));
    for (const char* key : {"model", "said", "text", "ids", "figure", "selection", "options", "style"})
        inputs.refused("P08", std::string(key) + " of another type", key,
            rendered([=](Json& recipe, const TemporaryFolder&) { recipe[key] = true; }));
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
    inputs.add(
        "P10", "a folder that cannot be written", HostileInput::End::Unwritable, "x.svg", [](const TemporaryFolder& folder) {
            auto arguments = exported(folder, "x.svg");
            arguments.back() = "/proc/x.svg";
            return arguments;
        });
    inputs.elsewhere("P10", "a full disk", "widgets/figure/tst_figure_export");
    inputs.accepted(
        "P10", "a name with a line end", "", [](const TemporaryFolder& folder) { return exported(folder, "x\ny.svg"); });
    inputs.elsewhere("P11", "binary settings", "app/tst_hostile_window");
    inputs.accepted(
        "P12", "tokens that are formulas", "", [](const TemporaryFolder& folder) { return exported(folder, "x.csv", formulas); });
    inputs.list.back().wrongIn = [](const TemporaryFolder& folder) -> std::string {
        const std::string table = readBytes(folder.path("x.csv"));
        const bool isThere = table.find("HYPERLINK") != std::string::npos;
        for (const char* begin : {"\n=", ",=", "\n@", ",@", "\"=", "\"@"})
            if (!isThere || table.find(begin) != std::string::npos)
                return table.substr(0, 500);
        return {};
    };
    inputs.accepted(
        "P12", "tokens that are markup", "", [](const TemporaryFolder& folder) { return exported(folder, "x.svg", formulas); });
    inputs.list.back().wrongIn = [](const TemporaryFolder& folder) -> std::string {
        const std::string figure = readBytes(folder.path("x.svg"));
        return figure.find("<script") == std::string::npos && figure.find("]]></") == std::string::npos ? ""
                                                                                                        : figure.substr(0, 500);
    };
}
