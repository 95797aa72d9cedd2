#include "core/files/tokenizers/word_piece_folder.h"
#include "core/text/tokenizer.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;

namespace {

using Ids = std::vector<TokenId>;

// White space behind a token is none of it; the last line has no end.
const std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhello\nHello\nw\n##o\r\n##r\u3000\n##ld \nx\na\nb\n##ö";

std::optional<Json> jsonOf(const TemporaryFolder& folder, bool isBert)
{
    FolderTokens tokens(folder.path());
    return readWordPieceFolder(folder.path(), tokens, isBert);
}

std::unique_ptr<Tokenizer> tokenizerOf(const TemporaryFolder& folder)
{
    const std::optional<Json> json = jsonOf(folder, /*isBert=*/true);
    return json ? makeTokenizer(*json, "vocab.txt") : nullptr;
}

} // namespace

/// What transformers 5.23 makes of the same folders.
class TestWordPieceFolder : public QObject
{
    Q_OBJECT

private slots:
    void linesAreIdsAndTheDefaultsAreThoseOfBert();
    void theConfigurationSaysHowTextIsNormalized();
    void specialTokensMayHaveOtherNames();
    void specialTokensThatAreMissingGetNewIds();
    void addedTokensKeepTheirFlags();
    void ofEqualLinesTheLastCounts();
    void otherClassesAreLeftAlone();
    void faultsAreNamedWithTheirFile();
};

void TestWordPieceFolder::linesAreIdsAndTheDefaultsAreThoseOfBert()
{
    const TemporaryFolder folder;
    QVERIFY(!tokenizerOf(folder));
    folder.write("vocab.txt", vocabulary);
    const std::unique_ptr<Tokenizer> tokenizer = tokenizerOf(folder);
    QCOMPARE(tokenizer->vocabularySize(), std::size_t(15));
    QCOMPARE(tokenizer->encode("Hello [MASK] Wörld [UNK] x"), (Ids{2, 5, 4, 7, 8, 9, 10, 1, 11, 3}));
    QCOMPARE(tokenizer->encode("A [SEP]b"), (Ids{2, 12, 3, 13, 3}));
    QCOMPARE(tokenizer->decode(tokenizer->encode("Hello Wörld")), std::string("[CLS] hello world [SEP]"));
    QVERIFY(tokenizer->isSpecial(4) && !tokenizer->isSpecial(5));
}

void TestWordPieceFolder::theConfigurationSaysHowTextIsNormalized()
{
    const TemporaryFolder folder;
    folder.write("vocab.txt", vocabulary);
    folder.write("tokenizer_config.json", R"({"do_lower_case": false, "tokenizer_class": "BertTokenizerFast"})");
    QCOMPARE(tokenizerOf(folder)->encode("Hello [MASK] Wörld x"), (Ids{2, 6, 4, 1, 11, 3}));
    folder.write("tokenizer_config.json", R"({"strip_accents": false, "tokenize_chinese_chars": false})");
    QCOMPARE(tokenizerOf(folder)->encode("Wörld 猫x猫"), (Ids{2, 7, 14, 9, 10, 1, 3}));
}

void TestWordPieceFolder::specialTokensMayHaveOtherNames()
{
    const TemporaryFolder folder;
    std::string renamed = vocabulary;
    renamed.replace(renamed.find("[UNK]"), 5, "<unk>");
    folder.write("vocab.txt", renamed);
    folder.write("tokenizer_config.json", R"({"unk_token": "<unk>", "cls_token": {"content": "a", "lstrip": true}})");
    QCOMPARE(tokenizerOf(folder)->encode("hello  a [UNK]"), (Ids{12, 5, 12, 1, 1, 1, 3}));
}

void TestWordPieceFolder::specialTokensThatAreMissingGetNewIds()
{
    const TemporaryFolder folder;
    folder.write("vocab.txt", "x\ny\n[UNK]\n");
    QCOMPARE(tokenizerOf(folder)->encode("x[PAD]q[MASK]"), (Ids{5, 0, 4, 2, 6, 3}));
    folder.write("special_tokens_map.json", R"({"cls_token": "<c>", "additional_special_tokens": ["<q>"]})");
    folder.write("tokenizer_config.json", R"({"cls_token": "<d>"})");
    QCOMPARE(tokenizerOf(folder)->encode("<q>"), (Ids{5, 7, 3})); // the older file wins
    folder.write("tokenizer_config.json", R"({"additional_special_tokens": ["<z>"]})");
    QCOMPARE(tokenizerOf(folder)->encode("<z>"), (Ids{5, 7, 3})); // not for these
}

void TestWordPieceFolder::addedTokensKeepTheirFlags()
{
    const TemporaryFolder folder;
    folder.write("vocab.txt", vocabulary);
    folder.write("added_tokens.json", R"({"<Nz>": 16, "<m>": 15})");
    QCOMPARE(tokenizerOf(folder)->encode("<m><nZ>", false), (Ids{15, 16})); // found in the normalized text
    folder.write("special_tokens_map.json", R"({"cls_token": "<c>"})");
    folder.write("tokenizer_config.json",
        R"({"added_tokens_decoder": {"20": {"content": "<New>", "lstrip": true, "normalized": true, "special": false},
            "5": {"content": "hello", "normalized": false, "special": false}}})");
    const std::unique_ptr<Tokenizer> tokenizer = tokenizerOf(folder);
    QCOMPARE(tokenizer->encode("xhellow  <new>"), (Ids{2, 11, 5, 7, 15, 3}));
    QVERIFY(!tokenizer->isSpecial(15));
}

void TestWordPieceFolder::ofEqualLinesTheLastCounts()
{
    const TemporaryFolder folder;
    folder.write("vocab.txt", "hello\n[UNK]\n[CLS]\n[SEP]\n[PAD]\n[MASK]\nhello\n");
    const std::unique_ptr<Tokenizer> tokenizer = tokenizerOf(folder);
    QCOMPARE(tokenizer->encode("hello"), (Ids{2, 6, 3}));
    QCOMPARE(tokenizer->tokenText(0), std::string("<unused 0>"));
}

void TestWordPieceFolder::otherClassesAreLeftAlone()
{
    const TemporaryFolder folder;
    folder.write("vocab.txt", vocabulary);
    QVERIFY(!jsonOf(folder, /*isBert=*/false));
    folder.write("tokenizer_config.json", R"({"tokenizer_class": "EsmTokenizer"})");
    QVERIFY(!tokenizerOf(folder));
    folder.write("tokenizer_config.json", R"({"tokenizer_class": "BertTokenizer"})");
    QVERIFY(jsonOf(folder, /*isBert=*/false));
}

void TestWordPieceFolder::faultsAreNamedWithTheirFile()
{
    const TemporaryFolder folder;
    const auto where = [&] {
        const Error::Parts parts = refusalOf([&] { tokenizerOf(folder); });
        return parts.file.substr(parts.file.rfind('/') + 1) + ": " + parts.where;
    };
    folder.write("vocab.txt", "");
    QCOMPARE(where(), std::string("vocab.txt: "));
    folder.write("vocab.txt", "a\nb\xFF");
    QCOMPARE(where(), std::string("vocab.txt: byte 3"));
    folder.write("vocab.txt", vocabulary);
    folder.write("tokenizer_config.json", R"({"do_lower_case": "no"})");
    QCOMPARE(where(), std::string("tokenizer_config.json: do_lower_case"));
    folder.write("tokenizer_config.json", R"({"sep_token": 7})");
    QCOMPARE(where(), std::string("tokenizer_config.json: sep_token"));
    folder.write("tokenizer_config.json", R"({"added_tokens_decoder": {"x": {"content": "a"}}})");
    QCOMPARE(where(), std::string("tokenizer_config.json: added_tokens_decoder.x"));
    folder.write("tokenizer_config.json", "{}");
    folder.write("added_tokens.json", R"({"a": -1})");
    QCOMPARE(where(), std::string("added_tokens.json: a"));
}

QTEST_GUILESS_MAIN(TestWordPieceFolder)
#include "tst_word_piece_folder.moc"
