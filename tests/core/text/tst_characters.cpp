#include "core/text/characters.h"

#include <QTest>

using namespace core;

class TestCharacters : public QObject
{
    Q_OBJECT

    static std::vector<CharacterSpan> spansOf(std::initializer_list<const char*> tokens)
    {
        return splitCharacters(std::vector<std::string>(tokens.begin(), tokens.end()));
    }

private slots:
    void bytesOfACharacterStandTogether()
    {
        const auto spans = spansOf({"<0xE7>", "<0x8C>", "<0xAB>", "在"});
        QCOMPARE(spans.size(), std::size_t(1));
        QVERIFY(spans[0] == (CharacterSpan{0, 2, "猫"}));
    }
    void aSpaceBeforeTheFirstByteStays()
    {
        const auto spans = spansOf({"上", " <0xF0><0x9F>", "<0x90>", "<0xB1>"});
        QCOMPARE(spans.size(), std::size_t(1));
        QVERIFY(spans[0] == (CharacterSpan{1, 3, " 🐱"}));
    }
    void neighboursAreSpansOfTheirOwn()
    {
        const auto spans = spansOf({"<0xE6>", "<0xB2>", "<0x99>", "<0xE5><0x8F>", "<0x91>"});
        QCOMPARE(spans.size(), std::size_t(2));
        QVERIFY(spans[0] == (CharacterSpan{0, 2, "沙"}));
        QVERIFY(spans[1] == (CharacterSpan{3, 4, "发"}));
    }
    void aTokenSharedByTwoCharactersJoinsThem()
    {
        const auto spans = spansOf({"<0xE6><0xB2>", "<0x99><0xE5>", "<0x8F><0x91>"});
        QCOMPARE(spans.size(), std::size_t(1));
        QVERIFY(spans[0] == (CharacterSpan{0, 2, "沙发"}));
    }
    void wholeTokensAndBrokenBytesHaveNoSpan()
    {
        QVERIFY(spansOf({"The", " cat", "猫"}).empty());
        QVERIFY(spansOf({"<0x8C>", "<0xAB>"}).empty());                 // no beginning
        QVERIFY(spansOf({"<0xE7>", "a", "<0x8C>", "<0xAB>"}).empty());  // torn apart
        QVERIFY(spansOf({"<0xE7>", "<0x8C>"}).empty());                 // no end
        QVERIFY(spansOf({"<0xE0>", "<0x80>", "<0x80>"}).empty());       // overlong
        QVERIFY(spansOf({"<0xED>", "<0xA0>", "<0x80>"}).empty());       // a surrogate
        QVERIFY(spansOf({}).empty());
    }
    void aCharacterAfterABrokenOneIsFound()
    {
        const auto spans = spansOf({"<0xE7>", "<0xE7>", "<0x8C>", "<0xAB>"});
        QCOMPARE(spans.size(), std::size_t(1));
        QVERIFY(spans[0] == (CharacterSpan{1, 3, "猫"}));
    }
};

QTEST_APPLESS_MAIN(TestCharacters)
#include "tst_characters.moc"
