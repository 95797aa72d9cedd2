#include "core/analysis/norm_steps.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

struct Run
{
    SetupPtr setup;
    TracePtr trace;
};

/// A small model whose gains and biases are not the identity.
Run runOf(std::initializer_list<const char*> assignments)
{
    Choices said;
    for (const char* text : {"sizes.layers=2", "sizes.d_model=16", "sizes.heads=2", "sizes.d_head=8", "sizes.d_ff=32"})
        said.setText(text, 2);
    for (const char* text : assignments)
        said.setText(text, 2);
    const SetupPtr plain = configure(openModel("untrained"), said);
    auto setup = std::make_shared<Setup>(*plain);
    for (const WeightSpec& spec : setup->specs)
        if (spec.init == Init::Gain || spec.init == Init::Bias)
            setup->weights.set(
                spec.name, std::make_shared<WeightTensor>(seededSource({spec.name, spec.shape, Init::Embedding}, 7)));
    ForwardInput input;
    input.ids = {3, 1, 4, 1, 5};
    return {setup, forward(*setup, input)};
}

} // namespace

class TestNormSteps : public QObject
{
    Q_OBJECT

private slots:
    void slotsAreListedInOrderOfComputation();
    void stepsAreThoseOfANaiveLoop_data();
    void stepsAreThoseOfANaiveLoop();
    void withoutWeightsTheGainIsNotKnown();
    void withoutItsInputASlotHasNoSteps();
    void lengthsOfRowsAndColumns();
};

void TestNormSteps::slotsAreListedInOrderOfComputation()
{
    const Run run = runOf({"norm.placement=sandwich"});
    std::vector<std::string> names;
    for (const NormSlot& slot : normSlots(*run.trace))
        names.push_back(slot.name);
    QCOMPARE(names,
        (std::vector<std::string>{"blocks.0.ln1", "blocks.0.ln1_post", "blocks.0.ln2", "blocks.0.ln2_post", "blocks.1.ln1",
            "blocks.1.ln1_post", "blocks.1.ln2", "blocks.1.ln2_post", "ln_final"}));
    QCOMPARE(normSlots(*run.trace)[4].layer, Index(1));
    QCOMPARE(normSlots(*run.trace)[4].kind, std::string("ln1"));
    QCOMPARE(normSlots(*run.trace).back().layer, Index(-1));
    QVERIFY(normSlots(*runOf({"norm.kind=none"}).trace).empty());
}

void TestNormSteps::stepsAreThoseOfANaiveLoop_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("placement");
    for (const char* kind : {"layer_norm", "rms_norm", "batch_norm"})
        for (const char* placement : {"pre", "post", "sandwich", "branch_output", "deep_norm"})
            QTest::addRow("%s %s", kind, placement) << QString(kind) << QString(placement);
}

void TestNormSteps::stepsAreThoseOfANaiveLoop()
{
    QFETCH(QString, kind);
    QFETCH(QString, placement);
    const std::string ofKind = "norm.kind=" + kind.toStdString(), ofPlacement = "norm.placement=" + placement.toStdString();
    const Run run = runOf({ofKind.c_str(), ofPlacement.c_str(), "norm.embedding=true"});
    const std::vector<NormSlot> all = normSlots(*run.trace);
    QVERIFY(all.size() >= 5); // two layers, and ln_embed or ln_final
    for (const NormSlot& slot : all) {
        const NormWeights weights = normWeights(*run.setup, slot);
        QVERIFY(weights.areKnown && !weights.gain.empty());
        QCOMPARE(weights.bias.empty(), kind == "rms_norm");
        for (Index position : {0, 3}) {
            const auto steps = normSteps(*run.trace, slot, position, weights);
            QVERIFY2(steps, slot.name.c_str());
            QCOMPARE(steps->subtractsMean, kind != "rms_norm");
            QCOMPARE(steps->isOverTokens, kind == "batch_norm");
            QCOMPARE(steps->hasBias, kind != "rms_norm");
            const Tensor& out = run.trace->at(slot.name + ".out");
            for (std::size_t i = 0; i < steps->before.size(); ++i) {
                // Mean and scale over the vector, or over the tokens.
                double mean = 0, square = 0;
                const Index count = kind == "batch_norm" ? out.rows() : out.columns();
                std::vector<double> group;
                for (Index j = 0; j < count; ++j)
                    group.push_back(kind == "batch_norm" ? double(normSteps(*run.trace, slot, j, weights)->before[i])
                                                         : double(steps->before[std::size_t(j)]));
                if (kind != "rms_norm")
                    for (const double value : group)
                        mean += value / double(count);
                for (const double value : group)
                    square += (value - mean) * (value - mean) / double(count);
                const double eps = kind == "rms_norm" ? RmsNorm().eps : LayerNorm().eps;
                const double scaled = (double(steps->before[i]) - mean) / std::sqrt(square + eps);
                if (kind != "rms_norm")
                    QVERIFY(std::abs(double(steps->centred[i]) - (double(steps->before[i]) - mean)) < 1e-4);
                QVERIFY2(std::abs(double(steps->scaled[i]) - scaled) < 2e-3 * (1 + std::abs(scaled)), slot.name.c_str());
                QVERIFY(std::abs(steps->gained[i] - steps->scaled[i] * weights.gain[i]) < 1e-5F);
                // The last step is what the pass recorded, and follows from the one before.
                const float bias = weights.bias.empty() ? 0.F : weights.bias[i];
                QVERIFY(std::abs(steps->gained[i] + bias - steps->out[i]) < 1e-4F);
                QCOMPARE(steps->out[i], out.row(position)[i]);
            }
        }
    }
}

void TestNormSteps::withoutWeightsTheGainIsNotKnown()
{
    const Run run = runOf({"norm.kind=layer_norm"});
    const auto steps = normSteps(*run.trace, normSlots(*run.trace).front(), 1, {});
    QVERIFY(steps && steps->gained.empty());
    QCOMPARE(steps->out.size(), std::size_t(16));
    QVERIFY(std::abs(steps->rms * steps->rms - steps->mean * steps->mean - steps->deviation * steps->deviation) < 1e-9);
}

void TestNormSteps::withoutItsInputASlotHasNoSteps()
{
    const Run run = runOf({});
    Trace part;
    for (const TraceEntry& entry : run.trace->entries())
        if (entry.name().find("resid") == std::string::npos)
            part.add(entry);
    QVERIFY(!normSteps(part, {"blocks.0.ln1", "ln1", 0}, 0, {}));
}

void TestNormSteps::lengthsOfRowsAndColumns()
{
    Tensor tensor("x", {"token", "d_model"}, {2, 2});
    const float numbers[] = {3, 4, 0, 0};
    std::copy(numbers, numbers + 4, tensor.data());
    QVERIFY(std::abs(rowRms(tensor)[0] - std::sqrt(12.5)) < 1e-12);
    QCOMPARE(rowRms(tensor)[1], 0.0);
    QVERIFY(std::abs(columnRms(tensor)[1] - std::sqrt(8.0)) < 1e-12);
    QCOMPARE(momentsOf({tensor.row(0), 2}).mean, 3.5);
    QCOMPARE(momentsOf({tensor.row(0), 2}).deviation, 0.5);
}

QTEST_GUILESS_MAIN(TestNormSteps)
#include "tst_norm_steps.moc"
