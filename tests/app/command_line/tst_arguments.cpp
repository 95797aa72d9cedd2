#include "app/command_line/arguments.h"
#include "app/command_line/window_options.h"

#include "core/base/error.h"

#include <QTest>

using app::Arguments;
using app::Option;

class TestArguments : public QObject
{
    Q_OBJECT
private slots:
    void valuesStandAfterTheirOptionOrBehindAnEqualsSign();
    void repeatedOptionsKeepTheirOrder();
    void wrongWordsAreUsageErrors_data();
    void wrongWordsAreUsageErrors();
    void whatIsMissingOrMistypedIsNamed();
    void numbersOutsideTheirRangeAreRefused();
    void listsAreCheckedNumberByNumber();
    void languageAndColoursDoNotSayWhatToShow();
};

namespace {

constexpr Option options[] = {{"--model", "M", ""}, {"--set", "K=V", ""}, {"--json", nullptr, ""}, {"-n", "N", ""}};

} // namespace

void TestArguments::valuesStandAfterTheirOptionOrBehindAnEqualsSign()
{
    const std::vector<std::string> words{"--model", "a b", "--set=x=y", "--json", "free"};
    const Arguments arguments(options, 1, words);
    QCOMPARE(arguments.required("--model"), std::string("a b"));
    QCOMPARE(arguments.required("--set"), std::string("x=y"));
    QVERIFY(arguments.has("--json"));
    QVERIFY(!arguments.has("-n"));
    QCOMPARE(arguments.positionals(), std::vector<std::string>{"free"});
}

void TestArguments::languageAndColoursDoNotSayWhatToShow()
{
    const auto says = [](const std::vector<std::string>& words) {
        return app::saysWhatToShow(Arguments(app::windowOptions, 1, words));
    };
    QVERIFY(!says({}) && !says({"--lang", "zh_CN", "--theme", "projector"}));
    QVERIFY(says({"main"}) && says({"--lang", "zh_CN", "--view", "norm"}) && says({"--text", "red dog"}));
}

void TestArguments::repeatedOptionsKeepTheirOrder()
{
    const Arguments arguments(options, 0, std::vector<std::string>{"--set", "a=1", "--set", "b=2", "--set", "a=3"});
    QCOMPARE(arguments.all("--set"), (std::vector<std::string>{"a=1", "b=2", "a=3"}));
    QCOMPARE(*arguments.text("--set"), std::string("a=3"));
}

void TestArguments::wrongWordsAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("unknown option") << QStringList{"--modell", "x"};
    QTest::newRow("missing value") << QStringList{"--model"};
    QTest::newRow("a word too many") << QStringList{"x", "y"};
    QTest::newRow("value for a switch") << QStringList{"--json=yes"};
    QTest::newRow("short option joined") << QStringList{"-n4"};
}

void TestArguments::wrongWordsAreUsageErrors()
{
    QFETCH(QStringList, words);
    std::vector<std::string> plain;
    for (const QString& word : words)
        plain.push_back(word.toStdString());
    try {
        const Arguments arguments(options, 1, plain);
        QFAIL("accepted");
    } catch (const core::Error& error) {
        QCOMPARE(error.kind(), core::ErrorKind::Usage);
    }
}

void TestArguments::whatIsMissingOrMistypedIsNamed()
{
    const auto says = [](const std::vector<std::string>& words, const std::string& required) {
        try {
            Arguments(options, 0, words).required(required);
        } catch (const core::Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    QCOMPARE(
        says({"--modle", "x"}, ""), std::string("--modle: unknown option; --help lists them (expected --model, found --modle)"));
    QVERIFY(says({"--zzzzzzzz"}, "").ends_with("(expected --model, --set, --json, -n, found --zzzzzzzz)"));
    QCOMPARE(says({}, "--model"), std::string("--model: this option is needed (expected --model M, found nothing)"));
}

void TestArguments::numbersOutsideTheirRangeAreRefused()
{
    const auto numberOf = [](const std::string& text) {
        return Arguments(options, 0, std::vector<std::string>{"-n", text}).integer("-n", 7, 0, 100);
    };
    QCOMPARE(numberOf("0"), 0l);
    QCOMPARE(numberOf("100"), 100l);
    for (const char* text : {"101", "-1", "", "4x", " 4", "1e2", "99999999999999999999"})
        QVERIFY_EXCEPTION_THROWN(numberOf(text), core::Error);
    QCOMPARE(Arguments(options, 0, {}).integer("-n", 7, 0, 100), 7l);
    const Arguments nan(options, 0, std::vector<std::string>{"-n", "nan"});
    QVERIFY_EXCEPTION_THROWN(nan.number("-n", 0, 0, 1), core::Error);
}

void TestArguments::listsAreCheckedNumberByNumber()
{
    QCOMPARE(app::integerList("--ids", "1, 2,3", 0, 9), (std::vector<long>{1, 2, 3}));
    QVERIFY_EXCEPTION_THROWN(app::integerList("--ids", "1,x", 0, 9), core::Error);
    QVERIFY_EXCEPTION_THROWN(app::integerList("--ids", "10", 0, 9), core::Error);
    QVERIFY_EXCEPTION_THROWN(app::integerList("--ids", ",", 0, 9), core::Error);
}

QTEST_GUILESS_MAIN(TestArguments)
#include "tst_arguments.moc"
