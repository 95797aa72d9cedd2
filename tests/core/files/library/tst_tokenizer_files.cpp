// Tokenizers by name or path, and those that come with the program.

#include "core/files/library/tokenizer_files.h"

#include "core/analysis/word_steps.h"
#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/io/utf8.h"
#include "core/text/unicode_scripts.h"
#include "tests/core/support/gguf_bytes.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QTest>

#include <filesystem>

using namespace core;

namespace {

namespace fs = std::filesystem;

std::string problemOf(const std::string& path)
{
    try {
        openTokenizer(path);
    } catch (const Error& error) {
        return error.kind() == ErrorKind::BadInput ? error.parts().problem : "not BadInput";
    }
    return {};
}

/// The tokens that the steps of a word end in.
std::vector<TokenSpan> lastStep(const WordSteps& steps, const EncodedWord& word)
{
    std::vector<TokenSpan> last;
    if (const auto* const merges = std::get_if<MergeSteps>(&steps))
        return piecesAfter(*merges, merges->merges.size());
    if (const auto* const matches = std::get_if<MatchSteps>(&steps)) {
        for (const MatchSteps::Place& place : matches->places) {
            if (place.found.empty())
                return word.tokens; // unknown
            last.push_back(place.found.back());
        }
        return last;
    }
    const auto& lattice = std::get<LatticeSteps>(steps);
    const std::vector<LatticePath> paths = bestPaths(lattice, word.text.size(), 1);
    for (const std::size_t e : paths.front().edges) {
        const LatticeSteps::Edge& edge = lattice.edges[e];
        if (!edge.isUnknown)
            last.push_back({edge.id, edge.begin, edge.end});
        else // one token for several, or spelled in bytes
            for (const TokenSpan& token : word.tokens)
                if (token.begin < edge.end && token.end > edge.begin && (last.empty() || token.begin >= last.back().end))
                    last.push_back(token);
    }
    return last;
}

std::vector<TokenId> ofIds(const std::vector<TokenSpan>& tokens)
{
    std::vector<TokenId> ids;
    for (const TokenSpan& token : tokens)
        ids.push_back(token.id);
    return ids;
}

} // namespace

class TestTokenizerFiles : public QObject
{
    Q_OBJECT

private slots:
    void trainedOnesHaveTheirSizesAndAreSmall();
    void bundledModelsShareOne();
    void everyListedOneOpensAndNotesItsSteps();
    void fiveTokensOfTheSentence();
    void filesOpenWithoutWeights();
    void whatIsNoTokenizerIsRefused();
    void sentencesAreOfTheirLanguage();
};

void TestTokenizerFiles::trainedOnesHaveTheirSizesAndAreSmall()
{
    std::uintmax_t bytes = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(bundledTokenizersFolder()))
        bytes += entry.file_size();
    QVERIFY(bytes <= 1'000'000);
    QStringList found;
    for (const TokenizerListing& listing : listTokenizers()) {
        if (listing.family.empty())
            continue;
        found << QString::fromStdString(listing.id);
        const std::size_t size = std::stoul(listing.id.substr(listing.id.rfind('-') + 1));
        QCOMPARE(openTokenizer(listing.id)->vocabularySize(), size);
    }
    QCOMPARE(found,
        (QStringList{"bpe-300", "bpe-1000", "bpe-4000", "wordpiece-300", "wordpiece-1000", "wordpiece-4000", "unigram-300",
            "unigram-1000", "unigram-4000"}));
}

void TestTokenizerFiles::bundledModelsShareOne()
{
    int distinct = 0, models = 0;
    for (const TokenizerListing& listing : listTokenizers()) {
        distinct += listing.models > 0;
        models += listing.models;
    }
    QCOMPARE(distinct, 1);
    const std::vector<ModelListing> listed = listModels();
    QCOMPARE(models, int(std::count_if(listed.begin(), listed.end(), [](const ModelListing& one) { return one.bundled; })));
}

void TestTokenizerFiles::everyListedOneOpensAndNotesItsSteps()
{
    for (const TokenizerListing& listing : listTokenizers()) {
        const auto tokenizer = openTokenizer(listing.id);
        for (const char* const language : {"en", "zh_CN"})
            for (const std::string& text : sampleSentences(language)) {
                const std::vector<TokenId> ids = tokenizer->encode(text);
                const EncodingRecord record = recordEncoding(*tokenizer, text, true, ids.size() / 2);
                QVERIFY2(record.ids == ids, listing.id.c_str());
                const EncodedWord& word = record.words[record.wanted];
                const std::vector<TokenSpan> last = lastStep(record.steps, word);
                QVERIFY2(word.isAdded || ofIds(last) == ofIds(word.tokens), (listing.id + ": " + text).c_str());
            }
    }
}

void TestTokenizerFiles::fiveTokensOfTheSentence()
{
    const auto tokenizer = openTokenizer("main");
    std::vector<std::string> tokens;
    for (const TokenId id : tokenizer->encode("猫在沙发上睡觉"))
        tokens.push_back(tokenizer->tokenText(id));
    QVERIFY(tokens == (std::vector<std::string>{"猫", "在", "沙发", "上", "睡觉"}));
}

void TestTokenizerFiles::filesOpenWithoutWeights()
{
    const TemporaryFolder folder;
    const std::string source = bundledModelsFolder() + "/main/tokenizer.json";
    fs::create_directories(folder.path("alone"));
    fs::copy_file(source, folder.path("alone/tokenizer.json"));
    for (const char* const name : {"alone", "alone/tokenizer.json"})
        QCOMPARE(openTokenizer(folder.path(name))->vocabularySize(), openTokenizer("main")->vocabularySize());
    fs::copy_file(source, folder.path("other_name.json"));
    QCOMPARE(openTokenizer(folder.path("other_name.json"))->encode("猫").size(), std::size_t(1));
    QVERIFY(openTokenizer(TEST_DATA "/tokenizer_folders/bpe.model")->vocabularySize() > 100);
}

void TestTokenizerFiles::whatIsNoTokenizerIsRefused()
{
    const TemporaryFolder folder;
    folder.write("weights.bin", "PK");
    folder.write("empty.json", "{}");
    folder.write("none.json", R"({"version": "1.0", "model": {"type": "BPE", "vocab": {}, "merges": [["a", "b"]]}})");
    folder.write("text.json", "not JSON");
    folder.write("broken.gguf", "GGUF");
    folder.write("broken.model", "no protocol buffer");
    fs::create_directories(folder.path("nothing"));
    QCOMPARE(problemOf(folder.path("weights.bin")), std::string("not a tokenizer"));
    QCOMPARE(problemOf(folder.path("empty.json")), std::string("not a tokenizer"));
    QCOMPARE(problemOf(folder.path("none.json")), std::string("merge names a token that is not in the vocabulary"));
    QCOMPARE(problemOf(folder.path("nothing")), std::string("no tokenizer in this folder"));
    QCOMPARE(problemOf("nothing-of-this-name"), std::string("no tokenizer of this name and no such file"));
    for (const char* const name : {"text.json", "broken.gguf", "broken.model"}) {
        const std::string problem = problemOf(folder.path(name));
        QVERIFY2(!problem.empty() && problem != "not BadInput", name);
    }
}

void TestTokenizerFiles::sentencesAreOfTheirLanguage()
{
    for (const char* const language : {"en", "zh_CN"}) {
        QCOMPARE(sampleSentences(language).size(), std::size_t(100));
        for (const std::string& sentence : sampleSentences(language)) {
            QVERIFY(!sentence.empty());
            bool isChinese = false;
            for (std::size_t at = 0; at < sentence.size(); at += decodeChar(sentence, at).bytes)
                isChinese = isChinese || referenceScript(decodeChar(sentence, at).code) == referenceScript(U'猫');
            QCOMPARE(isChinese, language == std::string("zh_CN"));
        }
    }
    QVERIFY(sampleSentences("xx").empty());
}

QTEST_APPLESS_MAIN(TestTokenizerFiles)
#include "tst_tokenizer_files.moc"
