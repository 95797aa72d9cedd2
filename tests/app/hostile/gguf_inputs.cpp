// G: a GGUF file.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <cmath>
#include <filesystem>

using namespace gguf;

namespace {

HostileInputs::Make raw(const std::string& bytes)
{
    return [bytes](const TemporaryFolder& folder) -> std::vector<std::string> {
        return {"info", "--json", "--model", folder.write("x.gguf", bytes)};
    };
}
/// Made when it is needed: some are large. What `change` uses must be in it by value.
HostileInputs::Make changed(const std::function<void(File&)>& change)
{
    return [change](const TemporaryFolder& folder) {
        File file = tinyGguf();
        change(file);
        return raw(file.bytes())(folder);
    };
}
HostileInputs::Make with(const std::string& key, U32 type, const std::string& value)
{
    return changed([=](File& file) { setPair(file, key, type, value); });
}
HostileInputs::Make without(const std::string& key)
{
    return changed([=](File& file) {
        const std::string start = text(key);
        std::erase_if(file.pairs, [&](const std::string& pair) { return pair.starts_with(start); });
    });
}
/// One tensor more, after `data` more bytes.
HostileInputs::Make also(const std::string& bytes, std::size_t data = 0)
{
    return changed([=](File& file) {
        file.tensors.push_back(bytes);
        file.dataBytes += data;
    });
}

/// The tiny model in two files; `change` spoils the second, which has the output matrix.
HostileInputs::Make inTwoFiles(const std::function<void(File&)>& change)
{
    return [change](const TemporaryFolder& folder) -> std::vector<std::string> {
        File first = tinyGguf();
        setPair(first, "split.count", 2, bytesOf(std::uint16_t(2)));
        File second = {.pairs = first.pairs};
        setPair(first, "split.no", 2, bytesOf(std::uint16_t(0)));
        setPair(second, "split.no", 2, bytesOf(std::uint16_t(1)));
        std::erase_if(first.tensors, [](const std::string& tensor) { return tensor.starts_with(text("output.weight")); });
        second.tensors = {tensor("output.weight", {32, 3}, 0, 0)};
        second.dataBytes = 4 * 32 * 3;
        change(second);
        folder.write("x-00002-of-00002.gguf", second.bytes());
        return {"info", "--json", "--model", folder.write("x-00001-of-00002.gguf", first.bytes())};
    };
}

} // namespace

void addGgufInputs(HostileInputs& inputs)
{
    const auto refused = [&](const char* id, const std::string& what, const std::string& said, const HostileInputs::Make& make) {
        inputs.refused(id, what, said, make);
    };
    const std::string sound = tinyGguf().bytes();
    const U64 data = tinyGguf().dataBytes;
    inputs.accepted("G01", "a sound file", "", raw(sound));
    for (const std::size_t size : {0, 3, 4, 23})
        refused("G01", std::to_string(size) + " bytes", "not a GGUF", raw(sound.substr(0, size)));
    for (const char* magic : {"GGML", "ggjt", "FUGG"})
        refused("G01", magic, "not a GGUF", raw(magic + sound.substr(4)));
    for (const U32 version : {0u, 1u, 4u})
        refused(
            "G02", "version " + std::to_string(version), "unsupported version", changed([=](File& f) { f.version = version; }));
    refused("G02", "big-endian", "big-endian", changed([](File& f) { f.version = 0x03000000; }));
    for (const U64 count : {~U64(0), U64(1) << 63, U64(1'000'000'000)}) {
        refused("G03", std::to_string(count) + " tensors", "number of tensors", changed([=](File& f) { f.tensorCount = count; }));
        refused("G03", std::to_string(count) + " keys", "number of keys", changed([=](File& f) { f.pairCount = count; }));
    }
    const auto extra
        = [&](const std::string& bytes) { return changed([=](File& f) { f.pairs.insert(f.pairs.begin(), bytes); }); };
    refused("G04", "a key of 2^64 - 1 bytes", "key 0", extra(bytesOf(~U64(0))));
    refused("G04", "a key of 2^40 bytes", "key 0", extra(bytesOf(U64(1) << 40)));
    refused("G04", "no key", "key 0", extra(pair("", 4, bytesOf(U32(1)))));
    refused("G04", "a key of 70 000 bytes", "key 0", extra(pair(std::string(70'000, 'k'), 4, bytesOf(U32(1)))));
    refused("G04", "a key that is no text", "key 0", extra(pair("a\xFF", 4, bytesOf(U32(1)))));
    refused("G05", "a key twice", "duplicate", changed([](File& f) { f.pairs.push_back(f.pairs.front()); }));
    refused("G05", "a million keys, one twice", "duplicate", changed([](File& f) {
        std::string many;
        for (int i = 0; i < 1'000'000; ++i)
            many += pair("k" + std::to_string(i % 999'999), 0, "x");
        f.pairs.push_back(many);
        f.pairCount = f.pairs.size() - 1 + 1'000'000;
    }));
    for (const U32 type : {13u, 255u, ~0u})
        refused("G06", "value type " + std::to_string(type), "value type", extra(pair("k", type, bytesOf(U32(1)))));
    refused("G06", "arrays in an array", "array", extra(pair("k", 9, array(9, 1, array(0, 1, "a")))));
    refused("G06", "array of type 99", "array", extra(pair("k", 9, array(99, 1, "a"))));
    refused("G07", "2^62 bytes", "array", extra(pair("k", 9, array(0, U64(1) << 62, "a"))));
    refused("G07", "10^9 empty texts", "array", extra(pair("k", 9, array(8, 1'000'000'000, text("")))));
    inputs.accepted("G08", "a boolean of 2", "", extra(pair("k", 7, "\2")));
    for (const U32 alignment : {0u, 1u, 13u, 0x80000000u})
        refused("G09", std::to_string(alignment), "general.alignment", with("general.alignment", 4, bytesOf(alignment)));
    refused("G09", "a float", "general.alignment", with("general.alignment", 6, bytesOf(32.f)));
    refused("G09", "a signed integer", "general.alignment", with("general.alignment", 5, bytesOf(32)));
    refused("G07", "a hundred million bytes", "array",
        changed([](File& f) { f.pairs.push_back(pair("k", 9, array(0, 100'000'000, std::string(100'000'000, 'x')))); }));
    refused("G09", "a text", "general.alignment", with("general.alignment", 8, text("32")));
    refused("G10", "none", "general.architecture", without("general.architecture"));
    refused("G10", "a number", "general.architecture", with("general.architecture", 4, bytesOf(U32(1))));
    for (const char* name : {"../x", "unheard-of"})
        refused("G10", name, "general.architecture", with("general.architecture", 8, text(name)));
    refused("G11", "a name of 256 bytes", "tensor 12", also(tensor(std::string(256, 'n'), {4}, 0, data), 32));
    refused("G11", "no name", "tensor 12", also(tensor("", {4}, 0, data), 32));
    refused("G11", "a name twice", "duplicate", also(tensor("output.weight", {4}, 0, data), 32));
    refused("G11", "two million tensors", "number of tensors", changed([](File& f) {
        f.tensorCount = 2'000'000;
        f.dataBytes += 100'000'000;
    }));
    refused("G12", "no dimension", "dimensions", also(tensor("x", {}, 0, data), 32));
    refused("G12", "five", "dimensions", also(tensor("x", {1, 1, 1, 1, 1}, 0, data), 32));
    refused("G12", "2^32 - 1", "dimensions", also(text("x") + bytesOf(~U32(0)) + std::string(40, '\0'), 32));
    refused("G13", "0", "impossible size", also(tensor("x", {0}, 0, data), 32));
    refused("G13", "2^63", "impossible size", also(tensor("x", {U64(1) << 63}, 0, data), 32));
    refused("G13", "a product that wraps to 0", "impossible size", also(tensor("x", {U64(1) << 32, U64(1) << 32}, 0, data), 32));
    refused("G13", "a padding that would wrap", "tensor \"x\"",
        also(tensor("x", {4, (U64(1) << 30) - 1, (U64(1) << 30) + 1, 1}, 0, data), 32));
    for (const U32 type : {4u, 5u, 31u, 36u, 43u, ~0u, 0x80000000u})
        refused("G14", "type " + std::to_string(type), "unknown type", also(tensor("x", {32}, type, data), 32));
    refused("G15", "Q4_K in rows of 100", "blocks", also(tensor("x", {100}, 12, data), 160));
    refused("G16", "not aligned", "aligned", also(tensor("x", {4}, 0, data + 8), 64));
    refused("G16", "on another tensor", "shares", also(tensor("x", {4}, 0, 32), 32));
    refused("G16", "beyond the file", "too short", also(tensor("x", {4}, 0, data + 64), 32));
    refused("G16", "2^64 - 32", "too short", also(tensor("x", {4}, 0, ~U64(0) - 31), 32));
    refused("G17", "no data", "too short", raw(sound.substr(0, sound.size() - data)));
    refused("G17", "half of the data", "too short", raw(sound.substr(0, sound.size() - data / 2)));
    refused("G18", "no embedding_length", "llama.embedding_length", without("llama.embedding_length"));
    refused("G18", "a text", "llama.block_count", with("llama.block_count", 8, text("1")));
    refused("G18", "negative", "llama.block_count", with("llama.block_count", 5, bytesOf(-1)));
    refused("G18", "an array", "llama.embedding_length", with("llama.embedding_length", 9, array(4, 1, bytesOf(U32(32)))));
    refused("G18", "widths for three layers of one", "llama.feed_forward_length",
        with("llama.feed_forward_length", 9, array(4, 3, bytesOf(U32(32)) + bytesOf(U32(32)) + bytesOf(U32(32)))));
    refused("G19", "no heads", "llama.attention.head_count", with("llama.attention.head_count", 4, bytesOf(U32(0))));
    refused("G19", "no key heads", "llama.attention.head_count_kv", with("llama.attention.head_count_kv", 4, bytesOf(U32(0))));
    refused("G19", "more key heads than heads", "llama.attention.head_count_kv",
        with("llama.attention.head_count_kv", 4, bytesOf(U32(4))));
    refused("G19", "odd rotary width", "llama.rope.dimension_count", with("llama.rope.dimension_count", 4, bytesOf(U32(3))));
    refused(
        "G19", "rotary wider than a head", "llama.rope.dimension_count", with("llama.rope.dimension_count", 4, bytesOf(U32(64))));
    refused("G19", "base 0", "llama.rope.freq_base", with("llama.rope.freq_base", 6, bytesOf(0.f)));
    refused("G19", "base not a number", "llama.rope.freq_base", with("llama.rope.freq_base", 6, bytesOf(std::nanf(""))));
    const auto tokens = [](const char* key) { return std::string("tokenizer.ggml.") + key; };
    refused("G20", "no tokens", tokens("tokens"), without(tokens("tokens")));
    refused("G20", "tokens are numbers", tokens("tokens"), with(tokens("tokens"), 9, array(0, 3, "abc")));
    refused("G20", "more tokens than rows", tokens("tokens"),
        with(tokens("tokens"), 9, array(8, 4, text("a") + text("b") + text("c") + text("d"))));
    refused("G20", "scores in bytes", tokens("scores"), with(tokens("scores"), 9, array(0, 3, "abc")));
    refused("G20", "too few scores", tokens("scores"), with(tokens("scores"), 9, array(6, 2, bytesOf(1.f) + bytesOf(1.f))));
    refused("G20", "too few types", tokens("token_type"), with(tokens("token_type"), 9, array(5, 1, bytesOf(1))));
    inputs.accepted("G21", "a token twice", "", changed([=](File& f) {
        setPair(f, tokens("tokens"), 9, array(8, 3, text("a") + text("a") + text("ab")));
        setPair(f, tokens("merges"), 9, array(8, 0, ""));
    }));
    inputs.accepted("G21", "a token that is no text", "", changed([=](File& f) {
        setPair(f, tokens("tokens"), 9, array(8, 3, text("a") + text("\xFF") + text("ab")));
        setPair(f, tokens("merges"), 9, array(8, 0, ""));
    }));
    for (const char* merge : {"", "a", "a b c", "a q"})
        refused("G22", std::string("merge '") + merge + "'", "merge", with(tokens("merges"), 9, array(8, 1, text(merge))));
    refused("G22", "ten million merges", "array", with(tokens("merges"), 9, array(8, 20'000'000, text("a b"))));
    refused("G23", "start beyond the tokens", tokens("bos_token_id"), with(tokens("bos_token_id"), 4, bytesOf(U32(3))));
    refused("G23", "end -1", tokens("eos_token_id"), with(tokens("eos_token_id"), 5, bytesOf(-1)));
    refused("G23", "unknown 2^32 - 1", tokens("unknown_token_id"), with(tokens("unknown_token_id"), 4, bytesOf(~U32(0))));
    refused("G23", "a start wanted, none named", tokens("bos_token_id"), changed([=](File& f) {
        std::erase_if(f.pairs, [&](const std::string& pair) { return pair.starts_with(text(tokens("bos_token_id"))); });
        f.pairs.push_back(pair(tokens("add_bos_token"), 7, "\1"));
    }));
    const auto mapped = [&](U32 type, U64 count, const std::string& map) {
        return changed([=](File& f) {
            setPair(f, tokens("model"), 8, text("t5"));
            setPair(f, tokens("scores"), 9, array(6, 3, bytesOf(-1.f) + bytesOf(-2.f) + bytesOf(-3.f)));
            setPair(f, tokens("unknown_token_id"), 4, bytesOf(U32(0)));
            setPair(f, tokens("precompiled_charsmap"), 9, array(type, count, map));
        });
    };
    for (const U64 size : {1, 2, 3})
        refused("G24", "a character map of " + std::to_string(size) + " bytes", "precompiled_charsmap",
            mapped(0, size, std::string(size, 'a')));
    refused("G24", "a character map of numbers", "precompiled_charsmap", mapped(6, 1, bytesOf(1.f)));
    refused(
        "G24", "a trie larger than the map", "precompiled_charsmap", mapped(0, 8, bytesOf(U32(1 << 20)) + std::string(4, 'a')));
    refused("G24", "places outside of the trie", "precompiled_charsmap",
        mapped(0, 9, bytesOf(U32(4)) + bytesOf(~U32(0)) + std::string(1, '\0')));
    inputs.accepted("G25", "a tokenizer inside that is no JSON", "", with("tokenizer.huggingface.json", 8, text("{{{{")));
    inputs.accepted("G26", "a template that would run", "",
        with("tokenizer.chat_template", 8, text("{{ cycler.__init__.__globals__.os.popen('id') }}")));
    refused("G27", "65535 files", "split.count", with("split.count", 2, bytesOf(std::uint16_t(65535))));
    refused("G27", "the third of two", "split", changed([](File& f) {
        f.pairs.push_back(pair("split.count", 2, bytesOf(std::uint16_t(2))));
        f.pairs.push_back(pair("split.no", 2, bytesOf(std::uint16_t(2))));
    }));
    inputs.accepted("G27", "a sound model in two files", "", inTwoFiles([](File&) {}));
    refused("G27", "the first file twice", "split.no",
        inTwoFiles([](File& f) { setPair(f, "split.no", 2, bytesOf(std::uint16_t(0))); }));
    refused("G27", "a file of another architecture", "general.architecture",
        inTwoFiles([](File& f) { setPair(f, "general.architecture", 8, text("gemma")); }));
    refused("G27", "a tensor in both files", "output_norm.weight", inTwoFiles([](File& f) {
        f.tensors.push_back(tensor("output_norm.weight", {32}, 0, f.dataBytes));
        f.dataBytes += 4 * 32;
    }));
    refused("G27", "a file that is not there", "x-00002-of-00002.gguf", [](const TemporaryFolder& folder) {
        const std::vector<std::string> words = inTwoFiles([](File&) {})(folder);
        std::filesystem::remove(folder.path("x-00002-of-00002.gguf"));
        return words;
    });
    inputs.accepted("G28", "scales that are not numbers", "", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        File file = tinyGguf();
        file.tensors.clear();
        file.dataBytes = 0;
        for (const char* name : {"token_embd", "output", "output_norm", "blk.0.attn_norm", "blk.0.ffn_norm", "blk.0.attn_q",
                 "blk.0.attn_k", "blk.0.attn_v", "blk.0.attn_output", "blk.0.ffn_gate", "blk.0.ffn_up", "blk.0.ffn_down"}) {
            const bool isNorm = std::string(name).ends_with("_norm");
            const U64 rows = isNorm ? 1 : name[0] == 'b' ? 32 : 3;
            file.tensors.push_back(tensor(std::string(name) + ".weight",
                isNorm ? std::vector<U64>{32} : std::vector<U64>{32, rows}, isNorm ? 0 : 2, file.dataBytes));
            file.dataBytes += (isNorm ? 128 : rows * 18 + 31) / 32 * 32;
        }
        std::string bytes = file.bytes();
        std::fill(bytes.end() - std::ptrdiff_t(file.dataBytes), bytes.end(), '\x7E');
        return {"trace", "--model", folder.write("x.gguf", bytes), "--ids", "1,2", "-o", folder.path("trace.safetensors")};
    });
    refused("G29", "experts for none", "llama.expert_used_count", with("llama.expert_count", 4, bytesOf(U32(8))));
    refused("G30", "rotary divisors of another number", "rope_freqs.weight", also(tensor("rope_freqs.weight", {3}, 0, data), 32));
    refused("G30", "rotary divisors of zero", "rope_freqs.weight", also(tensor("rope_freqs.weight", {8}, 0, data), 32));
}
