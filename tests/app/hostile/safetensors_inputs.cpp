// S: model.safetensors beside a sound config.json.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <sys/stat.h>
#include <unistd.h>

using core::Json;

namespace {

HostileInputs::Make raw(const std::string& bytes)
{
    return [bytes](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", tinyConfig());
        folder.write("model.safetensors", bytes);
        return {"info", "--json", "--model", folder.path()};
    };
}
HostileInputs::Make header(const std::string& text, std::size_t data = 0)
{
    return raw(safetensors(text, std::string(data, '\0')));
}

/// The header of the sound file, and one entry more.
HostileInputs::Make entry(const std::string& name, const std::string& json, std::size_t data = 0)
{
    const std::string sound = safetensors(tinyTensors());
    const std::size_t length = std::size_t(Json::parse(std::to_string(sound[0] & 0xFF)).get<int>() + 256 * (sound[1] & 0xFF));
    const std::string text = sound.substr(8, length);
    return raw(safetensors(
        text.substr(0, text.size() - 1) + ",\"" + name + "\":" + json + "}", sound.substr(8 + length) + std::string(data, '\0')));
}
std::string end(std::size_t more) { return std::to_string(std::size_t(4) * (16 * 8 * 2 + 3 * 8 + 7 * 64) + more); }

} // namespace

void addSafetensorsInputs(HostileInputs& inputs)
{
    const std::string sound = safetensors(tinyTensors());
    const auto refused = [&](const char* id, const std::string& what, const std::string& said, const HostileInputs::Make& make) {
        inputs.refused(id, what, said, make);
    };
    for (std::size_t size = 0; size < 8; ++size)
        refused("S01", std::to_string(size) + " bytes", "header length", raw(std::string(size, '\1')));
    refused("S02", "no header", "header", header(""));
    for (const std::uint64_t length : {~std::uint64_t(0), std::uint64_t(1) << 63, std::uint64_t(100'000'001)})
        refused("S03", "length " + std::to_string(length), "header length", raw(bytesOf(length) + "{}"));
    refused("S04", "a header longer than the file", "header length", raw(bytesOf(std::uint64_t(50)) + "{}"));
    refused("S05", "length + 8 wraps", "header length", raw(bytesOf(~std::uint64_t(0) - 7) + "{}"));
    refused("S06", "not UTF-8", "header: byte", header("{\"\xFF\":1}"));
    refused("S06", "not JSON", "header: byte", header("hello"));
    refused("S06", "an array", "header", header("[]"));
    refused("S06", "garbage behind", "header: byte", header("{} x"));
    refused("S07", "no tensors", "missing", header("{}"));
    const std::string text = sound.substr(8, sound.find("}}", 8) - 8 + 2);
    inputs.accepted("S08", "white space around", "", raw(safetensors("  \n\t" + text + "   ", sound.substr(8 + text.size()))));
    refused(
        "S09", "a name twice", "duplicate", entry("model.norm.weight", R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})"));
    refused("S10", "data_offsets twice", "duplicate",
        entry("x", R"({"dtype":"F32","shape":[0],"data_offsets":[0,0],"data_offsets":[0,0]})"));
    for (const char* dtype : {"\"F99\"", "\"f32\"", "32"})
        refused("S11", dtype, "dtype", entry("x", std::string(R"({"dtype":)") + dtype + R"(,"shape":[0],"data_offsets":[0,0]})"));
    refused("S11", "none", "dtype", entry("x", R"({"shape":[0],"data_offsets":[0,0]})"));
    for (const char* shape :
        {"[-1]", "[1.5]", "[\"2\"]", "\"2\"", "null", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"})
        refused(
            "S12", shape, "shape", entry("x", std::string(R"({"dtype":"F32","shape":)") + shape + R"(,"data_offsets":[0,0]})"));
    refused("S13", "a product that wraps", "tensor \"x\"",
        entry("x", R"({"dtype":"F32","shape":[2,18446744073709551614],"data_offsets":[0,0]})"));
    refused("S13", "2^126", "tensor \"x\"",
        entry("x", R"({"dtype":"F32","shape":[9223372036854775808,9223372036854775808],"data_offsets":[0,0]})"));
    refused("S14", "bytes that wrap", "overflow",
        entry("x", R"({"dtype":"F64","shape":[1099511627776,1048576],"data_offsets":[0,0]})"));
    for (const char* offsets : {"[0]", "[0,1,2]", "[5,2]", "[-4,0]", "[0.0,0.0]", "[0,1e3]", "[0,9223372036854775808]", "7"})
        refused("S15", offsets, "data_offsets",
            entry("x", std::string(R"({"dtype":"F32","shape":[0],"data_offsets":)") + offsets + "}"));
    refused("S16", "offsets too wide", "data_offsets",
        entry("x", R"({"dtype":"F32","shape":[256],"data_offsets":[)" + end(0) + "," + end(65536) + "]}", 65536));
    refused("S17", "a hundred thousand names on one place", "shares",
        header(
            [] {
                std::string all = "{";
                for (int i = 0; i < 100'000; ++i)
                    all += (i ? ",\"" : "\"") + std::to_string(i) + R"(":{"dtype":"F32","shape":[40],"data_offsets":[0,160]})";
                return all + "}";
            }(),
            160));
    refused("S18", "a hole", "no tensor",
        entry("x", R"({"dtype":"F32","shape":[1],"data_offsets":[)" + end(8) + "," + end(12) + "]}", 12));
    refused("S18", "the first not at 0", "no tensor", header(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})", 12));
    refused("S19", "an archive behind", "after the last tensor", raw(sound + "PK\3\4 and so on"));
    refused("S20", "2 bytes short", "incomplete", raw(sound.substr(0, sound.size() - 2)));
    refused("S20", "half of it", "incomplete", raw(sound.substr(0, sound.size() - 1400)));
    refused("S21", "metadata of numbers", "__metadata__", entry("__metadata__", R"({"a":1})"));
    refused("S21", "metadata inside metadata", "__metadata__", entry("__metadata__", R"({"a":{"b":"c"}})"));
    inputs.accepted("S21", "8 MB of metadata", "", entry("__metadata__", "{\"a\":\"" + std::string(8'000'000, 'x') + "\"}"));
    inputs.accepted("S22", "no metadata", "", raw(sound));
    inputs.accepted("S22", "metadata of another format", "", raw(safetensors(tinyTensors(), {{"format", "np"}})));
    inputs.accepted(
        "S23", "a scalar", "", entry("x", R"({"dtype":"F32","shape":[],"data_offsets":[)" + end(0) + "," + end(4) + "]}", 4));
    inputs.accepted(
        "S23", "nothing", "", entry("x", R"({"dtype":"F32","shape":[0],"data_offsets":[)" + end(0) + "," + end(0) + "]}"));
    refused("S24", "half a byte", "bytes",
        entry("x", R"({"dtype":"F4","shape":[3],"data_offsets":[)" + end(0) + "," + end(1) + "]}", 1));
    refused("S25", "a name of a megabyte", "name",
        entry(std::string(1'000'000, 'n'), R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})"));
    refused("S25", "no name", "name", entry("", R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})"));
    for (const char* name : {"\\u0000", "\\u202e", "\\n", "<img src=x>"})
        inputs.accepted(
            "S25", std::string("name ") + name, "", entry(name, R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})"));
    std::vector<TinyTensor> odd = tinyTensors();
    odd.insert(odd.begin(), TinyTensor{"x", "I8", {1}});
    inputs.accepted("S26", "an odd offset", "", raw(safetensors(odd)));
    inputs.accepted("S27", "not numbers", "", [sound](const TemporaryFolder& folder) -> std::vector<std::string> {
        std::string bytes = sound;
        std::fill(bytes.end() - 2000, bytes.end(), '\xFF');
        folder.write("config.json", tinyConfig());
        folder.write("model.safetensors", bytes);
        return {"trace", "--model", folder.path(), "--ids", "1,2,3", "-o", folder.path("trace.safetensors")};
    });
    inputs.elsewhere("S28", "cut off while it is read", "core/files/library/tst_changing_files");
    inputs.refused("S29", "a link to /dev/zero", "regular file", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", tinyConfig());
        (void)!::symlink("/dev/zero", folder.path("model.safetensors").c_str());
        return {"info", "--model", folder.path()};
    });
    inputs.refused("S29", "8 TiB of nothing", "header", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", tinyConfig());
        (void)!::truncate(folder.write("model.safetensors", "").c_str(), off_t(1) << 43);
        return {"info", "--model", folder.path()};
    });
    const auto replaced = [&](const std::string& name, const TinyTensor& other) {
        std::vector<TinyTensor> tensors = tinyTensors();
        std::erase_if(tensors, [&](const TinyTensor& tensor) { return tensor.name == name; });
        if (!other.name.empty())
            tensors.push_back(other);
        return raw(safetensors(tensors));
    };
    const std::string embed = "model.embed_tokens.weight";
    const std::string q = "model.layers.0.self_attn.q_proj.weight";
    refused("S30", "embedding turned over", embed, replaced(embed, {embed, "F32", {8, 16}}));
    refused("S31", "no query matrix", "q_proj", replaced(q, {}));
    refused("S31", "float8 without scales", "q_proj", replaced(q, {q, "F8_E4M3", {8, 8}}));
    refused("S31", "integers", "q_proj", replaced(q, {q, "I32", {8, 8}}));
    refused("S32", "a million arrays in an unknown key", "deep",
        entry("x", R"({"dtype":"F32","shape":[0],"data_offsets":[0,0],"y":)" + std::string(1'000'000, '[') + "}"));
    for (const char* name : {"pytorch_model.bin", "model.pt", "model.pth", "model.ckpt", "model.pkl", "model.npz"})
        inputs.refused("S33", name, "save_pretrained", [name](const TemporaryFolder& folder) -> std::vector<std::string> {
            folder.write("config.json", tinyConfig());
            folder.write(name, "PK\3\4" + std::string(100, 'x'));
            return {"info", "--model", folder.path()};
        });
    inputs.refused(
        "S33", "a pickle by its path", "save_pretrained", [](const TemporaryFolder& folder) -> std::vector<std::string> {
            return {"info", "--model", folder.write("model.bin", "\x80\2}q" + std::string(100, 'x'))};
        });
    refused("S33", "a pickle", "pickle", raw(std::string("\x80\x02}q\x00X\x05", 8) + std::string(100, 'x')));
    refused("S33", "an archive", "pickle", raw("PK\3\4" + std::string(100, 'x')));
}
