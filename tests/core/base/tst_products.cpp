#include "core/base/products.h"
#include "core/base/row_matrix.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <vector>

using core::Index;
using core::PackedMatrix;

namespace {

/// Small numbers that are exact in float32, so that a sum of products is exact, too.
std::vector<float> numbers(Index count, int start)
{
    std::vector<float> values;
    for (Index i = 0; i < count; ++i)
        values.push_back(float((i * 7 + start) % 11 - 5));
    return values;
}

/// w [out, in] in one form of a matrix in float32 or the other.
std::unique_ptr<core::ProductMatrix> matrixOf(bool isPacked, const std::vector<float>& w, Index out, Index in)
{
    if (!isPacked)
        return std::make_unique<core::RowMatrix>(out, in, std::shared_ptr<const float>(std::shared_ptr<const float>(), w.data()));
    return std::make_unique<PackedMatrix>(
        out, in, [&](Index row, Index rows, float* to) { std::copy_n(w.data() + row * in, rows * in, to); });
}

} // namespace

class TestProducts : public QObject
{
    Q_OBJECT
private slots:
    void equalsNaive_data();
    void equalsNaive();
    void packedServesEveryLength();
    void severalAtOnceEqualOneAfterAnother();
    void packedStopsWhenAsked();
    void readsEachRowOnce();
    void headProductsEqualNaive();
    void theWayBackEqualsNaive_data() { equalsNaive_data(); }
    void theWayBackEqualsNaive();
    void onlyEmptySumsAreCleared();
};

void TestProducts::equalsNaive_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("out");
    QTest::addColumn<int>("in");
    QTest::addColumn<bool>("bias");
    QTest::addColumn<bool>("isPacked");
    for (const auto& [tokens, out, in] :
        {std::tuple{1, 1, 1}, {1, 70, 3}, {3, 64, 5}, {5, 257, 33}, {70, 3, 64}, {600, 130, 17}, {2, 5000, 8}, {7, 41, 150}})
        for (const bool bias : {false, true})
            for (const bool isPacked : {true, false})
                QTest::addRow("%d x %d x %d%s, %s", tokens, out, in, bias ? " + bias" : "", isPacked ? "packed" : "as rows")
                    << tokens << out << in << bias << isPacked;
}

void TestProducts::equalsNaive()
{
    QFETCH(int, tokens);
    QFETCH(int, out);
    QFETCH(int, in);
    QFETCH(bool, bias);
    QFETCH(bool, isPacked);
    const std::vector<float> w = numbers(out * in, 1);
    const std::vector<float> x = numbers(tokens * in, 4);
    const std::vector<float> b = numbers(out, 2);
    const std::unique_ptr<core::ProductMatrix> matrix = matrixOf(isPacked, w, out, in);
    const Index stride = out + 3;
    std::vector<float> y(std::size_t(tokens * stride), 99.f);
    matrix->multiply(x.data(), tokens, bias ? std::span<const float>(b) : std::span<const float>(), y.data(), stride,
        core::ThreadPool::shared(), {});
    for (int t = 0; t < tokens; ++t) {
        for (int o = 0; o < out; ++o) {
            double sum = bias ? b[std::size_t(o)] : 0;
            for (int i = 0; i < in; ++i)
                sum += double(x[std::size_t(t * in + i)]) * double(w[std::size_t(o * in + i)]);
            QCOMPARE(double(y[std::size_t(t * stride + o)]), sum);
        }
        for (Index pad = out; pad < stride && t + 1 < tokens; ++pad)
            QCOMPARE(y[std::size_t(t * stride + pad)], 99.f); // nothing is written between the rows
    }
    QCOMPARE(matrix->bytes(), isPacked ? std::size_t(out) * std::size_t(in) * sizeof(float) : 0);
}

void TestProducts::packedServesEveryLength()
{
    const Index out = 96;
    const Index in = 40;
    const std::vector<float> w = numbers(out * in, 3);
    const PackedMatrix packed(
        out, in, [&](Index row, Index rows, float* to) { std::copy_n(w.data() + row * in, rows * in, to); });
    const std::vector<float> x = numbers(40 * in, 5);
    std::vector<float> all(40 * std::size_t(out));
    packed.multiply(x.data(), 40, {}, all.data(), out, core::ThreadPool::shared(), {});
    for (Index tokens = 1; tokens <= 40; ++tokens) { // more lengths than primitives are kept
        std::vector<float> y(std::size_t(tokens * out));
        packed.multiply(x.data(), tokens, {}, y.data(), out, core::ThreadPool::shared(), {});
        QVERIFY(std::equal(y.begin(), y.end(), all.begin()));
    }
}

void TestProducts::severalAtOnceEqualOneAfterAnother()
{
    // Equal shapes on several threads at a time: nothing may be shared between them but the weights.
    const Index out = 30, in = 18, tokens = 131;
    std::vector<PackedMatrix> matrices;
    for (int i = 0; i < 4; ++i) {
        const std::vector<float> w = numbers(out * in, 7 + i);
        matrices.emplace_back(
            out, in, [&](Index row, Index rows, float* to) { std::copy_n(w.data() + row * in, rows * in, to); });
    }
    const std::vector<float> x = numbers(tokens * in, 3), bias = numbers(out, 5);
    std::vector<std::vector<float>> expected(4, std::vector<float>(std::size_t(tokens * out))), found = expected;
    core::ThreadPool one(1), four(4);
    for (std::size_t i = 0; i < 4; ++i)
        matrices[i].multiply(x.data(), tokens, bias, expected[i].data(), out, one, {});
    for (int run = 0; run < 30; ++run) {
        std::vector<PackedMatrix::Job> jobs;
        for (std::size_t i = 0; i < 4; ++i)
            jobs.push_back({&matrices[i], x.data(), bias, found[i].data(), out});
        PackedMatrix::multiply(jobs, tokens, four, {});
        QVERIFY(found == expected);
    }
}

void TestProducts::packedStopsWhenAsked()
{
    const PackedMatrix packed(64, 8, [](Index, Index rows, float* to) { std::fill_n(to, rows * 8, 1.f); });
    std::stop_source stop;
    stop.request_stop();
    core::RunControl control;
    control.stop = stop.get_token();
    const std::vector<float> x(8, 1.f);
    std::vector<float> y(64);
    QVERIFY_EXCEPTION_THROWN(packed.multiply(x.data(), 1, {}, y.data(), 64, core::ThreadPool::shared(), control), core::Stopped);
}

void TestProducts::readsEachRowOnce()
{
    std::vector<int> reads(3000, 0);
    Index widest = 0;
    const PackedMatrix packed(3000, 4, [&](Index row, Index rows, float* to) {
        widest = std::max(widest, rows);
        for (Index i = row; i < row + rows; ++i)
            ++reads[std::size_t(i)];
        std::fill_n(to, rows * 4, 0.f);
    });
    QVERIFY(std::all_of(reads.begin(), reads.end(), [](int n) { return n == 1; }));
    QVERIFY2(widest < 3000, "a matrix must pass through a bounded buffer");
}

void TestProducts::headProductsEqualNaive()
{
    const Index m = 5, n = 7, k = 6, lda = 9, ldb = 11, ldc = 13;
    const std::vector<float> a = numbers(m * lda, 1);
    const std::vector<float> b = numbers(n * ldb, 2);
    std::vector<float> c(std::size_t(m * ldc), 0.f);
    core::productTransposed(m, n, k, 0.5f, a.data(), lda, b.data(), ldb, c.data(), ldc);
    for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < n; ++j) {
            float sum = 0;
            for (Index l = 0; l < k; ++l)
                sum += a[std::size_t(i * lda + l)] * b[std::size_t(j * ldb + l)];
            QCOMPARE(c[std::size_t(i * ldc + j)], 0.5f * sum);
        }
    const std::vector<float> d = numbers(k * ldb, 3);
    core::product(m, n, k, a.data(), lda, d.data(), ldb, c.data(), ldc);
    for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < n; ++j) {
            float sum = 0;
            for (Index l = 0; l < k; ++l)
                sum += a[std::size_t(i * lda + l)] * d[std::size_t(l * ldb + j)];
            QCOMPARE(c[std::size_t(i * ldc + j)], sum);
        }
}

void TestProducts::theWayBackEqualsNaive()
{
    QFETCH(int, tokens);
    QFETCH(int, out);
    QFETCH(int, in);
    QFETCH(bool, isPacked);
    const std::vector<float> w = numbers(out * in, 1), x = numbers(tokens * in, 4), dy = numbers(tokens * out, 9);
    const std::unique_ptr<core::ProductMatrix> matrix = matrixOf(isPacked, w, out, in);
    std::vector<float> dx = numbers(tokens * in, 3), dw = numbers(out * in, 5); // both are added to
    const std::vector<float> dxBefore = dx, dwBefore = dw;
    matrix->multiplyBack(dy.data(), tokens, dx.data(), core::ThreadPool::shared(), {});
    const core::ConstMatrixView dyView(dy.data(), tokens, out, Eigen::OuterStride<>(out));
    const core::ConstMatrixView xView(x.data(), tokens, in, Eigen::OuterStride<>(in));
    std::vector<float> first = numbers(out * in, 6); // written over
    core::GradientSum begun{dw.data()}, empty{first.data(), true};
    core::addOuterProducts(dyView, xView, begun, core::ThreadPool::shared(), {});
    core::addOuterProducts(dyView, xView, empty, core::ThreadPool::shared(), {});
    QVERIFY(!empty.isEmpty);
    for (Index t = 0; t < tokens; ++t)
        for (Index i = 0; i < in; ++i) {
            double sum = double(dxBefore[std::size_t(t * in + i)]);
            for (Index o = 0; o < out; ++o)
                sum += double(dy[std::size_t(t * out + o)]) * double(w[std::size_t(o * in + i)]);
            QCOMPARE(double(dx[std::size_t(t * in + i)]), sum);
        }
    for (Index o = 0; o < out; ++o)
        for (Index i = 0; i < in; ++i) {
            double product = 0;
            for (Index t = 0; t < tokens; ++t)
                product += double(dy[std::size_t(t * out + o)]) * double(x[std::size_t(t * in + i)]);
            QCOMPARE(double(dw[std::size_t(o * in + i)]), double(dwBefore[std::size_t(o * in + i)]) + product);
            QCOMPARE(double(first[std::size_t(o * in + i)]), product);
        }
}

void TestProducts::onlyEmptySumsAreCleared()
{
    const Index count = 40'000, rest = 3; // beyond the sum
    const std::vector<float> before = numbers(count + rest, 1);
    std::vector<float> some = before, none = before;
    core::GradientSum begun{some.data()}, empty{none.data(), true};
    core::clearEmpty(begun, count, core::ThreadPool::shared());
    QCOMPARE(some, before);
    const std::vector<float> nothing(4, 0.f);
    const core::ConstMatrixView noTokens(nothing.data(), 0, 4, Eigen::OuterStride<>(4));
    core::addOuterProducts(noTokens, noTokens, empty, core::ThreadPool::shared(), {});
    QVERIFY(empty.isEmpty); // an expert without a token says nothing
    core::clearEmpty(empty, count, core::ThreadPool::shared());
    QVERIFY(!empty.isEmpty);
    QVERIFY(std::all_of(none.begin(), none.begin() + count, [](float number) { return number == 0.f; }));
    QVERIFY(std::equal(none.begin() + count, none.end(), before.begin() + count));
}

QTEST_GUILESS_MAIN(TestProducts)
#include "tst_products.moc"
