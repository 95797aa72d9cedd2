#include "core/text/reference_classes.h"
#include "core/text/unicode.h"

#include <QTest>

using namespace core;

class TestReferenceClasses : public QObject
{
    Q_OBJECT

private slots:
    void everyClassHasTheMembersOfTheReference_data();
    void everyClassHasTheMembersOfTheReference();
    void lowerCaseIsThatOfTheReference();
};

using Predicate = bool (*)(char32_t);
Q_DECLARE_METATYPE(Predicate)

namespace {

template <class Visit>
void eachCodePoint(Visit visit)
{
    for (char32_t code = 0; code <= 0x10FFFF; ++code)
        if (code < 0xD800 || code > 0xDFFF)
            visit(code);
}

} // namespace

void TestReferenceClasses::everyClassHasTheMembersOfTheReference_data()
{
    // tools/fixtures/character_classes.py
    QTest::addColumn<Predicate>("isMember");
    QTest::addColumn<quint64>("count");
    QTest::addColumn<quint64>("sum");
    QTest::newRow("punctuation") << &isReferencePunctuation << quint64(726) << quint64(20675981);
    QTest::newRow("control") << &isReferenceControl << quint64(137681) << quint64(137913084793);
    QTest::newRow("accent") << &isReferenceAccent << quint64(1567) << quint64(262554314);
    QTest::newRow("mark") << &isReferenceMark << quint64(2097) << quint64(286880651);
    QTest::newRow("word") << &isReferenceWordChar << quint64(144667) << quint64(15621645388);
}

void TestReferenceClasses::everyClassHasTheMembersOfTheReference()
{
    QFETCH(Predicate, isMember);
    QFETCH(quint64, count);
    QFETCH(quint64, sum);
    quint64 members = 0, codes = 0;
    eachCodePoint([&](char32_t code) {
        if (isMember(code)) {
            ++members;
            codes += code;
        }
    });
    QCOMPARE(members, count);
    QCOMPARE(codes, sum);
}

void TestReferenceClasses::lowerCaseIsThatOfTheReference()
{
    quint64 changed = 0, sum = 0;
    eachCodePoint([&](char32_t code) {
        std::string before, after;
        appendUtf8(before, code);
        appendLowerCase(after, code);
        changed += before != after;
        for (std::size_t at = 0; at < after.size();) {
            const DecodedChar next = decodeChar(after, at);
            sum += next.code;
            at += next.bytes;
        }
    });
    QCOMPARE(changed, quint64(1488));
    QCOMPARE(sum, quint64(620509483996));
}

QTEST_GUILESS_MAIN(TestReferenceClasses)
#include "tst_reference_classes.moc"
