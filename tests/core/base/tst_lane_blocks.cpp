// Sixteen rows decoded side by side: the same bits as row by row, on every machine.

#include "core/base/lane_blocks.h"
#include "core/files/formats/block_scales.h"
#include "core/files/formats/stored_numbers.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using core::BlockFormat;
using core::LaneDecode;
using core::LaneKind;

namespace {

/// All that products meet: those of files, and float8 behind its scale.
std::vector<BlockFormat> formats()
{
    std::vector<BlockFormat> all(core::numberFormats().begin(), core::numberFormats().end());
    all.push_back(core::float8Format());
    return all;
}

} // namespace

class TestLaneBlocks : public QObject
{
    Q_OBJECT
private slots:
    void numbersAreTheSameBits_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("level");
        int format = 0;
        for (const BlockFormat& one : formats()) {
            if (one.lanes != LaneKind::None)
                for (const int level : {0, 3, 4})
                    QTest::addRow("%s v%d", std::string(one.name).c_str(), level) << format << level;
            ++format;
        }
    }
    void numbersAreTheSameBits()
    {
        QFETCH(int, format);
        QFETCH(int, level);
        const BlockFormat blocks = formats()[std::size_t(format)];
        const LaneDecode decode = level == 0 ? core::lanes::baseline(blocks.lanes)
            : level == 3                     ? core::lanes::v3(blocks.lanes)
                                             : core::lanes::v4(blocks.lanes);
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

    void everyKindHasALoop()
    {
        for (const BlockFormat& one : formats())
            QCOMPARE(core::laneDecode(one.lanes) != nullptr, one.lanes != LaneKind::None);
    }
};

QTEST_APPLESS_MAIN(TestLaneBlocks)
#include "tst_lane_blocks.moc"
