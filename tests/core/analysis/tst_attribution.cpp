#include "core/analysis/attribution.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

double partOf(const Attribution& parts, PartOf of, Index layer)
{
    for (const LogitPart& part : parts.parts)
        if (part.of == of && part.layer == layer)
            return part.value;
    return std::nan("");
}

} // namespace

class TestAttribution : public QObject
{
    Q_OBJECT

private slots:
    void partsAddUpToTheLogit();
    void headsAddUpToTheBranch();
    void aPartIsWhatTheFrozenNormLeavesOfABranch();
    void aHeadIsItsSliceOfTheOutputMatrix();
    void modelsWhoseLogitIsNoSumSaySo_data();
    void modelsWhoseLogitIsNoSumSaySo();
    void whatWasNotRecordedIsNotGuessed();
    void anInterventionInTheStreamIsTheRest();
};

void TestAttribution::partsAddUpToTheLogit()
{
    int models = 0;
    for (const std::string& choice : support::everyChoice()) {
        const SetupPtr setup = support::smallSetup(support::choices(choice));
        const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
        if (attributionGap(*setup, *trace) != NoAttribution::Possible)
            continue;
        ++models;
        const Tensor& logits = trace->at("logits");
        const double cap = setup->config.outputSoftCap;
        for (const Index position : {Index(0), logits.rows() - 1})
            for (const TokenId token : {0, 11}) {
                const Attribution parts = attribution(*setup, *trace, position, token);
                const double real = double(logits.row(position)[token]);
                double sum = 0;
                for (const LogitPart& part : parts.parts)
                    sum += part.value;
                const double capped = cap > 0 ? cap * std::tanh(sum / cap) : sum;
                QVERIFY2(std::abs(capped - real) < 1e-4 * (1 + std::abs(real)), choice.c_str());
                QVERIFY(std::abs(parts.rest) < 1e-4 * (1 + std::abs(real)));
                QCOMPARE(sum + parts.rest, parts.logit);
            }
    }
    QVERIFY(models > 50);
}

void TestAttribution::headsAddUpToTheBranch()
{
    int layers = 0;
    for (const std::string& choice : support::everyChoice()) {
        const SetupPtr setup = support::smallSetup(support::choices(choice));
        const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
        if (attributionGap(*setup, *trace) != NoAttribution::Possible)
            continue;
        const Index last = trace->at("logits").rows() - 1;
        const Attribution parts = attribution(*setup, *trace, last, 11);
        for (Index layer = 0; layer < setup->config.layers(); ++layer) {
            const HeadParts heads = headParts(*setup, *trace, layer, last, 11);
            QCOMPARE(!heads.heads.empty(), isAttention(setup->config.block(layer).mixer));
            if (heads.heads.empty())
                continue;
            ++layers;
            double sum = heads.constant;
            for (const double part : heads.heads)
                sum += part;
            const double whole = partOf(parts, PartOf::Mixed, layer);
            QVERIFY2(std::abs(sum - whole) < 1e-4 * (1 + std::abs(whole)), choice.c_str());
        }
    }
    QVERIFY(layers > 100);
}

void TestAttribution::aPartIsWhatTheFrozenNormLeavesOfABranch()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.kind=layer_norm norm.placement=pre output.tied=true"));
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
    const Attribution parts = attribution(*setup, *trace, 3, 5);
    const int width = int(setup->config.dModel);
    const float* row = setup->weights.at("embed.weight").values().row(5);
    const float* gain = setup->weights.at("ln_final.weight").values().data();
    const double scale = double(trace->at("ln_final.scale").data()[3]);
    for (Index layer = 0; layer < 2; ++layer) {
        const float* added = trace->at(blockName(layer, "mlp_out")).row(3);
        double mean = 0, logit = 0;
        for (int i = 0; i < width; ++i)
            mean += double(added[i]) / width;
        for (int i = 0; i < width; ++i)
            logit += (double(added[i]) - mean) / scale * double(gain[i]) * double(row[i]);
        QVERIFY(std::abs(partOf(parts, PartOf::FedForward, layer) - logit) < 1e-6);
    }
}

void TestAttribution::aHeadIsItsSliceOfTheOutputMatrix()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.kind=rms_norm norm.placement=pre output.tied=true"));
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
    const HeadParts parts = headParts(*setup, *trace, 1, 2, 9);
    const int width = int(setup->config.dModel);
    const Index heads = setup->config.block(1).heads, size = setup->config.block(1).dHead;
    const float* row = setup->weights.at("embed.weight").values().row(9);
    const float* gain = setup->weights.at("ln_final.weight").values().data();
    const Tensor& out = setup->weights.at("blocks.1.attn.o.weight").values(); // [d_model, head · d_head]
    const float* z = trace->at("blocks.1.attn.z").data() + 2 * heads * size;
    const double scale = double(trace->at("ln_final.scale").data()[2]);
    for (Index head = 0; head < heads; ++head) {
        double logit = 0;
        for (int i = 0; i < width; ++i)
            for (Index j = head * size; j < (head + 1) * size; ++j)
                logit += double(row[i]) * double(gain[i]) / scale * double(out.row(i)[j]) * double(z[j]);
        QVERIFY(std::abs(parts.heads[std::size_t(head)] - logit) < 1e-6);
    }
}

void TestAttribution::modelsWhoseLogitIsNoSumSaySo_data()
{
    QTest::addColumn<QString>("choices");
    QTest::addColumn<int>("gap");
    QTest::newRow("post") << QString("norm.placement=post") << int(NoAttribution::NormOnStream);
    QTest::newRow("deep norm") << QString("norm.placement=deep_norm") << int(NoAttribution::NormOnStream);
    QTest::newRow("deep norm without a norm")
        << QString("norm.placement=deep_norm norm.kind=none") << int(NoAttribution::StreamScaled);
    QTest::newRow("residual from the norm") << QString("block.residual_from_norm=true") << int(NoAttribution::NormCarried);
    QTest::newRow("head") << QString("topology=encoder output.head=masked_language") << int(NoAttribution::Head);
    QTest::newRow("no head") << QString("output.head=none") << int(NoAttribution::NoLogits);
}

void TestAttribution::modelsWhoseLogitIsNoSumSaySo()
{
    QFETCH(QString, choices);
    QFETCH(int, gap);
    const SetupPtr setup = support::smallSetup(support::choices(choices.toStdString()));
    QCOMPARE(int(attributionGap(*setup, *support::run(*setup, support::smallText()))), gap);
}

void TestAttribution::whatWasNotRecordedIsNotGuessed()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.placement=pre"));
    QCOMPARE(attributionGap(*setup, *support::run(*setup, support::smallText(), {.patterns = {"blocks.*.resid_post"}})),
        NoAttribution::NotRecorded);
    const std::shared_ptr<Trace> trace
        = support::run(*setup, support::smallText(), {.patterns = {"blocks.*.resid_*", "*_out", "*attn.z[1]"}});
    QCOMPARE(attributionGap(*setup, *trace), NoAttribution::Possible);
    QVERIFY(headParts(*setup, *trace, 1, 2, 9).heads.empty());
}

void TestAttribution::anInterventionInTheStreamIsTheRest()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.placement=pre"));
    TraceRequest request;
    Intervention twice;
    twice.at = "blocks.1.resid_post";
    twice.op = InterventionOp::Scale;
    twice.value.numbers = {2};
    request.interventions = {twice};
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText(), request);
    QVERIFY(std::abs(attribution(*setup, *trace, 4, 11).rest) > 1e-3);
}

QTEST_GUILESS_MAIN(TestAttribution)
#include "tst_attribution.moc"
