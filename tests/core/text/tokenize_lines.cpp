// Runs a tokenizer over many texts, for tools/fixtures/compare_tokenizers.py.
//
//     tokenize_lines TOKENIZER TEXTS.jsonl     each line a JSON string; prints [ids, ids without special tokens, text of the
//                                              ids, the same without special tokens, ids as a target], or the error as a
//                                              string
//     tokenize_lines TOKENIZER --time FILE     encodes the whole file three times; prints the fewest seconds of processor time
//
// TOKENIZER is a tokenizer.json, a GGUF file, or a folder with the tokenizer files of a model.

#include "core/base/error.h"
#include "core/files/tokenizers/gguf_tokenizer_data.h"
#include "core/files/tokenizers/tokenizer_folder.h"
#include "core/io/file_reader.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace core;

namespace {

std::shared_ptr<const Tokenizer> open(const std::string& path)
{
    if (path.ends_with(".gguf"))
        return makeTokenizer(readGgufTokenizer(Gguf::open(path)).value(), path);
    if (!std::filesystem::is_directory(path))
        return makeTokenizer(readJson(path, {.bytes = std::size_t(512) << 20, .values = 16'000'000}), path);
    std::vector<std::string> notes;
    const std::shared_ptr<const Tokenizer> tokenizer = openTokenizerFolder(path, {}, {}, notes);
    if (!tokenizer)
        throw Error({.file = path, .problem = "no tokenizer"});
    return tokenizer;
}

Json results(const Tokenizer& tokenizer, const std::string& text)
{
    try {
        const std::vector<TokenId> ids = tokenizer.encode(text);
        return Json::array({ids, tokenizer.encode(text, /*special=*/false), tokenizer.decode(ids),
            tokenizer.decode(ids, /*skipSpecial=*/true), tokenizer.encodeTarget(text)});
    } catch (const Error& error) {
        return error.what();
    }
}

double secondsOf(const Tokenizer& tokenizer, const std::string& text)
{
    double fewest = 1e9;
    for (int run = 0; run < 3; ++run) {
        const std::clock_t begin = std::clock(); // of this process alone: others may be running
        tokenizer.encode(text);
        fewest = std::min(fewest, double(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return fewest;
}

std::string textOf(const std::string& path)
{
    const FileReader file(path);
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    file.readAt(0, text.data(), text.size());
    return text;
}

} // namespace

int main(int count, char** arguments)
{
    try {
        const std::string option = count > 2 ? arguments[2] : "";
        const std::shared_ptr<const Tokenizer> tokenizer = open(count > 1 ? arguments[1] : "");
        if (option == "--time") {
            std::cout << secondsOf(*tokenizer, textOf(count > 3 ? arguments[3] : "")) << "\n";
            return 0;
        }
        std::ifstream lines(option);
        for (std::string line; std::getline(lines, line);)
            std::cout << writeJson(results(*tokenizer, parseJson(line, option).get<std::string>())) << "\n";
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 2;
    }
    return 0;
}
