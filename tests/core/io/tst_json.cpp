#include "core/base/error.h"
#include "core/io/json.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <limits>

using namespace core;

namespace {

/// The parts of the Error that parsing `text` ends in; empty problem when it ends in none.
Error::Parts refusal(std::string_view text, JsonLimits limits = {})
{
    try {
        parseJson(text, "some.json", limits);
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    result.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        result += text;
    return result;
}

} // namespace

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void everyKindOfValueIsRead();
    void integersKeepAll64Bits();
    void badTextIsRefusedWithItsByte_data();
    void badTextIsRefusedWithItsByte();
    void duplicateKeysAreRefusedAtEveryLevel();
    void equalKeysOfDifferentObjectsAreNotDuplicates();
    void depthLimitIsExact();
    void millionsOfNestedArraysAreRefusedWithoutRecursion();
    void sizeAndCountLimitsAreExact();
    void longNamesAreCutInMessages();
    void filesAreReadWholeOrRefused();
    void writingAndReadingGivesTheSameDocument();
    void writingIsDeterministicAndSafe();
};

void TestJson::everyKindOfValueIsRead()
{
    const Json json = parseJson(R"( {"a":[1,-2,2.5,true,false,null,"\u00e9\ud83d\ude00"],"b":{},"c":[[]]} )", "f");
    QCOMPARE(json.size(), std::size_t(3));
    QCOMPARE(json["a"].size(), std::size_t(7));
    QCOMPARE(json["a"][1].get<int>(), -2);
    QCOMPARE(json["a"][2].get<double>(), 2.5);
    QVERIFY(json["a"][3].get<bool>() && !json["a"][4].get<bool>() && json["a"][5].is_null());
    QCOMPARE(json["a"][6].get<std::string>(), std::string("é😀"));
    QVERIFY(json["b"].is_object() && json["b"].empty() && json["c"][0].is_array());
    QCOMPARE(parseJson("7", "f").get<int>(), 7);
}

void TestJson::integersKeepAll64Bits()
{
    const Json json = parseJson("[9007199254740993,18446744073709551615,-9223372036854775808,18446744073709551616]", "f");
    QCOMPARE(json[0].get<std::uint64_t>(), std::uint64_t(9007199254740993));
    QCOMPARE(json[1].get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(json[2].get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
    QVERIFY(!json[3].is_number_integer()); // beyond: a reader that wants an integer sees that it is none
}

void TestJson::badTextIsRefusedWithItsByte_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, QByteArray text, int offset, const char* problem) {
        QTest::newRow(name) << text << QString("byte %1").arg(offset) << QString(problem);
    };
    row("nothing", "", 0, "empty document");
    row("only space", " \n ", 3, "empty document");
    row("truncated", R"({"a": [1, 2)", 11, "malformed JSON");
    row("trailing comma", "[1,2,]", 5, "malformed JSON");
    row("comment", "[1] // one", 4, "malformed JSON");
    row("two documents", "{} {}", 3, "malformed JSON");
    row("NaN", "[NaN]", 1, "malformed JSON");
    row("single quotes", "{'a':1}", 1, "malformed JSON");
    row("control character", QByteArray("[\"a\x01\"]"), 3, "malformed JSON");
    row("lone surrogate", R"(["\ud800"])", 8, "malformed JSON");
    row("bad UTF-8", QByteArray("[\"a\xFF\"]"), 3, "text is not UTF-8");
    row("too large a number", "[1e400]", 5, "number too large");
    row("byte-order mark", "\xEF\xBB\xBF{}", 0, "starts with a byte-order mark");
}

void TestJson::badTextIsRefusedWithItsByte()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    QFETCH(QString, problem);
    const Error::Parts parts = refusal(std::string_view(text.data(), static_cast<std::size_t>(text.size())));
    QCOMPARE(QString::fromStdString(parts.problem), problem);
    QCOMPARE(QString::fromStdString(parts.where), where);
    QCOMPARE(parts.file, std::string("some.json"));
    QCOMPARE(parts.kind, ErrorKind::BadInput);
}

void TestJson::duplicateKeysAreRefusedAtEveryLevel()
{
    const Error::Parts top = refusal(R"({"size":1,"size":2})");
    QCOMPARE(top.problem, std::string("duplicate key"));
    QCOMPARE(top.found, std::string("\"size\""));
    QCOMPARE(top.where, std::string("byte 16")); // just behind the second one
    QCOMPARE(refusal(R"([{"x":{"a":1,"b":2,"a":3}}])").problem, std::string("duplicate key"));
    QCOMPARE(refusal(R"({"a":1,"\u0061":2})").problem, std::string("duplicate key"));
}

void TestJson::equalKeysOfDifferentObjectsAreNotDuplicates()
{
    QCOMPARE(refusal(R"({"a":{"a":[{"a":1},{"a":2}]}})").problem, std::string());
}

void TestJson::depthLimitIsExact()
{
    const auto nested = [](std::size_t depth) { return repeated("[", depth) + repeated("]", depth); };
    QCOMPARE(refusal(nested(64)).problem, std::string());
    QCOMPARE(refusal(nested(65)).problem, std::string("nested too deep"));
    QCOMPARE(refusal(repeated("{\"a\":", 65)).problem, std::string("nested too deep"));
    QCOMPARE(refusal(nested(3), {.depth = 2}).problem, std::string("nested too deep"));
}

void TestJson::millionsOfNestedArraysAreRefusedWithoutRecursion()
{
    const std::string deep = repeated("[", 5'000'000);
    QCOMPARE(refusal(deep).problem, std::string("nested too deep"));
    // With the limit lifted the parser itself must survive, and so must letting go of what it built.
    // Without a limit on depth it is the memory that the arrays would take, and half a million of them are only unfinished.
    QCOMPARE(refusal(deep, {.depth = 6'000'000, .values = 6'000'000}).problem, std::string("too many values"));
    QCOMPARE(refusal(deep.substr(0, 500'000), {.depth = 6'000'000, .values = 6'000'000}).problem, std::string("malformed JSON"));
}

void TestJson::sizeAndCountLimitsAreExact()
{
    QCOMPARE(refusal("[1,2]", {.bytes = 5}).problem, std::string());
    QCOMPARE(refusal("[1,2]", {.bytes = 4}).problem, std::string("document too large"));
    QCOMPARE(refusal("[1,2]", {.values = 3}).problem, std::string());
    QCOMPARE(refusal("[" + repeated("{},", 2'000'000) + "1]").problem, std::string("too many values")); // 128 MB from 6
    QCOMPARE(refusal("[1,2]", {.values = 2}).problem, std::string("too many values"));
}

void TestJson::longNamesAreCutInMessages()
{
    const std::string name = repeated("名", 100'000);
    const Error::Parts parts = refusal("{\"" + name + "\":1,\"" + name + "\":2}");
    QCOMPARE(parts.problem, std::string("duplicate key"));
    QVERIFY(parts.found.size() < 200);
    QVERIFY(QString::fromStdString(parts.found).contains("名"));
    QVERIFY(!QString::fromStdString(parts.found).contains(QChar(QChar::ReplacementCharacter))); // cut between letters
    QVERIFY(refusal("[\"" + repeated("x", 1000) + "\n\"]").found.size() < 200);
}

void TestJson::filesAreReadWholeOrRefused()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("a.json").toStdString();
    std::ofstream(path) << "{\"a\": [1, 2]}";
    QCOMPARE(readJson(path)["a"][1].get<int>(), 2);

    const auto problem = [](const std::string& name, JsonLimits limits) {
        try {
            readJson(name, limits);
        } catch (const Error& error) {
            return error.parts().file == name ? error.parts().problem : "names another file";
        }
        return std::string();
    };
    QCOMPARE(problem(path, {.bytes = 5}), std::string("document too large"));
    QCOMPARE(problem(folder.path().toStdString(), {}), std::string("is not a regular file"));
    QCOMPARE(problem(folder.filePath("none.json").toStdString(), {}), std::string("cannot be opened"));
    if (std::filesystem::exists("/dev/zero"))
        QCOMPARE(problem("/dev/zero", {}), std::string("is not a regular file"));
}

void TestJson::writingAndReadingGivesTheSameDocument()
{
    const Json json = parseJson(R"({"b":[1,-2,0.1,1e-300,18446744073709551615],"a":{"é":"\u0000\n\"猫"},"n":null})", "f");
    QVERIFY(parseJson(writeJson(json), "f") == json);
    QVERIFY(parseJson(writeJson(json, 2), "f") == json);
}

void TestJson::writingIsDeterministicAndSafe()
{
    QCOMPARE(writeJson(Json{{"b", 1}, {"a", 2}}), std::string(R"({"a":2,"b":1})"));
    QCOMPARE(writeJson(Json{{"a", "猫"}}, 1), std::string("{\n \"a\": \"猫\"\n}"));
    QCOMPARE(writeJson(Json(std::numeric_limits<double>::infinity())), std::string("null"));
    QCOMPARE(writeJson(Json("a\xFF")), std::string("\"a\xEF\xBF\xBD\""));

    Json deep = Json::array();
    for (int i = 0; i < 1'000'000; ++i) {
        Json outer = Json::array();
        outer.push_back(std::move(deep));
        deep = std::move(outer);
    }
    QVERIFY_EXCEPTION_THROWN(writeJson(deep), Error);
}

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
