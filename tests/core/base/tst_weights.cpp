#include "core/base/error.h"
#include "core/base/seeded_numbers.h"
#include "core/base/weights.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <thread>

using namespace core;

namespace {

std::vector<float> rowsOf(const TensorSource& source, Index row, Index rows)
{
    std::vector<float> values(std::size_t(rows * elements(source.shape()) / source.shape()[0]));
    source.read(row, rows, values.data());
    return values;
}

std::vector<float> all(const TensorSource& source) { return rowsOf(source, 0, source.shape()[0]); }

} // namespace

class TestWeights : public QObject
{
    Q_OBJECT

private slots:
    void seededBitsAreTheSameEverywhere();
    void seededNumbersAreNormal();
    void seedNameRowAndColumnEachMatter();
    void aWiderMatrixContainsTheNarrower();
    void rowsAreTheSameReadTogetherOrAlone();
    void identitiesAreConstant();
    void aPackedMatrixHoldsTheSeededNumbers();
    void weightsKeepWhatHasTheSameNameAndShape();
    void generatedTensorsAreSharedUntilTrimmed();
    void manyThreadsReadOneTensorOnce();
    void aMatrixInMemoryIsNotCopied();
};

void TestWeights::seededBitsAreTheSameEverywhere()
{
    // By hand, from the definition in integers (Python): any change of a bit changes everybody's pictures.
    QCOMPARE(hashText("embed.weight"), std::uint64_t(0x9ac37bcac2dc8a00u));
    QCOMPARE(mixBits(0x123456789abcdef0u), std::uint64_t(0x9629f58e8ec5b906u));
    QCOMPARE(rowStream(7, "embed.weight", 3), std::uint64_t(0xb4c6431b6eb37bc6u));
    QCOMPARE(std::int32_t(normalNumber(rowStream(7, "embed.weight", 3), 5) * 65536.f), 106556);
}

void TestWeights::seededNumbersAreNormal()
{
    const std::vector<float> values = all(*seededSource({"a", {400, 500}, Init::Embedding, 1.f}, 1));
    const double n = double(values.size());
    double mean = 0, square = 0, third = 0, fourth = 0, beyondTwo = 0;
    for (const float value : values) {
        mean += double(value) / n;
        square += std::pow(double(value), 2) / n;
        third += std::pow(double(value), 3) / n;
        fourth += std::pow(double(value), 4) / n;
        beyondTwo += std::abs(value) > 2 ? 1 / n : 0;
    }
    QVERIFY(std::abs(mean) < 0.01);
    QVERIFY(std::abs(square - 1) < 0.015);
    QVERIFY(std::abs(third) < 0.03);
    QVERIFY(std::abs(fourth - 2.9) < 0.06); // of a sum of twelve uniforms
    QVERIFY(std::abs(beyondTwo - 0.0455) < 0.003);

    // A matrix keeps the size of what it multiplies: 1/√in.
    const std::vector<float> matrix = all(*seededSource({"a", {400, 500}, Init::Projection, 1.f}, 1));
    const double variance = std::inner_product(matrix.begin(), matrix.end(), matrix.begin(), 0.0) / n;
    QVERIFY(std::abs(variance * 500 - 1) < 0.015);

    // Neighbours know nothing of each other, along rows and along columns.
    double alongRow = 0, alongColumn = 0;
    for (std::size_t i = 0; i + 500 < values.size(); ++i) {
        alongRow += double(values[i]) * double(values[i + 1]) / n;
        alongColumn += double(values[i]) * double(values[i + 500]) / n;
    }
    QVERIFY(std::abs(alongRow) < 0.01 && std::abs(alongColumn) < 0.01);
}

void TestWeights::seedNameRowAndColumnEachMatter()
{
    const WeightSpec spec{"a", {3, 4}, Init::Embedding, 1.f};
    const std::vector<float> values = all(*seededSource(spec, 1));
    QVERIFY(values == all(*seededSource(spec, 1)));
    QVERIFY(values != all(*seededSource(spec, 2)));
    QVERIFY(values != all(*seededSource({"b", {3, 4}, Init::Embedding, 1.f}, 1)));
    std::vector<float> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    QVERIFY(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

void TestWeights::aWiderMatrixContainsTheNarrower()
{
    const std::vector<float> narrow = all(*seededSource({"a", {3, 5}, Init::Projection, 1.f}, 9));
    const std::vector<float> wide = all(*seededSource({"a", {4, 20}, Init::Projection, 1.f}, 9));
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 5; ++c)
            QVERIFY(std::abs(wide[r * 20 + c] * 2.f - narrow[r * 5 + c]) <= 1e-6f);

    const std::vector<float> few = all(*seededSource({"e", {3, 5}, Init::Embedding, 1.f}, 9));
    const std::vector<float> more = all(*seededSource({"e", {7, 6}, Init::Embedding, 1.f}, 9));
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 5; ++c)
            QCOMPARE(more[r * 6 + c], few[r * 5 + c]);
}

void TestWeights::rowsAreTheSameReadTogetherOrAlone()
{
    const auto source = seededSource({"a", {6, 7}, Init::Projection, 1.f}, 3);
    const std::vector<float> whole = all(*source);
    for (Index row = 0; row < 6; ++row)
        QVERIFY(std::equal(whole.begin() + row * 7, whole.begin() + (row + 1) * 7, rowsOf(*source, row, 1).begin()));
}

void TestWeights::identitiesAreConstant()
{
    QCOMPARE(all(*identitySource({"g", {3}, Init::Gain, 1.f})), std::vector<float>(3, 1.f));
    QCOMPARE(all(*identitySource({"g", {3}, Init::Gain, 0.f})), std::vector<float>(3, 0.f));
    QCOMPARE(all(*identitySource({"b", {2}, Init::Bias, 1.f})), std::vector<float>(2, 0.f));
    QCOMPARE(identitySource({"b", {2}, Init::Bias, 1.f})->origin(), std::string("identity"));
    QCOMPARE(seededSource({"a", {2, 2}, Init::Projection, 1.f}, 3)->origin(), std::string("seed"));
}

void TestWeights::aPackedMatrixHoldsTheSeededNumbers()
{
    const WeightTensor tensor(seededSource({"a", {37, 29}, Init::Projection, 1.f}, 3));
    QCOMPARE(tensor.bytesInUse(), std::size_t(0));
    // One basis vector per token brings out the columns.
    std::vector<float> basis(29 * 29, 0.f), out(29 * 37);
    for (std::size_t i = 0; i < 29; ++i)
        basis[i * 30] = 1.f;
    ThreadPool pool(1);
    tensor.matrix(core::MatrixForm::Packed)->multiply(basis.data(), 29, {}, out.data(), 37, pool, {});
    const std::vector<float> values = all(tensor.source());
    for (std::size_t r = 0; r < 37; ++r)
        for (std::size_t c = 0; c < 29; ++c)
            QCOMPARE(out[c * 37 + r], values[r * 29 + c]);
    QVERIFY(tensor.bytesInUse() >= 37 * 29 * sizeof(float));
}

void TestWeights::weightsKeepWhatHasTheSameNameAndShape()
{
    Weights base;
    base.set("a", std::make_shared<WeightTensor>(seededSource({"a", {2, 3}, Init::Projection, 1.f}, 1)));
    base.set("b", std::make_shared<WeightTensor>(seededSource({"b", {2, 3}, Init::Projection, 1.f}, 1)));
    GeneratedWeights generated;
    std::vector<WeightSpec> specs{{"a", {2, 3}}, {"b", {2, 4}}, {"c", {5}, Init::Gain, 1.f}, {"d", {5}, Init::Bias, 1.f}};
    const Weights weights = resolveWeights(specs, base, 4, generated);
    QVERIFY(weights.share("a") == base.share("a"));
    QVERIFY(weights.share("b") != base.share("b"));
    QCOMPARE(weights.at("b").shape(), Shape({2, 4}));
    QCOMPARE(weights.at("c").source().origin(), std::string("identity"));
    QCOMPARE(weights.at("d").source().origin(), std::string("identity"));
    QCOMPARE(weights.all().size(), std::size_t(4));
    QVERIFY(!weights.find("e"));
    QVERIFY_EXCEPTION_THROWN(weights.at("e"), Error);
}

void TestWeights::generatedTensorsAreSharedUntilTrimmed()
{
    GeneratedWeights generated;
    const WeightSpec first{"a", {8, 8}}, second{"b", {8, 8}};
    const WeightPtr a = generated.share(first, 1);
    QVERIFY(a == generated.share(first, 1));
    QVERIFY(a != generated.share(first, 2));
    QVERIFY(a != generated.share({"a", {8, 9}}, 1));
    QVERIFY(generated.share({"g", {4}, Init::Gain, 1.f}, 1) == generated.share({"g", {4}, Init::Gain, 1.f}, 2));
    QVERIFY(generated.share({"g", {4}, Init::Gain, 1.f}, 1) != generated.share({"g", {4}, Init::Gain, 0.f}, 1));

    const WeightTensor* unused = generated.share(second, 1).get();
    unused->values();
    generated.trim(1 << 20);
    QVERIFY(generated.share(second, 1)->bytesInUse() > 0); // still there
    generated.trim(0);
    QVERIFY(generated.share(second, 1)->bytesInUse() == 0); // made anew
    QVERIFY(a == generated.share(first, 1));                // somebody holds it
}

void TestWeights::manyThreadsReadOneTensorOnce()
{
    struct Counting : TensorSource
    {
        Shape m_shape{4, 4};
        mutable std::atomic<int> reads{0};
        const Shape& shape() const override { return m_shape; }
        std::string dtype() const override { return "F32"; }
        std::string origin() const override { return "file"; }
        void read(Index, Index rows, float* out) const override
        {
            ++reads;
            std::fill_n(out, rows * 4, 1.f);
        }
    };
    const auto source = std::make_shared<Counting>();
    const WeightTensor tensor(source);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { tensor.values(); });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(source->reads.load(), 1);
}

void TestWeights::aMatrixInMemoryIsNotCopied()
{
    struct Written : TensorSource
    {
        Shape m_shape{2, 3};
        std::vector<float> numbers{1, 2, 3, 4, 5, 6};
        const Shape& shape() const override { return m_shape; }
        std::string dtype() const override { return "F32"; }
        std::string origin() const override { return "file"; }
        void read(Index row, Index rows, float* out) const override { std::copy_n(numbers.data() + row * 3, rows * 3, out); }
        const float* inMemory() const override { return numbers.data(); }
    };
    const auto source = std::make_shared<Written>();
    const std::shared_ptr<const core::ProductMatrix> matrix = WeightTensor(source).matrix(core::MatrixForm::Packed);
    QCOMPARE(matrix->bytes(), std::size_t(0));
    const auto product = [&] {
        const std::vector<float> x{1, 10, 100};
        std::vector<float> y(2);
        matrix->multiply(x.data(), 1, {}, y.data(), 2, core::ThreadPool::shared(), {});
        return y;
    };
    QCOMPARE(product(), (std::vector<float>{321, 654}));
    source->numbers[5] = 7; // what a training writes is seen at once
    QCOMPARE(product(), (std::vector<float>{321, 754}));
}

QTEST_GUILESS_MAIN(TestWeights)
#include "tst_weights.moc"
