#include "core/model/model_config.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <sstream>

using namespace core;
using namespace support;

namespace {

Choices from(const std::string& assignments, int layers = 2)
{
    Choices result;
    std::istringstream words(assignments);
    for (std::string word; words >> word;)
        result.setText(word, layers);
    return result;
}

/// The value of a key after resolving, as JSON text; or the place of the refusal as "! place".
std::string resolved(const std::string& base, const std::string& said, const std::string& key)
{
    try {
        return writeJson(describe(resolve(from(base), from(said))).all().at(key));
    } catch (const Error& error) {
        return "! " + error.parts().where;
    }
}

} // namespace

class TestResolve : public QObject
{
    Q_OBJECT

private slots:
    void derivedValuesFollow_data();
    void derivedValuesFollow();
    void contradictionsAreRefused_data();
    void contradictionsAreRefused();
    void describingAndResolvingGivesTheSame_data();
    void describingAndResolvingGivesTheSame();
    void describingNamesTheKeysInUseOnly();
    void illegalCombinationsAreExactlyThese();
    void absurdSizesAreRefused();
    void defaultsAreLegal();
    void groupedQueryTakesTheLargestProperDivisor();
};

void TestResolve::derivedValuesFollow_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* base, const char* said, const char* key, const char* value) {
        QTest::addRow("%s + %s: %s", base, said, key) << base << said << key << value;
    };
    row("sizes.d_model=60 sizes.heads=5", "", "sizes.d_head", "12");
    row("sizes.d_model=60", "sizes.heads=6", "sizes.d_head", "10");
    row("sizes.d_model=60 sizes.heads=5 sizes.d_head=12", "sizes.heads=6", "sizes.d_head", "10"); // it only was the derived one
    row("sizes.d_model=60 sizes.heads=5 sizes.d_head=7", "sizes.heads=6", "sizes.d_head", "7");   // it was a choice
    row("sizes.d_model=60", "sizes.d_head=3", "sizes.d_head", "3");
    row("sizes.d_model=60 sizes.heads=5", "", "sizes.d_ff", "240");
    row("sizes.d_model=60 sizes.heads=5 sizes.d_ff=240", "sizes.d_model=50", "sizes.d_ff", "200");
    row("sizes.d_model=60 sizes.heads=5 sizes.d_ff=100", "sizes.d_model=50", "sizes.d_ff", "100");

    row("sizes.heads=8", "attention.kind=multi_query", "sizes.kv_heads", "1");
    row("sizes.heads=8", "attention.kind=grouped_query", "sizes.kv_heads", "4");
    row("sizes.heads=8", "attention.kind=grouped_query sizes.kv_heads=2", "sizes.kv_heads", "2");
    row("sizes.heads=8", "sizes.kv_heads=2", "attention.kind", R"("grouped_query")");
    row("sizes.heads=8", "sizes.kv_heads=1", "attention.kind", R"("multi_query")");
    row("sizes.heads=8", "sizes.kv_heads=8", "attention.kind", R"("multi_head")");
    row("sizes.heads=8 sizes.kv_heads=2", "attention.kind=multi_head", "sizes.kv_heads", "8");
    row("sizes.heads=8 sizes.kv_heads=2", "attention.kind=grouped_query", "sizes.kv_heads", "2"); // it is that already
    row("sizes.heads=8 attention.kind=multi_head sizes.kv_heads=8", "attention.kind=grouped_query", "sizes.kv_heads", "4");
    row("sizes.heads=8 attention.kind=multi_head sizes.kv_heads=8", "sizes.heads=4", "sizes.kv_heads", "4");
    row("sizes.heads=8 attention.kind=grouped_query sizes.kv_heads=4", "sizes.heads=2", "sizes.kv_heads", "1");
    row("sizes.heads=8 attention.kind=multi_query sizes.kv_heads=1", "sizes.heads=4", "sizes.kv_heads", "1");

    row("", "", "mask.kind", R"("causal")");
    row("topology=encoder", "", "mask.kind", R"("bidirectional")");
    row("mask.kind=causal", "topology=encoder", "mask.kind", R"("bidirectional")");
    row("topology=encoder mask.kind=bidirectional", "topology=causal_decoder", "mask.kind", R"("causal")");
    row("mask.kind=causal", "topology=encoder mask.kind=causal", "mask.kind", R"("causal")");
    row("mask.kind=sliding_window", "topology=encoder", "mask.kind", R"("sliding_window")");
    row("", "mask.schedule=wf", "mask.kind", R"(["sliding_window","causal"])");
    row("topology=encoder", "mask.schedule=fw", "mask.kind", R"(["bidirectional","sliding_window"])");
    row("", "mask.schedule=wf mask.window=7", "mask.window", "[7,null]");
    row("mask.schedule=wf", "mask.kind=causal", "mask.kind", R"("causal")");
    row("mask.kind=causal", "mask.schedule=wf", "mask.kind", R"(["sliding_window","causal"])");
    row("", "mask.schedule=wf mask.kind=sliding_window", "mask.kind", R"(["sliding_window","causal"])");

    row("", "", "norm.final", "true");
    row("", "norm.placement=post", "norm.final", "false");
    row("", "norm.placement=none", "norm.final", "false");
    row("", "norm.placement=sandwich", "norm.final", "true");
    row("norm.final=true", "norm.placement=post", "norm.final", "false"); // it only was the automatic one
    row("norm.final=false", "norm.placement=sandwich", "norm.final", "false");
    row("", "norm.placement=post norm.final=true", "norm.final", "true");
    row("norm.final=false", "norm.final=auto", "norm.final", "true");

    row("sizes.d_head=16", "", "score.scale", "0.25");
    row("sizes.d_head=16", "score.scale=2", "score.scale", "2.0");
    row("score.scale=3 sizes.d_head=16", "score.scale=auto", "score.scale", "0.25");
    row("norm.eps=0.5", "norm.kind=rms_norm", "norm.eps", "0.5"); // parameters of kinds are remembered by their key
    row("", "weights=trained_or_keep", "weights", R"("keep")");
}

void TestResolve::derivedValuesFollow()
{
    QFETCH(QString, base);
    QFETCH(QString, said);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(resolved(base.toStdString(), said.toStdString(), key.toStdString())), value);
}

void TestResolve::contradictionsAreRefused_data()
{
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* said, const char* place) { QTest::newRow(said) << said << place; };
    row("attention.kind=multi_query sizes.kv_heads=2", "! sizes.kv_heads");
    row("attention.kind=multi_head sizes.kv_heads=2", "! sizes.kv_heads");
    row("sizes.d_head=5 sizes.heads=6 sizes.kv_heads=4", "! sizes.kv_heads");
    row("sizes.d_head=5 sizes.heads=6 sizes.kv_heads=12", "! sizes.kv_heads");
    row("sizes.d_model=64 sizes.heads=6", "! sizes.heads");
    row("block.layout=parallel_two_norms norm.placement=post", "! block.layout");
    row("mask.schedule=wf mask.kind=causal", "! mask.kind");
    row("weights=trained", "! weights");
}

void TestResolve::contradictionsAreRefused()
{
    QFETCH(QString, said);
    QFETCH(QString, place);
    QCOMPARE(QString::fromStdString(resolved("", said.toStdString(), "seed")), place);
    try {
        resolve({}, from(said.toStdString()));
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Usage);
        QVERIFY(!error.parts().expected.empty() && !error.parts().found.empty());
    }
}

void TestResolve::describingAndResolvingGivesTheSame_data()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyKindAndParameter())
        QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
    for (const char* assignments :
        {"norm.final=true norm.placement=post", "norm.final=false", "score.scale=0.3", "score.scale@1=0.3", "mask.schedule=wf",
            "topology=encoder mask.schedule=wf", "topology=encoder mask.kind=causal", "seed=123456789012345", "output.tied=false",
            "norm.kind@0=none norm.eps@1=0.25", "sizes.kv_heads=3", "attention.kind=grouped_query sizes.kv_heads=6",
            "sizes.kv_heads@1=2", "attention.kind=grouped_query sizes.kv_heads=1", "sizes.d_ff@1=4", "block.embedding_scale=3"})
        QTest::newRow(assignments) << assignments;
}

void TestResolve::describingAndResolvingGivesTheSame()
{
    QFETCH(QString, assignments);
    const ModelConfig config = resolve(choices(assignments.toStdString()), {});
    const Choices described = describe(config);
    QVERIFY(resolve(described, {}) == config);
    QVERIFY(resolve({}, described) == config);
    QVERIFY(resolve(Choices::fromJson(described.toJson()), {}) == config);
    QVERIFY(describe(resolve(described, {})) == described);
}

void TestResolve::describingNamesTheKeysInUseOnly()
{
    const Choices plain = describe(resolve(from("position.kind=alibi norm.kind=rms_norm rope.base=5 norm.bias=false"), {}));
    QVERIFY(plain.has("alibi.scaled") && plain.has("norm.eps") && plain.has("sizes.kv_heads"));
    QVERIFY(!plain.has("rope.base") && !plain.has("norm.bias") && !plain.has("mask.window") && !plain.has("mask.schedule"));

    const Choices mixed = describe(resolve(from("norm.kind@0=rms_norm norm.kind@1=layer_norm"), {}));
    QVERIFY(mixed.all().at("norm.kind") == Json({"rms_norm", "layer_norm"}));
    QVERIFY(mixed.all().at("norm.bias") == Json({nullptr, true}));
    QVERIFY(mixed.all().at("norm.placement") == Json("pre"));
}

void TestResolve::illegalCombinationsAreExactlyThese()
{
    std::vector<std::string> families;
    for (const ChoiceKey* key : familyKeys())
        if (key->id != "activation.kind") // of no consequence for the others
            families.push_back(key->id);
    eachCombination(families, [&](const std::string& assignments) {
        const bool isIllegal = assignments.find("norm.placement=post") != std::string::npos
            && assignments.find("block.layout=parallel") != std::string::npos;
        if (isRefused(choices(assignments)) != isIllegal)
            QFAIL(assignments.c_str());
    });
}

void TestResolve::absurdSizesAreRefused()
{
    ModelConfig config = resolve({}, {});
    config.dModel = Index(1) << 40;
    QVERIFY_EXCEPTION_THROWN(validate(config), Error);
    config = resolve({}, {});
    config.blocks[1].kvHeads = 0;
    QVERIFY_EXCEPTION_THROWN(validate(config), Error);
    config = resolve({}, {});
    config.blocks.clear();
    QVERIFY_EXCEPTION_THROWN(validate(config), Error);
}

void TestResolve::defaultsAreLegal()
{
    const ModelConfig config = resolve({}, {});
    QCOMPARE(config.layers(), Index(2));
    QCOMPARE(config.block(0).dHead * config.block(0).heads, config.dModel);
    QVERIFY(config.block(0) == config.block(1));
}

void TestResolve::groupedQueryTakesTheLargestProperDivisor()
{
    const std::vector<std::pair<Index, Index>> expected{
        {1, 1}, {2, 1}, {3, 1}, {4, 2}, {6, 3}, {7, 1}, {9, 3}, {12, 6}, {25, 5}, {4096, 2048}};
    for (const auto& [heads, kv] : expected)
        QCOMPARE(kvHeadsOf(GroupedQuery{}, heads, 0), kv);
}

QTEST_GUILESS_MAIN(TestResolve)
#include "tst_resolve.moc"
