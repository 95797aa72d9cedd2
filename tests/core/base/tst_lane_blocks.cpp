// Sixteen rows decoded side by side: the same bits as row by row, on every machine. And their products with numbers in digits.

#include "core/base/lane_blocks.h"
#include "core/base/lane_dots.h"
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
using core::LaneKind;
using core::LaneLoops;

namespace {

/// All that products meet: those of files, and float8 behind its scale.
std::vector<BlockFormat> formats()
{
    std::vector<BlockFormat> all(core::numberFormats().begin(), core::numberFormats().end());
    all.push_back(core::float8Format());
    return all;
}

const core::LaneDots* dotsOf(int level)
{
    return level == 3 ? core::lanes::dotsV3() : level == 4 ? core::lanes::dotsV4() : level == 5 ? core::lanes::dotsVnni() : nullptr;
}

LaneLoops loopsOf(int level, LaneKind kind)
{
    return level == 0 ? core::lanes::baseline(kind) : level == 3 ? core::lanes::v3(kind) : core::lanes::v4(kind);
}

/// Numbers of very different sizes from place to place.
std::vector<float> someNumbers(std::size_t count)
{
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    std::vector<float> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = normal(random) * std::pow(10.f, float(i / 32 % 7) - 3.f);
    return numbers;
}

} // namespace

class TestLaneBlocks : public QObject
{
    Q_OBJECT

    /// Each format that has the loop, on each level of the processor.
    static void addRows(bool (*has)(const BlockFormat& format))
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("level");
        int format = 0;
        for (const BlockFormat& one : formats()) {
            if (has(one))
                for (const int level : {0, 3, 4})
                    QTest::addRow("%s v%d", std::string(one.name).c_str(), level) << format << level;
            ++format;
        }
    }

private slots:
    void numbersAreTheSameBits_data()
    {
        addRows([](const BlockFormat& one) { return one.lanes != LaneKind::None; });
    }
    void numbersAreTheSameBits()
    {
        QFETCH(int, format);
        QFETCH(int, level);
        const BlockFormat blocks = formats()[std::size_t(format)];
        const core::LaneDecode decode = loopsOf(level, blocks.lanes).decode;
        if (!decode)
            QSKIP("this machine has no such instructions");
        const std::size_t perRow = 1024 / blocks.blockNumbers, rowBytes = perRow * blocks.blockBytes;
        std::mt19937 random(7);
        std::vector<std::byte> rows(16 * rowBytes), woven(rows.size());
        for (std::byte& byte : rows)
            byte = std::byte(random() & 255);
        core::weaveRows(blocks.lanes, rows.data(), rowBytes, woven.data());
        constexpr std::ptrdiff_t stride = 20;
        std::vector<float> found(1024 * std::size_t(stride), -7.f), expected(1024);
        decode(reinterpret_cast<const unsigned char*>(woven.data()), std::ptrdiff_t(perRow), found.data(), stride);
        for (std::size_t row = 0; row < 16; ++row) {
            blocks.decode(rows.data() + row * rowBytes, perRow, expected.data());
            for (std::size_t i = 0; i < 1024; ++i) {
                const float number = found[i * std::size_t(stride) + row];
                const bool isSame = std::isnan(expected[i]) ? std::isnan(number) : std::memcmp(&number, &expected[i], 4) == 0;
                QVERIFY2(isSame || (number == 0.f && expected[i] == 0.f),
                    qPrintable(QStringLiteral("row %1 number %2: %3, expected %4").arg(row).arg(i).arg(number).arg(expected[i])));
            }
        }
        for (std::size_t i = 0; i < 1024; ++i)
            QCOMPARE(found[i * std::size_t(stride) + 16], -7.f); // nothing is written next to the rows
    }

    void dotsAreThoseOfDecodedRows_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("level");
        int format = 0;
        QTest::newRow("no loop") << 0 << 0; // a machine may have none
        for (const BlockFormat& one : formats()) {
            for (const int level : {3, 4, 5})
                if (dotsOf(level) && dotsOf(level)->of(one.lanes))
                    QTest::addRow("%s level %d", std::string(one.name).c_str(), level) << format << level;
            ++format;
        }
    }
    void dotsAreThoseOfDecodedRows()
    {
        QFETCH(int, format);
        QFETCH(int, level);
        const BlockFormat blocks = formats()[std::size_t(format)];
        const core::LaneDots* const dots = dotsOf(level);
        if (!dots)
            QSKIP("this machine has no such instructions");
        constexpr std::size_t count = 768;
        const std::size_t perRow = count / blocks.blockNumbers, rowBytes = perRow * blocks.blockBytes;
        std::mt19937 random(7);
        std::vector<std::byte> rows(16 * rowBytes), woven(rows.size());
        std::vector<float> numbers(count);
        for (std::size_t block = 0; block < 16 * perRow; ++block) // any bits whose numbers are finite and not too far apart
            do {
                for (std::size_t b = 0; b < blocks.blockBytes; ++b)
                    rows[block * blocks.blockBytes + b] = std::byte(random() & 255);
                blocks.decode(rows.data() + block * blocks.blockBytes, 1, numbers.data());
            } while (std::any_of(numbers.begin(), numbers.begin() + std::ptrdiff_t(blocks.blockNumbers),
                [](float number) { return !(std::abs(number) < 1e4f); }));
        core::weaveRows(blocks.lanes, rows.data(), rowBytes, woven.data());
        const std::vector<float> x = someNumbers(count);
        std::vector<core::CutNumbers> cut(count / 32);
        QVERIFY(dots->cut(x.data(), std::ptrdiff_t(cut.size()), cut.data()));
        std::vector<float> sums(16, 1.f);
        dots->of(blocks.lanes)(
            reinterpret_cast<const unsigned char*>(woven.data()), std::ptrdiff_t(perRow), cut.data(), sums.data());
        for (std::size_t row = 0; row < 16; ++row) {
            blocks.decode(rows.data() + row * rowBytes, perRow, numbers.data());
            double expected = 1, size = 1;
            for (std::size_t i = 0; i < count; ++i) {
                expected += double(numbers[i]) * double(x[i]);
                size += std::abs(double(numbers[i]) * double(x[i]));
            }
            QVERIFY2(std::abs(double(sums[row]) - expected) <= 1e-6 * size,
                qPrintable(QStringLiteral("row %1: %2, expected %3").arg(row).arg(double(sums[row])).arg(expected)));
        }
    }

    void sumsAreThoseOfDecodedRows_data()
    {
        addRows([](const BlockFormat& one) { return bool(core::laneLoops(one.lanes).sum); });
    }
    void sumsAreThoseOfDecodedRows()
    {
        QFETCH(int, format);
        QFETCH(int, level);
        const BlockFormat blocks = formats()[std::size_t(format)];
        const core::LaneSum sum = loopsOf(level, blocks.lanes).sum;
        if (!sum)
            QSKIP("this machine has no such instructions");
        for (const std::size_t count : {1u, 3u, 4u, 95u}) {
            // Sixteen bits whose exponent is small: every number is finite.
            std::mt19937 random(7);
            std::vector<std::byte> rows(16 * count * 2), woven(rows.size());
            for (std::size_t b = 0; b < rows.size(); ++b)
                rows[b] = std::byte(random() & (b % 2 == 0 ? 255 : 0xBF));
            core::weaveRows(blocks.lanes, rows.data(), count * 2, woven.data());
            const std::vector<float> x = someNumbers(count);
            std::vector<float> numbers(count), sums(18, 1.f);
            sum(reinterpret_cast<const unsigned char*>(woven.data()), std::ptrdiff_t(count), x.data(), sums.data());
            for (std::size_t row = 0; row < 16; ++row) {
                blocks.decode(rows.data() + row * count * 2, count, numbers.data());
                double expected = 1, size = 1;
                for (std::size_t i = 0; i < count; ++i) {
                    expected += double(numbers[i]) * double(x[i]);
                    size += std::abs(double(numbers[i]) * double(x[i]));
                }
                QVERIFY2(std::abs(double(sums[row]) - expected) <= 1e-6 * size,
                    qPrintable(QStringLiteral("row %1: %2, expected %3").arg(row).arg(double(sums[row])).arg(expected)));
            }
            QCOMPARE(sums[16], 1.f);
        }
    }

    void digitsKeepWhatFloat32Keeps_data()
    {
        QTest::addColumn<int>("level");
        for (const int level : {3, 4, 5})
            QTest::addRow("level %d", level) << level;
    }
    void digitsKeepWhatFloat32Keeps()
    {
        QFETCH(int, level);
        const core::LaneDots* const dots = dotsOf(level);
        if (!dots)
            QSKIP("this machine has no such instructions");
        std::vector<float> x = someNumbers(32 * 4);
        std::fill_n(x.begin() + 32, 32, 0.f);
        std::fill_n(x.begin() + 64, 32, -3e38f);
        std::fill_n(x.begin() + 96, 32, 1e-42f); // less than any normal number
        std::vector<core::CutNumbers> cut(4);
        QVERIFY(dots->cut(x.data(), 4, cut.data()));
        for (std::size_t i = 0; i < x.size(); ++i) {
            const core::CutNumbers& of = cut[i / 32];
            const auto* const digits = of.digits[i % 32 / 4];
            const double found = double(of.scale) * (digits[0][i % 4] + 256.0 * digits[1][i % 4] + 65536.0 * digits[2][i % 4]);
            float largest = 1e-30f;
            for (std::size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k)
                largest = std::max(largest, std::abs(x[k]));
            QVERIFY(std::abs(found - double(x[i])) <= 0x1p-23 * double(largest));
        }
        for (const float bad : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                 std::numeric_limits<float>::quiet_NaN()}) {
            x[70] = bad;
            QVERIFY(!dots->cut(x.data(), 4, cut.data()));
        }
    }

    void everyKindHasALoop()
    {
        for (const BlockFormat& one : formats())
            QCOMPARE(core::laneLoops(one.lanes).decode != nullptr, one.lanes != LaneKind::None);
    }
};

QTEST_APPLESS_MAIN(TestLaneBlocks)
#include "tst_lane_blocks.moc"
