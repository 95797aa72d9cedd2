#include "core/base/error.h"
#include "core/text/base64.h"
#include "core/text/charsmap.h"

#include <QTest>

#include <map>
#include <set>

using namespace core;

namespace {

std::string bytesOf(std::uint32_t value)
{
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(value >> shift);
    return bytes;
}

/// The bytes of a map: one block of 256 units for each beginning of a text.
std::string mapOf(const std::map<std::string, std::string>& rules)
{
    std::set<std::string> beginnings{""};
    for (const auto& [from, to] : rules)
        for (std::size_t length = 1; length <= from.size(); ++length)
            beginnings.insert(from.substr(0, length));
    std::map<std::string, std::uint32_t> place;
    for (const std::string& beginning : beginnings)
        place.emplace(beginning, std::uint32_t(place.size() + 1) * 256);
    std::vector<std::uint32_t> units(256 * (place.size() + 1));
    units[0] = place[""] << 10;
    std::string texts;
    for (const auto& [beginning, at] : place) {
        const auto rule = rules.find(beginning);
        if (!beginning.empty()) {
            const auto last = static_cast<unsigned char>(beginning.back());
            const std::uint32_t node = place[beginning.substr(0, beginning.size() - 1)] ^ last;
            units[node] = (node ^ at) << 10 | (rule != rules.end() ? 256u : 0u) | last;
        }
        if (rule != rules.end()) {
            units[at] = 0x80000000u | std::uint32_t(texts.size());
            texts += rule->second + '\0';
        }
    }
    std::string bytes = bytesOf(std::uint32_t(4 * units.size()));
    for (const std::uint32_t unit : units)
        bytes += bytesOf(unit);
    return bytes + texts;
}

std::string problemOf(const std::string& bytes)
{
    try {
        Charsmap map(bytes);
    } catch (const Error& error) {
        return error.parts().problem;
    }
    return {};
}

} // namespace

class TestCharsmap : public QObject
{
    Q_OBJECT

private slots:
    void charactersAndShortClustersAreReplaced();
    void ofTwoBeginningsTheShorterCountsAndTheRestIsLost();
    void longClustersGoCharacterByCharacter();
    void theStartFollowsTheText();
    void damagedMapsAreRefused();
    void base64ThereAndBack();
};

void TestCharsmap::charactersAndShortClustersAreReplaced()
{
    const Charsmap map(mapOf({{"ﬁ", "fi"}, {"①", "1"}, {"\u200b", " "}, {"e\u0301", "E"}, {"~", ""}}));
    QCOMPARE(map.apply("ﬁn①e\u0301~e"), std::string("fin1Ee"));
    QCOMPARE(map.apply("a\u200bb"), std::string("a b"));
    QCOMPARE(map.apply(""), std::string());
}

void TestCharsmap::ofTwoBeginningsTheShorterCountsAndTheRestIsLost()
{
    // A cluster of which the beginning is known is replaced whole: so does the reference.
    const Charsmap map(mapOf({{"e", "x"}, {"e\u0301", "y"}}));
    QCOMPARE(map.apply("e\u0301"), std::string("x"));
    QCOMPARE(map.apply("ee"), std::string("xx"));
}

void TestCharsmap::longClustersGoCharacterByCharacter()
{
    const Charsmap map(mapOf({{"👍", "+1"}, {"e", "x"}}));
    QCOMPARE(map.apply("👍🏽"), std::string("+1🏽"));
    QCOMPARE(map.apply("e\u0301\u0301\u0301"), std::string("x\u0301\u0301\u0301"));
}

void TestCharsmap::theStartFollowsTheText()
{
    const Charsmap map(mapOf({{"①", "one"}, {"~", ""}}));
    const auto startAfter = [&](const std::string& text, std::size_t start) {
        map.apply(text, &start);
        return start;
    };
    QCOMPARE(startAfter("①a", 3), std::size_t(3));
    QCOMPARE(startAfter("a①", 1), std::size_t(1));
    QCOMPARE(startAfter("a", 0), std::size_t(0));
}

void TestCharsmap::damagedMapsAreRefused()
{
    const std::string good = mapOf({{"a", "b"}});
    QVERIFY(problemOf(good).empty());
    for (std::size_t size : {0, 1, 3, 4, 5, 100, 2000})
        QVERIFY2(!problemOf(good.substr(0, size)).empty(), std::to_string(size).c_str());
    QVERIFY(!problemOf(bytesOf(0xFFFFFFFFu) + good).empty());
    QVERIFY(!problemOf(bytesOf(6) + good).empty());
    std::string root = good;
    root.replace(4, 4, bytesOf(0xFFFFFC00u)); // the children of the root stand far outside
    QVERIFY(!problemOf(root).empty());
    std::string leaf = good;
    leaf.replace(4 + 4 * 512, 4, bytesOf(0x80000000u | 99u)); // its text too
    QVERIFY(!problemOf(leaf).empty());
    QVERIFY(!problemOf(good + "\xFF").empty());
    std::string circle = good; // 'a' leads back to the root: a circle, that is walked once
    circle.replace(4 + 4 * (256 ^ 'a'), 4, bytesOf(('a' << 10) | 'a'));
    QVERIFY(problemOf(circle).empty());
    QCOMPARE(Charsmap(circle).apply("aaaa"), std::string("aaaa"));
}

void TestCharsmap::base64ThereAndBack()
{
    for (const std::string& bytes :
        {std::string(), std::string("a"), std::string("ab"), std::string("abc"), std::string("\0\xFF\x10", 3)})
        QCOMPARE(fromBase64(toBase64(bytes)).value(), bytes);
    QCOMPARE(toBase64("abcd"), std::string("YWJjZA=="));
    for (const char* wrong : {"A", "AA", "AAA", "A===", "AB==", "AA=A", "AA A", "A\xC3\xA9=="})
        QVERIFY2(!fromBase64(wrong), wrong);
}

QTEST_GUILESS_MAIN(TestCharsmap)
#include "tst_charsmap.moc"
