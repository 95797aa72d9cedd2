#include "core/text/tokenizer.h"

#include <QRandomGenerator>
#include <QTest>

using namespace core;

namespace {

std::vector<std::string> shown(const Tokenizer& tokenizer, const std::string& text)
{
    std::vector<std::string> result;
    for (const TokenId id : tokenizer.encode(text))
        result.push_back(tokenizer.tokenText(id));
    return result;
}

using Texts = std::vector<std::string>;

} // namespace

class TestBuiltInTokenizer : public QObject
{
    Q_OBJECT

private slots:
    void englishWordsTakeTheirSpace();
    void chineseIsCutIntoWords();
    void unknownWordsAreSpelledAndUnknownCharactersAreBytes();
    void namesOfHiddenTokensAreOrdinaryText();
    void everyTextComesBack();
    void savedOneIsTheSame();
};

void TestBuiltInTokenizer::englishWordsTakeTheirSpace()
{
    const auto tokenizer = makeBuiltInTokenizer();
    QVERIFY((shown(*tokenizer, "The cat sat on the mat.") == Texts{"The", " cat", " sat", " on", " the", " mat", "."}));
    QVERIFY((shown(*tokenizer, "cats don't") == Texts{"cat", "s", " do", "n't"}));
}

void TestBuiltInTokenizer::chineseIsCutIntoWords()
{
    const auto tokenizer = makeBuiltInTokenizer();
    QVERIFY((shown(*tokenizer, "猫在沙发上睡觉") == Texts{"猫", "在", "沙发", "上", "睡觉"}));
}

void TestBuiltInTokenizer::unknownWordsAreSpelledAndUnknownCharactersAreBytes()
{
    const auto tokenizer = makeBuiltInTokenizer();
    QVERIFY((shown(*tokenizer, "qzx") == Texts{"q", "z", "x"}));
    QVERIFY((shown(*tokenizer, "龘") == Texts{"<0xE9>", "<0xBE>", "<0x98>"}));
}

void TestBuiltInTokenizer::namesOfHiddenTokensAreOrdinaryText()
{
    const auto tokenizer = makeBuiltInTokenizer();
    for (const std::string text : {"<0x41>", "<unk>", "a<0xE7>b"}) {
        QCOMPARE(tokenizer->decode(tokenizer->encode(text)), text);
        QVERIFY(tokenizer->encode(text).size() >= 3);
    }
}

void TestBuiltInTokenizer::everyTextComesBack()
{
    const auto tokenizer = makeBuiltInTokenizer();
    QRandomGenerator random(1);
    const char32_t blocks[]
        = {0x0, 0x20, 0x40, 0x60, 0xA0, 0x300, 0x2010, 0x2581, 0x3000, 0x4E00, 0x732B, 0xAC00, 0xFFF0, 0x1F600, 0x10FFE0};
    for (int i = 0; i < 2000; ++i) {
        std::vector<char32_t> codes;
        for (quint32 n = random.bounded(30u); n > 0; --n)
            codes.push_back(blocks[random.bounded(quint32(std::size(blocks)))] + random.bounded(16u));
        const std::string text = QString::fromUcs4(codes.data(), static_cast<qsizetype>(codes.size())).toStdString();
        QCOMPARE(tokenizer->decode(tokenizer->encode(text)), text);
    }
}

void TestBuiltInTokenizer::savedOneIsTheSame()
{
    const auto tokenizer = makeBuiltInTokenizer();
    const auto saved = makeTokenizer(parseJson(tokenizer->toJson(), "saved"), "saved");
    QCOMPARE(saved->toJson(), tokenizer->toJson());
    for (const std::string text : {"The cat 猫在沙发上 龘 <unk>", "\n\n  x"})
        QVERIFY(saved->encode(text) == tokenizer->encode(text));
}

QTEST_GUILESS_MAIN(TestBuiltInTokenizer)
#include "tst_built_in_tokenizer.moc"
