// ΔW of two models against plain subtraction: norms in every layer, singular values, ranks, and what cannot be subtracted.

#include "core/analysis/weight_change.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <Eigen/SVD>

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;

namespace {

Eigen::MatrixXd matrixOf(const Setup& setup, Index layer, const std::string& name)
{
    return setup.weights.at(blockName(layer, name + ".weight")).values().matrix().cast<double>();
}

const MatrixChange& changeOf(const std::vector<MatrixChange>& all, const std::string& name)
{
    return *std::ranges::find(all, name, &MatrixChange::name);
}

} // namespace

class TestWeightChange : public QObject
{
    Q_OBJECT

private slots:
    void normsAreThoseOfTheDifference()
    {
        const SetupPtr a = support::smallSetup(support::choices("sizes.layers=3")),
                       b = support::smallSetup(support::choices("sizes.layers=3"), 2);
        const std::vector<MatrixChange> all = weightChange(*a, *b, 0, {}).blocks;
        QCOMPARE(all.size(), blockMatrices(*a, 0, 0).size());
        for (const MatrixChange& one : all)
            for (Index layer = 0; layer < 3; ++layer) {
                const Eigen::MatrixXd before = matrixOf(*a, layer, one.name);
                const double norm = (matrixOf(*b, layer, one.name) - before).norm();
                QVERIFY(std::abs(one.norms[std::size_t(layer)] - norm) < 1e-6 * norm);
                QVERIFY(std::abs(one.before[std::size_t(layer)] - before.norm()) < 1e-9 * before.norm());
                QVERIFY(std::abs(one.relative(std::size_t(layer)) - norm / before.norm()) < 1e-6);
            }
    }

    void theSameWeightsAreNotChanged()
    {
        const SetupPtr a = support::smallSetup(support::smallChoices()), again = support::smallSetup(support::smallChoices());
        for (const SetupPtr& b : {a, again}) // shared, and read twice
            for (const MatrixChange& one : weightChange(*a, *b, 0, {}).blocks)
                for (std::size_t layer = 0; layer < 2; ++layer)
                    QCOMPARE(one.relative(layer), 0.0);
        QCOMPARE(changeSpectra(*a, *again, 0, 0, {}).front().stableRank(), 0.0);
        QCOMPARE(changeSpectra(*a, *again, 0, 0, {}).front().rank(), Index(0));
    }

    void whatHasAnotherShapeHasNoDifference()
    {
        const SetupPtr a = support::smallSetup(support::choices("sizes.layers=3")),
                       b = support::smallSetup(support::choices("sizes.layers=2 sizes.d_ff=31"), 2);
        const std::vector<MatrixChange> all = weightChange(*a, *b, 0, {}).blocks;
        for (const double norm : changeOf(all, "mlp.up").norms)
            QVERIFY(std::isnan(norm));
        QVERIFY(changeOf(all, "attn.q").norms[1] > 0);
        QVERIFY(std::isnan(changeOf(all, "attn.q").relative(2))); // a layer that B does not have
        QVERIFY(changeOf(all, "mlp.up").before[2] > 0);
        for (const Spectrum& one : changeSpectra(*a, *b, 0, 0, {}))
            QVERIFY(one.name.starts_with("attn."));
        QVERIFY(changeSpectra(*a, *b, 2, 0, {}).empty());
    }

    void singularValuesAreThoseOfTheDifference()
    {
        const SetupPtr a = support::smallSetup(support::smallChoices()), b = support::smallSetup(support::smallChoices(), 2);
        const std::vector<Spectrum> spectra = changeSpectra(*a, *b, 1, 0, {});
        QCOMPARE(spectra.size(), blockMatrices(*a, 1, 0).size());
        for (const Spectrum& one : spectra) {
            const Eigen::MatrixXd change = matrixOf(*b, 1, one.name) - matrixOf(*a, 1, one.name);
            const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(change).singularValues();
            QCOMPARE(Index(one.values.size()), expected.size());
            for (Index i = 0; i < expected.size(); ++i)
                QVERIFY(std::abs(one.values[std::size_t(i)] - expected[i]) < 1e-6 * expected[0]);
            QVERIFY(std::abs(one.stableRank() - change.squaredNorm() / (expected[0] * expected[0])) < 1e-4);
            QCOMPARE(one.rank(), expected.size()); // two random matrices
        }
    }

    /// Encoder, cross-attention, and what is in no block.
    void everyMatrixOfTwoStacksIsCompared()
    {
        const Choices said = support::choices("topology=encoder_decoder sizes.layers=3 position.kind=learned output.tied=false");
        const SetupPtr a = support::smallSetup(said), b = support::smallSetup(said, 2);
        const WeightChange all = weightChange(*a, *b, 0, {});
        QCOMPARE(all.rows.size(), std::size_t(6));
        std::size_t compared = 0;
        const auto check = [&](const std::string& name, const MatrixChange& one, std::size_t row) {
            const Eigen::MatrixXd before = a->weights.at(name).values().matrix().cast<double>();
            const Eigen::MatrixXd after = b->weights.at(name).values().matrix().cast<double>();
            ++compared;
            return std::abs(one.norms[row] - (after - before).norm()) < 1e-5 * before.norm();
        };
        for (const MatrixChange& one : all.blocks)
            for (std::size_t row = 0; row < 6; ++row) {
                QCOMPARE(all.rows[row].isOfEncoder, row < 3);
                if (one.name.starts_with("cross_attn.") && row < 3)
                    QVERIFY(std::isnan(one.norms[row]) && std::isnan(one.before[row]));
                else
                    QVERIFY(check(all.rows[row].nameOf(one.name) + ".weight", one, row));
            }
        for (const MatrixChange& one : all.outside)
            QVERIFY(check(one.name + ".weight", one, 0));
        std::size_t matrices = 0;
        for (const WeightSpec& spec : a->specs)
            matrices += spec.shape.size() == 2 && spec.sharedWith.empty() ? 1 : 0;
        QCOMPARE(compared, matrices); // none is missing
        const std::vector<Spectrum> outside = outsideSpectra(*a, *b, {}), encoder = changeSpectra(*a, *b, {1, true}, 0, {});
        QCOMPARE(outside.size(), all.outside.size());
        QVERIFY(outside.front().rank() > 0);
        QCOMPARE(encoder.size(), blockMatrices(*a, {1, true}, 0).size());
    }

    void ranksAreThoseOfTheValues()
    {
        const Spectrum one{"x", 4, 4, {2, 2, 1, 1e-7}}; // squares 4, 4, 1; the last is what rounding leaves
        QCOMPARE(one.stableRank(), 2.25);
        QCOMPARE(one.rank(), Index(3));
        QCOMPARE(Spectrum().stableRank(), 0.0);
        QCOMPARE(Spectrum().rank(), Index(0));
    }

    void aStopEndsIt()
    {
        const SetupPtr a = support::smallSetup(support::smallChoices()), b = support::smallSetup(support::smallChoices(), 2);
        std::stop_source source;
        source.request_stop();
        const RunControl control{source.get_token(), {}};
        QVERIFY_THROWS_EXCEPTION(Stopped, weightChange(*a, *b, 0, control));
        QVERIFY_THROWS_EXCEPTION(Stopped, changeSpectra(*a, *b, 0, 0, control));
    }
};

QTEST_APPLESS_MAIN(TestWeightChange)
#include "tst_weight_change.moc"
