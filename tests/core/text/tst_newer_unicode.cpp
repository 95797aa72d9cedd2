#include "core/text/newer_unicode.h"
#include "core/text/pattern.h"
#include "core/text/unicode.h"
#include "core/text/unicode_forms.h"
#include "core/text/unicode_scripts.h"

#include <QTest>

using namespace core;

/// All of this was measured with `tokenizers` 0.23.3.
class TestNewerUnicode : public QObject
{
    Q_OBJECT

private slots:
    void classesHoldTheCharactersOfUnicode16_data();
    void classesHoldTheCharactersOfUnicode16();
    void otherPatternsStayAsTheyAre();
    void formsLeaveNewCharactersAlone();
    void scriptsAreTheSameForOneWriting();
};

void TestNewerUnicode::classesHoldTheCharactersOfUnicode16_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<int>("count");
    QTest::newRow("letters") << QByteArray(R"(\p{L})") << 141'028;
    QTest::newRow("no letters") << QByteArray(R"(\P{L})") << 1'112'064 - 141'028;
    QTest::newRow("no letters, with a caret") << QByteArray(R"(\p{^Letter})") << 1'112'064 - 141'028;
    QTest::newRow("in a class") << QByteArray(R"([\p{Lu}\p{Ll}])") << 1'858 + 2'258;
    QTest::newRow("in a class in a class") << QByteArray(R"([^[^\p{Nd}]])") << 760;
    QTest::newRow("intersection") << QByteArray(R"([\p{N}&&[^\p{Nd}]])") << 236 + 915;
    QTest::newRow("marks") << QByteArray(R"(\p{M})") << 2'020 + 468 + 13;
    QTest::newRow("signs") << QByteArray(R"(\p{P})") << 855;
    QTest::newRow("symbols") << QByteArray(R"(\p{S})") << 950 + 63 + 125 + 7'376;
    QTest::newRow("Han") << QByteArray(R"(\p{Han})") << 99'030;
    QTest::newRow("word") << QByteArray(R"(\w)") << 144'671;
    QTest::newRow("no word") << QByteArray(R"(\W)") << 1'112'064 - 144'671;
    QTest::newRow("digits") << QByteArray(R"(\d)") << 760;
    QTest::newRow("space") << QByteArray(R"(\s)") << 25;
}

void TestNewerUnicode::classesHoldTheCharactersOfUnicode16()
{
    QFETCH(QByteArray, pattern);
    QFETCH(int, count);
    std::string all;
    for (char32_t code = 0; code <= 0x10FFFF; ++code)
        if (code < 0xD800 || code > 0xDFFF)
            appendUtf8(all, code);
    QCOMPARE(Pattern::regex(pattern.toStdString()).findAll(all).size(), std::size_t(count));
}

void TestNewerUnicode::otherPatternsStayAsTheyAre()
{
    for (const char* pattern :
        {"a", R"(\\w)", R"(\s+\S)", "[]a]", "[[:alpha:]]", R"((?W:\w))", R"(\p{Greek})", R"([\b])", "\\", R"(\p{)"})
        QCOMPARE(withNewerCharacters(pattern), std::string(pattern));
    // A new letter (Nag Mundari, Unicode 15) makes no boundary.
    const Pattern boundary = Pattern::regex(R"(\b)");
    QCOMPARE(boundary.findAll("a\U0001E4D0").size(), std::size_t(2));
    QCOMPARE(boundary.findAll("a b").size(), std::size_t(4));
}

void TestNewerUnicode::formsLeaveNewCharactersAlone()
{
    const UnicodeFormKind nfd{.isComposed = false, .isCompatible = false}, nfc{}, nfkc{.isComposed = true, .isCompatible = true};
    QCOMPARE(toUnicodeForm("\u00e9", nfd), std::string("e\u0301"));
    QCOMPARE(toUnicodeForm("e\u0301", nfc), std::string("\u00e9"));
    QCOMPARE(toUnicodeForm("a\u0345\u0334", nfd), std::string("a\u0334\u0345"));
    QCOMPARE(toUnicodeForm("a\u0345\u0898", nfd), std::string("a\u0345\u0898")); // a mark of Unicode 14: not ordered
    QCOMPARE(toUnicodeForm("a\u0898\u0301", nfc), std::string("a\u0898\u0301")); // and nothing joins over it
    QCOMPARE(toUnicodeForm("\u32ff", nfkc), std::string("\u32ff"));              // the era Reiwa
    QCOMPARE(toUnicodeForm("\U00011935\U00011930", nfc), std::string("\U00011935\U00011930"));
    QCOMPARE(toUnicodeForm("\U00011938", nfd), std::string("\U00011938"));
}

void TestNewerUnicode::scriptsAreTheSameForOneWriting()
{
    QCOMPARE(referenceScript(U' '), anyScript);
    QCOMPARE(referenceScript(U'漢'), referenceScript(U'か'));
    QCOMPARE(referenceScript(U'ー'), referenceScript(U'カ'));
    QCOMPARE(referenceScript(U'a'), referenceScript(U'é'));
    QCOMPARE(referenceScript(U'1'), referenceScript(U'!'));
    QVERIFY(referenceScript(U'a') != referenceScript(U'б'));
    QVERIFY(referenceScript(U'a') != referenceScript(U'1'));
    QCOMPARE(referenceScript(0x10FFFF), anyScript);
}

QTEST_GUILESS_MAIN(TestNewerUnicode)
#include "tst_newer_unicode.moc"
