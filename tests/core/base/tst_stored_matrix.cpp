// Products with matrices as they are stored: what the decoded matrix gives in plain loops.

#include "core/base/stored_matrix.h"

#include "core/base/error.h"
#include "core/files/formats/block_scales.h"
#include "core/files/formats/stored_numbers.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using core::BlockFormat;
using core::Index;
using core::StoredMatrix;

namespace {

/// All that products meet: those of files, and float8 behind its scale.
std::vector<const BlockFormat*> formats()
{
    std::vector<const BlockFormat*> all;
    for (const core::NumberFormat& one : core::numberFormats())
        all.push_back(&one);
    all.push_back(&core::float8Format());
    return all;
}

/// Random blocks, none of whose numbers is infinite, NaN or too large to be summed.
std::vector<std::byte> someBlocks(const BlockFormat& format, Index out, Index in)
{
    std::mt19937 random(11);
    const std::size_t blocks = std::size_t(out * in) / format.blockNumbers;
    std::vector<std::byte> bytes(blocks * format.blockBytes);
    std::vector<float> numbers(format.blockNumbers);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::byte* const place = bytes.data() + block * format.blockBytes;
        const auto isUsable = [&] {
            format.decode(place, 1, numbers.data());
            return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number) && std::abs(number) < 1e30f; });
        };
        do {
            for (std::size_t b = 0; b < format.blockBytes; ++b)
                place[b] = std::byte(random() & 255);
            if (const float scale = float(random() & 255) / 64.f; format.lanes == core::LaneKind::Float8)
                std::memcpy(place, &scale, sizeof scale); // of any size, a few numbers would be all that counts
        } while (!isUsable());
    }
    return bytes;
}

/// A matrix [out, in] in blocks, and the same decoded row by row.
struct Case
{
    const BlockFormat& format;
    Index out, in;
    std::vector<std::byte> bytes;
    std::vector<float> weights; // [out, in]

    Case(const BlockFormat& blocks, Index outputs, Index inputs)
        : format(blocks)
        , out(outputs)
        , in(inputs)
        , bytes(someBlocks(blocks, outputs, inputs))
        , weights(std::size_t(outputs * inputs))
    {
        format.decode(bytes.data(), weights.size() / format.blockNumbers, weights.data());
    }
    std::size_t rowBytes() const { return bytes.size() / std::size_t(out); }
    StoredMatrix stored() const
    {
        return {out, in, format, [this](Index row, Index rows, std::byte* to) {
                    std::copy_n(bytes.data() + std::size_t(row) * rowBytes(), std::size_t(rows) * rowBytes(), to);
                }};
    }
    core::PackedMatrix packed() const
    {
        return {out, in, [this](Index row, Index rows, float* to) { std::copy_n(weights.data() + row * in, rows * in, to); }};
    }
};

std::vector<float> waves(Index count, double frequency)
{
    std::vector<float> numbers;
    for (Index i = 0; i < count; ++i)
        numbers.push_back(float(std::sin(double(i) * frequency)));
    return numbers;
}

/// A sum of products in doubles, and the sum of their sizes.
struct Sum
{
    double value = 0, size = 1e-6;
    void add(float a, float b)
    {
        value += double(a) * double(b);
        size += std::abs(double(a) * double(b));
    }
    bool isNear(float found) const { return std::abs(double(found) - value) <= 2e-6 * size; }
};

float largest(const std::vector<float>& numbers)
{
    float most = 0;
    for (const float number : numbers)
        most = std::max(most, std::abs(number));
    return most;
}

} // namespace

class TestStoredMatrix : public QObject
{
    Q_OBJECT
private slots:
    void productsEqualPlainLoops_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("out");
        QTest::addColumn<int>("in");
        int format = 0;
        for (const BlockFormat* one : formats()) {
            const int block = int(one->blockNumbers);
            const int odd = block == 1 ? 333 : block * 3; // more than a tile of inputs below
            for (const auto& [out, in] : {std::pair{5, odd}, {801, odd}, {37, std::max(block, 512) + block}})
                QTest::addRow("%s %d x %d", std::string(one->name).c_str(), out, in) << format << out << in;
            ++format;
        }
    }
    void productsEqualPlainLoops()
    {
        QFETCH(int, format);
        QFETCH(int, out);
        QFETCH(int, in);
        const Case of(*formats()[std::size_t(format)], out, in);
        const StoredMatrix matrix = of.stored();
        QVERIFY(matrix.bytes() >= of.bytes.size() && matrix.bytes() < of.bytes.size() + 16 * of.rowBytes());
        std::vector<float> bias(static_cast<std::size_t>(out));
        for (Index i = 0; i < out; ++i)
            bias[std::size_t(i)] = float(i % 5) - 2.f;
        core::ThreadPool one(1), three(3);
        for (const Index rows : {1, 2, 7, 8, 9, 64}) {
            const std::vector<float> x = waves(rows * in, 0.7);
            const Index stride = out + 5;
            std::vector<float> y(std::size_t(rows * stride), 99.f), again = y, alone = y, packed = y;
            matrix.multiply(x.data(), rows, bias, y.data(), stride, three, {});
            matrix.multiply(x.data(), rows, bias, again.data(), stride, three, {});
            matrix.multiply(x.data(), rows, bias, alone.data(), stride, one, {});
            QVERIFY(y == again);
            QVERIFY(y == alone);
            of.packed().multiply(x.data(), rows, bias, packed.data(), stride, three, {});
            const float tolerance = 1e-5f * largest(packed);
            for (Index row = 0; row < rows; ++row) {
                for (Index o = 0; o < out; ++o) {
                    Sum sum;
                    sum.add(bias[std::size_t(o)], 1.f);
                    for (Index i = 0; i < in; ++i)
                        sum.add(x[std::size_t(row * in + i)], of.weights[std::size_t(o * in + i)]);
                    const float found = y[std::size_t(row * stride + o)];
                    QVERIFY2(sum.isNear(found),
                        qPrintable(QStringLiteral("%1 rows: [%2, %3] is %4, expected %5")
                                       .arg(rows).arg(row).arg(o).arg(double(found)).arg(sum.value)));
                    QVERIFY(std::abs(found - packed[std::size_t(row * stride + o)]) <= tolerance);
                }
                QCOMPARE(y[std::size_t(row * stride + out)], 99.f); // nothing is written between the rows
            }
        }
    }

    void theWayBackEqualsPlainLoops_data() { productsEqualPlainLoops_data(); }
    void theWayBackEqualsPlainLoops()
    {
        QFETCH(int, format);
        QFETCH(int, out);
        QFETCH(int, in);
        const Case of(*formats()[std::size_t(format)], out, in);
        const StoredMatrix matrix = of.stored();
        core::ThreadPool one(1), three(3);
        for (const Index rows : {1, 9}) {
            const std::vector<float> dy = waves(rows * out, 0.9), before = waves(rows * in, 0.3);
            std::vector<float> dx = before, alone = before;
            matrix.multiplyBack(dy.data(), rows, dx.data(), three, {});
            matrix.multiplyBack(dy.data(), rows, alone.data(), one, {});
            QVERIFY(dx == alone);
            for (Index row = 0; row < rows; ++row)
                for (Index i = 0; i < in; ++i) {
                    Sum sum; // of what was there, too
                    sum.add(before[std::size_t(row * in + i)], 1.f);
                    for (Index o = 0; o < out; ++o)
                        sum.add(dy[std::size_t(row * out + o)], of.weights[std::size_t(o * in + i)]);
                    const float found = dx[std::size_t(row * in + i)];
                    QVERIFY2(sum.isNear(found),
                        qPrintable(QStringLiteral("%1 rows: [%2, %3] is %4, expected %5")
                                       .arg(rows).arg(row).arg(i).arg(double(found)).arg(sum.value)));
                }
        }
    }

    void whatIsNoNumberStaysSo()
    {
        const Case of(*core::findGgufFormat(2), 40, 64); // Q4_0
        const StoredMatrix matrix = of.stored();
        std::vector<float> x = waves(2 * 64, 0.7);
        x[70] = std::numeric_limits<float>::infinity();
        std::vector<float> y(2 * 40), packed(2 * 40);
        matrix.multiply(x.data(), 2, {}, y.data(), of.out, core::ThreadPool::shared(), {});
        of.packed().multiply(x.data(), 2, {}, packed.data(), of.out, core::ThreadPool::shared(), {});
        for (std::size_t i = 0; i < y.size(); ++i)
            QVERIFY(std::isfinite(packed[i]) ? std::abs(y[i] - packed[i]) < 1e-4f * (1.f + std::abs(packed[i]))
                    : std::isnan(packed[i])  ? std::isnan(y[i])
                                             : y[i] == packed[i]);
    }

    void whatCannotBeReadIsAnError()
    {
        const BlockFormat& blocks = *core::findGgufFormat(8);
        const auto read = [](Index row, Index, std::byte*) {
            if (row > 600)
                throw core::Error({.problem = "the file ends here"});
        };
        QVERIFY_EXCEPTION_THROWN(StoredMatrix(801, 96, blocks, read), core::Error);
    }

    void aMatrixNarrowerThanATileIsWhole()
    {
        const Case of(*core::findGgufFormat(8), 3, 32); // Q8_0: one block
        const StoredMatrix matrix = of.stored();
        const std::vector<float> x(10 * 32, 1.f);
        std::vector<float> y(10 * 3);
        for (const Index rows : {1, 10}) {
            matrix.multiply(x.data(), rows, {}, y.data(), of.out, core::ThreadPool::shared(), {});
            for (Index o = 0; o < of.out; ++o) {
                Sum sum;
                for (Index i = 0; i < of.in; ++i)
                    sum.add(1.f, of.weights[std::size_t(o * of.in + i)]);
                QVERIFY(sum.isNear(y[std::size_t(o)]));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestStoredMatrix)
#include "tst_stored_matrix.moc"
