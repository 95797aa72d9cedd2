// The tokenizer of the built-in models: a unigram model over words that a person can read, in which every
// token costs the same, so that the fewest tokens win. What no word covers is spelled in letters, and the
// rest in bytes. No other stage changes the text: decode(encode(text)) is the text, whatever it is.

#include "core/text/built_in_words.h"
#include "core/text/byte_tokens.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/unicode.h"

#include <set>
#include <sstream>

namespace core {

namespace {

constexpr double wordScore = -1.0;
constexpr double lastResort = -100.0; // for tokens that must not match their own names in a text
constexpr const char* unknownText = "<unk>";

class WordList
{
public:
    void add(const std::string& text)
    {
        if (m_seen.insert(text).second)
            m_tokens.push_back({text, wordScore});
    }

    /// Tokens that text never spells directly.
    void addHidden(const std::string& text) { m_tokens.push_back({text, lastResort}); }

    const std::vector<UnigramModel::ScoredToken>& tokens() const { return m_tokens; }

private:
    std::vector<UnigramModel::ScoredToken> m_tokens;
    std::set<std::string> m_seen;
};

std::string capitalized(std::string word)
{
    if (!word.empty() && word[0] >= 'a' && word[0] <= 'z')
        word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
}

template <class Visitor>
void eachWord(const char* list, Visitor visit)
{
    std::istringstream words(list);
    for (std::string word; words >> word;)
        visit(word);
}

/// The unknown token, the words in the order of their lists, then the 256 bytes.
WordList builtInWordList()
{
    WordList list;
    list.addHidden(unknownText);
    for (char c = ' '; c <= '~'; ++c)
        list.add(std::string(1, c));
    for (const char* space : {"\n", "\t", "\n\n"})
        list.add(space);
    eachWord(builtInCommonWords, [&](const std::string& word) {
        for (const std::string& form : {word, capitalized(word)}) {
            list.add(form);
            list.add(" " + form);
        }
    });
    eachWord(builtInWords, [&](const std::string& word) {
        list.add(word);
        list.add(" " + word);
        list.add(capitalized(word));
    });
    eachWord(builtInNames, [&](const std::string& word) {
        list.add(word);
        list.add(" " + word);
    });
    eachWord(builtInEndings, [&](const std::string& word) { list.add(word); });
    eachWord("， 。 、 ； ： ？ ！ “ ” ‘ ’ （ ） 《 》 【 】 … — – · × → ▁", [&](const std::string& sign) { list.add(sign); });
    eachWord(builtInChineseWords, [&](const std::string& word) { list.add(word); });
    const std::string_view characters = builtInCharacters;
    for (std::size_t at = 0; at < characters.size();) {
        const std::size_t length = decodeChar(characters, at).bytes;
        list.add(std::string(characters.substr(at, length)));
        at += length;
    }
    for (int byte = 0; byte < 256; ++byte)
        list.addHidden(byteTokenText(static_cast<unsigned char>(byte)));
    return list;
}

} // namespace

std::unique_ptr<Tokenizer> makeBuiltInTokenizer()
{
    const std::string file = "built-in tokenizer";
    UnigramModel model(builtInWordList().tokens(), /*unknown=*/0, /*hasByteFallback=*/true);
    const Json decoders = Json::array({Json{{"type", "ByteFallback"}}, Json{{"type", "Fuse"}}});
    TokenizerStages stages{.addedTokens = {},
        .normalizer = {},
        .preTokenizer = {},
        .postProcessor = {},
        .decoder = Json{{"type", "Sequence"}, {"decoders", decoders}}};
    return makePipelineTokenizer(std::move(model), std::move(stages), {}, file);
}

} // namespace core
