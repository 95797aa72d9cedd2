// T: tokenizer.json beside a sound model. A text is encoded, so that what is only refused there is refused, too.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <unistd.h>

using core::Json;

namespace {

HostileInputs::Make raw(const std::string& tokenizer, const std::string& text = "abc")
{
    return [=](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", tinyConfig());
        folder.write("model.safetensors", safetensors(tinyTensors()));
        folder.write("tokenizer.json", tokenizer);
        return {"tokenize", "--model", folder.path(), "--text", text, "--json"};
    };
}
HostileInputs::Make patched(const std::string& patch, const std::string& text = "abc")
{
    return raw(tinyTokenizer(Json::parse(patch)), text);
}

constexpr const char* bertClass = R"({"tokenizer_class":"BertTokenizer"})";
constexpr const char* gpt2Class = R"({"tokenizer_class":"GPT2Tokenizer"})";

/// The model with these files of a tokenizer in place of tokenizer.json.
HostileInputs::Make folderOf(const std::vector<std::pair<std::string, std::string>>& files, const std::string& text)
{
    return [=](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", tinyConfig());
        folder.write("model.safetensors", safetensors(tinyTensors()));
        for (const auto& [name, bytes] : files)
            folder.write(name, bytes);
        return {"tokenize", "--model", folder.path(), "--text", text, "--json", "--no-special"};
    };
}

} // namespace

void addTokenizerInputs(HostileInputs& inputs)
{
    constexpr const char* file = "tokenizer.json";
    inputs.accepted("T21", "a sound tokenizer", "", raw(tinyTokenizer()));
    inputs.refused("T01", "version 2.0", "version", patched(R"({"version":"2.0"})"));
    inputs.accepted("T01", "no version", "", patched(R"({"version":null})"));
    inputs.refused("T02", "no model", "model", patched(R"({"model":null})"));
    inputs.refused("T02", "an unknown model", "model", patched(R"({"model":{"type":"Rumour"}})"));
    inputs.refused("T03", "600 MB, sparse", "too large", [](const TemporaryFolder& folder) {
        const auto arguments = raw(tinyTokenizer())(folder);
        (void)!::truncate(folder.path("tokenizer.json").c_str(), off_t(600'000'000));
        return arguments;
    });
    inputs.refused("T04", "id -1", file, patched(R"({"model":{"vocab":{"a":-1}}})"));
    inputs.refused("T04", "id 1.5", file, patched(R"({"model":{"vocab":{"a":1.5}}})"));
    inputs.refused("T04", "id 2^40", file, patched(R"({"model":{"vocab":{"a":1099511627776}}})"));
    inputs.refused("T04", "id in words", file, patched(R"({"model":{"vocab":{"a":"0"}}})"));
    inputs.refused("T04", "id 2^31 - 1", file, patched(R"({"model":{"vocab":{"z":2147483646}}})"));
    inputs.refused("T05", "a merge of one part", file, patched(R"({"model":{"merges":[["a"]]}})"));
    inputs.refused("T05", "a merge of an unknown piece", file, patched(R"({"model":{"merges":[["a","q"]]}})"));
    inputs.refused("T05", "a merge without a result", file, patched(R"({"model":{"merges":[["b","a"]]}})"));
    inputs.refused("T06", "pieces as an object", file, patched(R"({"model":{"type":"Unigram","unk_id":0}})"));
    inputs.refused("T06", "unknown id beyond the pieces", file,
        raw(tinyTokenizer(Json::parse(R"({"model":null})"))
                .insert(1, R"("model":{"type":"Unigram","unk_id":9,"vocab":[["a",-1.0]]},)")));
    inputs.refused("T07", "no unknown piece", "unk_token",
        patched(
            R"({"model":{"type":"WordPiece","unk_token":"[UNK]","max_input_chars_per_word":100,"continuing_subword_prefix":"##"}})"));
    inputs.refused(
        "T08", "a prefix longer than the pieces", "merges", patched(R"({"model":{"continuing_subword_prefix":"##########"}})"));
    const auto split = [](const std::string& pattern, const std::string& text = std::string(64, 'a') + "!") {
        return patched(
            Json{{"pre_tokenizer",
                     {{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}, {"invert", false},
                         {"add_prefix_space", nullptr}, {"trim_offsets", nullptr}, {"use_regex", nullptr}}}}
                .dump(),
            text);
    };
    inputs.refused("T09", "no pattern at all", file, split("(["));
    inputs.refused("T09", "catastrophic", "", split("(a+)+$"));
    inputs.refused("T09", "nested groups", file, split(std::string(100'000, '(') + std::string(100'000, ')')));
    // As the reference cuts it: "ab" is one token unless the pattern takes the b out.
    inputs.accepted("T10", "set operations", "[0,1,0,1]", split("[a-z&&[^b]]", "abab"));
    inputs.accepted("T10", "the same without", "[10,10]", split("[a-z]+", "abab"));
    inputs.refused("T09", "a megabyte of pattern", file, split(std::string(1'000'000, 'a')));
    inputs.refused("T09", "a huge repetition", file, split("a{1,1000000}"));
    inputs.refused("T09", "code inside", file, split("(?{print})"));
    inputs.accepted("T11", "a pattern of nothing", "", split("x*"));
    inputs.refused("T12", "an unknown behaviour", file,
        patched(R"({"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"isolated2","invert":false}})"));
    inputs.refused("T12", "no pattern", file,
        patched(R"({"pre_tokenizer":{"type":"Split","pattern":{"Words":"a"},"behavior":"Isolated","invert":false}})"));
    inputs.refused("T13", "a sequence in a sequence in …", "deep", raw([] {
        std::string text = R"({"version":"1.0","normalizer":)";
        for (int i = 0; i < 100'000; ++i)
            text += R"({"type":"Sequence","normalizers":[)";
        return text;
    }()));
    inputs.refused("T14", "no base64", file, patched(R"({"normalizer":{"type":"Precompiled","precompiled_charsmap":"%%%"}})"));
    inputs.refused(
        "T14", "a map of three bytes", file, patched(R"({"normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAA"}})"));
    inputs.refused("T15", "texts that grow", "normalizer", patched([] {
        Json steps = Json::array();
        for (int i = 0; i < 12; ++i)
            steps.push_back({{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aaaaaaaaaa"}});
        return Json{{"normalizer", {{"type", "Sequence"}, {"normalizers", steps}}}}.dump();
    }()));
    inputs.refused("T16", "8 MB to prepend", "normalizer",
        patched(Json{{"normalizer", {{"type", "Prepend"}, {"prepend", std::string(8'000'000, 'a')}}}}.dump()));
    const auto added = [](Json token) {
        token.update({{"single_word", false}, {"lstrip", false}, {"rstrip", false}, {"normalized", false}, {"special", true}});
        return Json{{"added_tokens", {token}}}.dump();
    };
    inputs.refused(
        "T16", "an added token of 8 MB", "added_tokens", patched(added({{"id", 11}, {"content", std::string(8'000'000, 'a')}})));
    for (const char* delimiter : {"ab", ""})
        inputs.refused("T17", std::string("a delimiter '") + delimiter + "'", "pre_tokenizer",
            patched(Json{{"pre_tokenizer",
                             {{"type", "CharDelimiterSplit"}, {"delimiter", delimiter}, {"add_prefix_space", nullptr},
                                 {"trim_offsets", nullptr}, {"use_regex", nullptr}}}}
                        .dump()));
    inputs.refused("T17", "pieces of no letter", "pre_tokenizer",
        patched(
            R"({"pre_tokenizer":{"type":"FixedLength","length":0,"add_prefix_space":null,"trim_offsets":null,"use_regex":null}})"));
    for (const char* replacement : {"ab", ""})
        inputs.refused("T17", std::string("a space as '") + replacement + "'", "pre_tokenizer",
            patched(Json{{"pre_tokenizer",
                             {{"type", "Metaspace"}, {"replacement", replacement}, {"prepend_scheme", "always"}, {"split", true},
                                 {"add_prefix_space", nullptr}, {"trim_offsets", nullptr}, {"use_regex", nullptr}}}}
                        .dump()));
    inputs.refused("T18", "an added token of id -1", "added_tokens", patched(added({{"id", -1}, {"content", "<x>"}})));
    inputs.accepted("T18", "an added token without text", "[0]", patched(added({{"id", 11}, {"content", ""}}), "a"));
    inputs.accepted("T18", "a token with another id than it has", "[10]", patched(added({{"id", 14}, {"content", "ab"}}), "ab"));
    inputs.refused("T19", "a template of an unknown token", "post_processor",
        patched(
            R"({"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]","type_id":0}}],"pair":[],"special_tokens":{}}})"));
    inputs.refused("T19", "a template with $C", "post_processor",
        patched(
            R"({"post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"C","type_id":0}}],"pair":[],"special_tokens":{}}})"));
    inputs.refused("T19", "more ids than tokens", "post_processor",
        patched(
            R"({"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],"pair":[],"special_tokens":{"[X]":{"id":"[X]","ids":[1,2],"tokens":["b"]}}}})"));
    inputs.refused("T20", "an unknown decoder", file, patched(R"({"decoder":{"type":"Rumour"}})"));
    const auto lines = [](const std::string& text) {
        return [text](const TemporaryFolder& folder) {
            raw(tinyTokenizer())(folder);
            return std::vector<std::string>{
                "tokenize", "--model", folder.path(), "--json", "--lines", folder.write("lines.jsonl", Json(text).dump() + "\n")};
        };
    };
    inputs.accepted("T21", "a hundred thousand of one letter", "[0,0,0,", lines(std::string(100'000, 'a')));
    inputs.refused("T21", "8 MB of one letter", "gives up", lines(std::string(8'000'000, 'a')));
    inputs.refused("T21", "8 MB of spaces", "gives up", lines(std::string(8'000'000, ' ')));
    inputs.accepted("T21", "a text with a null", "[0,1]", lines(std::string("a\0b", 3)));
    inputs.accepted("T21", "a million marks", "[0]", lines([] {
        std::string text = "a";
        for (int i = 0; i < 1'000'000; ++i)
            text += "\u0301";
        return text;
    }()));
    inputs.refused("T21", "9 MB", "too long", lines(std::string(9'000'000, 'a')));
    inputs.accepted("T21", "a text that is no UTF-8", "[0]", raw(tinyTokenizer(), "a\xFF"));
    inputs.refused("T22", "an id beyond the embedding", "", [](const TemporaryFolder& folder) {
        raw(tinyTokenizer(Json::parse(R"({"model":{"vocab":{"z":300}}})")))(folder);
        return std::vector<std::string>{"trace", "--model", folder.path(), "--text", "z", "-o", folder.path("t.safetensors")};
    });
    inputs.accepted("T23", "more tokens than the model has", "more tokens", [](const TemporaryFolder& folder) {
        raw(tinyTokenizer(Json::parse(R"({"model":{"vocab":{"z":20,"y":19,"x":18,"w":17,"v":16,"u":15}}})")))(folder);
        return std::vector<std::string>{"info", "--json", "--model", folder.path()};
    });
    inputs.accepted("T24", "a length of 1e30", "", [](const TemporaryFolder& folder) {
        const auto arguments = raw(tinyTokenizer())(folder);
        folder.write("tokenizer_config.json", R"({"model_max_length":1e30,"bos_token":null})");
        return arguments;
    });
    const std::string vocabulary = R"({"a":0,"b":1,"ab":2})";
    const auto pairs = [&](const std::string& words, const std::string& merges) {
        return folderOf({{"vocab.json", words}, {"merges.txt", merges}, {"tokenizer_config.json", gpt2Class}}, "ab");
    };
    inputs.accepted("T25", "lines of Windows", "[2]", pairs(vocabulary, "#version: 0.2\r\na b\r\n"));
    inputs.accepted("T25", "no version, blank lines", "[2]", pairs(vocabulary, "\na b\n\n"));
    inputs.refused("T25", "vocab.json as a list", "vocab.json", pairs("[]", "a b\n"));
    inputs.refused("T25", "a line of three", "merges.txt", pairs(vocabulary, "a b c\n"));
    inputs.refused("T25", "a line of 10 MB", "merges.txt", pairs(vocabulary, std::string(10'000'000, 'a')));
    const auto words = [&](const std::string& rows) {
        return folderOf({{"vocab.txt", rows}, {"tokenizer_config.json", bertClass}}, "ab");
    };
    inputs.accepted("T26", "a line twice: the last counts", "[2]", words("ab\n[UNK]\nab\n"));
    inputs.accepted("T26", "empty lines", "[3]", words("[UNK]\n\n\nab\n"));
    inputs.accepted("T26", "no unknown piece: the class adds one", "[1]", words("a\nab\n"));
    const auto pieces = [&](const std::string& bytes) { return folderOf({{"tokenizer.model", bytes}}, "ab"); };
    inputs.refused("T27", "a truncated number", "tokenizer.model", pieces("\x0A\xFF\xFF\xFF\xFF"));
    inputs.refused("T27", "longer than the rest", "tokenizer.model", pieces("\x0A\x7F\x0A\x01"));
    inputs.refused("T27", "a number for a piece", "tokenizer.model", pieces("\x08\x01"));
    inputs.refused("T27", "groups in groups in …", "tokenizer.model", pieces(std::string(100'000, '\x0B')));
    inputs.refused("T27", "nothing", "tokenizer.model", pieces(""));
    inputs.refused("T27", "2 GB, sparse", "too large", [=](const TemporaryFolder& folder) {
        const auto arguments = pieces("\x0A")(folder);
        (void)!::truncate(folder.path("tokenizer.model").c_str(), off_t(2'000'000'000));
        return arguments;
    });
    inputs.accepted("T28", "a template that would run", "", [](const TemporaryFolder& folder) {
        const auto arguments = raw(tinyTokenizer())(folder);
        folder.write("tokenizer_config.json", R"({"chat_template":"{{ cycler.__init__.__globals__.os.popen('id') }}"})");
        return arguments;
    });
}
