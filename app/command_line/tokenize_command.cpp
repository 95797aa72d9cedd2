#include "app/command_line/command.h"

#include "app/base/model_names.h"

#include "core/base/error.h"
#include "core/files/library/model_folder.h"
#include "core/files/library/tokenizer_files.h"
#include "core/files/tokenizers/chat_template.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace app {

namespace {

constexpr Option tokenizeOptions[] = {modelOption, textOption, chatOption,
    {"--lines", "FILE",
        QT_TRANSLATE_NOOP("commandLine", "one input per line: a JSON string, with --decode an array of ids; - is stdin")},
    {"--no-special", nullptr, QT_TRANSLATE_NOOP("commandLine", "without the tokens that the post-processor adds")},
    {"--decode", nullptr, QT_TRANSLATE_NOOP("commandLine", "decode ids to text")}, jsonOption, languageOption, helpOption};

constexpr const char* outsideOf = CUTAWAY_TR("the id is outside the vocabulary");

/// JSON of the wanted type; a problem says the place of the text, and the one inside it.
core::Json parsed(const std::string& text, const std::string& path, const std::string& where, bool isArray)
{
    core::Json value;
    try {
        value = core::parseJson(text, path);
    } catch (const core::Error& error) {
        core::Error::Parts parts = error.parts();
        parts.where = parts.where.empty() ? where : where + ": " + parts.where;
        throw core::Error(std::move(parts));
    }
    if (isArray ? !value.is_array() : !value.is_string())
        throw core::Error({.file = path,
            .where = where,
            .problem = CUTAWAY_TR("wrong type"),
            .expected = isArray ? CUTAWAY_TR("an array of ids") : CUTAWAY_TR("a JSON string"),
            .found = value.type_name()});
    return value;
}

/// One input: JSON of the wanted type, and where it stands.
struct Line
{
    core::Json value;
    std::string where;
};

/// Each line of the file.
std::vector<Line> readLines(const std::string& path, bool arrays)
{
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file)
            throw core::Error({.file = path, .problem = CUTAWAY_TR("cannot be read"), .found = std::strerror(errno)});
    }
    std::istream& input = path == "-" ? std::cin : file;
    std::vector<Line> lines;
    long number = 0;
    for (std::string line; std::getline(input, line);) {
        ++number;
        const std::string where = "line " + std::to_string(number);
        lines.push_back({parsed(line, path, where, arrays), where});
    }
    return lines;
}

/// `ids` is how many the model has: a table may be longer than its vocabulary.
std::string decoded(const Line& line, const core::Tokenizer& tokenizer, std::size_t ids, const std::string& path)
{
    std::vector<core::TokenId> known;
    for (std::size_t i = 0; i < line.value.size(); ++i) {
        const core::Json& id = line.value[i];
        const bool isInteger = id.is_number_integer();
        if (!isInteger || id < 0 || id >= ids)
            throw core::Error({.file = path,
                .where = line.where + ": [" + std::to_string(i) + "]",
                .problem = isInteger ? outsideOf : CUTAWAY_TR("not a token id"),
                .expected = "0 – " + std::to_string(ids - 1),
                .found = id.dump()});
        known.push_back(id.get<core::TokenId>());
    }
    return tokenizer.decode(known);
}

void printTokens(const std::vector<core::TokenId>& ids, const core::Tokenizer& tokenizer)
{
    for (const core::TokenId id : ids) {
        const std::string number = std::to_string(id);
        print(std::string(number.size() < 8 ? 8 - number.size() : 0, ' ') + number + "  "
            + core::writeJson(tokenizer.tokenText(id)));
    }
}

std::size_t vocabularyOf(const core::Model& model)
{
    const core::Json vocabulary = model.choices.value("sizes.vocab");
    return vocabulary.is_number_integer() ? vocabulary.get<std::size_t>() : 0;
}

struct Vocabulary
{
    std::shared_ptr<const core::Tokenizer> tokenizer;
    std::size_t ids = 0; // of the tokenizer, or of the model where it has more
    std::string path = {}; // of the files; empty: they come with the program
};

/// A folder or a file that may hold a tokenizer without a model; weights never do.
bool mayBeTokenizer(const std::string& nameOrPath)
{
    std::error_code ignored;
    const std::filesystem::path path(nameOrPath);
    return std::filesystem::exists(path, ignored) && path.extension() != ".safetensors";
}

/// Of a model, of a tokenizer that comes with the program, or of a folder or file that holds a tokenizer and perhaps no model.
/// Throws core::Error.
Vocabulary openVocabulary(const std::string& nameOrPath)
{
    std::error_code ignored;
    const auto alone = [&] {
        auto tokenizer = core::openTokenizer(nameOrPath);
        const std::size_t ids = tokenizer->vocabularySize();
        return Vocabulary{std::move(tokenizer), ids, nameOrPath};
    };
    const std::vector<core::TokenizerListing> known = core::listTokenizers();
    if (std::ranges::any_of(known, [&](const auto& one) { return one.id == nameOrPath && !one.family.empty(); }))
        return alone();
    try {
        const core::ModelPtr model = openModel(nameOrPath);
        if (!model->tokenizer)
            throw core::Error(
                {.file = model->path, .problem = CUTAWAY_TR("the model has no tokenizer, so only token ids can be given")});
        return {model->tokenizer, std::max(model->tokenizer->vocabularySize(), vocabularyOf(*model)), model->path};
    } catch (const core::Error&) {
        if (!mayBeTokenizer(nameOrPath))
            throw;
        if (std::filesystem::is_directory(nameOrPath, ignored) && !core::openFolderTokenizer(nameOrPath))
            throw; // of the model: it tells more
        return alone();
    }
}

/// The text to encode, and whether the tokenizer adds its tokens to it: those of a chat template are in it already.
class Wrapping
{
public:
    Wrapping(const Arguments& arguments, const std::string& path)
        : m_special(!arguments.has("--no-special") && !arguments.has("--chat"))
    {
        if (!arguments.has("--chat"))
            return;
        if (arguments.has("--decode"))
            refuse("--chat", CUTAWAY_TR("a chat template takes a text"), "--text TEXT", "--decode");
        m_path = path;
    }

    std::vector<core::TokenId> encode(const core::Tokenizer& tokenizer, const std::string& text) const
    {
        return tokenizer.encode(m_path ? core::inChatOf(*m_path, text) : text, m_special);
    }

private:
    std::optional<std::string> m_path; // of a chat template; none: the text as it is
    bool m_special;
};

int runTokenize(const Arguments& arguments, const std::stop_token&)
{
    const bool decode = arguments.has("--decode");
    const bool hasLines = arguments.has("--lines") || (decode && !arguments.has("--text"));
    if (hasLines == arguments.has("--text"))
        throw core::Error({core::ErrorKind::Usage, {}, {}, CUTAWAY_TR("give the input once"), "--text TEXT, --lines FILE"});
    const Vocabulary opened = openVocabulary(requiredModel(arguments));
    const core::Tokenizer& tokenizer = *opened.tokenizer;
    const std::size_t vocabulary = opened.ids;
    const Wrapping wrapping(arguments, opened.path);

    if (!hasLines && decode) {
        const Line line{parsed(*arguments.text("--text"), {}, "--text", true), "--text"};
        printJson(decoded(line, tokenizer, vocabulary, {}));
        return Done;
    }
    if (!hasLines && arguments.text("--text")->empty())
        throw core::Error({.where = "--text", .problem = CUTAWAY_TR("the text is empty: type at least one word")});
    if (!hasLines) {
        const std::vector<core::TokenId> ids = wrapping.encode(tokenizer, *arguments.text("--text"));
        if (arguments.has("--json"))
            printJson(ids);
        else
            printTokens(ids, tokenizer);
        return Done;
    }
    const std::string path = arguments.text("--lines").value_or("-");
    for (const Line& line : readLines(path, decode)) {
        if (decode)
            printJson(decoded(line, tokenizer, vocabulary, path));
        else
            printJson(wrapping.encode(tokenizer, line.value.get<std::string>()));
    }
    return Done;
}

} // namespace

extern const Command tokenizeCommand;
const Command tokenizeCommand{"tokenize", QT_TRANSLATE_NOOP("commandLine", "shows the tokens of a text, or the text of tokens"),
    "M (--text T | --lines FILE.jsonl) [--chat] [--no-special] [--decode] [--json]",
    "cutaway tokenize smollm2 --text 'The capital of France is Paris.'", tokenizeOptions, 1, nullptr, runTokenize};

} // namespace app
