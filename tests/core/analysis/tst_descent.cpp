// Descent on a quadratic: steps by hand, the rate where it turns over, and curvatures against a whole eigenvalue solution.

#include "core/analysis/descent.h"
#include "core/base/seeded_numbers.h"

#include <Eigen/Eigenvalues>
#include <QTest>

#include <cmath>

using namespace core;

class TestDescent : public QObject
{
    Q_OBJECT

private slots:
    void stepsAreThoseByHand()
    {
        // w0: 1 − 0.1·8·1 = 0.2, then 0.2 − 0.8·0.2 = 0.04; w1: −2 + 0.1·1·2 = −1.8, then −1.62.
        const std::vector<DescentStep> steps = descend({8, 1}, {1, -2}, 0.1, 2);
        QCOMPARE(steps.size(), std::size_t(3));
        const double expected[3][3] = {{1, -2, 6}, {0.2, -1.8, 1.78}, {0.04, -1.62, 1.3186}};
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(std::abs(steps[i].weights[0] - expected[i][0]) < 1e-12);
            QVERIFY(std::abs(steps[i].weights[1] - expected[i][1]) < 1e-12);
            QVERIFY(std::abs(steps[i].loss - expected[i][2]) < 1e-12);
        }
        QVERIFY(std::abs(distanceLeft(steps) - std::hypot(0.04, 1.62) / std::hypot(1.0, 2.0)) < 1e-12);
    }

    void itConvergesBelowTwoByTheSteepestCurvatureAndOnlyThere()
    {
        for (const double condition : {1.0, 3.0, 25.0}) {
            const Quadratic quadratic = Quadratic{condition, 1}.scaled();
            QVERIFY(std::abs(quadratic.largestRate() - (condition + 1) / condition) < 1e-12);
            const auto left = [&](double part) {
                return distanceLeft(descend(quadratic, {1, -2}, part * quadratic.largestRate(), 4000));
            };
            QVERIFY(left(0.99) < 1e-3);
            QVERIFY(left(1.01) > 1e3);
            QVERIFY(left(1) >= 1 / std::sqrt(5.0) - 1e-9); // it jumps to and fro for ever
        }
    }

    void oneStepIsEnoughWhereAllDirectionsAreAlike()
    {
        const std::vector<DescentStep> steps = descend(Quadratic{7, 7}.scaled(), {1, -2}, 1, 1);
        QCOMPARE(distanceLeft(steps), 0.0);
    }

    void itStopsBeforeNumbersAreNone()
    {
        const std::vector<DescentStep> steps = descend({1e100, 1}, {1, -2}, 1, 50);
        QVERIFY(steps.size() < 51);
        for (const DescentStep& step : steps)
            QVERIFY(std::isfinite(step.loss));
    }

    void curvaturesAreTheLargestEigenvaluesOfTheSecondMoment()
    {
        Matrix rows(37, 20);
        for (Index i = 0; i < rows.rows(); ++i)
            for (Index j = 0; j < rows.cols(); ++j)
                rows(i, j) = normalNumber(rowStream(3, "rows", std::uint64_t(i)), std::uint64_t(j)) * float(1 + j % 3)
                    + (i == 0 ? 30.F : 0.F); // one vector is long
        const ConstMatrixView view(rows.data(), rows.rows(), rows.cols(), Eigen::OuterStride<>(rows.cols()));
        Eigen::MatrixXd moment = Eigen::MatrixXd::Zero(rows.cols(), rows.cols());
        for (Index i = 0; i < rows.rows(); ++i)
            for (Index a = 0; a < rows.cols(); ++a)
                for (Index b = 0; b < rows.cols(); ++b)
                    moment(a, b) += double(rows(i, a)) * double(rows(i, b)) / double(rows.rows());
        const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(moment).eigenvalues();
        const Quadratic found = leadingCurvatures(view, {});
        QVERIFY(std::abs(found.steep - values(19)) < 1e-6 * values(19));
        QVERIFY(std::abs(found.shallow - values(18)) < 1e-6 * values(18));
    }

    void oneVectorHasOneDirection()
    {
        const Matrix row{{3, 4}};
        const Quadratic found = leadingCurvatures(ConstMatrixView(row.data(), 1, 2, Eigen::OuterStride<>(2)), {});
        QVERIFY(std::abs(found.steep - 25) < 1e-12);
        QCOMPARE(found.shallow, 0.0);
        QVERIFY(std::isinf(found.condition()));
        const Matrix twice{{3, 4}, {3, 4}};
        QCOMPARE(leadingCurvatures(ConstMatrixView(twice.data(), 2, 2, Eigen::OuterStride<>(2)), {}).shallow, 0.0);
        const Matrix none{{0, 0}};
        QCOMPARE(leadingCurvatures(ConstMatrixView(none.data(), 1, 2, Eigen::OuterStride<>(2)), {}).steep, 0.0);
    }

    void aHaltIsHeeded()
    {
        const Matrix row{{3, 4}};
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(
            Stopped, leadingCurvatures(ConstMatrixView(row.data(), 1, 2, Eigen::OuterStride<>(2)), {source.get_token(), {}}));
    }
};

QTEST_APPLESS_MAIN(TestDescent)
#include "tst_descent.moc"
