// Matrices read row by row: norm, difference and singular values against Eigen's of the whole matrix.

#include "core/analysis/matrix_rows.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <Eigen/SVD>

#include <QTest>

#include <cmath>

using namespace core;

namespace {

/// More rows than are read at once, and the other way round.
MatrixRows made(Index rows, Index columns)
{
    return {rows, columns, [columns](Index first, Index count, float* to) {
                for (Index i = 0; i < count * columns; ++i)
                    to[i] = std::sin(float(first * columns + i) * 0.7F) + 0.01F * float(first + i / columns);
            }};
}

Eigen::MatrixXd whole(const MatrixRows& rows)
{
    Matrix all(rows.rows, rows.columns);
    rows.read(0, rows.rows, all.data());
    return all.cast<double>();
}

} // namespace

class TestMatrixRows : public QObject
{
    Q_OBJECT

private slots:
    void everyRowIsReadOnce()
    {
        const MatrixRows rows = made(150, 3);
        const Eigen::MatrixXd expected = whole(rows);
        Index next = 0;
        forEachRows(rows, {}, [&](Index first, const ConstMatrixView& some) {
            QCOMPARE(first, next);
            QVERIFY(some.cast<double>() == expected.middleRows(first, some.rows()));
            next += some.rows();
        });
        QCOMPARE(next, Index(150));
    }

    void normAndSingularValuesAreThoseOfTheMatrix()
    {
        for (const auto& [high, wide] : {std::pair<Index, Index>{150, 7}, {7, 150}, {1, 4}}) {
            const MatrixRows rows = made(high, wide);
            const Eigen::MatrixXd expected = whole(rows);
            QVERIFY(std::abs(normOf(rows, {}) - expected.norm()) < 1e-9 * expected.norm());
            const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(expected).singularValues();
            const std::vector<double> found = singularValues(rows, {});
            QCOMPARE(Index(found.size()), values.size());
            for (Index i = 0; i < values.size(); ++i)
                QVERIFY(std::abs(found[std::size_t(i)] - values[i]) < 1e-6 * values[0]);
        }
    }

    void theDifferenceIsTheSecondLessTheFirst()
    {
        const SetupPtr a = support::smallSetup(support::smallChoices()), b = support::smallSetup(support::smallChoices(), 2);
        const WeightTensor &first = a->weights.at("blocks.0.mlp.up.weight"), &second = b->weights.at("blocks.0.mlp.up.weight");
        const Eigen::MatrixXd expected = (second.values().matrix() - first.values().matrix()).cast<double>();
        QVERIFY(expected.norm() > 0);
        QVERIFY(whole(differenceRows(first, second)) == expected);
        QVERIFY(whole(rowsOf(first)) == first.values().matrix().cast<double>());
    }

    void aStopEndsIt()
    {
        std::stop_source source;
        source.request_stop();
        const RunControl control{source.get_token(), {}};
        QVERIFY_THROWS_EXCEPTION(Stopped, normOf(made(3, 3), control));
        QVERIFY_THROWS_EXCEPTION(Stopped, singularValues(made(3, 3), control));
    }
};

QTEST_APPLESS_MAIN(TestMatrixRows)
#include "tst_matrix_rows.moc"
