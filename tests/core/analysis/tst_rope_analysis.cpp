// What the analysis of rotations says, against the recorded pass and naive loops.

#include "core/analysis/rope_analysis.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace core;
using namespace support;

namespace {

/// The rotation of layer 0, and the vectors of one head of the pass.
struct Recorded
{
    Rotation rotation;
    double scale = 1;
    TraceEntry q, k, turnedQ, turnedK, scores;

    explicit Recorded(const std::string& assignments)
    {
        const SetupPtr setup = smallSetup(choices("position.kind=rope " + assignments));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        const BlockConfig& block = setup->config.block(0);
        const auto* latent = std::get_if<Latent>(&block.sharing);
        const Rope& rope = std::get<Rope>(block.position);
        rotation = rotationOf(
            rope, latent ? latent->dNope : 0, latent ? latent->dRope : rope.rotatedDims(block.dHead), Index(smallText().size()));
        scale = block.scale();
        q = *trace->findEntry("blocks.0.attn.q");
        k = *trace->findEntry("blocks.0.attn.k");
        turnedQ = *trace->findEntry("blocks.0.attn.rot_q");
        turnedK = *trace->findEntry("blocks.0.attn.rot_k");
        scores = *trace->findEntry("blocks.0.attn.scores_content");
    }
};

std::span<const float> vectorOf(const TraceEntry& entry, Index token, Index head)
{
    const Tensor& tensor = entry.tensor;
    return {tensor.data() + (token * tensor.dim(1) + head) * tensor.dim(2), std::size_t(tensor.dim(2))};
}

double largestDifference(const std::vector<double>& a, std::span<const float> b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - double(b[i])));
    return largest;
}

const char* const rotations[] = {"", "rope.pairing=interleaved", "rope.fraction=0.5", "rope.base=7 sizes.d_head=6",
    "rope.scaling=yarn rope.original_context=3", "rope.scaling=dynamic_ntk rope.original_context=3",
    "attention.kind=latent latent.d_rope=4 latent.d_nope=3"};

} // namespace

class TestRopeAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void turnedVectorsAreThoseOfThePass();
    void productsAtTheirDistanceAreTheRecordedScores();
    void meanProductsAreTheMeanOverAllPairs();
    void pairsAndDimensionsNameEachOther();
    void theProductOfTwoTurnsIsTheTurnOfTheDistance();
    void reorderingMakesOnePairingTheOther();
    void everyScalingHasTheAnglesOfItsOwnModel();
    void wavelengthsAreWholeTurns();
};

void TestRopeAnalysis::turnedVectorsAreThoseOfThePass()
{
    for (const char* assignments : rotations) {
        const Recorded pass(assignments);
        for (Index token = 0; token < pass.q.tensor.dim(0); ++token)
            for (Index head = 0; head < pass.q.tensor.dim(1); ++head) {
                const std::vector<double> turned = turnedVector(vectorOf(pass.q, token, head), pass.rotation, double(token));
                QVERIFY2(largestDifference(turned, vectorOf(pass.turnedQ, token, head)) < 1e-5, assignments);
            }
    }
}

void TestRopeAnalysis::productsAtTheirDistanceAreTheRecordedScores()
{
    for (const char* assignments : rotations) {
        const Recorded pass(assignments);
        const Index heads = pass.q.tensor.dim(1), group = heads / pass.k.tensor.dim(1);
        for (Index head = 0; head < heads; ++head)
            for (Index query = 0; query < pass.q.tensor.dim(0); ++query)
                for (Index key = 0; key < pass.q.tensor.dim(0); ++key) {
                    const PairProducts products
                        = pairProducts(vectorOf(pass.q, query, head), vectorOf(pass.k, key, head / group), pass.rotation);
                    const double score = pass.scale * productAt(products, pass.rotation.angles, double(query - key));
                    QVERIFY2(std::abs(score - double(pass.scores.tensor.at({head, query, key}))) < 2e-5, assignments);
                }
    }
}

void TestRopeAnalysis::meanProductsAreTheMeanOverAllPairs()
{
    for (const char* assignments : rotations) {
        const Recorded pass(assignments);
        const Tensor &q = pass.q.tensor, &k = pass.k.tensor;
        const PairProducts mean
            = meanPairProducts(q.data(), q.dim(1) * q.dim(2), k.data(), k.dim(1) * k.dim(2), q.dim(0), q.dim(2), pass.rotation);
        double sum = 0;
        int count = 0;
        for (Index query = 0; query < q.dim(0); ++query)
            for (Index key = 0; key <= query; ++key, ++count)
                sum += productAt(
                    pairProducts(vectorOf(pass.q, query, 0), vectorOf(pass.k, key, 0), pass.rotation), pass.rotation.angles, 5);
        QVERIFY2(std::abs(productAt(mean, pass.rotation.angles, 5) - sum / count) < 1e-9, assignments);
    }
}

void TestRopeAnalysis::pairsAndDimensionsNameEachOther()
{
    for (const char* assignments : rotations) {
        const Rotation rotation = Recorded(assignments).rotation;
        for (Index pair = 0; pair < rotation.pairs(); ++pair) {
            const auto [first, second] = rotation.dimsOf(pair);
            QCOMPARE(rotation.pairOf(first), pair);
            QCOMPARE(rotation.pairOf(second), pair);
        }
        QCOMPARE(rotation.pairOf(rotation.offset - 1), Index(-1));
        QCOMPARE(rotation.pairOf(rotation.offset + 2 * rotation.pairs()), Index(-1));
    }
    QCOMPARE(Recorded("").rotation.dimsOf(1), (std::pair<Index, Index>(1, 3)));
    QCOMPARE(Recorded("rope.pairing=interleaved").rotation.dimsOf(1), (std::pair<Index, Index>(2, 3)));
}

void TestRopeAnalysis::theProductOfTwoTurnsIsTheTurnOfTheDistance()
{
    const Turn two = product(turnMatrix(1.25), transposed(turnMatrix(0.5)));
    const Turn one = turnMatrix(0.75);
    for (std::size_t i = 0; i < one.size(); ++i)
        QVERIFY(std::abs(two[i] - one[i]) < 1e-6f);
    QVERIFY(one[1] < 0 && one[2] > 0); // turns (1, 0) upwards
    const RopeAngles angles = Recorded("").rotation.angles;
    QVERIFY(relativeError(angles, 11, 5) < 1e-6);
    QVERIFY(relativeError(angles, 11, 5) > 0); // float32 really multiplied
}

void TestRopeAnalysis::reorderingMakesOnePairingTheOther()
{
    const Recorded pass("rope.fraction=0.8");
    QVERIFY(reorderingError(vectorOf(pass.q, 3, 0), pass.rotation, 3) < 1e-7);
    Rotation half = pass.rotation, interleaved = pass.rotation;
    half.rope.pairing = RopePairing::HalfSplit;
    interleaved.rope.pairing = RopePairing::Interleaved;
    const std::vector<double> a = turnedVector(vectorOf(pass.q, 3, 0), half, 3);
    QVERIFY(a != turnedVector(vectorOf(pass.q, 3, 0), interleaved, 3));
}

void TestRopeAnalysis::everyScalingHasTheAnglesOfItsOwnModel()
{
    const Recorded pass("sizes.d_head=8 rope.scaling=llama3 rope.low_freq_factor=2 rope.high_freq_factor=9");
    const std::vector<ScaledAngles> all = everyScaling(pass.rotation, 3, 40, 120);
    QCOMPARE(all.size(), kindInfos<RopeScaling>().size());
    for (const ScaledAngles& scaled : all) {
        const std::string id(infoOf(scaled.kind).id);
        std::string assignments = "sizes.d_head=8 sizes.context=40 rope.scaling=" + id;
        if (id != "none")
            assignments += " rope.factor=3";
        if (id == "llama3")
            assignments += " rope.low_freq_factor=2 rope.high_freq_factor=9";
        const SetupPtr setup = smallSetup(choices("position.kind=rope " + assignments));
        const RopeAngles expected = std::get<Rope>(setup->config.block(0).position).anglesOf(8, 120);
        QVERIFY2(expected.frequencies == scaled.angles.frequencies, id.c_str());
        QCOMPARE(expected.attentionFactor, scaled.angles.attentionFactor);
    }
    QCOMPARE(scalingFactor(pass.rotation.rope.scaling), 8.0);
    QCOMPARE(scalingFactor(NoScaling()), 0.0);
    QCOMPARE(trainedLength(Recorded("rope.scaling=yarn rope.original_context=3").rotation.rope), Index(3));
    QCOMPARE(trainedLength(Recorded("sizes.context=77").rotation.rope), Index(77));
}

void TestRopeAnalysis::wavelengthsAreWholeTurns()
{
    const RopeAngles angles = Recorded("sizes.d_head=8").rotation.angles;
    const std::vector<double> lengths = wavelengths(angles);
    for (Index pair = 0; pair < Index(lengths.size()); ++pair)
        QVERIFY(std::abs(turned({1, 0}, angles, pair, lengths[std::size_t(pair)]) - PairPoint(1, 0)) < 1e-9);
}

QTEST_GUILESS_MAIN(TestRopeAnalysis)
#include "tst_rope_analysis.moc"
