#include "core/files/formats/gguf.h"
#include "core/files/formats/quantised.h"
#include "core/files/formats/safetensors.h"

#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <vector>

using namespace core;

// tools/fixtures/gguf_types.py made the files: random blocks of every type with extreme scales.
class TestQuantised : public QObject
{
    Q_OBJECT

private slots:
    void everyTypeIsBitEqualToTheReference_data();
    void everyTypeIsBitEqualToTheReference();
    void everyFormatOfGgufIsCompared();
    void rangesInsideBlocksGiveTheSameNumbers();
    void versionTwoIsReadAlike();
};

namespace {

const std::string folder = std::string(TEST_DATA) + "/gguf_types/";

std::vector<float> numbersOf(const StoredTensor& tensor)
{
    std::vector<float> numbers(std::size_t(elements(tensor.shape)));
    tensor.read(0, elements(tensor.shape), numbers.data());
    return numbers;
}

/// The same bits; of a number that is not one only that it is none.
bool same(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

} // namespace

void TestQuantised::everyTypeIsBitEqualToTheReference_data()
{
    QTest::addColumn<QString>("type");
    for (const StoredTensor& tensor : Safetensors::open(folder + "expected.safetensors").tensors)
        QTest::newRow(tensor.name.c_str()) << QString::fromStdString(tensor.name);
}

void TestQuantised::everyTypeIsBitEqualToTheReference()
{
    QFETCH(QString, type);
    const Gguf gguf = Gguf::open(folder + "types.gguf");
    const StoredTensors expected = Safetensors::open(folder + "expected.safetensors").byName();
    const StoredTensor& stored = gguf.tensors().at(type.toStdString());
    QCOMPARE(stored.dtype, type.toStdString());
    QCOMPARE(stored.shape, expected.at(stored.name).shape);
    const std::vector<float> found = numbersOf(stored);
    const std::vector<float> wanted = numbersOf(expected.at(stored.name));
    for (std::size_t i = 0; i < wanted.size(); ++i)
        QVERIFY2(same(found[i], wanted[i]),
            qPrintable(QString("number %1: %2, expected %3").arg(i).arg(double(found[i])).arg(double(wanted[i]))));
}

void TestQuantised::everyFormatOfGgufIsCompared()
{
    const Gguf gguf = Gguf::open(folder + "types.gguf");
    for (const NumberFormat& format : numberFormats())
        if (format.ggufType >= 0)
            QVERIFY2(gguf.tensors().count(std::string(format.name)), format.name.data());
}

void TestQuantised::rangesInsideBlocksGiveTheSameNumbers()
{
    const Gguf gguf = Gguf::open(folder + "types.gguf");
    for (const auto& [name, tensor] : gguf.tensors()) {
        const std::vector<float> all = numbersOf(tensor);
        const Index count = elements(tensor.shape);
        for (const Index first : {Index(1), count / 3, count / 2 + 1}) {
            std::vector<float> part(std::size_t(count - first - 1));
            tensor.read(first, Index(part.size()), part.data());
            for (std::size_t i = 0; i < part.size(); ++i)
                QVERIFY2(same(part[i], all[std::size_t(first) + i]), name.c_str());
        }
    }
}

void TestQuantised::versionTwoIsReadAlike()
{
    const TemporaryFolder temporary;
    std::string bytes = readBytes(folder + "types.gguf");
    QCOMPARE(bytes[4], char(3));
    bytes[4] = 2;
    const Gguf gguf = Gguf::open(temporary.write("two.gguf", bytes));
    const Gguf three = Gguf::open(folder + "types.gguf");
    QCOMPARE(gguf.tensors().size(), three.tensors().size());
    QCOMPARE(gguf.tensors().at("Q6_K").offset, three.tensors().at("Q6_K").offset);
}

QTEST_GUILESS_MAIN(TestQuantised)
#include "tst_quantised.moc"
