#include "core/run/intervention_list.h"

#include "core/files/traces/trace_file.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

using namespace core;
using namespace support;

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// A weight with some columns at zero, or all of it.
class ZeroedColumns : public TensorSource
{
public:
    ZeroedColumns(const WeightTensor& of, Index first, Index count)
        : m_values(Shape(of.shape()).size() == 1 ? Tensor("w", {"a"}, of.shape()) : Tensor("w", {"a", "b"}, of.shape()))
    {
        std::copy_n(of.values().data(), m_values.size(), m_values.data());
        for (Index row = 0; row < m_values.rows(); ++row)
            std::fill_n(m_values.row(row) + first, std::min(count, m_values.columns() - first), 0.f);
    }
    const Shape& shape() const override { return m_values.shape(); }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return "seed"; }
    void read(Index row, Index rows, float* out) const override
    {
        const Index width = m_values.rank() == 1 ? 1 : m_values.columns();
        std::copy_n(m_values.data() + row * width, rows * width, out);
    }

private:
    Tensor m_values;
};

void zeroColumns(Setup& setup, const std::string& weight, Index first, Index count)
{
    setup.weights.set(
        weight, std::make_shared<WeightTensor>(std::make_shared<ZeroedColumns>(setup.weights.at(weight), first, count)));
}

} // namespace

class TestInterventionList : public QObject
{
    Q_OBJECT

private slots:
    void aHeadAtZeroIsItsPartOfTheOutputMatrixAtZero();
    void aBranchAtZeroIsNoBranch();
    void theOwnValuesAndAFactorOfOneChangeNothing();
    void theMeanIsTakenOverTheTokensOfTheSlice();
    void numbersAndArraysAreSetAddedAndMultiplied();
    void interventionsFollowEachOther();
    void maskedScoresStayMasked();
    void aScoreAtMinusInfinityTakesTheKeyAway();
    void aPatternMayLookWhereTheMaskHides();
    void valuesComeFromAnotherRun();
    void valuesComeFromAFile();
    void interventionsWorkWhereNothingIsRecorded();
    void replacedTensorsAreMarked();
    void headsInBracketsAreASlice();
    void strengthIsBetweenUntouchedAndReplaced();
};

void TestInterventionList::aHeadAtZeroIsItsPartOfTheOutputMatrixAtZero()
{
    const auto setup = std::make_shared<Setup>(*smallSetup(choices("position.kind=rope")));
    const std::shared_ptr<Trace> headless
        = run(*setup, smallText(), intervening("blocks.1.attn.z", InterventionOp::Zero, 0, {{"head", 2, 2}}));
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    QVERIFY(endsDiffer(*headless, *plain) > 1e-3);
    zeroColumns(*setup, "blocks.1.attn.o.weight", 2 * 5, 5);
    const std::shared_ptr<Trace> without = run(*setup, smallText(), everything());
    for (const char* name : {"blocks.1.attn.out", "blocks.1.resid_post", "logits"})
        QVERIFY2(relativeDifference(headless->at(name).values(), without->at(name).values()) <= 1e-6, name);
    for (Index t = 0; t < 7; ++t)
        for (Index d = 0; d < 5; ++d) {
            QCOMPARE(headless->at("blocks.1.attn.z").at({t, 2, d}), 0.f);
            QCOMPARE(headless->at("blocks.1.attn.z").at({t, 3, d}), plain->at("blocks.1.attn.z").at({t, 3, d}));
        }
}

void TestInterventionList::aBranchAtZeroIsNoBranch()
{
    const auto setup = std::make_shared<Setup>(*smallSetup(choices("feed_forward.kind=gated")));
    const std::shared_ptr<Trace> silenced = run(*setup, smallText(), intervening("blocks.0.mlp_out", InterventionOp::Zero));
    QVERIFY(same(silenced->at("blocks.0.resid_post"), silenced->at("blocks.0.resid_mid")));
    QVERIFY(relativeDifference(silenced->at("blocks.0.mlp.out").values(), silenced->at("blocks.0.mlp_out").values()) > 0.5);
    zeroColumns(*setup, "blocks.0.mlp.down.weight", 0, 1000);
    zeroColumns(*setup, "blocks.0.mlp.down.bias", 0, 1000);
    QVERIFY(same(silenced->at("logits"), run(*setup, smallText(), everything())->at("logits")));
}

void TestInterventionList::theOwnValuesAndAFactorOfOneChangeNothing()
{
    for (const char* assignments :
        {"position.kind=alibi", "position.kind=rope attention.kind=multi_query feed_forward.kind=gated",
            "norm.placement=sandwich norm.kind=rms_norm mask.kind=sliding_window"}) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
        TraceRequest from = intervening("*", InterventionOp::From);
        from.interventions[0].source.trace = plain;
        QCOMPARE(firstDifference(*run(*setup, smallText(), from), *plain), std::string());
        const TraceRequest factor = intervening("*", InterventionOp::Scale, 1.f);
        QCOMPARE(firstDifference(*run(*setup, smallText(), factor), *plain), std::string());
    }
}

void TestInterventionList::theMeanIsTakenOverTheTokensOfTheSlice()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    const auto isMean = [](float value, double sum, Index count) { return std::abs(value - sum / double(count)) < 1e-5; };

    const Tensor& z = plain->at("blocks.0.attn.z"); // [token, head, d_head]
    const Tensor all = run(*setup, smallText(), intervening("blocks.0.attn.z[4]", InterventionOp::Mean))->at("blocks.0.attn.z");
    const Tensor some = run(*setup, smallText(), intervening("blocks.0.attn.z", InterventionOp::Mean, 0, {{"token", 1, 3}}))
                            ->at("blocks.0.attn.z");
    for (Index d = 0; d < 5; ++d) {
        double sum = 0, part = 0;
        for (Index t = 0; t < 7; ++t) {
            sum += double(z.at({t, 4, d}));
            part += t >= 1 && t <= 3 ? double(z.at({t, 4, d})) : 0.0;
        }
        for (Index t = 0; t < 7; ++t) {
            QVERIFY(isMean(all.at({t, 4, d}), sum, 7));
            QCOMPARE(all.at({t, 0, d}), z.at({t, 0, d}));
            if (t >= 1 && t <= 3)
                QVERIFY(isMean(some.at({t, 4, d}), part, 3));
            else
                QCOMPARE(some.at({t, 4, d}), z.at({t, 4, d}));
        }
    }

    const Tensor& pattern = plain->at("blocks.1.attn.pattern"); // over the queries
    const Tensor meanPattern
        = run(*setup, smallText(), intervening("blocks.1.attn.pattern", InterventionOp::Mean))->at("blocks.1.attn.pattern");
    const Tensor& scale = plain->at("ln_final.scale"); // [token]
    const Tensor meanScale = run(*setup, smallText(), intervening("ln_final.scale", InterventionOp::Mean))->at("ln_final.scale");
    for (Index key = 0; key < 7; ++key) {
        double sum = 0, scales = 0;
        for (Index t = 0; t < 7; ++t) {
            sum += double(pattern.at({3, t, key}));
            scales += double(scale.at({t}));
        }
        QVERIFY(isMean(meanPattern.at({3, 6, key}), sum, 7) && isMean(meanPattern.at({3, 0, key}), sum, 7));
        QVERIFY(isMean(meanScale.at({key}), scales, 7));
    }
}

void TestInterventionList::numbersAndArraysAreSetAddedAndMultiplied()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    const Tensor& post = plain->at("blocks.0.mlp.post"); // [token, d_mlp]
    const auto postOf = [&](const std::string& rest) {
        return run(*setup, smallText(), intervening(R"([{"at":"blocks.0.mlp.post",)" + rest + "}]"))->at("blocks.0.mlp.post");
    };
    const Tensor number = postOf(R"("op":"set","value":2.5,"slice":{"token":[1,2],"d_mlp":10})");
    const Tensor whole = postOf(R"("op":"set","value":[[1,2,3],[4,5,6]],"slice":{"token":[1,2],"d_mlp":[0,2]})");
    const Tensor lastAxis = postOf(R"("op":"add","value":[1,2,3],"slice":{"token":[1,2],"d_mlp":[0,2]})");
    const Tensor column = postOf(R"("op":"scale","value":[2,3],"slice":{"token":[1,2],"d_mlp":4})"); // axes of length 1 left out
    for (Index t = 0; t < 7; ++t)
        for (Index d = 0; d < 11; ++d) {
            const float old = post.at({t, d});
            const bool isRow = t == 1 || t == 2;
            QCOMPARE(number.at({t, d}), isRow && d == 10 ? 2.5f : old);
            QCOMPARE(whole.at({t, d}), isRow && d < 3 ? float(3 * (t - 1) + d + 1) : old);
            QCOMPARE(lastAxis.at({t, d}), isRow && d < 3 ? old + float(d + 1) : old);
            QCOMPARE(column.at({t, d}), isRow && d == 4 ? old * float(t + 1) : old);
        }
}

void TestInterventionList::interventionsFollowEachOther()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const auto first = [&](const std::string& json) {
        return run(*setup, smallText(), intervening(json))->at("embed").at({2, 3});
    };
    QCOMPARE(first(R"([{"at":"embed","op":"set","value":3},{"at":"emb*","op":"add","value":1}])"), 4.f);
    QCOMPARE(first(R"([{"at":"emb*","op":"add","value":1},{"at":"embed","op":"set","value":3}])"), 3.f);
}

void TestInterventionList::maskedScoresStayMasked()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    TraceRequest from = intervening("*.attn.scores", InterventionOp::From);
    from.interventions[0].source.trace = plain;
    from.interventions[0].source.name = "blocks.0.attn.scores_content"; // complete, also where masked
    for (const TraceRequest& request : {intervening("*.attn.scores", InterventionOp::Zero),
             intervening("*.attn.scores", InterventionOp::Scale, 0.f), intervening("*.attn.scores", InterventionOp::Scale, -1.f),
             intervening("*.attn.scores", InterventionOp::Set, 3.f), intervening("*.attn.scores", InterventionOp::Mean), from}) {
        const std::shared_ptr<Trace> trace = run(*setup, smallText(), request);
        const Tensor& scores = trace->at("blocks.0.attn.scores");
        for (Index query = 0; query < 7; ++query)
            for (Index key = 0; key < 7; ++key)
                QVERIFY((scores.at({1, query, key}) == kMasked) == (key > query) && !std::isnan(scores.at({1, query, key})));
        QVERIFY(endsDiffer(*trace, *plain) > 1e-4);
    }
    // Only those who may see a key count in its mean.
    const Tensor mean
        = run(*setup, smallText(), intervening("blocks.0.attn.scores", InterventionOp::Mean))->at("blocks.0.attn.scores");
    const Tensor& scores = plain->at("blocks.0.attn.scores");
    QVERIFY(std::abs(mean.at({1, 6, 5}) - (scores.at({1, 5, 5}) + scores.at({1, 6, 5})) / 2) < 1e-6f);
    // Equal scores: every query looks at all it may see alike.
    const std::shared_ptr<Trace> even = run(*setup, smallText(), intervening("*.attn.scores", InterventionOp::Zero));
    QVERIFY(std::abs(even->at("blocks.1.attn.pattern").at({2, 4, 3}) - 0.2f) < 1e-6f);
}

void TestInterventionList::aScoreAtMinusInfinityTakesTheKeyAway()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> trace = run(*setup, smallText(),
        intervening(R"([{"at":"blocks.0.attn.scores","op":"set","value":"-inf","slice":{"query":[1,6],"key":0}}])"));
    const Tensor& pattern = trace->at("blocks.0.attn.pattern");
    for (Index query = 1; query < 7; ++query) {
        QCOMPARE(pattern.at({5, query, 0}), 0.f);
        float sum = 0;
        for (Index key = 0; key < 7; ++key)
            sum += pattern.at({5, query, key});
        QVERIFY(std::abs(sum - 1.f) < 1e-5f);
    }
}

void TestInterventionList::aPatternMayLookWhereTheMaskHides()
{
    // Far enough to be beyond the tile of queries that are computed together.
    const SetupPtr setup = smallSetup(choices("sizes.context=100"));
    std::vector<TokenId> ids;
    for (int t = 0; t < 90; ++t)
        ids.push_back(t * 5 % 13);
    const std::shared_ptr<Trace> trace = run(*setup, ids, intervening(R"([{"at":"blocks.0.attn.pattern","op":"zero"},
                        {"at":"blocks.0.attn.pattern","op":"set","value":1,"slice":{"key":80}}])"));
    for (const Index t : {0, 3, 63, 64, 89})
        for (Index d = 0; d < 5; ++d)
            QCOMPARE(trace->at("blocks.0.attn.z").at({t, 3, d}), trace->at("blocks.0.attn.v").at({80, 3, d}));
}

void TestInterventionList::valuesComeFromAnotherRun()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::vector<TokenId> otherText{1, 8, 4, 4, 9, 10, 3};
    const std::shared_ptr<Trace> other = run(*setup, otherText, everything());
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    const auto patched = [&](const std::string& at, std::vector<AxisRange> slice, std::shared_ptr<const Trace> source,
                             const std::string& name = "") {
        TraceRequest request = intervening(at, InterventionOp::From, 0, std::move(slice));
        request.interventions[0].source = {.file = "", .name = name, .trace = std::move(source)};
        return run(*setup, smallText(), request);
    };

    // The whole stream of another text: its logits, to the last bit.
    QVERIFY(same(patched("blocks.1.resid_pre", {}, other)->at("logits"), other->at("logits")));
    // One position of it: before it nothing changes, there it is the other's.
    const std::shared_ptr<Trace> one = patched("blocks.1.resid_pre", {{"token", 4, 4}}, other);
    QVERIFY(std::equal(one->at("logits").row(0), one->at("logits").row(4), plain->at("logits").row(0)));
    QVERIFY(one->at("logits").at({4, 0}) != plain->at("logits").at({4, 0}));
    for (Index d = 0; d < 18; ++d)
        QCOMPARE(one->at("blocks.1.resid_pre").at({4, d}), other->at("blocks.0.resid_post").at({4, d}));
    // The numbers of another layer.
    QVERIFY(
        same(patched("blocks.1.mlp_out", {}, plain, "blocks.0.mlp_out")->at("blocks.1.mlp_out"), plain->at("blocks.0.mlp_out")));
    // A run of fewer tokens has the slice, and a trace of few heads knows which they are.
    TraceRequest few;
    few.patterns = {"blocks.0.attn.z[1,4]"};
    const std::shared_ptr<Trace> brief = run(*setup, {1, 8, 4}, few);
    const std::shared_ptr<Trace> head = patched("blocks.0.attn.z[4]", {{"token", 0, 2}}, brief);
    for (Index t = 0; t < 7; ++t) {
        QCOMPARE(head->at("blocks.0.attn.z").at({t, 4, 2}), (t < 3 ? other : plain)->at("blocks.0.attn.z").at({t, 4, 2}));
        QCOMPARE(head->at("blocks.0.attn.z").at({t, 1, 2}), plain->at("blocks.0.attn.z").at({t, 1, 2}));
    }
}

void TestInterventionList::valuesComeFromAFile()
{
    const TemporaryFolder folder;
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::shared_ptr<Trace> other = run(*setup, {1, 8, 4, 4, 9, 10, 3}, everything());
    writeTrace(*other, folder.path("other.safetensors"));
    // Relative to the list, not to where the program runs.
    const std::string list = folder.write("list.json",
        R"([{"at":"blocks.1.resid_pre","op":"from","source":"other.safetensors"},
            {"at":"blocks.1.attn.z[2]","op":"from","source":{"file":"other.safetensors","name":"blocks.0.attn.z"}}])");
    TraceRequest request = everything();
    request.interventions = readInterventions(list);
    request.openRun = openRecordedRun;
    const std::shared_ptr<Trace> trace = run(*setup, smallText(), request);
    QVERIFY(same(trace->at("blocks.1.resid_pre"), other->at("blocks.1.resid_pre")));
    QCOMPARE(trace->at("blocks.1.attn.z").at({5, 2, 1}), other->at("blocks.0.attn.z").at({5, 2, 1}));

    // A list that moves to another file names the same source from there.
    const std::vector<Intervention> moved = interventionsIn(folder.path("figures/one.svg"), request.interventions);
    QCOMPARE(moved[0].source.file, std::string("../other.safetensors"));
    QCOMPARE(interventionsIn(list, moved)[0].source.file, std::string("other.safetensors"));
    std::filesystem::create_directory(folder.path("figures"));
    TraceRequest again = everything();
    again.openRun = openRecordedRun;
    again.interventions = interventionsFromJson(toJson(moved), folder.path("figures/one.svg"));
    QCOMPARE(firstDifference(*run(*setup, smallText(), again), *trace), std::string());

    // The file says what was done.
    writeTrace(*trace, folder.path("patched.safetensors"));
    const std::shared_ptr<Trace> read = readTrace(folder.path("patched.safetensors"));
    QVERIFY(read->interventions == readJson(list));
    QCOMPARE(read->replaced, (std::vector<std::string>{"blocks.1.resid_pre", "blocks.1.attn.z"}));
    QVERIFY(read->findEntry("blocks.1.attn.z")->replaced && !read->findEntry("blocks.0.attn.z")->replaced);
}

void TestInterventionList::interventionsWorkWhereNothingIsRecorded()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> plain = run(*setup, smallText());
    for (const char* at : {"blocks.0.attn.pattern", "blocks.0.attn.scores_content", "blocks.1.ln1.scale", "blocks.1.mlp.input",
             "blocks.0.resid_mid", "logits"}) {
        TraceRequest request = intervening(at, InterventionOp::Set, 2.f, {});
        const std::shared_ptr<Trace> recorded = run(*setup, smallText(), request);
        request.patterns = {"log*"};
        const std::shared_ptr<Trace> bare = run(*setup, smallText(), request);
        QVERIFY2(endsDiffer(*bare, *recorded) <= 1e-6 && endsDiffer(*bare, *plain) > 1e-4, at);
        request.patterns = {"embed"}; // not even the logits
        const std::vector<float> last = run(*setup, smallText(), request)->lastLogits;
        QVERIFY2(relativeDifference(last, std::span(recorded->at("logits").row(6), 13)) <= 1e-6, at);
    }
}

void TestInterventionList::replacedTensorsAreMarked()
{
    const SetupPtr setup = smallSetup(smallChoices());
    TraceRequest request = intervening("blocks.0.attn.out", InterventionOp::Add);
    const std::shared_ptr<Trace> trace = run(*setup, smallText(), request);
    for (const TraceEntry& entry : trace->entries())
        QCOMPARE(entry.replaced, entry.name() == "blocks.0.attn.out");
    QCOMPARE(trace->replaced, std::vector<std::string>{"blocks.0.attn.out"});
    QVERIFY(trace->interventions == toJson(request.interventions));
    request.patterns = {"embed"};
    QCOMPARE(run(*setup, smallText(), request)->replaced, std::vector<std::string>{"blocks.0.attn.out"});
    QVERIFY(run(*setup, smallText())->interventions.is_null() && run(*setup, smallText())->replaced.empty());
}

void TestInterventionList::headsInBracketsAreASlice()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> brackets = run(*setup, smallText(), intervening("blocks.*.attn.z[1,2]", InterventionOp::Zero));
    const std::shared_ptr<Trace> slice
        = run(*setup, smallText(), intervening("blocks.*.attn.z", InterventionOp::Zero, 0, {{"head", 1, 2}}));
    QCOMPARE(firstDifference(*brackets, *slice), std::string());
    // Patterns with heads are about tensors with heads only.
    QCOMPARE(run(*setup, smallText(), intervening("blocks.0.attn.*[5]", InterventionOp::Zero))
                 ->findEntry("blocks.0.attn.out")
                 ->replaced,
        false);
}

void TestInterventionList::strengthIsBetweenUntouchedAndReplaced()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    const auto with = [&](const char* op, const char* rest) {
        return run(*setup, smallText(), intervening(std::string(R"([{"at":"blocks.0.attn.z[2]","op":")") + op + '"' + rest + "}]"));
    };
    const std::shared_ptr<Trace> part = with("set", R"(,"value":3,"strength":0.25)");
    const Tensor &before = plain->at("blocks.0.attn.z"), &after = part->at("blocks.0.attn.z");
    const Index width = before.dim(2);
    for (Index i = 0; i < before.size(); ++i) {
        const bool isInHead = i / width % before.dim(1) == 2;
        const float expected = before.data()[i] + 0.25f * (3 - before.data()[i]);
        QCOMPARE(after.data()[i], isInHead ? expected : before.data()[i]);
    }
    // The ends are the untouched and the replaced run, bit for bit.
    QCOMPARE(firstDifference(*with("zero", R"(,"strength":0)"), *plain), std::string());
    QCOMPARE(firstDifference(*with("zero", R"(,"strength":1)"), *with("zero", "")), std::string());
    // A masked score stays masked on the way, and one that is masked there is masked at any strength above 0.
    const auto scores = run(*setup, smallText(),
        intervening(R"([{"at":"blocks.0.attn.scores","slice":{"key":0},"op":"set","value":"-inf","strength":0.5}])"));
    const Tensor& cells = scores->at("blocks.0.attn.scores");
    QCOMPARE(cells.data()[0], kMasked);
    QCOMPARE(cells.data()[1], kMasked); // of the mask
}

QTEST_GUILESS_MAIN(TestInterventionList)
#include "tst_intervention_list.moc"
