// Norms of queries and keys: what they normalise over, and where gain, eps and clipping come from.

#include "core/layers/qk_norm.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

/// Mean and mean square of the numbers [first, first + count) of a row.
std::pair<double, double> momentsOf(const float* x, Index count)
{
    double mean = 0, square = 0;
    for (Index i = 0; i < count; ++i) {
        mean += double(x[i]) / double(count);
        square += double(x[i]) * double(x[i]) / double(count);
    }
    return {mean, square};
}

/// A tensor of these numbers.
WeightPtr stored(const std::string& name, Shape shape, std::uint64_t seed)
{
    return std::make_shared<WeightTensor>(seededSource({name, std::move(shape), Init::Embedding}, seed));
}

/// The small model with the biases of queries and keys at zero: only files bring them.
SetupPtr withoutBias(const std::string& assignments)
{
    auto setup = std::make_shared<Setup>(*smallSetup(choices(assignments)));
    for (const WeightSpec& spec : setup->specs)
        if (spec.name.ends_with("_norm.bias"))
            setup->weights.set(spec.name, std::make_shared<WeightTensor>(identitySource({spec.name, spec.shape, Init::Bias})));
    return setup;
}

const std::vector<std::string> kinds{"rms_head", "rms_full", "layer_head", "layer_full"};

} // namespace

class TestQkNorm : public QObject
{
    Q_OBJECT

private slots:
    void statisticsAreThoseOfTheKind();
    void gainAndEpsAreThoseOfTheNorm();
    void weightsOfAHeadOrOfAllHeads();
    void aBiasActsWhereOneIsStored();
    void clippingActsOnWhatIsNormed();
    void itComesBeforeTheRotation();
    void itComesAfterTheRotationWhereThatIsSaid();
};

void TestQkNorm::statisticsAreThoseOfTheKind()
{
    QCOMPARE(kinds.size() + 1, findChoiceKey("score.qk_norm")->words.size());
    for (const std::string& kind : kinds)
        for (const char* attention : {"multi_head", "grouped_query", "multi_query", "latent"}) {
            const std::shared_ptr<Trace> trace = run(
                *withoutBias("norm.gain=none norm.eps=0 score.qk_norm=" + kind + " attention.kind=" + attention), smallText());
            for (const char* name : {"blocks.0.attn.q_normed", "blocks.0.attn.k_normed"}) {
                const Tensor& x = trace->at(name); // [token, head, d]
                const bool perHead = kind.ends_with("_head"), centred = kind.starts_with("layer");
                const Index width = perHead ? x.dim(2) : x.dim(1) * x.dim(2);
                for (Index row = 0; row < x.size() / width; ++row) {
                    const auto [mean, square] = momentsOf(x.data() + row * width, width);
                    QVERIFY2(std::abs(square - 1) < 1e-4, (kind + " " + attention).c_str());
                    QVERIFY2(!centred || std::abs(mean) < 1e-5, (kind + " " + attention).c_str());
                }
            }
        }
}

void TestQkNorm::gainAndEpsAreThoseOfTheNorm()
{
    // The scale of a normalised query is √(mean square + eps) or √mean square + eps with the numbers of norm.*.
    for (const char* norm : {"layer_norm", "rms_norm", "batch_norm"})
        for (const char* gain : {"weight", "one_plus_weight", "none"})
            for (const char* place : {"inside", "outside"}) {
                const std::string assignments = std::string("score.qk_norm=rms_head norm.eps=0.5 norm.kind=") + norm
                    + " norm.gain=" + gain + " norm.eps_place=" + place;
                const SetupPtr setup = withoutBias(assignments);
                const std::shared_ptr<Trace> trace = run(*setup, smallText());
                const WeightTensor* weight = setup->weights.find("blocks.0.attn.q_norm.weight");
                QCOMPARE(weight == nullptr, std::string(gain) == "none");
                const Tensor& q = trace->at("blocks.0.attn.q");
                const Tensor& normed = trace->at("blocks.0.attn.q_normed");
                for (Index row = 0; row < 7 * 6; ++row) {
                    const double square = momentsOf(q.data() + row * 5, 5).second;
                    const double scale = std::string(place) == "inside" ? std::sqrt(square + 0.5) : std::sqrt(square) + 0.5;
                    for (Index i = 0; i < 5; ++i) {
                        const double factor
                            = (weight ? double(weight->values().data()[i]) : 1.0) + (std::string(gain) == "one_plus_weight");
                        const double expected = double(q.data()[row * 5 + i]) / scale * factor;
                        QVERIFY2(
                            std::abs(double(normed.data()[row * 5 + i]) - expected) < 1e-5 * std::max(1.0, std::abs(expected)),
                            assignments.c_str());
                    }
                }
            }
    // Without a norm it has the usual eps and a gain.
    QVERIFY(smallSetup(choices("norm.kind=none score.qk_norm=rms_full"))->weights.find("blocks.0.attn.k_norm.weight"));
}

void TestQkNorm::weightsOfAHeadOrOfAllHeads()
{
    Setup setup = *withoutBias("score.qk_norm=rms_head");
    QCOMPARE(setup.weights.at("blocks.0.attn.q_norm.weight").shape(), Shape({5}));
    QCOMPARE(smallSetup(choices("score.qk_norm=layer_full sizes.kv_heads=2"))->weights.at("blocks.0.attn.k_norm.weight").shape(),
        Shape({10}));
    // [head, d_head] gives each head its own; six equal rows are one for all.
    struct Rows : TensorSource
    {
        WeightPtr one;
        Shape all{6, 5};
        const Shape& shape() const override { return all; }
        std::string dtype() const override { return "F32"; }
        std::string origin() const override { return "file"; }
        void read(Index row, Index rows, float* out) const override
        {
            for (Index r = row; r < row + rows; ++r)
                one->read(0, 5, out + (r - row) * 5);
        }
    };
    const std::shared_ptr<Trace> shared = run(setup, smallText());
    auto rows = std::make_shared<Rows>();
    rows->one = setup.weights.share("blocks.0.attn.q_norm.weight");
    setup.weights.set("blocks.0.attn.q_norm.weight", std::make_shared<WeightTensor>(rows));
    QCOMPARE(relativeDifference(run(setup, smallText())->at("logits").values(), shared->at("logits").values()), 0.0);

    setup.weights.set("blocks.0.attn.q_norm.weight", stored("q_norm", {6, 5}, 3));
    const float* weight = setup.weights.at("blocks.0.attn.q_norm.weight").values().data();
    const std::shared_ptr<Trace> own = run(setup, smallText());
    for (Index row = 0; row < 7 * 6; ++row) {
        const float* q = own->at("blocks.0.attn.q").data() + row * 5;
        const double scale = std::sqrt(momentsOf(q, 5).second + 1e-5);
        for (Index i = 0; i < 5; ++i)
            QVERIFY(
                std::abs(own->at("blocks.0.attn.q_normed").data()[row * 5 + i] - q[i] / scale * weight[row % 6 * 5 + i]) < 1e-5);
    }
}

void TestQkNorm::aBiasActsWhereOneIsStored()
{
    // smallSetup() fills optional tensors, too; a seeded model has none.
    const SetupPtr with = smallSetup(choices("score.qk_norm=layer_head norm.gain=none"));
    const float* bias = with->weights.at("blocks.1.attn.k_norm.bias").values().data();
    const std::shared_ptr<Trace> trace = run(*with, smallText());
    for (Index row = 0; row < 7 * 6; ++row) {
        double mean = 0, ofBias = 0;
        for (Index i = 0; i < 5; ++i) {
            mean += double(trace->at("blocks.1.attn.k_normed").data()[row * 5 + i]);
            ofBias += double(bias[i]);
        }
        QVERIFY(std::abs(mean - ofBias) < 1e-4);
    }
    auto model = std::make_shared<Model>();
    model->sizesFixed = false;
    QVERIFY(!configure(model, choices("score.qk_norm=layer_head"))->weights.find("blocks.0.attn.q_norm.bias"));
}

void TestQkNorm::clippingActsOnWhatIsNormed()
{
    const std::shared_ptr<Trace> normed = run(*smallSetup(choices("score.qk_norm=rms_head score.clip_qkv=0.4")), smallText());
    const std::shared_ptr<Trace> plain = run(*smallSetup(choices("score.clip_qkv=0.4")), smallText());
    const auto largest = [](const Trace& trace, const char* name) {
        float most = 0;
        for (const float number : trace.at(std::string("blocks.0.attn.") + name).values())
            most = std::max(most, std::abs(number));
        return most;
    };
    QCOMPARE(largest(*normed, "q_normed"), 0.4f);
    QCOMPARE(largest(*normed, "k_normed"), 0.4f);
    QVERIFY(largest(*normed, "q") > 0.4f && largest(*normed, "k") > 0.4f);
    for (const char* name : {"q", "k", "v"})
        QCOMPARE(largest(*plain, name), 0.4f);
    QCOMPARE(largest(*normed, "v"), 0.4f);
}

void TestQkNorm::itComesBeforeTheRotation()
{
    const std::shared_ptr<Trace> trace = run(*smallSetup(choices("score.qk_norm=rms_full position.kind=rope")), smallText());
    // The first token turns by nothing.
    QCOMPARE(relativeDifference(
                 trace->at("blocks.0.attn.rot_q").values().first(30), trace->at("blocks.0.attn.q_normed").values().first(30)),
        0.0);
    QVERIFY(relativeDifference(trace->at("blocks.0.attn.rot_q").values(), trace->at("blocks.0.attn.q_normed").values()) > 1e-3);
}

void TestQkNorm::itComesAfterTheRotationWhereThatIsSaid()
{
    const SetupPtr setup = withoutBias("score.qk_norm=rms_head score.qk_norm_after_rope=true position.kind=rope norm.eps=0");
    const std::shared_ptr<Trace> trace = run(*setup, smallText());
    const Tensor& turned = trace->at("blocks.0.attn.rot_q");
    const Tensor& normed = trace->at("blocks.0.attn.q_normed");
    QCOMPARE(relativeDifference(turned.values().first(30), trace->at("blocks.0.attn.q").values().first(30)), 0.0);
    const float* gain = setup->weights.at("blocks.0.attn.q_norm.weight").values().data();
    for (Index row = 0; row < 7 * 6; ++row) {
        const float* x = turned.data() + row * 5;
        const double scale = std::sqrt(momentsOf(x, 5).second);
        for (Index i = 0; i < 5; ++i)
            QVERIFY(std::abs(double(normed.data()[row * 5 + i]) - double(x[i]) / scale * double(gain[i])) < 1e-5);
    }
    // What is normalised meets in the product.
    const Tensor& keys = trace->at("blocks.0.attn.k_normed");
    const Tensor& content = trace->at("blocks.0.attn.scores_content"); // [head, query, key]
    double product = 0;
    for (Index i = 0; i < 5; ++i)
        product += double(normed.at({6, 2, i})) * double(keys.at({3, 2, i}));
    QVERIFY(std::abs(double(content.at({2, 6, 3})) - product / std::sqrt(5.0)) < 1e-5);
    QVERIFY_THROWS_EXCEPTION(Error,
        smallSetup(choices("attention.kind=latent position.kind=rope score.qk_norm=rms_head score.qk_norm_after_rope=true")));
}

QTEST_GUILESS_MAIN(TestQkNorm)
#include "tst_qk_norm.moc"
