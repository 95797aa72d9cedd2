// Norms: their statistics, gain and bias; that a norm does not see the size; that BatchNorm sees the future.

#include "core/layers/norm.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

/// Mean and root of the biased variance of `count` numbers, `stride` apart; the mean taken as 0 where it is not removed.
struct Statistics
{
    double mean = 0, variance = 0;
    Statistics(const float* x, Index count, Index stride, bool centred)
    {
        for (Index i = 0; centred && i < count; ++i)
            mean += double(x[i * stride]) / double(count);
        for (Index i = 0; i < count; ++i)
            variance += std::pow(double(x[i * stride]) - mean, 2) / double(count);
    }
};

/// Every norm and each of its parameters.
std::vector<std::string> everyNorm()
{
    std::vector<std::string> result;
    for (const std::string& assignments : everyKindAndParameter())
        if (assignments.starts_with("norm.kind=") && assignments != "norm.kind=none")
            result.push_back(assignments);
    return result;
}

bool isBatch(const Setup& setup) { return std::holds_alternative<BatchNorm>(setup.config.block(0).norm); }

} // namespace

class TestNorm : public QObject
{
    Q_OBJECT

private slots:
    void statisticsAreThoseOfTheInput();
    void withoutEpsTheOutputHasUnitStatistics();
    void gainAndBiasActAfterNormalizing();
    void everySlotOfEveryPlacementIsNormed();
    void normsDoNotSeeTheSize();
    void batchNormLeaksTheFuture();
    void batchNormOfOneTokenIsItsBias();
    void scaleHoldsEpsWhereItStands();
};

void TestNorm::statisticsAreThoseOfTheInput()
{
    for (const std::string& assignments : everyNorm()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        const Tensor& x = trace->at("blocks.0.resid_pre");
        const Tensor* mean = trace->find("blocks.0.ln1.mean");
        const Tensor& scale = trace->at("blocks.0.ln1.scale");
        const bool batch = isBatch(*setup);
        QCOMPARE(mean != nullptr, batch || std::holds_alternative<LayerNorm>(setup->config.block(0).norm));
        QCOMPARE(scale.shape(), batch ? Shape({18}) : Shape({7}));
        const auto [eps, place] = std::visit(
            [](const auto& kind) -> std::pair<double, EpsPlace> {
                if constexpr (requires { kind.eps; })
                    return {kind.eps, kind.epsPlace};
                return {};
            },
            setup->config.block(0).norm);
        for (Index i = 0; i < scale.size(); ++i) {
            const Statistics of = batch ? Statistics(x.data() + i, 7, 18, true) : Statistics(x.row(i), 18, 1, mean != nullptr);
            const double expected = place == EpsPlace::Inside ? std::sqrt(of.variance + eps) : std::sqrt(of.variance) + eps;
            QVERIFY2(std::abs(double(scale.data()[i]) - expected) < 1e-5 * expected, assignments.c_str());
            QVERIFY2(!mean || std::abs(double(mean->data()[i]) - of.mean) < 1e-5, assignments.c_str());
        }
    }
}

void TestNorm::withoutEpsTheOutputHasUnitStatistics()
{
    std::size_t norms = 0;
    for (const char* kind : {"layer_norm", "rms_norm", "batch_norm"}) {
        const SetupPtr setup = smallSetup(choices(std::string("norm.embedding=true norm.eps=0 norm.kind=") + kind));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        for (const TraceEntry& entry : trace->entries()) {
            if (!entry.name().ends_with(".normalized"))
                continue;
            ++norms;
            const bool centred = trace->find(entry.name().substr(0, entry.name().size() - 10) + "mean");
            for (Index i = 0; i < (isBatch(*setup) ? 18 : 7); ++i) {
                const Statistics of = isBatch(*setup) ? Statistics(entry.tensor.data() + i, 7, 18, true)
                                                      : Statistics(entry.tensor.row(i), 18, 1, centred);
                QVERIFY2(std::abs(of.mean) < 1e-5 && std::abs(of.variance - 1) < 1e-4, entry.name().c_str());
            }
        }
    }
    QCOMPARE(norms, std::size_t(3 * 6)); // the embedding's, two in each layer, the final one
}

void TestNorm::gainAndBiasActAfterNormalizing()
{
    for (const std::string& assignments : everyNorm()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        const auto weight = [&](const char* name) {
            const WeightTensor* tensor = setup->weights.find(name);
            return tensor ? tensor->values().data() : nullptr;
        };
        const float* gain = weight("blocks.1.ln2.weight");
        const float* bias = weight("blocks.1.ln2.bias");
        const float shift = assignments.find("one_plus_weight") == std::string::npos ? 0.f : 1.f;
        QCOMPARE(gain == nullptr, assignments.find("gain=none") != std::string::npos);
        QCOMPARE(bias == nullptr,
            assignments.find("norm.bias=false") != std::string::npos || assignments.find("rms_norm") != std::string::npos);
        const Tensor& normalized = trace->at("blocks.1.ln2.normalized");
        const Tensor& out = trace->at("blocks.1.ln2.out");
        for (Index t = 0; t < 7; ++t)
            for (Index i = 0; i < 18; ++i) {
                const float expected = normalized.row(t)[i] * (gain ? gain[i] + shift : 1.f) + (bias ? bias[i] : 0.f);
                QVERIFY2(std::abs(out.row(t)[i] - expected) < 1e-5f * std::max(1.f, std::abs(expected)), assignments.c_str());
            }
    }
}

void TestNorm::everySlotOfEveryPlacementIsNormed()
{
    const std::vector<std::pair<std::string, std::string>> placements{{"pre", "ln1 ln2"}, {"post", "ln1 ln2"},
        {"sandwich", "ln1 ln1_post ln2 ln2_post"}, {"branch_output", "ln1_post ln2_post"}, {"deep_norm", "ln1 ln2"},
        {"none", ""}};
    QCOMPARE(placements.size(), findChoiceKey("norm.placement")->words.size());
    for (const auto& [placement, expected] : placements)
        for (const std::string topology : {"causal_decoder", "encoder_decoder"}) {
            const std::shared_ptr<Trace> trace
                = run(*smallSetup(choices("norm.placement=" + placement + " topology=" + topology)), smallText());
            std::string found;
            for (const char* slot : {"ln1", "ln1_post", "ln_cross", "ln_cross_post", "ln2", "ln2_post"})
                if (trace->find(blockName(1, std::string(slot) + ".out")))
                    found += (found.empty() ? "" : " ") + std::string(slot);
            std::string all = expected;
            if (topology == "encoder_decoder" && !all.empty()) // between attention and feed-forward, at the same places
                all.insert(all.find("ln2"),
                    placement == "sandwich"            ? "ln_cross ln_cross_post "
                        : placement == "branch_output" ? "ln_cross_post "
                                                       : "ln_cross ");
            QCOMPARE(found, all);
            const bool hasFinal = placement == "pre" || placement == "sandwich" || placement == "branch_output";
            QCOMPARE(trace->find("ln_final.out") != nullptr, hasFinal);
            QCOMPARE(trace->find("encoder.ln_final.out") != nullptr, hasFinal && topology == "encoder_decoder");
        }
}

void TestNorm::normsDoNotSeeTheSize()
{
    for (const std::string& kind : findChoiceKey("norm.kind")->words) {
        const std::shared_ptr<Trace> one = run(*smallSetup(choices("norm.eps=0 norm.kind=" + kind)), smallText());
        const std::shared_ptr<Trace> four
            = run(*smallSetup(choices("norm.eps=0 block.embedding_scale=4 norm.kind=" + kind)), smallText());
        const Tensor* out = four->find("blocks.0.ln1.out");
        QCOMPARE(out != nullptr, kind != "none"); // without a norm the slot records nothing
        if (out)
            QVERIFY2(relativeDifference(out->values(), one->at("blocks.0.ln1.out").values()) < 1e-5, kind.c_str());
    }
}

void TestNorm::batchNormLeaksTheFuture()
{
    // Under a causal mask: the last token changes what the first one computes, in the norm itself.
    std::vector<TokenId> changed = smallText();
    changed.back() = 1;
    const SetupPtr setup = smallSetup(choices("norm.kind=batch_norm"));
    const std::shared_ptr<Trace> a = run(*setup, smallText()), b = run(*setup, changed);
    for (const char* name : {"blocks.0.ln1.out", "logits"})
        QVERIFY2(relativeDifference(b->at(name).values().first(13), a->at(name).values().first(13)) > 1e-3, name);
    QVERIFY(
        relativeDifference(b->at("blocks.0.resid_pre").values().first(18), a->at("blocks.0.resid_pre").values().first(18)) == 0);
    QVERIFY(!setup->config.generates());
}

void TestNorm::batchNormOfOneTokenIsItsBias()
{
    const SetupPtr setup = smallSetup(choices("norm.kind=batch_norm"));
    const std::shared_ptr<Trace> trace = run(*setup, {4});
    QCOMPARE(relativeDifference(trace->at("blocks.0.ln1.out").values(), setup->weights.at("blocks.0.ln1.bias").values().values()),
        0.0);
}

void TestNorm::scaleHoldsEpsWhereItStands()
{
    QCOMPARE(normScale(9.f, 16.0, EpsPlace::Inside), 5.f);
    QCOMPARE(normScale(9.f, 16.0, EpsPlace::Outside), 19.f);
}

QTEST_GUILESS_MAIN(TestNorm)
#include "tst_norm.moc"
