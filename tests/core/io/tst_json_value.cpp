#include "core/base/error.h"
#include "core/io/json_value.h"

#include <QTest>

using namespace core;

namespace {

/// The parts of the Error that reading ends in; an empty problem when it ends in none.
template <class Read>
Error::Parts refusalOf(const Read& read)
{
    try {
        read();
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

} // namespace

class TestJsonValue : public QObject
{
    Q_OBJECT

private slots:
    void aPlaceKnowsItsPath();
    void anAbsentKeyAndNullAreMissing();
    void anotherTypeIsRefusedWithFilePlaceAndValue();
};

void TestJsonValue::aPlaceKnowsItsPath()
{
    const std::string file = "some.json";
    const Json json = parseJson(R"({"model": {"merges": ["a b", "c d"]}})", file);
    const JsonValue place = JsonValue(json, file)["model"]["merges"][1];
    QCOMPARE(place.string(), std::string("c d"));
    QVERIFY(place.path().starts_with("model.merges") && place.path().find('1') != std::string::npos);
}

void TestJsonValue::anAbsentKeyAndNullAreMissing()
{
    const std::string file = "some.json";
    const Json json = parseJson(R"({"said": true, "null": null})", file);
    const JsonValue value(json, file);
    QVERIFY(value.has("said") && !value.has("null") && !value.has("absent"));
    QVERIFY(value.boolean("said", false) && value.boolean("null", true) && !value.boolean("absent", false));
}

void TestJsonValue::anotherTypeIsRefusedWithFilePlaceAndValue()
{
    const std::string file = "some.json";
    const Json json = parseJson(R"({"count": "many", "far": 9})", file);
    const JsonValue value(json, file);
    const Error::Parts parts = refusalOf([&] { value["count"].integer(0, 8); });
    QCOMPARE(parts.file, file);
    QCOMPARE(parts.where, std::string("count"));
    QVERIFY(parts.found.find("many") != std::string::npos);
    QVERIFY(!refusalOf([&] { value["far"].integer(0, 8); }).problem.empty());
    QVERIFY(!refusalOf([&] { value["absent"]; }).problem.empty());
}

QTEST_GUILESS_MAIN(TestJsonValue)
#include "tst_json_value.moc"
