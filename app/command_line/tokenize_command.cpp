#include "app/command_line/command.h"
#include "app/model_names.h"

#include "core/base/error.h"

#include <cstdio>
#include <fstream>
#include <iostream>

namespace app {

namespace {

constexpr Option options[] = {modelOption, textOption,
    {"--lines", "FILE",
        QT_TRANSLATE_NOOP("commandLine", "one input a line: a JSON string, with --decode an array of ids; - is standard input")},
    {"--no-special", nullptr, QT_TRANSLATE_NOOP("commandLine", "without the tokens that the post-processor adds")},
    {"--decode", nullptr, QT_TRANSLATE_NOOP("commandLine", "from ids to text")}, jsonOption, languageOption, helpOption};

/// Each line of the file as JSON of the wanted type.
std::vector<core::Json> readLines(const std::string& path, bool arrays)
{
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file)
            throw core::Error({.file = path, .problem = CUTAWAY_TR("cannot be read")});
    }
    std::istream& input = path == "-" ? std::cin : file;
    std::vector<core::Json> lines;
    long number = 0;
    for (std::string line; std::getline(input, line);) {
        ++number;
        const std::string where = "line " + std::to_string(number);
        core::Json value = core::parseJson(line, path);
        if (arrays ? !value.is_array() : !value.is_string())
            throw core::Error({.file = path,
                .where = where,
                .problem = CUTAWAY_TR("wrong type"),
                .expected = arrays ? "an array of ids" : "a JSON string",
                .found = value.type_name()});
        lines.push_back(std::move(value));
    }
    return lines;
}

std::string decoded(const core::Json& line, const core::Tokenizer& tokenizer, const std::string& path)
{
    std::vector<core::TokenId> ids;
    for (const core::Json& id : line) {
        if (!id.is_number_integer() || id < 0 || id > 0x7fffffff)
            throw core::Error(
                {.file = path, .problem = CUTAWAY_TR("not a token id"), .expected = "0 – 2147483647", .found = id.dump()});
        ids.push_back(id.get<core::TokenId>());
    }
    return tokenizer.decode(ids);
}

void printTokens(const std::vector<core::TokenId>& ids, const core::Tokenizer& tokenizer)
{
    for (const core::TokenId id : ids) {
        const std::string number = std::to_string(id);
        print(std::string(number.size() < 8 ? 8 - number.size() : 0, ' ') + number + "  "
            + core::writeJson(tokenizer.tokenText(id)));
    }
}

int run(const Arguments& arguments, const std::stop_token&)
{
    const bool decode = arguments.has("--decode");
    const bool hasLines = arguments.has("--lines") || decode;
    if (hasLines == arguments.has("--text"))
        throw core::Error({core::ErrorKind::Usage, {}, {}, CUTAWAY_TR("give the input once"), "--text TEXT, --lines FILE"});
    const core::ModelPtr model = openModel(arguments.required("--model"));
    if (!model->tokenizer)
        throw core::Error(
            {.file = model->path, .problem = CUTAWAY_TR("the model has no tokenizer, so only token ids can be given")});
    const core::Tokenizer& tokenizer = *model->tokenizer;
    const bool special = !arguments.has("--no-special");

    if (!hasLines) {
        const std::vector<core::TokenId> ids = tokenizer.encode(*arguments.text("--text"), special);
        if (arguments.has("--json"))
            printJson(ids);
        else
            printTokens(ids, tokenizer);
        return Done;
    }
    const std::string path = arguments.text("--lines").value_or("-");
    for (const core::Json& line : readLines(path, decode)) {
        if (decode)
            printJson(decoded(line, tokenizer, path));
        else
            printJson(tokenizer.encode(line.get<std::string>(), special));
    }
    return Done;
}

} // namespace

const Command tokenizeCommand{"tokenize", QT_TRANSLATE_NOOP("commandLine", "shows the tokens of a text, or the text of tokens"),
    "--model M (--text T | --lines FILE.jsonl) [--no-special] [--decode] [--json]",
    "cutaway tokenize --model smollm2 --text 'The capital of France is Paris.'", options, 0, nullptr, run};

} // namespace app
