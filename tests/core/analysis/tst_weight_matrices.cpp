// Matrices of a block, their singular values and norms, against Eigen's decomposition of the whole matrix.

#include "core/analysis/weight_matrices.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <Eigen/SVD>

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;

namespace {

Eigen::MatrixXd matrixOf(const Setup& setup, int layer, const std::string& name)
{
    return setup.weights.at(blockName(layer, name + ".weight")).values().matrix().cast<double>();
}

} // namespace

class TestWeightMatrices : public QObject
{
    Q_OBJECT

private slots:
    void theProjectionsAreInTheOrderOfAPass()
    {
        using Names = std::vector<std::string>;
        const auto names
            = [](const char* choices) { return blockMatrices(*support::smallSetup(support::choices(choices)), 1, 0); };
        QCOMPARE(
            names("feed_forward.kind=gated"), (Names{"attn.q", "attn.k", "attn.v", "attn.o", "mlp.gate", "mlp.up", "mlp.down"}));
        QCOMPARE(names("feed_forward.kind=plain"), (Names{"attn.q", "attn.k", "attn.v", "attn.o", "mlp.up", "mlp.down"}));
        QVERIFY(blockMatrices(*support::smallSetup(support::smallChoices()), 7, 0).empty());
    }

    void everyExpertHasItsMatrices()
    {
        const SetupPtr setup = support::smallSetup(
            support::choices("feed_forward.kind=mixture mixture.experts=5 mixture.top_k=2 mixture.shared=1"));
        const std::vector<std::string> experts = blockExperts(*setup, 1);
        QCOMPARE(experts.size(), std::size_t(6));
        QCOMPARE(experts[3], std::string("mlp.experts.3"));
        QCOMPARE(experts[5], std::string("mlp.shared.0"));
        for (std::size_t expert = 0; expert < experts.size(); ++expert) {
            const BlockMatrices matrices = blockMatricesOf(*setup, 1, Index(expert), {});
            QVERIFY(matrices.all.back().name.starts_with(experts[expert] + "."));
            QVERIFY(matrices.all.back().cells->cast<double>() == matrixOf(*setup, 1, matrices.all.back().name));
            QCOMPARE(matrixNorms(*setup, Index(expert), false, {}).back().name, matrices.all.back().name);
        }
        QCOMPARE(blockMatrices(*setup, 1, 99), blockMatrices(*setup, 1, 5));
        QVERIFY(blockExperts(*support::smallSetup(support::smallChoices()), 1).empty());
    }

    void cellsAreTheWeights()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        const BlockMatrices matrices = blockMatricesOf(*setup, 1, 0, {});
        QVERIFY(matrices.all.size() >= 6);
        for (const BlockMatrix& one : matrices.all) {
            const Eigen::MatrixXd expected = matrixOf(*setup, 1, one.name);
            QCOMPARE(one.rows, expected.rows());
            QVERIFY(one.cells->cast<double>() == expected);
            QVERIFY(std::abs(one.norm - expected.norm()) < 1e-9 * expected.norm());
            QCOMPARE(one.largest, expected.cwiseAbs().maxCoeff());
        }
    }

    void sharesAreThoseOfTheWeights()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        const std::vector<WeightSpread> spreads = weightSpreads(*setup, 1, 0, {});
        QCOMPARE(spreads.size(), blockMatrices(*setup, 1, 0).size());
        double widest = 0;
        for (const WeightSpread& one : spreads) {
            const Eigen::MatrixXd matrix = matrixOf(*setup, 1, one.name);
            QVERIFY(std::abs(one.rms - std::sqrt(matrix.squaredNorm() / double(matrix.size()))) < 1e-9);
            widest = std::max(widest, one.rms);
            const double width = 2 * one.range / double(spreadBins);
            double sum = 0;
            for (std::size_t bin = 0; bin < spreadBins; ++bin) {
                const double low = -one.range + double(bin) * width;
                Index inside = 0;
                for (Index i = 0; i < matrix.size(); ++i) {
                    const double weight = matrix.data()[i];
                    inside += (weight >= low || bin == 0) && (weight < low + width || bin + 1 == spreadBins);
                }
                QVERIFY(std::abs(one.shares[bin] - double(inside) / double(matrix.size())) < 1e-9);
                sum += one.shares[bin];
            }
            QVERIFY(std::abs(sum - 1) < 1e-9);
        }
        QVERIFY(4 * widest <= spreads[0].range && spreads[0].range < 8 * widest);
    }

    void singularValuesAreThoseOfTheMatrix()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        for (const Spectrum& one : spectraOf(*setup, 0, 0, {})) {
            const Eigen::MatrixXd matrix = matrixOf(*setup, 0, one.name);
            const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues();
            QCOMPARE(Index(one.values.size()), expected.size());
            for (Index i = 0; i < expected.size(); ++i)
                QVERIFY(std::abs(one.values[std::size_t(i)] - expected[i]) < 1e-6 * expected[0]);
            QVERIFY(std::is_sorted(one.values.rbegin(), one.values.rend()));
        }
    }

    void nineTenthsAreHeldByTheFirst()
    {
        const Spectrum one{"x", 3, 3, {3, 1, 0.1}}; // squares 9, 1, 0.01
        QCOMPARE(one.holding(0.85), Index(1));
        QCOMPARE(one.holding(0.95), Index(2));
        QCOMPARE(one.holding(1), Index(3));
        QCOMPARE(Spectrum().holding(0.9), Index(0));
    }

    void normsAreOfEveryLayer()
    {
        const SetupPtr setup = support::smallSetup(support::choices("sizes.layers=3"));
        for (const NormsOfMatrix& one : matrixNorms(*setup, 0, false, {})) {
            QCOMPARE(one.norms.size(), std::size_t(3));
            for (int layer = 0; layer < 3; ++layer) {
                const double expected = matrixOf(*setup, layer, one.name).norm();
                QVERIFY(std::abs(one.norms[std::size_t(layer)] - expected) < 1e-9 * expected);
            }
        }
    }

    void aStopEndsIt()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        std::stop_source source;
        source.request_stop();
        const RunControl control{source.get_token(), {}};
        QVERIFY_THROWS_EXCEPTION(Stopped, blockMatricesOf(*setup, 0, 0, control));
        QVERIFY_THROWS_EXCEPTION(Stopped, spectraOf(*setup, 0, 0, control));
        QVERIFY_THROWS_EXCEPTION(Stopped, matrixNorms(*setup, 0, false, control));
    }
};

QTEST_APPLESS_MAIN(TestWeightMatrices)
#include "tst_weight_matrices.moc"
