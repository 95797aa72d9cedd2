#include "core/analysis/token_geometry.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

Matrix sample(Index rows, Index columns)
{
    Matrix numbers(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            numbers(i, j) = float(std::sin(1.7 * double(i * columns + j)) + 0.3 * double(j % 3) + 0.2 * double(i));
    return numbers;
}

ConstMatrixView viewOf(const Matrix& m) { return {m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())}; }

double distance(const auto& points, Index a, Index b)
{
    double squares = 0;
    for (Index j = 0; j < points.cols(); ++j)
        squares += std::pow(double(points(a, j)) - double(points(b, j)), 2);
    return std::sqrt(squares);
}

/// The largest eigenvalue of the covariance and its vector by repeated multiplication, all in loops.
std::pair<double, std::vector<double>> strongest(std::vector<std::vector<double>> covariance)
{
    const std::size_t n = covariance.size();
    std::vector<double> v(n, 1);
    double value = 0;
    for (int step = 0; step < 4000; ++step) {
        std::vector<double> next(n, 0);
        double squares = 0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                next[i] += covariance[i][j] * v[j];
            squares += next[i] * next[i];
        }
        value = std::sqrt(squares);
        for (std::size_t i = 0; i < n; ++i)
            v[i] = next[i] / value;
    }
    return {value, v};
}

} // namespace

class TestTokenGeometry : public QObject
{
    Q_OBJECT

private slots:
    void cosinesAreThoseOfLoops();
    void aVectorWithoutDirectionHasNoCosine();
    void componentsAreThoseOfRepeatedMultiplication();
    void allThatThereIsInAPlaneIsSeen();
    void fewRowsAndFewColumns();
};

void TestTokenGeometry::cosinesAreThoseOfLoops()
{
    Matrix vectors = sample(5, 7);
    vectors.row(3) = vectors.row(1); // the same word again
    const Matrix cosines = cosineSimilarities(viewOf(vectors));
    QCOMPARE(cosines.rows(), Index(5));
    for (Index i = 0; i < 5; ++i)
        for (Index j = 0; j < 5; ++j) {
            double product = 0, a = 0, b = 0;
            for (Index k = 0; k < 7; ++k) {
                product += double(vectors(i, k)) * double(vectors(j, k));
                a += double(vectors(i, k)) * double(vectors(i, k));
                b += double(vectors(j, k)) * double(vectors(j, k));
            }
            QVERIFY(std::abs(double(cosines(i, j)) - product / std::sqrt(a * b)) < 1e-6);
        }
    QCOMPARE(cosines(3, 1), 1.F);
    QVERIFY(cosines(2, 1) < 0.999F);
}

void TestTokenGeometry::aVectorWithoutDirectionHasNoCosine()
{
    Matrix vectors = sample(3, 4);
    vectors.row(0).setZero();
    vectors(2, 1) = std::numeric_limits<float>::infinity();
    const Matrix cosines = cosineSimilarities(viewOf(vectors));
    for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {1, 2}, {2, 2}})
        QVERIFY(std::isnan(cosines(i, j)));
    QCOMPARE(cosines(1, 1), 1.F);
}

void TestTokenGeometry::componentsAreThoseOfRepeatedMultiplication()
{
    const Matrix vectors = sample(9, 6);
    const PrincipalPlane plane = principalPlane(viewOf(vectors));
    const std::size_t width = 6;
    std::vector<double> mean(width, 0);
    for (Index i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < width; ++j)
            mean[j] += double(vectors(i, Index(j))) / 9;
    std::vector<std::vector<double>> covariance(width, std::vector<double>(width, 0));
    double total = 0;
    for (std::size_t a = 0; a < width; ++a)
        for (std::size_t b = 0; b < width; ++b) {
            for (Index i = 0; i < 9; ++i)
                covariance[a][b] += (double(vectors(i, Index(a))) - mean[a]) * (double(vectors(i, Index(b))) - mean[b]);
            total += a == b ? covariance[a][a] : 0;
        }
    for (Index component = 0; component < 2; ++component) {
        const auto [value, direction] = strongest(covariance);
        QVERIFY(std::abs(plane.explained[std::size_t(component)] - value / total) < 1e-9);
        const auto largest
            = std::max_element(direction.begin(), direction.end(), [](double x, double y) { return std::abs(x) < std::abs(y); });
        const double sign = *largest < 0 ? -1 : 1;
        for (Index i = 0; i < 9; ++i) {
            double along = 0;
            for (std::size_t j = 0; j < width; ++j)
                along += sign * direction[j] * (double(vectors(i, Index(j))) - mean[j]);
            QVERIFY(std::abs(plane.points(i, component) - along) < 1e-6);
        }
        for (std::size_t a = 0; a < width; ++a) // what is left for the next one
            for (std::size_t b = 0; b < width; ++b)
                covariance[a][b] -= value * direction[a] * direction[b];
    }
    QVERIFY(plane.explained[0] >= plane.explained[1]);
}

void TestTokenGeometry::allThatThereIsInAPlaneIsSeen()
{
    // Points of a plane inside a wider space keep their distances.
    Matrix vectors = Matrix::Zero(4, 6);
    const float corners[4][2]{{0, 0}, {3, 0}, {3, 1}, {-2, 5}};
    for (Index i = 0; i < 4; ++i) {
        vectors(i, 1) = corners[i][0] * 0.6F;
        vectors(i, 4) = corners[i][0] * 0.8F;
        vectors(i, 5) = corners[i][1];
    }
    const PrincipalPlane plane = principalPlane(viewOf(vectors));
    QVERIFY(std::abs(plane.explained[0] + plane.explained[1] - 1) < 1e-9);
    for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 4; ++j)
            QVERIFY(std::abs(distance(plane.points, i, j) - distance(vectors, i, j)) < 1e-5);
}

void TestTokenGeometry::fewRowsAndFewColumns()
{
    QVERIFY(principalPlane(viewOf(Matrix(0, 4))).isEmpty());
    Matrix wrong = sample(3, 3);
    wrong(1, 1) = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(principalPlane(viewOf(wrong)).isEmpty());
    const PrincipalPlane one = principalPlane(viewOf(sample(1, 5)));
    QCOMPARE(one.points.rows(), Index(1));
    QCOMPARE(one.explained[0], 0.0);
    const PrincipalPlane equal = principalPlane(viewOf(Matrix::Constant(3, 5, 0.1F)));
    QCOMPARE(equal.explained[0], 0.0);
    QCOMPARE(equal.points.cwiseAbs().maxCoeff(), 0.0);
    const PrincipalPlane narrow = principalPlane(viewOf(sample(4, 1)));
    QVERIFY(std::abs(narrow.explained[0] - 1) < 1e-12);
    QCOMPARE(narrow.points.col(1).cwiseAbs().maxCoeff(), 0.0);
}

QTEST_GUILESS_MAIN(TestTokenGeometry)
#include "tst_token_geometry.moc"
