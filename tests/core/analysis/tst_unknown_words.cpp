// Words that a vocabulary lacks: replaced by its unknown token, or spelled.

#include "core/analysis/unknown_words.h"

#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "core/run/model.h"
#include "tests/test_data.h"

#include <QTest>

using namespace core;

class TestUnknownWords : public QObject
{
    Q_OBJECT
private slots:
    void theUnknownTokenStandsForThem();
    void theyAreSpelledLetterByLetter();
};

void TestUnknownWords::theUnknownTokenStandsForThem()
{
    const std::string file = TEST_DATA "/tokenizers/bert_uncased.json";
    const auto tokenizer = makeTokenizer(readJson(file).at("tokenizer"), file);
    const std::string text = "the cat \xf0\x9f\x98\xba sat";
    const UnknownWords found = unknownWords(*tokenizer, text, tokenizer->encode(text));
    QCOMPARE(found.words, (std::vector<std::string>{"\xf0\x9f\x98\xba"}));
    QCOMPARE(QString::fromStdString(found.token), QStringLiteral("[UNK]"));
    QVERIFY(unknownWords(*tokenizer, "the", tokenizer->encode("the")).words.empty());
}

void TestUnknownWords::theyAreSpelledLetterByLetter()
{
    const auto tokenizer = openModel("main")->tokenizer;
    const auto spelledIn
        = [&](const std::string& text) { return unknownWords(*tokenizer, text, tokenizer->encode(text)).spelled; };
    QCOMPARE(spelledIn("The xylophone, the dog: xylophone"), (std::vector<std::string>{"xylophone"}));
    QCOMPARE(spelledIn("My own my red dog"), (std::vector<std::string>{"My", "own"}));
    // "жук" in bytes, once, and a mark within a word that the vocabulary has
    QCOMPARE(spelledIn("red \xd0\xb6\xd1\x83\xd0\xba dog\xf0\x9f\x98\xba \xd0\xb6\xd1\x83\xd0\xba"),
        (std::vector<std::string>{"\xd0\xb6\xd1\x83\xd0\xba", "\xf0\x9f\x98\xba"}));
    QVERIFY(spelledIn("Repeat: red dog chair cup. Again: red dog").empty());
    QVERIFY(spelledIn("\xe7\x8c\xab\xe5\x9c\xa8\xe6\xb2\x99\xe5\x8f\x91\xe4\xb8\x8a").empty());
}

QTEST_GUILESS_MAIN(TestUnknownWords)
#include "tst_unknown_words.moc"
