#include "core/base/error.h"
#include "core/model/choice_list.h"
#include "core/model/choices.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

template <class Action>
Error::Parts refusal(Action&& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

Error::Parts refusalOf(const std::string& assignment, int layers = 4)
{
    return refusal([&] { Choices().setText(assignment, layers); });
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class TestChoices : public QObject
{
    Q_OBJECT

private slots:
    void everyKindAndParameterHasItsKey();
    void everyKeyIsCompleteAndUnique();
    void textIsReadAsTheKeyExpects_data();
    void textIsReadAsTheKeyExpects();
    void whatIsNotLegalIsRefusedWithKeyValueAndLegalOnes_data();
    void whatIsNotLegalIsRefusedWithKeyValueAndLegalOnes();
    void anUnknownKeySuggestsTheNearest();
    void everyWordIsTakenByItsKey();
    void layersGetTheirOwnValues();
    void badLayersAreRefused_data();
    void badLayersAreRefused();
    void mergingTakesTheOtherLayerByLayer();
    void jsonGivesTheSameChoicesBack();
    void listsAndTablesAreToldFromLayers();
    void hostileJsonIsRefused_data();
    void hostileJsonIsRefused();
};

void TestChoices::everyKindAndParameterHasItsKey()
{
    // From the families themselves, not from the list.
    const auto check = []<class Family>(const std::string& id, Family) {
        const ChoiceKey* key = findChoiceKey(id);
        QVERIFY2(key, id.c_str());
        QCOMPARE(key->words.size(), kindInfos<Family>().size());
        for (std::size_t i = 0; i < key->words.size(); ++i) {
            QCOMPARE(key->words[i], std::string(kindInfos<Family>()[i].id));
            QCOMPARE(key->wordLabels[i], std::string(kindInfos<Family>()[i].label));
            Family kind = FamilyTraits<Family>::defaults()[i];
            eachParam(kind, [&](const ParamInfo& info, auto&) {
                const ChoiceKey* parameter = findChoiceKey(info.id);
                QVERIFY2(parameter, std::string(info.id).c_str());
                QCOMPARE(parameter->ofKey, id);
                QVERIFY(std::count(parameter->ofKinds.begin(), parameter->ofKinds.end(), key->words[i]) == 1);
            });
        }
    };
    check("norm.kind", Norm());
    check("norm.placement", NormPlacement());
    check("block.layout", BlockLayout());
    check("mixer.kind", Mixer());
    check("position.kind", PositionEncoding());
    check("rope.scaling", RopeScaling());
    check("attention.kind", HeadSharing());
    check("mask.kind", AttentionMask());
    check("activation.kind", Activation());
    check("feed_forward.kind", FeedForward());
    QCOMPARE(std::count_if(choiceKeys().begin(), choiceKeys().end(), [](const ChoiceKey& k) { return !k.formulas.empty(); }), 10);
}

void TestChoices::everyKeyIsCompleteAndUnique()
{
    for (const ChoiceKey& key : choiceKeys()) {
        QVERIFY2(findChoiceKey(key.id) == &key, key.id.c_str());
        QVERIFY2(!key.label.empty(), key.id.c_str());
        const bool needsWords = key.type == ChoiceType::Word || key.type == ChoiceType::NumberOrWord;
        QVERIFY2(!needsWords || !key.words.empty(), key.id.c_str());
        QVERIFY2(needsWords || key.type == ChoiceType::Numbers || key.words.empty(), key.id.c_str());
        QVERIFY2(key.wordLabels.size() == key.words.size(), key.id.c_str());
        const bool isNumber = key.type == ChoiceType::Integer || key.type == ChoiceType::Number
            || key.type == ChoiceType::NumberOrWord || key.type == ChoiceType::Numbers;
        if (isNumber)
            QVERIFY2(key.min < key.max, key.id.c_str());
    }
    // The order of the contract, seen at a few places.
    const auto at = [](const char* id) { return findChoiceKey(id) - choiceKeys().data(); };
    QVERIFY(at("topology") == 0 && at("sizes.layers") < at("norm.kind") && at("norm.kind") < at("norm.eps")
        && at("norm.eps") < at("norm.placement") && at("norm.placement") < at("mixer.kind")
        && at("position.kind") < at("rope.base") && at("rope.scaling") < at("rope.factor") && at("rope.base") < at("mask.kind")
        && at("mask.window") < at("score.scale") && at("output.tied") < at("seed"));
}

void TestChoices::textIsReadAsTheKeyExpects_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* assignment, const char* json) { QTest::newRow(assignment) << assignment << json; };
    row("norm.kind=rms_norm", R"("rms_norm")");
    row("norm.eps=1e-4", "0.0001");
    row("rope.base=10000", "10000.0");
    row("rope.base=1e4", "10000.0");
    row("sizes.vocab=1e4", "10000");
    row("bias.attention=true", "true");
    row("norm.final=auto", R"("auto")");
    row("norm.final=false", "false");
    row("score.scale=auto", R"("auto")");
    row("score.scale=0.5", "0.5");
    row("mask.schedule=wwwf", R"("wwwf")");
    row("seed=9007199254740991", "9007199254740991");
    row("topology=encoder", R"("encoder")");
    row("norm.deep_alpha=paper", R"("paper")");
    row("norm.deep_alpha=2", "2.0");
    row("alibi.slopes=geometric", R"("geometric")");
    row("alibi.slopes=1,0.5,1e-2", "[1.0,0.5,0.01]");
    row("rope.long_factor=2", "[2.0]");
    row("rope.scaling=llama3", R"("llama3")");
    row("mixture.capacity=1.25", "1.25");
    row("score.qk_norm=rms_head", R"("rms_head")");
}

void TestChoices::textIsReadAsTheKeyExpects()
{
    QFETCH(QString, assignment);
    QFETCH(QString, json);
    Choices choices;
    choices.setText(assignment.toStdString(), 4);
    QCOMPARE(QString::fromStdString(writeJson(choices.all().begin()->second)), json);
}

void TestChoices::whatIsNotLegalIsRefusedWithKeyValueAndLegalOnes_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<QString>("legal");
    const auto row = [](const char* assignment, const char* legal) { QTest::newRow(assignment) << assignment << legal; };
    row("norm.kind=foo", "layer_norm, rms_norm, batch_norm, none");
    row("norm.kind=", "layer_norm");
    row("norm.kind=LAYER_NORM", "layer_norm");
    row("norm.eps=-1", "0–1");
    row("norm.eps=nan", "a number");
    row("norm.eps=1e400", "a number");
    row("norm.eps=1e-5x", "a number");
    row("rope.base=0x10", "a number");
    row("sizes.heads=0", "1–4096");
    row("sizes.heads=2.5", "an integer");
    row("sizes.heads= 2", "an integer");
    row("sizes.layers=2049", "1–2048");
    row("sizes.d_model=99999999999999999999", "1–262144");
    row("bias.attention=yes", "true, false");
    row("bias.attention=1", "true, false");
    row("mask.schedule=wxf", "w and f");
    row("mask.schedule=", "w and f");
    row("score.scale=big", "auto");
    row("seed=-1", "0–");
    row("weights=none", "keep, trained");
    row("topology=graph", "causal_decoder, prefix_decoder, encoder, encoder_decoder");
    row("rope.pairing=both", "half_split, interleaved");
    row("rope.scaling=cubic", "none, linear, ntk, dynamic_ntk, yarn, llama3, longrope");
    row("norm.deep_alpha=book", "paper");
    row("norm.deep_beta=1000001", "-1000000");
    row("alibi.slopes=1,two", "separated by commas, or geometric");
    row("rope.long_factor=1,,2", "separated by commas");
    row("mixture.experts=0", "1–4096");
    row("mixer.d_conv=0", "1–1024");
    row("score.soft_cap=-1", "a number 0");
    row("output.head=softmax", "linear, masked_language, none");
}

void TestChoices::whatIsNotLegalIsRefusedWithKeyValueAndLegalOnes()
{
    QFETCH(QString, assignment);
    QFETCH(QString, legal);
    const std::string text = assignment.toStdString();
    const Error::Parts parts = refusalOf(text);
    QCOMPARE(parts.kind, ErrorKind::Usage);
    QCOMPARE(parts.where, text.substr(0, text.find('=')));
    QVERIFY2(contains(parts.expected, legal.toStdString()), parts.expected.c_str());
    if (text.back() != '=' && !contains(text, "999"))
        QCOMPARE(parts.found, text.substr(text.find('=') + 1));
}

void TestChoices::anUnknownKeySuggestsTheNearest()
{
    const Error::Parts near = refusalOf("norm.knid=rms_norm");
    QCOMPARE(near.kind, ErrorKind::Usage);
    QCOMPARE(near.where, std::string("norm.knid"));
    QCOMPARE(near.problem, std::string("unknown key"));
    QVERIFY2(near.expected.starts_with("norm.kind, "), near.expected.c_str());
    QCOMPARE(near.found, std::string("norm.knid"));

    const Error::Parts far = refusalOf("qqqqqqqqqqqqqqqqq=1");
    for (const ChoiceKey& key : choiceKeys()) {
        const std::size_t dot = key.id.find('.');
        QVERIFY(contains(far.expected, dot == std::string::npos ? key.id : key.id.substr(0, dot) + ".*"));
    }
    QVERIFY2(far.expected.size() < 300, far.expected.c_str()); // a line that can be read

    QCOMPARE(refusalOf("no equals sign").kind, ErrorKind::Usage);
    QCOMPARE(refusalOf("=3").problem, std::string("unknown key"));
    QVERIFY(refusalOf(std::string(100000, 'x') + "=1").where.size() < 100);
}

void TestChoices::everyWordIsTakenByItsKey()
{
    std::size_t words = 0;
    for (const ChoiceKey& key : choiceKeys())
        for (const std::string& word : key.words) {
            const Error::Parts parts = refusalOf(key.id + "=" + word);
            QVERIFY2(parts.problem.empty(), (key.id + "=" + word + ": " + parts.problem).c_str());
            ++words;
        }
    QVERIFY(words > 80);
}

void TestChoices::layersGetTheirOwnValues()
{
    Choices choices;
    choices.setText("rope.base=100", 4);
    choices.setText("rope.base@1-2=1e4", 4);
    QVERIFY(choices.all().at("rope.base") == Json({100.0, 1e4, 1e4, 100.0}));
    QVERIFY(choices.value("rope.base", 7) == Json(100.0)); // the last one goes on
    choices.setText("rope.base@1-2=100", 4);
    QVERIFY(choices.all().at("rope.base") == Json(100.0)); // all the same again

    choices.setText("norm.kind@3=none", 4);
    QVERIFY(choices.value("norm.kind", 0).is_null());
    QVERIFY(choices.value("norm.kind", 3) == Json("none"));
}

void TestChoices::badLayersAreRefused_data()
{
    QTest::addColumn<QString>("assignment");
    for (const char* assignment : {"rope.base@4=1", "rope.base@0-4=1", "rope.base@3-1=1", "rope.base@=1", "rope.base@-1=1",
             "rope.base@a=1", "rope.base@1-=1", "rope.base@99999999999999=1", "sizes.d_model@0=8", "seed@0=1"})
        QTest::newRow(assignment) << assignment;
}

void TestChoices::badLayersAreRefused()
{
    QFETCH(QString, assignment);
    const Error::Parts parts = refusalOf(assignment.toStdString());
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.kind, ErrorKind::Usage);
    QVERIFY2(contains(parts.where, assignment.toStdString().substr(0, 4)), parts.where.c_str());
}

void TestChoices::mergingTakesTheOtherLayerByLayer()
{
    Choices a, b;
    a.setText("rope.base=100", 3);
    a.setText("norm.kind=none", 3);
    b.setText("rope.base@1=7", 3);
    b.setText("seed=5", 3);
    a.merge(b);
    QVERIFY(a.all().at("rope.base") == Json({100.0, 7.0, 100.0}));
    QVERIFY(a.value("norm.kind") == Json("none"));
    QVERIFY(a.value("seed") == Json(5));
}

void TestChoices::jsonGivesTheSameChoicesBack()
{
    Choices choices;
    for (const char* assignment :
        {"norm.kind=rms_norm", "norm.eps@1=1e-3", "sizes.heads=3", "topology=encoder", "norm.final=auto", "score.scale@0=2"})
        choices.setText(assignment, 3);
    const Json nested = choices.toJson();
    QVERIFY(nested["norm"]["kind"] == Json("rms_norm"));
    QVERIFY(nested["norm"]["eps"] == Json({nullptr, 1e-3, nullptr}));
    QVERIFY(Choices::fromJson(nested) == choices);
    QVERIFY(Choices::fromJson(parseJson(writeJson(nested), "x")) == choices);
}

void TestChoices::listsAndTablesAreToldFromLayers()
{
    // A list of numbers is one value, a list of lists one per layer; so are a table and a list of tables.
    Choices choices;
    choices.set("alibi.slopes", Json({1.0, 2.0}));
    choices.set("mask.painted", parseJson("[[1,0],[1,1]]", "x"));
    QVERIFY(choices.value("alibi.slopes", 0) == Json({1.0, 2.0}) && choices.value("alibi.slopes", 1) == Json({1.0, 2.0}));
    QVERIFY(choices.value("mask.painted", 1) == parseJson("[[1,0],[1,1]]", "x"));
    choices.setText("alibi.slopes@1=3,4", 2);
    choices.set("mask.painted", 0, 0, 2, parseJson("[[1]]", "x"));
    QVERIFY(choices.value("alibi.slopes", 0) == Json({1.0, 2.0}) && choices.value("alibi.slopes", 1) == Json({3.0, 4.0}));
    QVERIFY(choices.value("mask.painted", 0) == parseJson("[[1]]", "x"));
    QVERIFY(choices.value("mask.painted", 1) == parseJson("[[1,0],[1,1]]", "x"));
    QVERIFY(Choices::fromJson(choices.toJson()) == choices);
    for (const char* table : {"[[1,0],[1]]", "[[2]]", "[[]]", "[]", "[1,0]", "[[true]]", "\"1\""})
        QCOMPARE(refusal([&] { Choices().set("mask.painted", parseJson(table, "x")); }).where, std::string("mask.painted"));
    QCOMPARE(refusalOf("rope.long_factor=1,0").found, std::string("[1.0,0.0]")); // a divisor is not zero
    QCOMPARE(refusalOf("mask.painted=no-such-file.json").problem.empty(), false);
}

void TestChoices::hostileJsonIsRefused_data()
{
    QTest::addColumn<QString>("json");
    for (const char* json : {"[]", "3", R"({"norm": 3})", R"({"norm": {"kind": {"a": 1}}})", R"({"norm": {"kind": []}})",
             R"({"norm.kind": 1})", R"({"sizes": {"d_model": [1, 2]}})", R"({"sizes": {"layers": 1e300}})",
             R"({"sizes": {"layers": "2"}})", R"({"seed": -1})", R"({"seed": 18446744073709551615})",
             R"({"bias": {"attention": "true"}})", R"({"norm": {"eps": null}})", R"({"x": {"y": {"z": 1}}})"})
        QTest::newRow(json) << json;
    QTest::newRow("too many layers") << QString::fromStdString(
        writeJson(Json{{"norm", {{"eps", Json(std::vector<double>(3000, 1e-5))}}}}));
}

void TestChoices::hostileJsonIsRefused()
{
    QFETCH(QString, json);
    const Json nested = parseJson(json.toStdString(), "x");
    QCOMPARE(refusal([&] { Choices::fromJson(nested); }).kind, ErrorKind::Usage);
    QVERIFY(!refusal([&] { Choices::fromJson(nested); }).problem.empty());
}

QTEST_GUILESS_MAIN(TestChoices)
#include "tst_choices.moc"
