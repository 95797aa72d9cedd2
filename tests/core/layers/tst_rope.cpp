// Rotary positions: what a rotation keeps, for every pairing, fraction and scaling; and relative positions as seen by scores.

#include "core/layers/position_encoding.h"
#include "core/layers/rope.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

/// Every choice with positions of this kind.
std::vector<std::string> everyChoiceOf(const std::string& kind)
{
    std::vector<std::string> result;
    for (const std::string& assignments : everyKindAndParameter())
        if (assignments.find("position.kind=" + kind) != std::string::npos
            && assignments.find("attention.kind") == std::string::npos)
            result.push_back(assignments);
    return result;
}

const Rope& ropeOf(const Setup& setup) { return std::get<Rope>(setup.config.block(0).position); }

} // namespace

class TestRope : public QObject
{
    Q_OBJECT

private slots:
    void rotationMultipliesLengthsByTheAttentionFactor();
    void attentionFactorsAreThoseOfThePapers();
    void rotatedProductsDependOnTheDistanceOnly();
    void scoresDependOnTheDistanceOnly();
    void pairingsAreAPermutationOfEachOther();
    void aFractionOfZeroTurnsNothing();
    void rotatedDimensionsAreRoundedAsTheContractSays();
    void scalingsWithoutAStretchAreNone();
    void anOddWidthIsRoundedUpButNotInTheExponents();
    void scalingsOfTheBaseAndOfPositions();
    void yarnAndLlama3KeepTheFastAndStretchTheSlow();
    void lengthsBeyondTheTrainedOneSwitch();
    void layersMayHaveTheirOwnBase();
};

void TestRope::rotationMultipliesLengthsByTheAttentionFactor()
{
    std::size_t checked = 0, stretched = 0;
    for (const std::string& assignments : everyChoiceOf("rope")) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        const Rope& rope = ropeOf(*setup);
        const Index dims = rope.rotatedDims(5);
        const double factor = rope.anglesOf(dims, 7).attentionFactor;
        stretched += factor != 1.0;
        const bool half = rope.pairing == RopePairing::HalfSplit;
        for (const char* side : {"q", "k"}) {
            const Tensor& x = trace->at(blockName(0, std::string("attn.") + side));
            const Tensor& turned = trace->at(blockName(0, std::string("attn.rot_") + side));
            for (Index row = 0; row < x.rows(); ++row) {
                const auto length = [&](const Tensor& of, Index pair) {
                    const float* numbers = of.row(row);
                    return half ? std::hypot(double(numbers[pair]), double(numbers[pair + dims / 2]))
                                : std::hypot(double(numbers[2 * pair]), double(numbers[2 * pair + 1]));
                };
                for (Index pair = 0; pair < dims / 2; ++pair)
                    QVERIFY2(std::abs(length(turned, pair) / length(x, pair) - factor) < 1e-5 * factor, assignments.c_str());
                for (Index i = dims; i < 5; ++i)
                    QVERIFY2(turned.row(row)[i] == x.row(row)[i], assignments.c_str());
            }
            ++checked;
        }
    }
    QVERIFY(checked >= 60 && stretched >= 10);
}

void TestRope::attentionFactorsAreThoseOfThePapers()
{
    const RopeInput in{8, 10000, 100, 50};
    const auto of = [&](const auto& scaling, RopeInput input) { return scaling.angles(input).attentionFactor; };
    YarnScaling yarn;
    QVERIFY(std::abs(of(yarn, in) - (0.1 * std::log(4.0) + 1)) < 1e-12); // Peng et al. 2023, eq. 22
    yarn.mscale = 0.7;
    yarn.mscaleAllDim = 1.3; // DeepSeek-V2: one growth over the other
    QVERIFY(std::abs(of(yarn, in) - (0.07 * std::log(4.0) + 1) / (0.13 * std::log(4.0) + 1)) < 1e-12);
    yarn.attentionFactor = 1.7;
    QCOMPARE(of(yarn, in), 1.7);
    yarn = {};
    yarn.factor = 0.5;
    QCOMPARE(of(yarn, in), 1.0);
    LongRopeScaling longRope;
    QVERIFY(std::abs(of(longRope, in) - std::sqrt(1 + std::log(4.0) / std::log(100.0))) < 1e-12); // Ding et al. 2024
    longRope.attentionFactor = 1.2;
    QCOMPARE(of(longRope, in), 1.2);
    for (const RopeScaling& scaling : {RopeScaling(NoScaling{}), RopeScaling(LinearScaling{}), RopeScaling(NtkScaling{}),
             RopeScaling(DynamicNtkScaling{}), RopeScaling(Llama3Scaling{})})
        QCOMPARE(std::visit([&](const auto& kind) { return of(kind, {8, 10000, 100, 500}); }, scaling), 1.0);
}

void TestRope::rotatedProductsDependOnTheDistanceOnly()
{
    // R_i q · R_j k for the same q and k everywhere, both directions.
    for (const std::string& assignments : everyChoiceOf("rope")) {
        const std::shared_ptr<Trace> trace
            = run(*smallSetup(choices("topology=encoder " + assignments)), std::vector<TokenId>(7, 3));
        const Tensor& content = trace->at("blocks.0.attn.scores_content");
        double largest = 1e-3;
        for (const float number : content.values())
            largest = std::max(largest, std::abs(double(number)));
        for (Index head = 0; head < 6; ++head)
            for (Index query = 1; query < 7; ++query)
                for (Index key = 1; key < 7; ++key)
                    QVERIFY2(std::abs(double(content.at({head, query, key})) - double(content.at({head, query - 1, key - 1})))
                            < 1e-5 * largest,
                        assignments.c_str());
    }
}

void TestRope::scoresDependOnTheDistanceOnly()
{
    // The same token everywhere: every pair at the same distance has the same score, and not all distances the same. That
    // holds for each kind that adds nothing to the embedding.
    std::size_t checked = 0;
    for (const std::string& assignments : everyKindAndParameter()) {
        const SetupPtr setup = smallSetup(choices(assignments + " topology=encoder"));
        const BlockConfig& block = setup->config.block(0);
        if (assignments.find("position.kind") == std::string::npos || addsToEmbedding(block.position) || isLatent(block.sharing))
            continue;
        const std::shared_ptr<Trace> trace = run(*setup, std::vector<TokenId>(7, 3));
        const Tensor& scores = trace->at("blocks.0.attn.scores");
        double largest = 1e-3;
        for (const float number : scores.values())
            largest = std::max(largest, std::abs(double(number)));
        bool differs = false;
        for (Index head = 0; head < 6; ++head)
            for (Index query = 1; query < 7; ++query)
                for (Index key = 1; key < 7; ++key) {
                    const double here = double(scores.at({head, query, key}));
                    QVERIFY2(
                        std::abs(here - double(scores.at({head, query - 1, key - 1}))) < 1e-5 * largest, assignments.c_str());
                    differs = differs || std::abs(here - double(scores.at({head, query, query}))) > 1e-3 * largest;
                }
        const bool isNone = assignments == "position.kind=none" || assignments.ends_with("rope.fraction=0");
        const bool hasNoTerm = assignments.find("disentangled.content_to_position=false") != std::string::npos
            && assignments.find("disentangled.position_to_content=false") != std::string::npos;
        const bool isFlat = assignments.find("rope.factor=5000") != std::string::npos; // hardly turns any more
        QVERIFY2(isFlat || differs != (isNone || hasNoTerm), assignments.c_str());
        ++checked;
    }
    QVERIFY(checked >= 60);
}

void TestRope::pairingsAreAPermutationOfEachOther()
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
    for (const std::string& scaling : findChoiceKey("rope.scaling")->words) {
        const std::string rope = "position.kind=rope sizes.d_head=8 rope.original_context=3 rope.scaling=" + scaling;
        const SetupPtr half = smallSetup(choices(rope));
        Setup interleaved = *smallSetup(choices(rope + " rope.pairing=interleaved"));
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
        QVERIFY2(relativeDifference(b->at("logits").values(), a->at("logits").values()) < 1e-5, scaling.c_str());
    }
}

void TestRope::aFractionOfZeroTurnsNothing()
{
    const std::shared_ptr<Trace> trace = run(*smallSetup(choices("position.kind=rope rope.fraction=0")), smallText());
    const std::shared_ptr<Trace> without = run(*smallSetup(choices("position.kind=none")), smallText());
    QCOMPARE(relativeDifference(trace->at("blocks.0.attn.rot_q").values(), trace->at("blocks.0.attn.q").values()), 0.0);
    QCOMPARE(relativeDifference(trace->at("logits").values(), without->at("logits").values()), 0.0);
}

void TestRope::rotatedDimensionsAreRoundedAsTheContractSays()
{
    // Rounded down, then an odd number up: of 8 dimensions 0.4 turns int(3.2) + 1 = 4.
    const auto dims = [](double fraction, Index dHead) {
        Rope rope;
        rope.fraction = fraction;
        return rope.rotatedDims(dHead);
    };
    QCOMPARE(dims(0.4, 8), Index(4));
    QCOMPARE(dims(0.25, 8), Index(2));
    QCOMPARE(dims(0.1, 8), Index(0));
    QCOMPARE(dims(1.0, 8), Index(8));
    QCOMPARE(dims(1.0, 5), Index(4)); // there is no partner for the last
    QCOMPARE(dims(1.0, 1), Index(0));
}

void TestRope::scalingsWithoutAStretchAreNone()
{
    const std::shared_ptr<Trace> plain = run(*smallSetup(choices("position.kind=rope")), smallText());
    for (const std::string& scaling : findChoiceKey("rope.scaling")->words) {
        if (scaling == "dynamic_ntk")
            continue; // a factor of 1 grows with the text, too: lengthsBeyondTheTrainedOneSwitch()
        const std::string with = "position.kind=rope rope.original_context=3 rope.factor=1 rope.scaling=" + scaling;
        const std::shared_ptr<Trace> one = run(*smallSetup(choices(with)), smallText());
        QVERIFY2(relativeDifference(one->at("logits").values(), plain->at("logits").values()) < 1e-6, scaling.c_str());
        const std::shared_ptr<Trace> four = run(*smallSetup(choices(with + " rope.factor=4")), smallText());
        QVERIFY2((relativeDifference(four->at("logits").values(), plain->at("logits").values()) > 1e-4) == (scaling != "none"),
            scaling.c_str());
    }
}

/// As transformers computes it: arange(0, d, 2) / d has (d + 1) / 2 numbers.
void TestRope::anOddWidthIsRoundedUpButNotInTheExponents()
{
    Rope rope;
    rope.fraction = 0.5;
    QCOMPARE(rope.rotatedDims(10), Index(6));
    const std::vector<double> expected = {1.0, std::pow(10000.0, -2.0 / 5.0), std::pow(10000.0, -4.0 / 5.0)};
    const std::vector<double> found = rope.frequencies(10);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        QVERIFY(std::abs(found[i] - expected[i]) < 1e-12);
    QCOMPARE(rope.rotatedDims(8), Index(4));
    rope.fraction = 1;
    QCOMPARE(rope.rotatedDims(5), Index(4));
}

void TestRope::scalingsOfTheBaseAndOfPositions()
{
    // NTK is another base, linear a slower clock.
    const auto frequencies = [](const RopeScaling& scaling, Index length) {
        return std::visit([&](const auto& kind) { return kind.angles({8, 10000, 100, length}).frequencies; }, scaling);
    };
    const auto near = [](const std::vector<double>& a, const std::vector<double>& b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (std::abs(a[i] - b[i]) > 1e-12 * b[i])
                return false;
        return a.size() == b.size();
    };
    QVERIFY(near(frequencies(NtkScaling{3}, 7), ropeFrequencies(8, 10000 * std::pow(3.0, 8.0 / 6.0))));
    QVERIFY(near(frequencies(DynamicNtkScaling{3, 0}, 250), ropeFrequencies(8, 10000 * std::pow(3 * 2.5 - 2, 8.0 / 6.0))));
    std::vector<double> slower = ropeFrequencies(8, 10000);
    for (double& frequency : slower)
        frequency /= 3;
    QVERIFY(near(frequencies(LinearScaling{3}, 7), slower));
    QVERIFY(near(frequencies(LongRopeScaling{3, 0, 0, 0, 0, {}, {3, 3, 3, 3}}, 101), slower));
    QVERIFY(near(frequencies(LongRopeScaling{3, 0, 0, 0, 0, {3, 3, 3, 3}, {}}, 100), slower));
}

void TestRope::yarnAndLlama3KeepTheFastAndStretchTheSlow()
{
    const Index dims = 64;
    const std::vector<double> plain = ropeFrequencies(dims, 10000);
    for (const RopeScaling& scaling : {RopeScaling(YarnScaling{8}), RopeScaling(Llama3Scaling{8})}) {
        const std::vector<double> scaled = std::visit(
            [&](const auto& kind) {
                return kind.angles({dims, 10000, 4096, 7}).frequencies;
            },
            scaling);
        QVERIFY(std::abs(scaled.front() - plain.front()) < 1e-12);
        QVERIFY(std::abs(scaled.back() * 8 - plain.back()) < 1e-12);
        double last = 0;
        for (std::size_t i = 0; i < scaled.size(); ++i) { // ever slower in between
            const double stretch = plain[i] / scaled[i];
            QVERIFY(stretch >= last - 1e-12 && stretch >= 1 - 1e-12 && stretch <= 8 + 1e-12);
            last = stretch;
        }
    }
}

void TestRope::lengthsBeyondTheTrainedOneSwitch()
{
    // The same first tokens: up to the trained length nothing depends on the length, beyond it everything does.
    for (const std::string scaling : {"dynamic_ntk", "longrope rope.long_factor=3,5 rope.attention_factor=1"}) {
        const SetupPtr setup = smallSetup(choices("position.kind=rope rope.original_context=5 rope.scaling=" + scaling));
        const auto firstOf = [&](Index tokens) {
            std::vector<TokenId> ids = smallText();
            ids.resize(std::size_t(tokens));
            const std::shared_ptr<Trace> trace = run(*setup, ids);
            const std::span<const float> all = trace->at("blocks.0.attn.rot_q").values();
            return std::vector<float>(all.begin(), all.begin() + 4 * 30);
        };
        QVERIFY(firstOf(4) == firstOf(5));
        QVERIFY(relativeDifference(firstOf(6), firstOf(5)) > 1e-4);
    }
    // Texts packed into one pass each have their own length.
    const SetupPtr setup = smallSetup(choices("position.kind=rope rope.original_context=3 rope.scaling=dynamic_ntk"));
    const std::shared_ptr<Trace> packed = forward(*setup, {smallText(), {0, 3}});
    const std::shared_ptr<Trace> alone = run(*setup, {7, 2, 11});
    QVERIFY(
        relativeDifference(packed->at("blocks.0.attn.rot_q").values().first(3 * 30), alone->at("blocks.0.attn.rot_q").values())
        < 1e-6); // kernels of other lengths add in another order
}

void TestRope::layersMayHaveTheirOwnBase()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope rope.base@1=7 sizes.layers=3 position.kind@2=none"));
    QCOMPARE(std::get<Rope>(setup->config.block(0).position).base, 10000.0);
    QCOMPARE(std::get<Rope>(setup->config.block(1).position).base, 7.0);
    const std::shared_ptr<Trace> trace = run(*setup, smallText());
    QVERIFY(trace->find("blocks.1.attn.rot_q") && !trace->find("blocks.2.attn.rot_q"));
    const std::shared_ptr<Trace> plain = run(*smallSetup(choices("position.kind=rope sizes.layers=3")), smallText());
    QCOMPARE(relativeDifference(trace->at("blocks.0.attn.rot_q").values(), plain->at("blocks.0.attn.rot_q").values()), 0.0);
    QVERIFY(relativeDifference(trace->at("blocks.1.attn.rot_q").values(), plain->at("blocks.1.attn.rot_q").values()) > 1e-3);
}

QTEST_GUILESS_MAIN(TestRope)
#include "tst_rope.moc"
