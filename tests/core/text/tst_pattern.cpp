#include "core/base/error.h"
#include "core/text/pattern.h"

#include <QTest>

using namespace core;
using Ranges = std::vector<TextRange>;

class TestPattern : public QObject
{
    Q_OBJECT

private slots:
    void literalsAndRegexesFindTheSame();
    void emptyMatchesNeverStandBehindAMatch();
    void lookBehindSeesTheTextBefore();
    void classesAreThoseOfTheReference();
    void recursionIsBounded();
    void badPatternsAreRefused_data();
    void badPatternsAreRefused();
    void replacementIsLiteral();
};

void TestPattern::literalsAndRegexesFindTheSame()
{
    QVERIFY((Pattern::literal("a.").findAll("a.aba.") == Ranges{{0, 2}, {4, 6}}));
    QVERIFY((Pattern::regex("a\\.").findAll("a.aba.") == Ranges{{0, 2}, {4, 6}}));
    QVERIFY(Pattern::regex("x").findAll("").empty());
}

void TestPattern::emptyMatchesNeverStandBehindAMatch()
{
    QVERIFY((Pattern::regex("a*").findAll("baac") == Ranges{{0, 0}, {1, 3}, {4, 4}}));
    QVERIFY((Pattern::regex("").findAll("猫") == Ranges{{0, 0}, {3, 3}})); // by characters, not bytes
}

void TestPattern::lookBehindSeesTheTextBefore() { QVERIFY((Pattern::regex("(?<=a)b").findAll("abb") == Ranges{{1, 2}})); }

void TestPattern::classesAreThoseOfTheReference()
{
    QVERIFY(Pattern::regex("\\s").findAll("\u180e").empty());
    QCOMPARE(Pattern::regex("\\s").findAll("\u00a0\u2003\u3000\u0085").size(), std::size_t(4));
    QCOMPARE(Pattern::regex("(?i:'s)").findAll("'s'S'ſ").size(), std::size_t(3));
    QCOMPARE(Pattern::regex("[^(\\s|[.,])]").findAll("a.b(|").size(), std::size_t(2)); // a class within a class
}

void TestPattern::recursionIsBounded()
{
    const Pattern nested = Pattern::regex("(?<n>a\\g<n>?b)");
    QVERIFY((nested.findAll("aabbb") == Ranges{{0, 4}}));
    QVERIFY_EXCEPTION_THROWN(nested.findAll(std::string(8u << 20, 'a')), Error);
}

void TestPattern::badPatternsAreRefused_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::newRow("open group") << QByteArray("(a");
    QTest::newRow("deep") << QByteArray(100'000, '(') + QByteArray(100'000, ')');
    QTest::newRow("deep but short") << QByteArray(2000, '(') + QByteArray(2000, ')');
    QTest::newRow("long") << QByteArray(1 << 20, 'a');
    QTest::newRow("huge repeat") << QByteArray("a{1,1000000}");
    QTest::newRow("endless recursion") << QByteArray("(?<n>a\\g<n>b)");
    QTest::newRow("callout") << QByteArray("(?{code})");
    QTest::newRow("named callout") << QByteArray("(*FAIL)");
    QTest::newRow("unbounded look-behind of references") << QByteArray("(?<=\\k<x>)");
}

void TestPattern::badPatternsAreRefused()
{
    QFETCH(QByteArray, pattern);
    QVERIFY_EXCEPTION_THROWN(Pattern::regex(pattern.toStdString()), Error);
}

void TestPattern::replacementIsLiteral()
{
    QCOMPARE(Pattern::regex("(a)").replaceAll("bab", "\\1$1"), std::string("b\\1$1b"));
    QCOMPARE(Pattern::literal("▁").replaceAll("▁a▁", " "), std::string(" a "));
}

QTEST_GUILESS_MAIN(TestPattern)
#include "tst_pattern.moc"
