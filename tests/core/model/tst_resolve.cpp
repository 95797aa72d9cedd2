#include "core/model/model_config.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
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

/// The illegal pairs of contract §2, written down once more. Parameters that others need are those of smallChoices().
bool isIllegal(const std::string& assignments)
{
    const auto has = [&](const char* text) { return assignments.find(text) != std::string::npos; };
    const bool parallel = has("block.layout=parallel");
    if (parallel && (has("norm.placement=post") || has("norm.placement=deep_norm") || has("topology=encoder_decoder")))
        return true;
    if (has("block.layout=parallel_shared_norm") && has("norm.placement=branch_output"))
        return true;
    if (!has("attention.kind=latent"))
        return false;
    const bool suitsLatent = !has("position.kind=") || has("position.kind=none") || has("position.kind=rope");
    return has("topology=encoder_decoder") || !suitsLatent;
}

/// All keys with a word for each kind, and the topology.
std::vector<const ChoiceKey*> kindKeys()
{
    std::vector<const ChoiceKey*> keys = familyKeys();
    keys.push_back(findChoiceKey("topology"));
    return keys;
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
    void illegalPairsAreExactlyThese();
    void whatHoldsNoIllegalPairIsLegal();
    void everyLegalPairIsInAListOfPairs();
    void generationIsForDecodersThatDoNotLeak();
    void deepNormTakesTheFactorsOfThePaper();
    void aBlockDoesNotKnowHowManyThereAre();
    void anEncoderOfTwoStacksHasItsOwnSizes();
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
    row("sizes.d_model=64", "sizes.heads=6", "sizes.d_head", "10"); // the output matrix takes any width
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
    row("block.layout=parallel_two_norms norm.placement=post", "! block.layout");
    row("mask.schedule=wf mask.kind=causal", "! mask.kind");
    row("block.layout=parallel_shared_norm norm.placement=post", "! block.layout");
    row("block.layout=parallel_two_norms norm.placement=deep_norm", "! block.layout");
    row("block.layout=parallel_shared_norm norm.placement=deep_norm", "! block.layout");
    row("block.layout=parallel_shared_norm norm.placement=branch_output", "! block.layout");
    row("block.layout=parallel_two_norms topology=encoder_decoder", "! block.layout");
    row("attention.kind=latent topology=encoder_decoder", "! attention.kind");
    for (const char* kind : {"sinusoidal", "learned", "shaw", "transformer_xl", "t5_buckets", "alibi", "disentangled"})
        row(qPrintable(QString("attention.kind=latent position.kind=") + kind), "! position.kind");
    row("attention.kind=latent sizes.heads=4 sizes.kv_heads=2", "! sizes.kv_heads");
    row("mask.kind=painted", "! mask.painted");
    row("position.kind=alibi sizes.heads=4 alibi.slopes=1,2,3", "! alibi.slopes");
    row("position.kind=rope rope.scaling=longrope sizes.d_head=8 rope.long_factor=1,2,3", "! rope.long_factor");
    row("position.kind=rope rope.scaling=longrope sizes.d_head=8 rope.fraction=0.5 rope.short_factor=1,2,3,4",
        "! rope.short_factor");
    row("feed_forward.kind=mixture mixture.experts=4 mixture.top_k=5", "! mixture.top_k");
    row("feed_forward.kind=mixture mixture.experts=6 mixture.groups=4", "! mixture.groups");
    row("feed_forward.kind=mixture mixture.experts=6 mixture.groups=3 mixture.groups_top_k=4", "! mixture.groups_top_k");
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
        QVERIFY(!error.parts().problem.empty() && !error.parts().expected.empty() && !error.parts().found.empty());
        return;
    }
    QFAIL("accepted");
}

void TestResolve::describingAndResolvingGivesTheSame_data()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyChoice())
        QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
    for (const char* assignments :
        {"topology=encoder_decoder sizes.encoder_layers=3 sizes.encoder_heads=3 sizes.encoder_d_ff=7",
            "topology=encoder_decoder sizes.d_head=3", "topology=encoder_decoder norm.placement=deep_norm",
            "norm.placement=deep_norm sizes.layers=5", "norm.placement=deep_norm norm.deep_beta=0.5",
            "position.kind=rope rope.scaling@1=yarn", "position.kind@0=rope position.kind@1=t5_buckets topology=encoder",
            "mixer.kind@1=retention", "topology=prefix_decoder", "topology=prefix_decoder mask.kind=causal",
            "norm.final=true norm.placement=post", "norm.final=false", "score.scale=0.3", "score.scale@1=0.3", "mask.schedule=wf",
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

void TestResolve::illegalPairsAreExactlyThese()
{
    // A scaling needs rope, an encoder–decoder nothing.
    const auto withNeeds = [](const ChoiceKey& key, const std::string& word) {
        return (key.ofKey.empty() ? "" : key.ofKey + "=" + key.ofKinds.front() + " ") + key.id + "=" + word;
    };
    std::size_t pairs = 0, illegal = 0;
    const std::vector<const ChoiceKey*> keys = kindKeys();
    for (std::size_t a = 0; a < keys.size(); ++a)
        for (std::size_t b = a + 1; b < keys.size(); ++b)
            for (const std::string& wordA : keys[a]->words)
                for (const std::string& wordB : keys[b]->words) {
                    const std::string assignments = withNeeds(*keys[a], wordA) + " " + withNeeds(*keys[b], wordB);
                    QVERIFY2(isRefused(choices(assignments)) == isIllegal(assignments), assignments.c_str());
                    ++pairs;
                    illegal += isIllegal(assignments);
                }
    QVERIFY(pairs > 1500 && illegal >= 15);
}

void TestResolve::whatHoldsNoIllegalPairIsLegal()
{
    // All families at once, drawn at random: nothing is illegal but by a pair of the list.
    std::uint64_t random = 1;
    std::size_t legal = 0;
    for (int draw = 0; draw < 1500; ++draw) {
        std::string assignments;
        for (const ChoiceKey* key : kindKeys()) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            assignments += key->id + "=" + key->words[(random >> 33) % key->words.size()] + " ";
        }
        QVERIFY2(isRefused(choices(assignments)) == isIllegal(assignments), assignments.c_str());
        legal += !isIllegal(assignments);
    }
    QVERIFY(legal > 500);
}

void TestResolve::everyLegalPairIsInAListOfPairs()
{
    // What the other tests rely on.
    const std::vector<std::string> keys{"topology", "norm.placement", "block.layout", "attention.kind", "position.kind"};
    const std::vector<std::string> rows = everyPair(keys);
    std::size_t product = 1;
    for (std::size_t a = 0; a < keys.size(); ++a) {
        product *= findChoiceKey(keys[a])->words.size();
        for (std::size_t b = a + 1; b < keys.size(); ++b)
            for (const std::string& wordA : findChoiceKey(keys[a])->words)
                for (const std::string& wordB : findChoiceKey(keys[b])->words) {
                    const std::string first = keys[a] + "=" + wordA + " ", second = keys[b] + "=" + wordB + " ";
                    const bool isThere = std::any_of(rows.begin(), rows.end(), [&](const std::string& row) {
                        return (row + " ").find(first) != std::string::npos && (row + " ").find(second) != std::string::npos;
                    });
                    QVERIFY2(isThere != isIllegal(first + second), (first + second).c_str());
                }
    }
    QVERIFY(rows.size() < product / 10);
    for (const std::string& row : rows)
        QVERIFY(!isRefused(choices(row)));
}

void TestResolve::deepNormTakesTheFactorsOfThePaper()
{
    const auto near = [](DeepFactors factors, double alpha, double beta) {
        return std::abs(factors.alpha - alpha) < 1e-12 && std::abs(factors.beta - beta) < 1e-12;
    };
    // Wang et al. 2022, table 1.
    const ModelConfig one = resolve(from("norm.placement=deep_norm sizes.layers=8", 8), {});
    QVERIFY(near(one.block(7).deepFactors(), 2.0, std::pow(64.0, -0.25)));
    const ModelConfig two
        = resolve(from("norm.placement=deep_norm topology=encoder_decoder sizes.layers=27 sizes.encoder_layers=5", 27), {});
    QVERIFY(near(two.block(0).deepFactors(), 3.0, std::pow(12.0 * 27, -0.25)));
    const double both = std::pow(625.0 * 27, 1.0 / 16);
    QVERIFY(near(two.encoderBlocks[4].deepFactors(), 0.81 * both, 0.87 / both));
    // Said ones stay, the paper's follow the depth.
    const ModelConfig fewer = resolve(describe(one), from("sizes.layers=2"));
    QVERIFY(near(fewer.block(1).deepFactors(), std::sqrt(2.0), 0.5));
    const ModelConfig said
        = resolve(from("norm.placement=deep_norm norm.deep_alpha=3 sizes.layers=8", 8), from("sizes.layers=2"));
    QVERIFY(near(said.block(1).deepFactors(), 3.0, 0.5));
    QVERIFY(near(resolve(from("norm.placement=post"), {}).block(0).deepFactors(), 1.0, 1.0));
}

void TestResolve::aBlockDoesNotKnowHowManyThereAre()
{
    // So that what was computed of the first layers stays valid when the last ones go. DeepNorm's paper wants it otherwise.
    for (const std::string& assignments : everyChoice())
        if (assignments.find("deep_norm") == std::string::npos) {
            const ModelConfig two = resolve(choices(assignments), {}),
                              one = resolve(choices(assignments + " sizes.layers=1"), {});
            QVERIFY2(two.block(0) == one.block(0), assignments.c_str());
        }
    QVERIFY(!(resolve(choices("norm.placement=deep_norm"), {}).block(0)
        == resolve(choices("norm.placement=deep_norm sizes.layers=1"), {}).block(0)));
}

void TestResolve::anEncoderOfTwoStacksHasItsOwnSizes()
{
    const ModelConfig same = resolve(choices("topology=encoder_decoder activation.kind=silu"), {});
    QCOMPARE(same.encoderBlocks.size(), std::size_t(2));
    QCOMPARE(infoOf(same.encoderBlocks[1].mask).id, std::string_view("bidirectional"));
    QCOMPARE(infoOf(same.encoderBlocks[1].activation).id, std::string_view("silu"));
    QCOMPARE(same.encoderBlocks[0].heads, Index(6));
    const ModelConfig other = resolve(
        choices(
            "topology=encoder_decoder sizes.encoder_layers=3 sizes.encoder_heads=2 sizes.encoder_d_ff=7 activation.kind@1=silu"),
        {});
    QCOMPARE(other.encoderBlocks.size(), std::size_t(3));
    QCOMPARE(other.encoderBlocks[2].heads, Index(2));
    QCOMPARE(other.encoderBlocks[2].kvHeads, Index(2));
    QCOMPARE(other.encoderBlocks[2].dFf, Index(7));
    QCOMPARE(other.block(1).heads, Index(6));
    QVERIFY(infoOf(other.encoderBlocks[2].activation).id != "silu"); // every layer is like the decoder's first
    QVERIFY(resolve(choices("sizes.encoder_layers=3"), {}).encoderBlocks.empty());
}

void TestResolve::generationIsForDecodersThatDoNotLeak()
{
    for (const std::string& topology : findChoiceKey("topology")->words)
        for (const std::string& norm : findChoiceKey("norm.kind")->words)
            QCOMPARE(resolve(choices("topology=" + topology + " norm.kind=" + norm), {}).generates(),
                topology != "encoder" && norm != "batch_norm");
    QVERIFY(!resolve(choices("norm.kind@1=batch_norm"), {}).generates());
    QVERIFY(!resolve(choices("output.head=none"), {}).generates());
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
