// Tokenizers against what the reference library says: tests/data/tokenizers, made by
// tools/fixtures/tokenizer_cases.py.

#include "core/base/error.h"
#include "core/text/tokenizer.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

using namespace core;

namespace {

QStringList fixtures() { return QDir(TEST_DATA "/tokenizers").entryList({"*.json"}, QDir::Files, QDir::Name); }

Json readFixture(const QString& name) { return readJson((QString(TEST_DATA "/tokenizers/") + name).toStdString()); }

/// a, b and an added token, between white space.
std::unique_ptr<Tokenizer> withAdded(const Json& added)
{
    Json token{{"id", 3}, {"single_word", false}, {"lstrip", false}, {"rstrip", false}, {"normalized", true}, {"special", true}};
    token.update(added);
    return makeTokenizer(
        {{"version", "1.0"}, {"added_tokens", {token}}, {"normalizer", {{"type", "Lowercase"}}},
            {"pre_tokenizer", {{"type", "WhitespaceSplit"}}}, {"post_processor", nullptr}, {"decoder", {{"type", "Fuse"}}},
            {"model", {{"type", "WordLevel"}, {"unk_token", "[UNK]"}, {"vocab", {{"[UNK]", 0}, {"a", 1}, {"b", 2}}}}}},
        "f");
}

} // namespace

class TestTokenizer : public QObject
{
    Q_OBJECT

private slots:
    void everyStageFamilyHasAFixture();
    void idsAndTextsEqualTheReference_data() { eachFixture(); }
    void idsAndTextsEqualTheReference();
    void savedTokenizerIsTheSame_data() { eachFixture(); }
    void savedTokenizerIsTheSame();
    void everyTokenHasATextToShow_data() { eachFixture(); }
    void everyTokenHasATextToShow();
    void incompleteCharactersAreShownAsBytes();
    void specialTokensAreLeftOutOnRequest();
    void aSpecialTokenThatIsNormalizedStays();
    void spacesAreSwallowedOnce();
    void specialIdsAreKeptWhenSaved();
    void firstOfEqualUnigramPathsWins();
    void badTextIsRefused();
    void longTextsTakeNoQuadraticTime();

private:
    void eachFixture();
};

void TestTokenizer::eachFixture()
{
    QTest::addColumn<QString>("fixture");
    for (const QString& name : fixtures())
        QTest::newRow(qPrintable(name)) << name;
}

void TestTokenizer::everyStageFamilyHasAFixture()
{
    std::string all;
    for (const QString& name : fixtures())
        all += writeJson(readFixture(name)["tokenizer"]);
    for (const char* type :
        {"BPE", "Unigram", "WordPiece", "NFC", "NFD", "NFKC", "Replace", "Prepend", "Lowercase", "StripAccents", "BertNormalizer",
            "ByteLevel", "Split", "Digits", "Punctuation", "Metaspace", "Whitespace", "BertPreTokenizer", "TemplateProcessing",
            "BertProcessing", "ByteFallback", "Fuse", "Strip", "WordLevel", "Nmt", "Precompiled", "ByteLevel",
            "CharDelimiterSplit", "UnicodeScripts", "FixedLength", "RobertaProcessing", "BPEDecoder", "CTC"})
        QVERIFY2(all.find("\"type\":\"" + std::string(type) + "\"") != std::string::npos, type);
}

void TestTokenizer::idsAndTextsEqualTheReference()
{
    QFETCH(QString, fixture);
    const Json document = readFixture(fixture);
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(document["tokenizer"], fixture.toStdString());
    QVERIFY(document["cases"].size() > 100);
    for (const Json& each : document["cases"]) {
        const std::string text = each[0];
        const auto ids = each[1].get<std::vector<TokenId>>();
        QVERIFY2(tokenizer->encode(text) == ids, text.c_str());
        QVERIFY2(tokenizer->encode(text, /*special=*/false) == each[2].get<std::vector<TokenId>>(), text.c_str());
        QCOMPARE(tokenizer->decode(ids), each[3].get<std::string>());
        QCOMPARE(tokenizer->decode(ids, /*skipSpecial=*/true), each[4].get<std::string>());
    }
}

void TestTokenizer::savedTokenizerIsTheSame()
{
    QFETCH(QString, fixture);
    const Json document = readFixture(fixture);
    const std::unique_ptr<Tokenizer> first = makeTokenizer(document["tokenizer"], "first");
    const std::string saved = first->toJson();
    const std::unique_ptr<Tokenizer> second = makeTokenizer(parseJson(saved, "saved"), "saved");
    QCOMPARE(second->toJson(), saved);
    QCOMPARE(second->vocabularySize(), first->vocabularySize());
    for (const Json& each : document["cases"]) {
        const std::string text = each[0];
        QVERIFY(second->encode(text) == first->encode(text));
    }
    for (TokenId id = 0; id < static_cast<TokenId>(first->vocabularySize()); ++id) {
        QCOMPARE(second->tokenText(id), first->tokenText(id));
        QCOMPARE(second->isSpecial(id), first->isSpecial(id));
    }
}

void TestTokenizer::everyTokenHasATextToShow()
{
    QFETCH(QString, fixture);
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(readFixture(fixture)["tokenizer"], "f");
    const auto size = static_cast<TokenId>(tokenizer->vocabularySize());
    for (TokenId id = 0; id < size; ++id) {
        QVERIFY(!tokenizer->tokenText(id).empty());
        QVERIFY(!QString::fromStdString(tokenizer->tokenText(id)).contains(QChar(QChar::ReplacementCharacter)));
    }
    QCOMPARE(tokenizer->tokenText(size), "<unused " + std::to_string(size) + ">");
    QCOMPARE(tokenizer->tokenText(-1), std::string("<unused -1>"));
}

void TestTokenizer::incompleteCharactersAreShownAsBytes()
{
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(readFixture("gpt2.json")["tokenizer"], "f");
    std::string shown;
    for (const TokenId id : tokenizer->encode(" \xF0\xA0\x80\x80")) // U+20000 is not in the corpus
        shown += tokenizer->tokenText(id);
    QCOMPARE(shown, std::string(" <0xF0><0xA0><0x80><0x80>"));
}

void TestTokenizer::specialTokensAreLeftOutOnRequest()
{
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(readFixture("llama3.json")["tokenizer"], "f");
    const std::vector<TokenId> ids = tokenizer->encode("the head");
    QVERIFY(tokenizer->isSpecial(ids.front()));
    QVERIFY(!tokenizer->isSpecial(ids.back()));
    QCOMPARE(tokenizer->decode(ids, /*skipSpecial=*/true), std::string("the head"));
    QCOMPARE(tokenizer->decode(ids), std::string("<|begin|>the head"));
    const std::vector<TokenId> withUnknown{-5, ids.back(), 1'000'000};
    QCOMPARE(tokenizer->decode(withUnknown), tokenizer->decode(std::vector<TokenId>{ids.back()}));
}

void TestTokenizer::aSpecialTokenThatIsNormalizedStays()
{
    // As the reference: it is decoded as it is found, and that is nobody's content.
    const std::vector<TokenId> ids{1, 3, 2};
    QCOMPARE(withAdded({{"content", "XY"}})->encode("a XY b"), ids);
    QCOMPARE(withAdded({{"content", "XY"}})->decode(ids, /*skipSpecial=*/true), std::string("axyb"));
    QCOMPARE(withAdded({{"content", "xy"}})->decode(ids, /*skipSpecial=*/true), std::string("ab"));
    QCOMPARE(withAdded({{"content", "XY"}, {"normalized", false}})->decode(ids, /*skipSpecial=*/true), std::string("ab"));
}

void TestTokenizer::spacesAreSwallowedOnce()
{
    const std::unique_ptr<Tokenizer> both = withAdded({{"content", "  "}, {"lstrip", true}, {"rstrip", true}});
    for (const char* text : {"a  b", "a     b", "a        b"})
        QCOMPARE(both->encode(text), (std::vector<TokenId>{1, 3, 2}));
    const std::unique_ptr<Tokenizer> right = withAdded({{"content", "  "}, {"rstrip", true}});
    QCOMPARE(right->encode("a     b"), (std::vector<TokenId>{1, 3, 3, 2})); // the reference counts these again
}

void TestTokenizer::specialIdsAreKeptWhenSaved()
{
    const Json json = readFixture("gpt2.json")["tokenizer"];
    const TokenId end = makeTokenizer(json, "f")->encode("<|end|>").at(0);
    QVERIFY(!makeTokenizer(json, "f")->endOfSequence());
    const std::unique_ptr<Tokenizer> named = makeTokenizer(json, "f", {.beginOfSequence = {}, .endOfSequence = end});
    const std::unique_ptr<Tokenizer> saved = makeTokenizer(parseJson(named->toJson(), "g"), "g");
    QCOMPARE(saved->endOfSequence(), std::optional<TokenId>(end));
    QVERIFY(!saved->beginOfSequence());
}

void TestTokenizer::firstOfEqualUnigramPathsWins()
{
    // "a" + "ba" and "ab" + "a" cost the same; the reference gives the first.
    const Json json
        = parseJson(R"({"model": {"type": "Unigram", "unk_id": 0, "vocab": [["a", -1.0], ["ab", -1.0], ["ba", -1.0]]}})", "f");
    QVERIFY((makeTokenizer(json, "f")->encode("aba") == std::vector<TokenId>{0, 2}));
}

void TestTokenizer::badTextIsRefused()
{
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(readFixture("gpt2.json")["tokenizer"], "f");
    QVERIFY_EXCEPTION_THROWN(tokenizer->encode("a\xFF"), Error);
    QVERIFY_EXCEPTION_THROWN(tokenizer->encode("\xED\xA0\x80"), Error); // half a surrogate pair
    QVERIFY_EXCEPTION_THROWN(tokenizer->encode(std::string((8u << 20) + 1, 'a')), Error);
}

void TestTokenizer::longTextsTakeNoQuadraticTime()
{
    // One piece of half a million characters, and as many marks that must be put in order: each takes minutes
    // when done naively, and the whole test has five.
    std::string letters, marks = "a";
    for (int i = 0; i < 250'000; ++i) {
        letters += "ab";
        marks += "\u0301\u0316";
    }
    for (const char* fixture : {"llama2.json", "composed_digits.json", "unigram.json"}) {
        const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(readFixture(fixture)["tokenizer"], "f");
        QVERIFY(tokenizer->decode(tokenizer->encode(letters), /*skipSpecial=*/true).ends_with("abab"));
        QVERIFY(!tokenizer->encode(marks).empty());
    }
}

QTEST_GUILESS_MAIN(TestTokenizer)
#include "tst_tokenizer.moc"
