// What must be true of every kind of every family, whatever its formula. Kinds are skipped by their nature only
// (core/base/kind.h), and what is skipped is itself tested.

#include "core/layers/activation.h"
#include "core/layers/attention.h"
#include "core/layers/attention_mask.h"
#include "core/layers/feed_forward.h"
#include "core/layers/head_sharing.h"
#include "core/layers/norm.h"
#include "core/layers/position_encoding.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace core;
using namespace support;

namespace {

constexpr float masked = -std::numeric_limits<float>::infinity();

double length(const Tensor& x, Index row)
{
    double square = 0;
    for (Index i = 0; i < x.columns(); ++i)
        square += std::pow(double(x.row(row)[i]), 2);
    return std::sqrt(square);
}

} // namespace

class TestLaws : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheseLawsAreSkipped();
    void rowsOfAttentionSumToOne();
    void whatIsMaskedIsMinusInfinityAndThenZero();
    void contentAndBiasMakeTheScore();
    void laterTokensChangeNothingBefore();
    void theStreamGoesOnBitForBit();
    void branchesAreExactlyWhatIsAdded();
    void groupedQueriesWithAsManyHeadsAreMultiHead();
    void equalKeyHeadsMakeMultiQueryOfMultiHead();
    void aWindowAsLongAsTheTextIsFull();
    void rangesOfMasksHoldExactlyWhatTheySee();
    void rotationKeepsLengths();
    void rotatedScoresDependOnTheDistanceOnly();
    void pairingsAreAPermutationOfEachOther();
    void aFractionOfZeroTurnsNothing();
    void normsMakeUnitVectors();
    void normsDoNotSeeTheSize();
    void activationsAreTheirFormulaAndItsSlope();
    void gatingWithAConstantGateIsLinear();
};

/// Calls check(name of the combination, configuration, trace) for every kind and parameter.
template <class Check>
void everyKind(Check&& check, const std::vector<TokenId>& ids = smallText())
{
    for (const std::string& assignments : everyKindAndParameter()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        check(assignments, *setup, *run(*setup, ids));
    }
}

void TestLaws::onlyTheseLawsAreSkipped()
{
    std::set<std::string> skipped;
    for (const std::string& assignments : everyKindAndParameter())
        if (natureOf(resolve(choices(assignments), {})) != Plain)
            skipped.insert(assignments);
    QVERIFY(skipped.empty()); // a kind with a nature of its own is added here by name
}

void TestLaws::rowsOfAttentionSumToOne()
{
    everyKind([](const std::string& assignments, const Setup& setup, const Trace& trace) {
        if (natureOf(setup.config) & LosesMass)
            return;
        for (Index layer = 0; layer < 2; ++layer) {
            const Tensor& pattern = trace.at(blockName(layer, "attn.pattern"));
            for (Index row = 0; row < pattern.rows(); ++row) {
                double sum = 0;
                for (Index key = 0; key < pattern.columns(); ++key) {
                    QVERIFY(pattern.row(row)[key] >= 0);
                    sum += double(pattern.row(row)[key]);
                }
                QVERIFY2(std::abs(sum - 1) < 1e-5, assignments.c_str());
            }
        }
    });
}

void TestLaws::whatIsMaskedIsMinusInfinityAndThenZero()
{
    everyKind([](const std::string& assignments, const Setup& setup, const Trace& trace) {
        const Tensor& scores = trace.at("blocks.1.attn.scores");
        const Tensor& pattern = trace.at("blocks.1.attn.pattern");
        for (Index head = 0; head < 6; ++head)
            for (Index query = 0; query < 7; ++query)
                for (Index key = 0; key < 7; ++key) {
                    const bool sees = maskSees(setup.config.block(1).mask, query, key);
                    QVERIFY2((scores.at({head, query, key}) == masked) == !sees, assignments.c_str());
                    QVERIFY2(sees || pattern.at({head, query, key}) == 0.f, assignments.c_str());
                }
    });
}

void TestLaws::contentAndBiasMakeTheScore()
{
    everyKind([](const std::string& assignments, const Setup&, const Trace& trace) {
        const Tensor& content = trace.at("blocks.0.attn.scores_content");
        const Tensor* bias = trace.find("blocks.0.attn.bias");
        const Tensor& scores = trace.at("blocks.0.attn.scores");
        for (Index i = 0; i < scores.size(); ++i)
            if (scores.data()[i] != masked)
                QVERIFY2(scores.data()[i] == content.data()[i] + (bias ? bias->data()[i] : 0.f), assignments.c_str());
    });
}

void TestLaws::laterTokensChangeNothingBefore()
{
    std::vector<TokenId> changed = smallText();
    changed[5] = 1;
    for (const std::string& assignments : everyKindAndParameter()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const bool looksAhead = maskSees(setup->config.block(0).mask, 0, 6);
        if (natureOf(setup->config) & MixesTokens)
            continue;
        const std::shared_ptr<Trace> a = run(*setup, smallText()), b = run(*setup, changed);
        const std::span<const float> before = a->at("logits").values().first(5 * 13),
                                     after = b->at("logits").values().first(5 * 13);
        QVERIFY2((relativeDifference(before, after) == 0) == !looksAhead, assignments.c_str());
        const std::span<const float> changedRow = a->at("logits").values().subspan(5 * 13, 13);
        QVERIFY2(relativeDifference(changedRow, b->at("logits").values().subspan(5 * 13, 13)) > 1e-4, assignments.c_str());
    }
}

void TestLaws::theStreamGoesOnBitForBit()
{
    eachCombination({"norm.kind", "norm.placement", "block.layout", "position.kind"}, [](const std::string& assignments) {
        if (isRefused(choices(assignments)))
            return;
        const std::shared_ptr<Trace> trace = run(*smallSetup(choices(assignments)), smallText());
        QVERIFY2(relativeDifference(trace->at("blocks.1.resid_pre").values(), trace->at("blocks.0.resid_post").values()) == 0,
            assignments.c_str());
        QCOMPARE(trace->find("blocks.0.resid_mid") != nullptr, assignments.find("parallel") == std::string::npos);
    });
}

void TestLaws::branchesAreExactlyWhatIsAdded()
{
    eachCombination({"norm.kind", "norm.placement", "block.layout"}, [](const std::string& assignments) {
        if (isRefused(choices(assignments)))
            return;
        const std::shared_ptr<Trace> trace = run(*smallSetup(choices(assignments)), smallText());
        const auto at = [&](const char* name) -> const Tensor& { return trace->at(blockName(1, name)); };
        const bool parallel = !trace->find("blocks.1.resid_mid");
        const auto sumOf = [&](const char* sum, const char* plain) -> const Tensor& {
            return trace->find(blockName(1, sum)) ? at(sum) : at(plain);
        };
        for (Index i = 0; i < at("resid_pre").size(); ++i) {
            const float pre = at("resid_pre").data()[i], a = at("attn_out").data()[i], f = at("mlp_out").data()[i];
            if (parallel)
                QVERIFY2(at("resid_post").data()[i] == pre + a + f, assignments.c_str());
            else {
                QVERIFY2(sumOf("resid_mid_sum", "resid_mid").data()[i] == pre + a, assignments.c_str());
                QVERIFY2(sumOf("resid_post_sum", "resid_post").data()[i] == at("resid_mid").data()[i] + f, assignments.c_str());
            }
        }
    });
}

void TestLaws::groupedQueriesWithAsManyHeadsAreMultiHead()
{
    const SetupPtr multiHead = smallSetup(choices("attention.kind=multi_head"));
    const SetupPtr grouped = smallSetup(choices("attention.kind=grouped_query sizes.kv_heads=6"));
    QVERIFY(std::holds_alternative<GroupedQuery>(grouped->config.block(0).sharing));
    QCOMPARE(relativeDifference(
                 run(*grouped, smallText())->at("logits").values(), run(*multiHead, smallText())->at("logits").values()),
        0.0);
}

void TestLaws::equalKeyHeadsMakeMultiQueryOfMultiHead()
{
    // Repeating the one key and value head of multi-query six times gives a multi-head model that computes the same.
    struct Repeated : TensorSource
    {
        WeightPtr one;
        Shape repeatedShape;
        const Shape& shape() const override { return repeatedShape; }
        std::string dtype() const override { return "F32"; }
        std::string origin() const override { return "file"; }
        void read(Index row, Index rows, float* out) const override
        {
            const Index columns = one->shape().size() == 2 ? one->shape()[1] : 1;
            for (Index r = row; r < row + rows; ++r)
                one->read(r % one->shape()[0], 1, out + (r - row) * columns);
        }
    };
    const SetupPtr multiQuery = smallSetup(choices("attention.kind=multi_query position.kind=rope"));
    Setup multiHead = *smallSetup(choices("attention.kind=multi_head position.kind=rope"));
    for (const auto& [name, tensor] : multiQuery->weights.all()) {
        auto repeated = std::make_shared<Repeated>();
        repeated->one = tensor;
        repeated->repeatedShape = multiHead.weights.at(name).shape();
        multiHead.weights.set(name, std::make_shared<WeightTensor>(repeated));
    }
    QVERIFY(relativeDifference(
                run(multiHead, smallText())->at("logits").values(), run(*multiQuery, smallText())->at("logits").values())
        < 1e-5);
}

void TestLaws::aWindowAsLongAsTheTextIsFull()
{
    const auto logits = [](const std::string& assignments) { return run(*smallSetup(choices(assignments)), smallText()); };
    QCOMPARE(relativeDifference(logits("mask.kind=sliding_window mask.window=7")->at("logits").values(),
                 logits("mask.kind=causal")->at("logits").values()),
        0.0);
    QVERIFY(relativeDifference(logits("mask.kind=sliding_window mask.window=6")->at("logits").values(),
                logits("mask.kind=causal")->at("logits").values())
        > 0);
    QCOMPARE(relativeDifference(logits("topology=encoder mask.kind=sliding_window mask.window=7")->at("logits").values(),
                 logits("mask.kind=bidirectional")->at("logits").values()),
        0.0);
    // A window of one sees itself alone: z is the value of the token.
    const std::shared_ptr<Trace> alone = logits("mask.kind=sliding_window mask.window=1");
    QCOMPARE(relativeDifference(alone->at("blocks.0.attn.z").values(), alone->at("blocks.0.attn.v").values()), 0.0);
}

void TestLaws::rangesOfMasksHoldExactlyWhatTheySee()
{
    for (const std::string& assignments : everyKindAndParameter()) {
        const AttentionMask mask = resolve(choices(assignments), {}).block(0).mask;
        for (Index query = 0; query < 9; ++query)
            for (Index keys = query + 1; keys <= 9; ++keys) {
                const KeyRange range = maskRange(mask, query, keys);
                QVERIFY(range.first >= 0 && range.last <= keys);
                for (Index key = 0; key < keys; ++key) {
                    const bool inside = key >= range.first && key < range.last;
                    QVERIFY2(!maskSees(mask, query, key) || inside, assignments.c_str());
                    QVERIFY2(!maskIsContiguous(mask) || maskSees(mask, query, key) == inside, assignments.c_str());
                }
            }
    }
}

void TestLaws::rotationKeepsLengths()
{
    std::size_t checked = 0;
    everyKind([&](const std::string& assignments, const Setup&, const Trace& trace) {
        for (const char* side : {"q", "k"}) {
            const Tensor* turned = trace.find(blockName(0, std::string("attn.rot_") + side));
            if (!turned)
                continue;
            const Tensor& x = trace.at(blockName(0, std::string("attn.") + side));
            for (Index row = 0; row < x.rows(); ++row)
                QVERIFY2(std::abs(length(*turned, row) / length(x, row) - 1) < 1e-5, assignments.c_str());
            ++checked;
        }
    });
    QVERIFY(checked >= 4);
}

void TestLaws::rotatedScoresDependOnTheDistanceOnly()
{
    // The same token everywhere: every pair at the same distance has the same score.
    for (const char* assignments : {"position.kind=rope", "position.kind=rope rope.pairing=interleaved",
             "position.kind=rope rope.fraction=0.5", "position.kind=alibi"}) {
        const std::shared_ptr<Trace> trace = run(*smallSetup(choices(assignments)), std::vector<TokenId>(7, 3));
        const Tensor& scores = trace->at("blocks.0.attn.scores");
        const Tensor& content = trace->at("blocks.0.attn.scores_content");
        bool differs = false;
        for (Index head = 0; head < 6; ++head)
            for (Index query = 1; query < 7; ++query)
                for (Index key = 1; key <= query; ++key) {
                    const float here = scores.at({head, query, key}), neighbour = scores.at({head, query - 1, key - 1});
                    QVERIFY2(std::abs(here - neighbour) < 1e-4f * std::max(1.f, std::abs(content.at({head, 0, 0}))), assignments);
                    differs = differs || std::abs(here - scores.at({head, query, query})) > 1e-2f;
                }
        QVERIFY(differs);
    }
}

void TestLaws::pairingsAreAPermutationOfEachOther()
{
    // Heads of width 8: dimension i of half-split is dimension perm[i] of interleaved.
    const std::vector<Index> permutation{0, 2, 4, 6, 1, 3, 5, 7};
    struct Permuted : TensorSource
    {
        WeightPtr of;
        const std::vector<Index>* order = nullptr;
        const Shape& shape() const override { return of->shape(); }
        std::string dtype() const override { return "F32"; }
        std::string origin() const override { return "file"; }
        void read(Index row, Index rows, float* out) const override
        {
            const Index columns = of->shape().size() == 2 ? of->shape()[1] : 1;
            for (Index r = row; r < row + rows; ++r) {
                Index source = 0;
                while ((*order)[std::size_t(source)] != r % 8)
                    ++source;
                of->read(r / 8 * 8 + source, 1, out + (r - row) * columns);
            }
        }
    };
    const SetupPtr half = smallSetup(choices("position.kind=rope sizes.d_head=8"));
    Setup interleaved = *smallSetup(choices("position.kind=rope rope.pairing=interleaved sizes.d_head=8"));
    for (const auto& [name, tensor] : half->weights.all())
        if (name.find("attn.q.") != std::string::npos || name.find("attn.k.") != std::string::npos) {
            auto permuted = std::make_shared<Permuted>();
            permuted->of = tensor;
            permuted->order = &permutation;
            interleaved.weights.set(name, std::make_shared<WeightTensor>(permuted));
        }
    const std::shared_ptr<Trace> a = run(*half, smallText()), b = run(interleaved, smallText());
    const Tensor& q = a->at("blocks.0.attn.rot_q");
    const Tensor& p = b->at("blocks.0.attn.rot_q");
    for (Index row = 0; row < q.rows(); ++row)
        for (Index d = 0; d < 8; ++d)
            QVERIFY(std::abs(q.row(row)[d] - p.row(row)[permutation[std::size_t(d)]]) < 1e-5f);
    QVERIFY(relativeDifference(b->at("logits").values(), a->at("logits").values()) < 1e-5);
}

void TestLaws::aFractionOfZeroTurnsNothing()
{
    const std::shared_ptr<Trace> trace = run(*smallSetup(choices("position.kind=rope rope.fraction=0")), smallText());
    const std::shared_ptr<Trace> without = run(*smallSetup(choices("position.kind=none")), smallText());
    QCOMPARE(relativeDifference(trace->at("blocks.0.attn.rot_q").values(), trace->at("blocks.0.attn.q").values()), 0.0);
    QCOMPARE(relativeDifference(trace->at("logits").values(), without->at("logits").values()), 0.0);
    // Rounded down, then an odd number up: of 8 dimensions 0.4 turns int(3.2) + 1 = 4.
    Rope rope;
    rope.fraction = 0.4;
    QCOMPARE(rope.rotatedDims(8), Index(4));
    rope.fraction = 0.25;
    QCOMPARE(rope.rotatedDims(8), Index(2));
    rope.fraction = 1.0;
    QCOMPARE(rope.rotatedDims(5), Index(4));
}

void TestLaws::normsMakeUnitVectors()
{
    std::size_t norms = 0;
    for (const char* kind : {"layer_norm", "rms_norm"}) {
        const std::shared_ptr<Trace> trace = run(*smallSetup(choices(std::string("norm.eps=0 norm.kind=") + kind)), smallText());
        for (const TraceEntry& entry : trace->entries()) {
            if (!entry.name().ends_with(".normalized"))
                continue;
            ++norms;
            const bool centred = trace->find(entry.name().substr(0, entry.name().size() - 10) + "mean");
            for (Index t = 0; t < 7; ++t) {
                double mean = 0;
                for (Index i = 0; i < 18; ++i)
                    mean += double(entry.tensor.row(t)[i]) / 18;
                QVERIFY(std::abs(length(entry.tensor, t) - std::sqrt(18.0)) < 1e-4);
                QVERIFY(!centred || std::abs(mean) < 1e-5);
            }
        }
    }
    QCOMPARE(norms, std::size_t(2 * 5));
}

void TestLaws::normsDoNotSeeTheSize()
{
    for (const std::string& kind : findChoiceKey("norm.kind")->words) {
        if (kind == "none")
            continue;
        const std::shared_ptr<Trace> one = run(*smallSetup(choices("norm.eps=0 norm.kind=" + kind)), smallText());
        const std::shared_ptr<Trace> four
            = run(*smallSetup(choices("norm.eps=0 block.embedding_scale=4 norm.kind=" + kind)), smallText());
        QVERIFY2(
            relativeDifference(four->at("blocks.0.ln1.out").values(), one->at("blocks.0.ln1.out").values()) < 1e-5, kind.c_str());
    }
}

void TestLaws::activationsAreTheirFormulaAndItsSlope()
{
    for (const Activation& kind : FamilyTraits<Activation>::defaults()) {
        std::vector<float> x, y;
        for (int i = -3000; i <= 3000; ++i)
            x.push_back(float(i) * 0.01f);
        y.resize(x.size());
        applyActivation(kind, x.data(), y.data(), Index(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i)
            QVERIFY2(std::abs(double(y[i]) - activationValue(kind, double(x[i]))) <= 1e-6 * std::max(1.0, std::abs(double(x[i]))),
                infoOf(kind).id.data());
        for (double at = -6.05; at < 6; at += 0.1) {
            const double slope = (activationValue(kind, at + 1e-6) - activationValue(kind, at - 1e-6)) / 2e-6;
            QVERIFY2(std::abs(activationDerivative(kind, at) - slope) < 1e-6, infoOf(kind).id.data());
        }
        applyActivation(kind, x.data(), x.data(), Index(x.size())); // in place
        QVERIFY(x == y);
        QVERIFY(std::abs(activationValue(kind, -100.0)) < 1e-6 && std::abs(activationValue(kind, 100.0) - 100) < 1e-6);
    }
}

void TestLaws::gatingWithAConstantGateIsLinear()
{
    // ReLU of a gate that is 1 for every token leaves the linear half alone.
    const SetupPtr setup = smallSetup(choices("feed_forward.kind=gated activation.kind=relu"));
    TraceRequest request;
    request.interventions = {{.at = "blocks.0.mlp.pre", .op = InterventionOp::Set, .value = {{}, {1.f}}}};
    const std::shared_ptr<Trace> trace = run(*setup, smallText(), request);
    QCOMPARE(relativeDifference(trace->at("blocks.0.mlp.post").values(), trace->at("blocks.0.mlp.pre_linear").values()), 0.0);
}

QTEST_GUILESS_MAIN(TestLaws)
#include "tst_laws.moc"
