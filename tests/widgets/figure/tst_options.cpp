// Typed keys of options: a value is read with what it is stated with.

#include "tests/widgets/support/quiet.h"
#include "widgets/figure/figure.h"

#include <QTest>

using namespace widgets;

namespace {

constexpr WordOption layoutWord{"layout", {"multiples", "overlay"}};
constexpr TextOption kindsText{"kinds"};
constexpr NumberOption baseNumber{"base", 1, 100};
constexpr WholeOption pairNumber{"pair", 0, 7};

FigureData saying(const OptionKey& option, const QVariant& value)
{
    FigureData data;
    data.options[option.name()] = value;
    return data;
}

} // namespace

class TestOptions : public QObject
{
    Q_OBJECT

private slots:
    void aWordIsTheFirstUnlessAnotherIsSaid()
    {
        QCOMPARE(layoutWord.in(FigureData()), QStringLiteral("multiples"));
        QCOMPARE(layoutWord.in(saying(layoutWord, "zzz")), QStringLiteral("multiples"));
        QVERIFY(layoutWord.is(saying(layoutWord, "overlay"), "overlay"));
        QVERIFY(layoutWord.isIn(saying(layoutWord, "zzz")) && !layoutWord.isIn(FigureData()));
        QVERIFY(isUnderstood(layoutWord, "overlay") && !isUnderstood(layoutWord, "zzz") && !isUnderstood(layoutWord, QString()));
    }

    void aListHasItsWordsWithoutSpaces()
    {
        QCOMPARE(kindsText.listIn(saying(kindsText, "pre, post,")), (QStringList{"pre", "post"}));
        QVERIFY(kindsText.listIn(FigureData()).isEmpty());
        QVERIFY(isUnderstood(kindsText.someOf({"pre", "post"}), "pre, post"));
        QVERIFY(!isUnderstood(kindsText.oneOf({"pre", "post"}), "pre,post"));
        QVERIFY(isUnderstood(kindsText.oneOf({}), "anything"));
    }

    void whatIsNoNumberIsNotSaid()
    {
        QCOMPARE(baseNumber.in(saying(baseNumber, "2.5"), 7), 2.5);
        for (const char* said : {"many", "nan", "inf", ""})
            QCOMPARE(baseNumber.in(saying(baseNumber, said), 7), 7.0);
        QCOMPARE(pairNumber.in(saying(pairNumber, "3.0"), -1), 3);
        QCOMPARE(pairNumber.in(saying(pairNumber, "1e300"), -1), -1);
        QCOMPARE(pairNumber.in(FigureData(), -1), -1);
    }

    void limitsAreStatedAndNarrowed()
    {
        QVERIFY(isUnderstood(baseNumber, "100") && !isUnderstood(baseNumber, "101"));
        QVERIFY(isUnderstood(pairNumber, "7") && !isUnderstood(pairNumber, "6.5"));
        QVERIFY(!isUnderstood(pairNumber.upTo(3), "4") && !isUnderstood(pairNumber.between(2, 3), "1"));
    }
};

QUIET_TEST_MAIN(TestOptions)
#include "tst_options.moc"
