// The steps that tokenizers note, against their own results on the texts of the reference, and against naive loops.

#include "core/analysis/word_steps.h"
#include "core/text/encoding_record.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

#include <limits>
#include <map>

using namespace core;

namespace {

QStringList fixtures() { return QDir(TEST_DATA "/tokenizers").entryList({"*.json"}, QDir::Files, QDir::Name); }

Json readFixture(const QString& name) { return readJson((QString(TEST_DATA "/tokenizers/") + name).toStdString()); }

std::vector<TokenId> idsOf(const std::vector<TokenSpan>& tokens)
{
    std::vector<TokenId> ids;
    for (const TokenSpan& token : tokens)
        ids.push_back(token.id);
    return ids;
}

/// The merges of tokenizer.json by the texts of their parts.
std::map<std::pair<std::string, std::string>, std::size_t> ranksOf(const Json& model)
{
    std::map<std::pair<std::string, std::string>, std::size_t> ranks;
    for (std::size_t rank = 0; rank < model["merges"].size(); ++rank) {
        const Json& merge = model["merges"][rank];
        if (merge.is_array()) {
            ranks[{merge[0], merge[1]}] = rank;
            continue;
        }
        const std::string text = merge;
        ranks[{text.substr(0, text.find(' ')), text.substr(text.find(' ') + 1)}] = rank;
    }
    return ranks;
}

/// Tokens of a path, neighbouring unknown characters as one.
std::vector<TokenSpan> tokensOf(const LatticeSteps& lattice, const LatticePath& path)
{
    std::vector<TokenSpan> tokens;
    bool isLastUnknown = false;
    for (const std::size_t e : path.edges) {
        const LatticeSteps::Edge& edge = lattice.edges[e];
        if (edge.isUnknown && isLastUnknown)
            tokens.back().end = edge.end;
        else
            tokens.push_back({edge.id, edge.begin, edge.end});
        isLastUnknown = edge.isUnknown;
    }
    return tokens;
}

/// What the steps of a word end in, without byte tokens and whole pieces that the best path cannot tell.
void checkSteps(const EncodingRecord& record)
{
    const EncodedWord& word = record.words[record.wanted];
    if (const auto* const merges = std::get_if<MergeSteps>(&record.steps)) {
        if (merges->isWhole)
            QCOMPARE(word.tokens.size(), std::size_t(1));
        else
            QCOMPARE(idsOf(piecesAfter(*merges, merges->merges.size())), idsOf(word.tokens));
        if (!merges->isWhole)
            QCOMPARE(merges->characters.size(), word.tokens.size() + merges->merges.size());
    } else if (const auto* const matches = std::get_if<MatchSteps>(&record.steps)) {
        const bool isUnknown = matches->isTooLong || matches->places.back().found.empty();
        QCOMPARE(word.tokens.size(), isUnknown ? std::size_t(1) : matches->places.size());
        for (std::size_t i = 0; !isUnknown && i < word.tokens.size(); ++i)
            QVERIFY(matches->places[i].found.back() == word.tokens[i]);
    } else if (const auto* const lattice = std::get_if<LatticeSteps>(&record.steps)) {
        const std::vector<TokenSpan> best = tokensOf(*lattice, bestPaths(*lattice, word.text.size(), 1).front());
        std::size_t at = 0;
        for (const TokenSpan& one : best) { // unknown text may be spelled in bytes
            QVERIFY(at < word.tokens.size());
            QCOMPARE(word.tokens[at].begin, one.begin);
            while (at < word.tokens.size() && word.tokens[at].end <= one.end)
                ++at;
        }
        QCOMPARE(at, word.tokens.size());
    }
}

} // namespace

class TestEncodingRecord : public QObject
{
    Q_OBJECT

private slots:
    void wordsAndStepsEndInTheIdsOfTheText_data();
    void wordsAndStepsEndInTheIdsOfTheText();
    void everyMergeHasTheLowestRankOfItsNeighbours_data();
    void everyMergeHasTheLowestRankOfItsNeighbours();
    void aWordOfALongTextIsNotedAlone();
    void unknownCharactersKeepTheirPlaces();
};

void TestEncodingRecord::wordsAndStepsEndInTheIdsOfTheText_data()
{
    QTest::addColumn<QString>("fixture");
    for (const QString& name : fixtures())
        QTest::newRow(qPrintable(name)) << name;
}

void TestEncodingRecord::wordsAndStepsEndInTheIdsOfTheText()
{
    QFETCH(QString, fixture);
    const Json document = readFixture(fixture);
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(document["tokenizer"], fixture.toStdString());
    std::size_t number = 0;
    for (const Json& each : document["cases"]) {
        const std::string text = each[0];
        const auto ids = each[1].get<std::vector<TokenId>>();
        const std::size_t token = ids.empty() ? 0 : number++ % ids.size();
        const EncodingRecord record = recordEncoding(*tokenizer, text, /*special=*/true, token);
        QVERIFY2(record.ids == ids, text.c_str());
        std::vector<TokenId> ofWords;
        for (const EncodedWord& word : record.words) {
            QCOMPARE(word.first, ofWords.size());
            for (const TokenSpan& one : word.tokens) {
                QVERIFY(one.begin <= one.end && one.end <= word.text.size());
                ofWords.push_back(one.id);
            }
        }
        QVERIFY2(ofWords == ids, text.c_str());
        if (ids.empty())
            continue;
        const EncodedWord& word = record.words[record.wanted];
        QVERIFY(token >= word.first && token < word.first + word.tokens.size());
        QCOMPARE(std::holds_alternative<std::monostate>(record.steps), word.isAdded);
        if (!word.isAdded)
            checkSteps(record);
        if (QTest::currentTestFailed())
            qFatal("%s, token %d of: %s", qPrintable(fixture), int(token), text.c_str());
    }
}

void TestEncodingRecord::everyMergeHasTheLowestRankOfItsNeighbours_data()
{
    QTest::addColumn<QString>("fixture");
    for (const char* const name : {"gpt2.json", "llama3.json", "llama2.json"})
        QTest::newRow(name) << name;
}

/// The textbook's loop: look at all neighbours, merge the leftmost pair of the lowest rank, begin again.
void TestEncodingRecord::everyMergeHasTheLowestRankOfItsNeighbours()
{
    QFETCH(QString, fixture);
    const Json document = readFixture(fixture);
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(document["tokenizer"], "f");
    const auto ranks = ranksOf(document["tokenizer"]["model"]);
    std::map<TokenId, std::string> texts;
    for (const auto& [text, id] : document["tokenizer"]["model"]["vocab"].items())
        texts[id.get<TokenId>()] = text;
    int checked = 0;
    for (const char* const text :
        {"The capital of France is Paris.", "unbelievable internationalisation", "猫在沙发上睡觉", "aaaaaaa"}) {
        const std::size_t count = tokenizer->encode(text).size();
        for (std::size_t token = 0; token < count; ++token) {
            const EncodingRecord record = recordEncoding(*tokenizer, text, true, token);
            const auto* const steps = std::get_if<MergeSteps>(&record.steps);
            if (!steps || steps->isWhole)
                continue;
            std::vector<std::string> pieces;
            for (const TokenSpan& one : steps->characters)
                pieces.push_back(texts.at(one.id));
            for (std::size_t i = 0;; ++i) {
                std::size_t lowest = std::numeric_limits<std::size_t>::max(), place = 0;
                for (std::size_t at = 0; at + 1 < pieces.size(); ++at)
                    if (const auto found = ranks.find({pieces[at], pieces[at + 1]});
                        found != ranks.end() && found->second < lowest) {
                        lowest = found->second;
                        place = at;
                    }
                QCOMPARE(i < steps->merges.size(), lowest != std::numeric_limits<std::size_t>::max());
                if (i >= steps->merges.size())
                    break;
                const MergeSteps::Merge& merge = steps->merges[i];
                QCOMPARE(std::size_t(merge.rank), lowest);
                pieces[place] += pieces[place + 1];
                pieces.erase(pieces.begin() + std::ptrdiff_t(place) + 1);
                QCOMPARE(texts.at(merge.result), pieces[place]);
                std::vector<std::string> noted;
                for (const TokenSpan& one : piecesAfter(*steps, i + 1))
                    noted.push_back(texts.at(one.id));
                QVERIFY(noted == pieces);
                ++checked;
            }
        }
    }
    QVERIFY(checked > 20);
}

void TestEncodingRecord::aWordOfALongTextIsNotedAlone()
{
    const std::unique_ptr<Tokenizer> tokenizer = makeBuiltInTokenizer(); // no pre-tokenizer: the whole text is one piece
    std::string text;
    for (int i = 0; i < 50'000; ++i)
        text += "The cat sat on the mat. ";
    const EncodingRecord record = recordEncoding(*tokenizer, text, true, 200'000);
    QVERIFY(record.ids == tokenizer->encode(text));
    const auto* const lattice = std::get_if<LatticeSteps>(&record.steps);
    QVERIFY(lattice && !lattice->edges.empty());
    QVERIFY(record.words.size() > 100'000);
    QVERIFY(record.words[record.wanted].text.size() < 12);
    for (const LatticeSteps::Edge& edge : lattice->edges)
        QVERIFY(edge.end <= record.words[record.wanted].text.size());
}

void TestEncodingRecord::unknownCharactersKeepTheirPlaces()
{
    const Json model = {{"type", "WordPiece"}, {"unk_token", "[UNK]"}, {"continuing_subword_prefix", "##"},
        {"max_input_chars_per_word", 6}, {"vocab", {{"[UNK]", 0}, {"a", 1}, {"##b", 2}, {"##bc", 3}}}};
    const auto tokenizer = makeTokenizer({{"pre_tokenizer", {{"type", "WhitespaceSplit"}}}, {"model", model}}, "f");
    const EncodingRecord known = recordEncoding(*tokenizer, "abc abx aaaaaaa", true, 0);
    const auto& steps = std::get<MatchSteps>(known.steps);
    QCOMPARE(steps.places.size(), std::size_t(2));
    QCOMPARE(steps.places[1].found.size(), std::size_t(2)); // b, bc
    QVERIFY(known.words[0].tokens == (std::vector<TokenSpan>{{1, 0, 1}, {3, 1, 3}}));
    QVERIFY(known.words[1].tokens == (std::vector<TokenSpan>{{0, 0, 3, true}}));
    const auto lost = std::get<MatchSteps>(recordEncoding(*tokenizer, "abc abx aaaaaaa", true, 2).steps);
    QVERIFY(lost.places.back().found.empty() && !lost.isTooLong);
    QVERIFY(std::get<MatchSteps>(recordEncoding(*tokenizer, "abc abx aaaaaaa", true, 3).steps).isTooLong);
}

QTEST_APPLESS_MAIN(TestEncodingRecord)
#include "tst_encoding_record.moc"
