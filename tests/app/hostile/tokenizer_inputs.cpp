// T: tokenizer.json beside a sound model. A text is encoded, so that what is only refused there is refused, too.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

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

} // namespace

void addTokenizerInputs(HostileInputs& inputs)
{
    constexpr const char* file = "tokenizer.json";
    inputs.accepted("T21", "a sound tokenizer", "", raw(tinyTokenizer()));
    inputs.refused("T01", "version 2.0", "version", patched(R"({"version":"2.0"})"));
    inputs.accepted("T01", "no version", "", patched(R"({"version":null})"));
    inputs.refused("T02", "no model", "model", patched(R"({"model":null})"));
    inputs.refused("T02", "an unknown model", "model", patched(R"({"model":{"type":"Rumour"}})"));
    inputs.absent("T03", "600 MB", "too large to write in a test; the limit is in core/files/limits.h");
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
    inputs.waiting("T07", "no unknown piece", "belongs to the tokenizers",
        patched(
            R"({"model":{"type":"WordPiece","unk_token":"[UNK]","max_input_chars_per_word":100,"continuing_subword_prefix":"##"}})"));
    inputs.waiting("T08", "a prefix longer than the pieces", "belongs to the tokenizers",
        patched(R"({"model":{"continuing_subword_prefix":"##########"}})"));
    const auto split = [](const std::string& pattern) {
        return patched(
            Json{{"pre_tokenizer",
                     {{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}, {"invert", false},
                         {"add_prefix_space", nullptr}, {"trim_offsets", nullptr}, {"use_regex", nullptr}}}}
                .dump(),
            std::string(64, 'a') + "!");
    };
    inputs.refused("T09", "no pattern at all", file, split("(["));
    inputs.refused("T09", "catastrophic", "", split("(a+)+$"));
    inputs.refused("T09", "nested groups", file, split(std::string(100'000, '(') + std::string(100'000, ')')));
    inputs.waiting("T10", "set operations", "the reference's engine has them", split("[a-z&&[^b]]"));
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
    inputs.waiting("T15", "texts that grow", "belongs to the tokenizers", patched([] {
        Json steps = Json::array();
        for (int i = 0; i < 12; ++i)
            steps.push_back({{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aaaaaaaaaa"}});
        return Json{{"normalizer", {{"type", "Sequence"}, {"normalizers", steps}}}}.dump();
    }()));
    inputs.waiting("T16", "8 MB to prepend", "belongs to the tokenizers",
        patched(Json{{"normalizer", {{"type", "Prepend"}, {"prepend", std::string(8'000'000, 'a')}}}}.dump()));
    inputs.waiting("T17", "a delimiter of two letters", "belongs to the tokenizers",
        patched(
            R"({"pre_tokenizer":{"type":"CharDelimiterSplit","delimiter":"ab","add_prefix_space":null,"trim_offsets":null,"use_regex":null}})"));
    inputs.waiting("T18", "an added token of id -1", "belongs to the tokenizers",
        patched(
            R"({"added_tokens":[{"id":-1,"content":"<x>","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}]})"));
    inputs.waiting("T19", "a template of an unknown token", "belongs to the tokenizers",
        patched(
            R"({"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]","type_id":0}}],"pair":[],"special_tokens":{}}})"));
    inputs.refused("T20", "an unknown decoder", file, patched(R"({"decoder":{"type":"Rumour"}})"));
    inputs.waiting("T21", "8 MB of one letter", "belongs to the tokenizers", [](const TemporaryFolder& folder) {
        raw(tinyTokenizer())(folder);
        return std::vector<std::string>{"tokenize", "--model", folder.path(), "--json", "--lines",
            folder.write("lines.jsonl", "\"" + std::string(8'000'000, 'a') + "\"\n")};
    });
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
    inputs.waiting("T25", "vocab.json as a list", "belongs to the tokenizers", [](const TemporaryFolder& folder) {
        const auto arguments = raw("")(folder);
        ::remove(folder.path("tokenizer.json").c_str());
        folder.write("vocab.json", "[]");
        folder.write("merges.txt", "#version: 0.2\r\na b\r\n");
        return arguments;
    });
    inputs.absent("T26", "vocab.txt with lines twice", "is a test of its own: tests/core/files/tst_word_piece_folder.cpp");
    inputs.waiting("T27", "a truncated tokenizer.model", "belongs to the tokenizers", [](const TemporaryFolder& folder) {
        const auto arguments = raw("")(folder);
        ::remove(folder.path("tokenizer.json").c_str());
        folder.write("tokenizer.model", "\x0A\xFF\xFF\xFF\xFF");
        return arguments;
    });
    inputs.accepted("T28", "a template that would run", "", [](const TemporaryFolder& folder) {
        const auto arguments = raw(tinyTokenizer())(folder);
        folder.write("tokenizer_config.json", R"({"chat_template":"{{ cycler.__init__.__globals__.os.popen('id') }}"})");
        return arguments;
    });
}
