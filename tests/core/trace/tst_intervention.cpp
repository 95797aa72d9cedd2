#include "core/trace/intervention.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <limits>

using namespace core;

namespace {

std::vector<Intervention> parsed(const std::string& json)
{
    return interventionsFromJson(parseJson(json, "list.json"), "list.json");
}

} // namespace

class TestIntervention : public QObject
{
    Q_OBJECT

private slots:
    void aListSurvivesTheRoundTrip();
    void rangesHoldBothEnds();
    void arraysKeepTheirShape();
    void whatIsNotAnInterventionIsRefused_data();
    void whatIsNotAnInterventionIsRefused();
    void hostileFilesAreRefused_data();
    void hostileFilesAreRefused();
};

void TestIntervention::aListSurvivesTheRoundTrip()
{
    const std::string text = R"([{"at":"blocks.0.attn.z[1,3]","op":"zero"},
        {"at":"*.mlp.post","op":"mean","slice":{"d_mlp":[2,5],"token":0}},
        {"at":"logits","op":"set","value":[[1.5,-2.0],[0.25,3.0]]},
        {"at":"blocks.1.attn.scores","op":"add","slice":{"key":0},"value":"-inf"},
        {"at":"embed","op":"scale","value":-0.5,"strength":0.25},
        {"at":"logits","op":"zero","off":true},
        {"at":"embed","op":"set","value":[1.5,2.5],"source":{"texts":"capitals"}},
        {"at":"embed","op":"set","value":0.5,"source":{"text":"Another text"}},
        {"at":"embed","op":"from","source":"other.safetensors"},
        {"at":"weights.blocks.0.attn.q.weight","op":"from","source":{"model":"main@0"},"strength":0.5},
        {"at":"weights.embed.weight","op":"from","source":{"model":"a/b","name":"unembed.weight"}},
        {"at":"blocks.0.resid_post","op":"from","source":{"file":"a/b.safetensors","name":"blocks.1.resid_post"}}])";
    const std::vector<Intervention> list = parsed(text);
    QCOMPARE(list.size(), std::size_t(12));
    QVERIFY(list[6].origin.texts == "capitals" && list[7].origin.text == "Another text");
    QVERIFY(list[4].strength == 0.25f && list[5].isOff && list[0].strength == 1 && !list[0].isOff);
    QVERIFY(toJson(list) == parseJson(text, ""));
    const std::vector<Intervention> again = interventionsFromJson(toJson(list), "list.json");
    for (std::size_t i = 0; i < list.size(); ++i) {
        QCOMPARE(again[i].at, list[i].at);
        QVERIFY(again[i].slice == list[i].slice && again[i].op == list[i].op);
        QVERIFY(again[i].value == list[i].value && again[i].source == list[i].source && again[i].origin == list[i].origin);
        QVERIFY(again[i] == list[i]);
        QCOMPARE(again[i].place, "[" + std::to_string(i) + "]");
    }
    QVERIFY(parsed("[]").empty());
}

void TestIntervention::rangesHoldBothEnds()
{
    const std::vector<AxisRange> slice
        = parsed(R"([{"at":"x","op":"zero","slice":{"head":3,"query":[0,4],"key":[2,2]}}])")[0].slice;
    QVERIFY(slice == (std::vector<AxisRange>{{"head", 3, 3}, {"key", 2, 2}, {"query", 0, 4}}));
}

void TestIntervention::arraysKeepTheirShape()
{
    const auto value
        = [](const char* json) { return parsed(std::string(R"([{"at":"x","op":"set","value":)") + json + "}]")[0].value; };
    QVERIFY(value("2") == (InterventionValue{{}, {2.f}}));
    QVERIFY(value("[2]") == (InterventionValue{{1}, {2.f}}));
    QVERIFY(value("[[1,2,3],[4,5,6]]") == (InterventionValue{{2, 3}, {1, 2, 3, 4, 5, 6}}));
    QVERIFY(value("[[[1]],[[2]]]") == (InterventionValue{{2, 1, 1}, {1, 2}}));
    QCOMPARE(value("\"-inf\"").numbers[0], -std::numeric_limits<float>::infinity());
}

void TestIntervention::whatIsNotAnInterventionIsRefused_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* json, const char* where) { QTest::newRow(json) << json << where; };
    row("{}", "");
    row("7", "");
    row("[7]", "[0]");
    row(R"([{"op":"zero"}])", "[0].at");
    row(R"([{"at":"","op":"zero"}])", "[0].at");
    row(R"([{"at":7,"op":"zero"}])", "[0].at");
    row(R"([{"at":"x","op":"zero"},{"at":"x"}])", "[1].op");
    row(R"([{"at":"x","op":"nil"}])", "[0].op");
    row(R"([{"at":"x","op":"zero","slise":{}}])", "[0]");
    row(R"([{"at":"x","op":"zero","slice":[0]}])", "[0].slice");
    row(R"([{"at":"x","op":"zero","slice":{"head":-1}}])", "[0].slice.head");
    row(R"([{"at":"x","op":"zero","slice":{"head":1.5}}])", "[0].slice.head");
    row(R"([{"at":"x","op":"zero","slice":{"head":[1]}}])", "[0].slice.head");
    row(R"([{"at":"x","op":"zero","slice":{"head":[4,1]}}])", "[0].slice.head");
    row(R"([{"at":"x","op":"zero","slice":{"head":[1,2,3]}}])", "[0].slice.head");
    row(R"([{"at":"x","op":"zero","slice":{"head":18446744073709551615}}])", "[0].slice.head");
    row(R"([{"at":"x","op":"zero","value":1}])", "[0].value");
    row(R"([{"at":"x","op":"zero","source":"a"}])", "[0].source");
    row(R"([{"at":"x","op":"set"}])", "[0].value");
    row(R"([{"at":"weights.embed.weight","op":"zero"}])", "[0].op");
    row(R"([{"at":"weights.embed.weight","op":"from","source":"main"}])", "[0].source");
    row(R"([{"at":"weights.embed.weight","op":"from","source":{"file":"main"}}])", "[0].source");
    row(R"([{"at":"weights.embed.weight","op":"from","slice":{"token":0},"source":{"model":"main"}}])", "[0].slice");
    row(R"([{"at":"embed","op":"from","source":{"model":"main"}}])", "[0].source");
    row(R"([{"at":"x","op":"set","value":1,"source":"a"}])", "[0].source");
    row(R"([{"at":"x","op":"set","value":1,"source":{"file":"a"}}])", "[0].source");
    row(R"([{"at":"x","op":"set","value":1,"source":{"texts":""}}])", "[0].source.texts");
    row(R"([{"at":"x","op":"add","value":1,"source":{"texts":"a"}}])", "[0].source");
    row(R"([{"at":"x","op":"set","value":null}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":"inf"}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":1e39}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[]}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[[],[]]}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[[1],[]]}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[[1,2],[3]]}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[1,[2]]}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[[1],2]}])", "[0].value");
    row(R"([{"at":"x","op":"set","value":[[[[[1]]]]]}])", "[0].value");
    row(R"([{"at":"x","op":"scale","value":"-inf"}])", "[0].value");
    row(R"([{"at":"x","op":"zero","strength":1.5}])", "[0].strength");
    row(R"([{"at":"x","op":"zero","strength":-0.1}])", "[0].strength");
    row(R"([{"at":"x","op":"zero","strength":"1"}])", "[0].strength");
    row(R"([{"at":"x","op":"zero","off":1}])", "[0].off");
    row(R"([{"at":"x","op":"from"}])", "[0].source");
    row(R"([{"at":"x","op":"from","source":""}])", "[0].source");
    row(R"([{"at":"x","op":"from","source":7}])", "[0].source");
    row(R"([{"at":"x","op":"from","source":{"name":"y"}}])", "[0].source.file");
    row(R"([{"at":"x","op":"from","source":{"file":"a","name":7}}])", "[0].source.name");
    row(R"([{"at":"x","op":"from","source":{"file":"a","nam":"y"}}])", "[0].source");
}

void TestIntervention::whatIsNotAnInterventionIsRefused()
{
    QFETCH(QString, json);
    QFETCH(QString, where);
    const Error::Parts parts = refusalOf([&] { parsed(json.toStdString()); });
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.kind, ErrorKind::BadInput);
    QCOMPARE(parts.file, std::string("list.json"));
    QCOMPARE(QString::fromStdString(parts.where), where);
}

void TestIntervention::hostileFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("at: x");
    QTest::newRow("cut") << QByteArray(R"([{"at":"x","op":"zero")");
    QTest::newRow("duplicate key") << QByteArray(R"([{"at":"x","at":"y","op":"zero"}])");
    QTest::newRow("duplicate axis") << QByteArray(R"([{"at":"x","op":"zero","slice":{"head":1,"head":2}}])");
    QTest::newRow("NaN") << QByteArray(R"([{"at":"x","op":"set","value":NaN}])");
    QTest::newRow("too large a number") << QByteArray(R"([{"at":"x","op":"set","value":1e999}])");
    QTest::newRow("deep") << QByteArray(1000, '[');
    QTest::newRow("deep value") << QByteArray(R"([{"at":"x","op":"set","value":)") + QByteArray(100, '[') + QByteArray(100, ']')
            + "}]";
    QTest::newRow("not UTF-8") << QByteArray("[{\"at\":\"\xff\",\"op\":\"zero\"}]");
    QTest::newRow("too many") << "[" + QByteArray(R"({"at":"x","op":"zero"},)").repeated(10'001).chopped(1) + "]";
    QTest::newRow("too many numbers") << R"([{"at":"x","op":"set","value":[)" + QByteArray("1,").repeated(4'000'001).chopped(1)
            + "]}]";
}

void TestIntervention::hostileFilesAreRefused()
{
    QFETCH(QByteArray, bytes);
    const TemporaryFolder folder;
    const std::string path = folder.write("list.json", bytes.toStdString());
    const Error::Parts parts = refusalOf([&] { readInterventions(path); });
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.kind, ErrorKind::BadInput);
    QCOMPARE(parts.file, path);
    QVERIFY(!refusalOf([&] { readInterventions(folder.path("missing.json")); }).problem.empty());
    QVERIFY(!refusalOf([&] { readInterventions(folder.path()); }).problem.empty());
}

QTEST_GUILESS_MAIN(TestIntervention)
#include "tst_intervention.moc"
