#include "core/files/formats/stored_numbers.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <vector>

using namespace core;

namespace {

/// The value of a small floating-point number from its definition.
double definedValue(unsigned bits, int exponentBits, int fractionBits)
{
    const int bias = (1 << (exponentBits - 1)) - 1;
    const double sign = bits >> (exponentBits + fractionBits) & 1 ? -1 : 1;
    const int exponent = int(bits >> fractionBits) & ((1 << exponentBits) - 1);
    const double fraction = double(bits & ((1u << fractionBits) - 1)) / double(1u << fractionBits);
    if (exponent == (1 << exponentBits) - 1)
        return fraction != 0 ? std::nan("") : sign * INFINITY;
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias) : sign * std::ldexp(1 + fraction, exponent - bias);
}

std::vector<float> decoded(const NumberFormat& format, const std::vector<unsigned char>& bytes)
{
    const std::size_t blocks = bytes.size() / format.blockBytes;
    std::vector<float> numbers(blocks * format.blockNumbers);
    format.decode(reinterpret_cast<const std::byte*>(bytes.data()), blocks, numbers.data());
    return numbers;
}

} // namespace

class TestStoredNumbers : public QObject
{
    Q_OBJECT

private slots:
    void everyHalfHasItsDefinedValue();
    void everyBfloat16HasItsDefinedValue();
    void doublesAreNarrowed();
    void q8BlocksAreIntegersTimesScale();
    void q40BlocksAreNibblesMinusEightTimesScale();
    void q41BlocksAreNibblesTimesScalePlusMinimum();
    void notANumberScalesAreCarriedOn();
    void formatsAreFoundByTheirWords();
};

void TestStoredNumbers::everyHalfHasItsDefinedValue()
{
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const double expected = definedValue(bits, 5, 10);
        const float found = halfToFloat(std::uint16_t(bits));
        QVERIFY2(
            std::isnan(expected) ? std::isnan(found) : double(found) == expected && std::signbit(found) == std::signbit(expected),
            qPrintable(QString::number(bits, 16)));
    }
}

void TestStoredNumbers::everyBfloat16HasItsDefinedValue()
{
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const double expected = definedValue(bits, 8, 7);
        const float found = bfloat16ToFloat(std::uint16_t(bits));
        QVERIFY2(std::isnan(expected) ? std::isnan(found) : double(found) == expected, qPrintable(QString::number(bits, 16)));
    }
}

void TestStoredNumbers::doublesAreNarrowed()
{
    const double numbers[] = {0.1, -3.5, 1e300};
    std::vector<unsigned char> bytes(sizeof numbers);
    std::memcpy(bytes.data(), numbers, sizeof numbers);
    const std::vector<float> result = decoded(*findSafetensorsFormat("F64"), bytes);
    QCOMPARE(result[0], 0.1f);
    QCOMPARE(result[1], -3.5f);
    QVERIFY(std::isinf(result[2]));
}

void TestStoredNumbers::q8BlocksAreIntegersTimesScale()
{
    std::vector<unsigned char> block = {0x00, 0x38}; // 0.5
    for (int i = 0; i < 32; ++i)
        block.push_back(static_cast<unsigned char>(i - 16));
    block.back() = 0x80;
    const std::vector<float> numbers = decoded(*findGgufFormat(8), block);
    for (int i = 0; i < 31; ++i)
        QCOMPARE(numbers[std::size_t(i)], float(i - 16) * 0.5f);
    QCOMPARE(numbers[31], -64.f);
}

void TestStoredNumbers::q40BlocksAreNibblesMinusEightTimesScale()
{
    std::vector<unsigned char> block = {0x00, 0xC0}; // -2
    for (int i = 0; i < 16; ++i)
        block.push_back(static_cast<unsigned char>(i | (15 - i) << 4));
    const std::vector<float> numbers = decoded(*findGgufFormat(2), block);
    for (int i = 0; i < 16; ++i) {
        QCOMPARE(numbers[std::size_t(i)], -2.f * float(i - 8));      // low nibbles first
        QCOMPARE(numbers[std::size_t(16 + i)], -2.f * float(7 - i)); // then the high ones
    }
}

void TestStoredNumbers::q41BlocksAreNibblesTimesScalePlusMinimum()
{
    std::vector<unsigned char> block = {0x00, 0x3C, 0x00, 0xC5}; // 1, -5
    for (int i = 0; i < 16; ++i)
        block.push_back(static_cast<unsigned char>(i | 0x30));
    std::vector<unsigned char> two = block;
    two.insert(two.end(), block.begin(), block.end());
    const std::vector<float> numbers = decoded(*findGgufFormat(3), two);
    QCOMPARE(numbers.size(), std::size_t(64));
    for (std::size_t i = 0; i < 16; ++i) {
        QCOMPARE(numbers[i], float(i) - 5.f);
        QCOMPARE(numbers[16 + i], -2.f);
        QCOMPARE(numbers[32 + i], numbers[i]);
    }
}

void TestStoredNumbers::notANumberScalesAreCarriedOn()
{
    std::vector<unsigned char> block(18, 0x99);
    block[0] = 0x00;
    block[1] = 0x7E; // NaN
    for (const float number : decoded(*findGgufFormat(2), block))
        QVERIFY(std::isnan(number));
}

void TestStoredNumbers::formatsAreFoundByTheirWords()
{
    QCOMPARE(findSafetensorsFormat("BF16")->blockBytes, std::size_t(2));
    QVERIFY(!findSafetensorsFormat("Q4_0"));
    QVERIFY(!findSafetensorsFormat("bf16"));
    QCOMPARE(findGgufFormat(12)->name, std::string_view("Q4_K"));
    QVERIFY(!findGgufFormat(9)); // Q8_1 is never stored
    QVERIFY(!findGgufFormat(4)); // taken out
    QVERIFY(!findGgufFormat(0xFFFFFFFF));
}

QTEST_GUILESS_MAIN(TestStoredNumbers)
#include "tst_stored_numbers.moc"
