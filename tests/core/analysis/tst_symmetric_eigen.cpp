// Eigenpairs multiply back to their matrix.

#include "core/analysis/symmetric_eigen.h"

#include <QTest>

class TestSymmetricEigen : public QObject
{
    Q_OBJECT
private slots:
    void pairsMultiplyBackToTheMatrix();
    void valuesAloneAreTheSame();
};

static Eigen::MatrixXd product()
{
    Eigen::MatrixXd rows(4, 3);
    rows << 1, 2, 3, -1, 0.5, 2, 0, 4, -2, 3, 3, 1;
    return rows.transpose() * rows;
}

void TestSymmetricEigen::pairsMultiplyBackToTheMatrix()
{
    const Eigen::MatrixXd matrix = product();
    const core::SymmetricEigen found = core::symmetricEigen(matrix, core::EigenPart::ValuesAndVectors);
    const Eigen::MatrixXd back = found.vectors * found.values.asDiagonal() * found.vectors.transpose();
    QVERIFY((back - matrix).cwiseAbs().maxCoeff() < 1e-12 * matrix.cwiseAbs().maxCoeff());
    const Eigen::MatrixXd unit = found.vectors.transpose() * found.vectors;
    QVERIFY((unit - Eigen::MatrixXd::Identity(3, 3)).cwiseAbs().maxCoeff() < 1e-12);
    QVERIFY(found.values(0) <= found.values(1) && found.values(1) <= found.values(2));
}

void TestSymmetricEigen::valuesAloneAreTheSame()
{
    const core::SymmetricEigen alone = core::symmetricEigen(product(), core::EigenPart::Values);
    const core::SymmetricEigen both = core::symmetricEigen(product(), core::EigenPart::ValuesAndVectors);
    QVERIFY((alone.values - both.values).cwiseAbs().maxCoeff() < 1e-12 * both.values(2));
    QCOMPARE(alone.vectors.size(), Eigen::Index(0));
}

QTEST_GUILESS_MAIN(TestSymmetricEigen)
#include "tst_symmetric_eigen.moc"
