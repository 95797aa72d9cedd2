#include "core/check/naive_reference.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include "core/layers/block.h"
#include "core/run/embedding.h"
#include "core/run/pass.h"

#include <QTest>

#include <set>
#include <sstream>
#include <thread>

using namespace core;
using namespace support;

namespace {

/// What differs between the engine and its twin; empty when all tensors agree.
std::string difference(const Setup& setup, const std::vector<TokenId>& ids, double tolerance = 1e-5)
{
    const std::shared_ptr<Trace> trace = run(setup, ids);
    const std::map<std::string, NaiveTensor> twin = naiveForward(setup, ids);
    for (const auto& [name, tensor] : twin)
        if (!trace->find(name))
            return name + " is missing";
    for (const TraceEntry& entry : trace->entries()) {
        const auto found = twin.find(entry.name());
        if (found == twin.end())
            return entry.name() + " is one too many";
        if (found->second.shape != entry.tensor.shape())
            return entry.name() + " is " + shapeText(entry.tensor.shape()) + ", not " + shapeText(found->second.shape);
        const std::vector<float> expected(found->second.values.begin(), found->second.values.end());
        const std::string scale = scaleBeside(entry.name());
        const double atLeast = scale.empty() ? 1e-30 : largestValue(trace->at(scale).values());
        if (const double error = relativeDifference(entry.tensor.values(), expected, atLeast); !(error <= tolerance))
            return entry.name() + " differs by " + std::to_string(error * 1e6) + "e-6";
    }
    return {};
}

/// The keys whose values say what a pass consists of.
const std::vector<std::string> kinds{"topology", "norm.kind", "norm.placement", "block.layout", "mixer.kind", "position.kind",
    "rope.scaling", "attention.kind", "mask.kind", "score.qk_norm", "score.sinks", "feed_forward.kind", "mixture.routing",
    "activation.kind", "norm.embedding", "output.head", "output.tied"};

bool isOfExpert(const std::string& name) { return name.find(".experts.") != std::string::npos; }

} // namespace

class TestForward : public QObject
{
    Q_OBJECT

private slots:
    void everyChoiceEqualsItsNaiveTwin_data();
    void everyChoiceEqualsItsNaiveTwin();
    void onlyTheseChoicesHaveNoNaiveTwin();
    void everyPairOfKindsEqualsItsNaiveTwin();
    void choicesOfTheWholeModelEqualTheirNaiveTwin_data();
    void choicesOfTheWholeModelEqualTheirNaiveTwin();
    void layersThatDifferEqualTheirNaiveTwin();
    void longTextsEqualTheirNaiveTwin();
    void planListsExactlyWhatIsRecordedAndUsed();
    void packedSequencesEqualSeparateRuns();
    void badTokensAreRefused();
    void aTextLongerThanALearnedTableIsRefused();
    void twoThreadsMayRunAtOnce();
    void stopEndsThePass();
    void progressGrowsToOne();
    void logitsOfTheLastTokenAreThereWhenNotRecorded();
};

void TestForward::everyChoiceEqualsItsNaiveTwin_data()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyChoice())
        if (withoutTwin(resolve(choices(assignments), {})).empty())
            QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
}

void TestForward::everyChoiceEqualsItsNaiveTwin()
{
    QFETCH(QString, assignments);
    // A norm without eps divides by zero only where a token is zero; no token is.
    const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
    QCOMPARE(difference(*setup, smallText()), std::string());
}

void TestForward::onlyTheseChoicesHaveNoNaiveTwin()
{
    std::set<std::string> found;
    for (const std::string& assignments : everyChoice())
        if (const std::string missing = withoutTwin(resolve(choices(assignments), {})); !missing.empty())
            found.insert(missing);
    const std::set<std::string> expected{"activation.kind=xielu", "attention.kind=latent", "feed_forward.kind=channel_mix",
        "feed_forward.kind=mixture", "mixer.kind=gated_recurrence", "mixer.kind=linear_recurrence", "mixer.kind=retention",
        "mixer.kind=selective_ssm", "mixer.kind=state_space_dual", "norm.kind=batch_norm", "output.head=masked_language",
        "position.kind=disentangled", "position.kind=shaw", "position.kind=t5_buckets", "position.kind=transformer_xl",
        "rope.scaling=dynamic_ntk", "rope.scaling=linear", "rope.scaling=llama3", "rope.scaling=longrope", "rope.scaling=ntk",
        "rope.scaling=yarn", "score.qk_norm=layer_full", "score.qk_norm=layer_head", "score.qk_norm=rms_full",
        "score.qk_norm=rms_head", "topology=encoder_decoder"};
    for (const std::string& choice : found)
        QVERIFY2(expected.contains(choice), choice.c_str());
    QCOMPARE(found.size(), expected.size());
}

void TestForward::everyPairOfKindsEqualsItsNaiveTwin()
{
    const std::vector<std::string> pairs
        = everyPair({"topology", "norm.kind", "norm.placement", "norm.gain", "norm.eps_place", "norm.embedding", "block.layout",
                        "block.residual_from_norm", "block.residual_scale", "position.kind", "rope.pairing", "attention.kind",
                        "mask.kind", "score.sinks", "score.soft_cap", "feed_forward.kind", "activation.kind", "output.tied"},
            [](const ModelConfig& config) {
                // Without norms the stream grows until scores are thousands with a rounding error of 1e-2: a cap of 0.4 makes
                // of them pure signs, and of one near zero this error.
                const BlockConfig& block = config.block(0);
                const bool showsRounding = std::holds_alternative<NoPlacement>(block.placement) && block.softCap > 0;
                return withoutTwin(config).empty() && !showsRounding;
            });
    for (const std::string& assignments : pairs) {
        const std::string wrong = difference(*smallSetup(choices(assignments)), {3, 1, 12, 1, 6}, 2e-5);
        QVERIFY2(wrong.empty(), (assignments + ": " + wrong).c_str());
    }
    QVERIFY(pairs.size() > 90);
}

void TestForward::choicesOfTheWholeModelEqualTheirNaiveTwin_data()
{
    QTest::addColumn<QString>("assignments");
    for (const char* assignments : {"output.tied=false", "bias.output=false", "block.embedding_scale=0.5", "norm.final=false",
             "norm.final=true norm.placement=post", "score.scale=0.3", "score.scale=-2 position.kind=alibi alibi.scaled=true",
             "position.kind=alibi alibi.precision=bfloat16 sizes.heads=9 sizes.d_head=4", "bias.attention=false",
             "bias.attention_output=false", "bias.feed_forward=false", "topology=encoder",
             "topology=encoder mask.kind=sliding_window", "mask.schedule=wf", "sizes.heads=1 sizes.d_head=1", "sizes.d_model=1",
             "sizes.layers=1 sizes.vocab=1", "sizes.heads=9 sizes.d_head=4 position.kind=alibi",
             "sizes.heads=8 sizes.d_head=4 position.kind=alibi", "sizes.kv_heads=3", "sizes.d_model=17 position.kind=sinusoidal",
             "position.kind=rope rope.fraction=0.6"})
        QTest::newRow(assignments) << assignments;
}

void TestForward::choicesOfTheWholeModelEqualTheirNaiveTwin()
{
    QFETCH(QString, assignments);
    const std::string text = assignments.toStdString();
    const Index vocabulary = resolve(choices(text), {}).vocabulary;
    std::vector<TokenId> ids = smallText();
    for (TokenId& id : ids)
        id = TokenId(id % vocabulary);
    const std::string wrong = difference(*smallSetup(choices(text)), ids);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestForward::layersThatDifferEqualTheirNaiveTwin()
{
    const SetupPtr setup = smallSetup(
        choices("sizes.layers=3 norm.kind@1=rms_norm norm.placement@2=sandwich position.kind=rope "
                "rope.base@0=100 position.kind@1=alibi mask.kind@2=sliding_window sizes.kv_heads@0=2 "
                "feed_forward.kind@1=gated sizes.d_ff@2=7 activation.kind@0=silu block.layout@1=parallel_two_norms"));
    QCOMPARE(infoOf(setup->config.block(1).norm).id, std::string_view("rms_norm"));
    QCOMPARE(difference(*setup, smallText()), std::string());
}

void TestForward::longTextsEqualTheirNaiveTwin()
{
    // More tokens than a tile of queries, so that every tile boundary is crossed.
    std::vector<TokenId> ids;
    for (int i = 0; i < 131; ++i)
        ids.push_back(TokenId((i * i + 3 * i) % 13));
    for (const char* assignments : {"position.kind=rope mask.kind=sliding_window mask.window=70",
             "position.kind=alibi attention.kind=multi_query", "topology=encoder position.kind=sinusoidal"}) {
        const std::string wrong = difference(*smallSetup(choices(assignments)), ids);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
}

void TestForward::planListsExactlyWhatIsRecordedAndUsed()
{
    std::vector<std::string> all = everyChoice();
    const std::vector<std::string> pairs = everyPair(kinds);
    all.insert(all.end(), pairs.begin(), pairs.end());
    for (const std::string& assignments : all) {
        const SetupPtr setup = smallSetup(choices(assignments));
        // Exactly the weights used: without any one of them the pass would throw, and a planned one that is not used would
        // still hold no numbers. Tables are read row by row and keep nothing, some experts see no token.
        const std::shared_ptr<Trace> trace = run(*setup, {3, 1, 12});
        for (const WeightSpec& spec : setup->specs) {
            const bool isTable = spec.name.ends_with("embed.weight") && spec.name != "unembed.weight";
            if (!isTable && !isOfExpert(spec.name))
                QVERIFY2(setup->weights.at(spec.name).bytesInUse() > 0, (assignments + " " + spec.name).c_str());
        }

        // Which expert a token goes to only the run can tell; the total of them is known.
        std::vector<std::string> planned, recorded;
        std::size_t expertsPlanned = 0, expertsRecorded = 0;
        for (const PlannedTensor& tensor : plan(setup->config, 3).tensors) {
            if (isOfExpert(tensor.name))
                expertsPlanned += std::size_t(elements(tensor.shape));
            else if (tensor.recorded)
                planned.push_back(tensor.name + " " + shapeText(tensor.shape) + " " + tensor.axes[0] + tensor.axes.back());
        }
        for (const TraceEntry& entry : trace->entries()) {
            if (isOfExpert(entry.name()))
                expertsRecorded += std::size_t(entry.tensor.size());
            else
                recorded.push_back(entry.name() + " " + shapeText(entry.tensor.shape()) + " " + entry.tensor.axes()[0]
                    + entry.tensor.axes().back());
        }
        std::sort(planned.begin(), planned.end());
        std::sort(recorded.begin(), recorded.end());
        for (std::size_t i = 0; i < std::max(planned.size(), recorded.size()); ++i) {
            QVERIFY2(i < planned.size() && i < recorded.size(), assignments.c_str());
            QVERIFY2(planned[i] == recorded[i], (assignments + ": " + planned[i] + ", " + recorded[i]).c_str());
        }
        const bool drops = trace->find("blocks.0.mlp.dropped") != nullptr; // fewer then
        QVERIFY2(drops ? expertsRecorded <= expertsPlanned : expertsRecorded == expertsPlanned, assignments.c_str());
        QVERIFY2(drops || plan(setup->config, 3).traceBytes() == trace->bytes(), assignments.c_str());
    }
}

void TestForward::packedSequencesEqualSeparateRuns()
{
    const std::vector<TokenId> first{7, 2, 11}, second{0, 2, 12, 5};
    std::set<std::string> skipped;
    for (const std::string& assignments : everyChoice()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        if (natureOf(setup->config) & MixesTokens || setup->config.hasEncoder()) {
            skipped.insert(assignments.substr(0, assignments.find(' ')));
            continue;
        }
        const std::shared_ptr<Trace> packed = forward(*setup, {smallText(), {0, 3}});
        const std::shared_ptr<Trace> a = run(*setup, first), b = run(*setup, second);
        for (const TraceEntry& entry : packed->entries()) {
            if (entry.tensor.axes()[0] != axis::token)
                continue;
            std::vector<float> separate(a->at(entry.name()).values().begin(), a->at(entry.name()).values().end());
            separate.insert(separate.end(), b->at(entry.name()).values().begin(), b->at(entry.name()).values().end());
            const double error = relativeDifference(entry.tensor.values(), separate);
            // Of other lengths are other kernels, which add in another order; a norm of a small row makes more of it.
            QVERIFY2(error <= 5e-5, (assignments + " " + entry.name() + " " + std::to_string(error)).c_str());
        }
        // Nobody looks into the other sequence.
        const Tensor* pattern = packed->find("blocks.1.attn.pattern"); // mixers have none
        for (Index query = 0; pattern && query < 7; ++query)
            for (Index key = 0; key < 7; ++key)
                if ((query < 3) != (key < 3))
                    QCOMPARE(pattern->at({0, query, key}), 0.f);
    }
    // A norm over the tokens is one over all of them; two stacks take one sequence and say so.
    QCOMPARE(skipped, (std::set<std::string>{"norm.kind=batch_norm", "topology=encoder_decoder"}));
    QVERIFY_EXCEPTION_THROWN(forward(*smallSetup(choices("topology=encoder_decoder")), {smallText(), {0, 3}}), Error);
}

void TestForward::badTokensAreRefused()
{
    const SetupPtr setup = smallSetup(smallChoices());
    QVERIFY_EXCEPTION_THROWN(run(*setup, {}), Error);
    QVERIFY_EXCEPTION_THROWN(run(*setup, {1, 13}), Error);
    QVERIFY_EXCEPTION_THROWN(run(*setup, {-1}), Error);
    QVERIFY_EXCEPTION_THROWN(forward(*setup, {{1, 2, 3}, {1}}), Error);
    QVERIFY_EXCEPTION_THROWN(forward(*setup, {{1, 2, 3}, {0, 2, 2}}), Error);
    QVERIFY_EXCEPTION_THROWN(forward(*setup, {{1, 2, 3}, {0, 3}}), Error);
}

void TestForward::aTextLongerThanALearnedTableIsRefused()
{
    const SetupPtr setup = smallSetup(choices("position.kind=learned sizes.context=4"));
    QVERIFY(run(*setup, {1, 2, 3, 4})->find("logits"));
    try {
        run(*setup, {1, 2, 3, 4, 5});
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::BadInput);
    }
    QVERIFY(run(*smallSetup(choices("position.kind=rope sizes.context=4")), {1, 2, 3, 4, 5})->find("logits"));
}

void TestForward::twoThreadsMayRunAtOnce()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope sizes.layers=4"));
    const std::shared_ptr<Trace> alone = run(*setup, smallText());
    std::vector<std::string> wrong(2);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 2; ++i)
        threads.emplace_back([&, i] {
            for (int repeat = 0; repeat < 30; ++repeat) {
                const std::shared_ptr<Trace> trace = run(*setup, smallText());
                for (const TraceEntry& entry : alone->entries())
                    if (relativeDifference(trace->at(entry.name()).values(), entry.tensor.values()) != 0)
                        wrong[i] = entry.name();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(wrong[0], std::string());
    QCOMPARE(wrong[1], std::string());
}

void TestForward::stopEndsThePass()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=64"));
    std::stop_source stop;
    int blocks = 0;
    RunControl control{stop.get_token(), [&](double, std::string_view) {
                           if (++blocks == 5)
                               stop.request_stop();
                       }};
    QVERIFY_EXCEPTION_THROWN(forward(*setup, {.ids = smallText()}, {}, control), Stopped);
    QCOMPARE(blocks, 5); // nothing after the layer in which stop was requested
}

void TestForward::progressGrowsToOne()
{
    double last = -1;
    bool grows = true;
    RunControl control{{}, [&](double fraction, std::string_view) {
                           grows = grows && fraction >= last;
                           last = fraction;
                       }};
    forward(*smallSetup(smallChoices()), {smallText(), {}}, {}, control);
    QVERIFY(grows);
    QCOMPARE(last, 1.0);
}

void TestForward::logitsOfTheLastTokenAreThereWhenNotRecorded()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> full = run(*setup, smallText());
    TraceRequest request;
    request.patterns = {"embed"};
    const std::shared_ptr<Trace> partial = run(*setup, smallText(), request);
    QVERIFY(!partial->find("logits"));
    QCOMPARE(partial->entries().size(), std::size_t(1));
    const std::span<const float> row = full->at("logits").values().last(13);
    QVERIFY(relativeDifference(partial->lastLogits, row) <= 1e-6);
}

QTEST_GUILESS_MAIN(TestForward)
#include "tst_forward.moc"
