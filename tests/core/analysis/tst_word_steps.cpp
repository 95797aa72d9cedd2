// What follows from the noted steps of a word, against naive loops.

#include "core/analysis/word_steps.h"

#include "core/text/byte_level.h"
#include "tests/test_data.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace core;

namespace {

std::unique_ptr<Tokenizer> gpt2Tokenizer()
{
    return makeTokenizer(readJson(TEST_DATA "/tokenizers/gpt2.json")["tokenizer"], "gpt2.json");
}

std::vector<PlacedToken> placedIn(const Tokenizer& tokenizer, const std::string& text)
{
    return placedTokens(recordEncoding(tokenizer, text, true, 0), text);
}

} // namespace

class TestWordSteps : public QObject
{
    Q_OBJECT

private slots:
    void bestPathsAreThoseOfAllWays();
    void bytesOfACharacter();
    void tokensLieOverTheirCharacters();
    void tokensOfAnyTokenizerCoverTheText();
};

void TestWordSteps::bestPathsAreThoseOfAllWays()
{
    // The example of the reference's documentation: abcd of a, b, c, d, cd, ab, abc, abcd.
    const Json vocabulary = parseJson(
        R"([["<unk>", 0], ["a", -0.4], ["b", -0.5], ["c", -0.3], ["d", -0.7], ["cd", -1], ["ab", -0.8], ["abc", -1.3], ["abcd", -2.2]])",
        "f");
    const auto tokenizer = makeTokenizer({{"model", {{"type", "Unigram"}, {"unk_id", 0}, {"vocab", vocabulary}}}}, "f");
    const EncodingRecord record = recordEncoding(*tokenizer, "abcd", true, 0);
    const auto& lattice = std::get<LatticeSteps>(record.steps);
    std::vector<double> sums;
    const std::function<void(std::size_t, double)> walk = [&](std::size_t at, double sum) {
        if (at == 4)
            sums.push_back(sum);
        for (const LatticeSteps::Edge& edge : lattice.edges)
            if (edge.begin == at)
                walk(edge.end, sum + edge.score);
    };
    walk(0, 0);
    std::sort(sums.rbegin(), sums.rend());
    QCOMPARE(sums.size(), std::size_t(6));
    QCOMPARE(pathCount(lattice, 4), 6.0);
    const std::vector<LatticePath> paths = bestPaths(lattice, 4, 10);
    QCOMPARE(paths.size(), sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
        QVERIFY(std::abs(paths[i].score - sums[i]) < 1e-12);
    QCOMPARE(bestPaths(lattice, 4, 2).size(), std::size_t(2));
    std::vector<TokenId> best;
    for (const std::size_t edge : paths.front().edges)
        best.push_back(lattice.edges[edge].id);
    QVERIFY(best == record.ids);
}

void TestWordSteps::bytesOfACharacter()
{
    const std::unique_ptr<Tokenizer> gpt2 = gpt2Tokenizer();
    const EncodingRecord record = recordEncoding(*gpt2, "猫", true, 0);
    QVERIFY(record.isByteLevel);
    const std::vector<CharacterBytes> characters = characterBytes(record.words[0], true);
    QCOMPARE(characters.size(), std::size_t(1));
    QCOMPARE(characters[0].code, U'猫');
    QCOMPARE(characters[0].text, std::string("猫"));
    QCOMPARE(characters[0].bytes.size(), std::size_t(3));
    const unsigned char utf8[] = {0xE7, 0x8C, 0xAB};
    std::size_t token = 0, within = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(characters[0].bytes[i].byte, utf8[i]);
        QCOMPARE(characters[0].bytes[i].letter, toByteAlphabet(std::string(1, char(utf8[i]))));
        const EncodedWord& word = record.words[0];
        while (word.tokens[token].end <= within)
            ++token;
        QCOMPARE(characters[0].bytes[i].token, int(token));
        within += characters[0].bytes[i].letter.size();
    }
    const std::unique_ptr<Tokenizer> builtIn = makeBuiltInTokenizer();
    const EncodingRecord plain = recordEncoding(*builtIn, "龘", true, 0);
    QVERIFY(!plain.isByteLevel);
    const std::vector<CharacterBytes> spelled = characterBytes(plain.words[0], false);
    QCOMPARE(spelled.size(), std::size_t(1));
    QCOMPARE(plain.ids.size(), std::size_t(3)); // byte fall-back
    for (int i = 0; i < 3; ++i)
        QCOMPARE(spelled[0].bytes[std::size_t(i)].token, i);
}

/// WordPiece drops spaces and marks what goes on, Metaspace puts a space before, byte tokens share a character.
void TestWordSteps::tokensLieOverTheirCharacters()
{
    const Json pieces = {{"type", "WordPiece"}, {"unk_token", "[UNK]"}, {"continuing_subword_prefix", "##"},
        {"max_input_chars_per_word", 100}, {"vocab", {{"[UNK]", 0}, {"the", 1}, {"cat", 2}, {"##s", 3}}}};
    const auto wordPiece = makeTokenizer({{"pre_tokenizer", {{"type", "WhitespaceSplit"}}}, {"model", pieces}}, "f");
    const std::vector<PlacedToken> placed = placedIn(*wordPiece, "the  cats on");
    const std::pair<double, double> expected[] = {{0, 3}, {5, 8}, {8, 9}, {10, 12}};
    QCOMPARE(placed.size(), std::size(expected));
    for (std::size_t i = 0; i < placed.size(); ++i) {
        QCOMPARE(placed[i].begin, expected[i].first);
        QCOMPARE(placed[i].end, expected[i].second);
        QCOMPARE(placed[i].isUnknown, i == 3);
    }
    const Json scores = parseJson(R"([["<unk>", 0], ["\u2581", -1], ["\u2581a", -1], ["b", -1]])", "f");
    const auto unigram
        = makeTokenizer({{"pre_tokenizer", {{"type", "Metaspace"}, {"replacement", "▁"}, {"prepend_scheme", "always"}}},
                            {"model", {{"type", "Unigram"}, {"unk_id", 0}, {"vocab", scores}}}},
            "f");
    const std::vector<PlacedToken> spaced = placedIn(*unigram, "b a");
    QCOMPARE(spaced.size(), std::size_t(3)); // a space that nobody typed, b, a with its space
    QCOMPARE(spaced[0].end, spaced[0].begin);
    QCOMPARE(spaced[1].begin, 0.0);
    QCOMPARE(spaced[2].begin, 1.0);
    QCOMPARE(spaced[2].end, 3.0);

    const std::unique_ptr<Tokenizer> builtIn = makeBuiltInTokenizer();
    const std::vector<PlacedToken> spelled = placedIn(*builtIn, "\u9F98"); // three bytes
    QCOMPARE(spelled.size(), std::size_t(3));
    for (int i = 0; i < 3; ++i) {
        QVERIFY(std::abs(spelled[std::size_t(i)].begin - i / 3.0) < 1e-9);
        QVERIFY(std::abs(spelled[std::size_t(i)].end - (i + 1) / 3.0) < 1e-9);
    }
}

void TestWordSteps::tokensOfAnyTokenizerCoverTheText()
{
    for (const std::string text : {"The cat sat on the mat.", "猫在沙发上睡觉", "a \xF0\x9F\x99\x82 b"})
        for (const auto& tokenizer : {gpt2Tokenizer(), makeBuiltInTokenizer()}) {
            const std::vector<PlacedToken> placed = placedIn(*tokenizer, text);
            double at = 0;
            for (const PlacedToken& token : placed) {
                QVERIFY(std::abs(token.begin - at) < 1e-9);
                at = token.end;
            }
            std::size_t characters = 0;
            for (const char c : text)
                characters += (c & 0xC0) != 0x80;
            QVERIFY(std::abs(at - double(characters)) < 1e-9);
        }
}

QTEST_APPLESS_MAIN(TestWordSteps)
#include "tst_word_steps.moc"
