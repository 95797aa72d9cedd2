#include "core/files/formats/stored_tensor.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <filesystem>

using namespace core;

namespace {

/// A tensor of float32 numbers 0, 1, 2 … after eight other bytes.
StoredTensor counting(const TemporaryFolder& folder, Shape shape)
{
    std::string bytes(8, 'x');
    for (Index i = 0; i < elements(shape); ++i)
        bytes += bytesOf(float(i));
    StoredTensor tensor;
    tensor.name = "t";
    tensor.dtype = "F32";
    tensor.shape = std::move(shape);
    tensor.file = std::make_shared<FileReader>(folder.write("t.bin", bytes));
    tensor.offset = 8;
    tensor.bytes = bytes.size() - 8;
    tensor.format = findSafetensorsFormat("F32");
    return tensor;
}

} // namespace

class TestStoredTensor : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreReadByPosition();
    void aTransposeHasColumnsAsRows();
    void partsOfATransposeStartAtTheirColumn();
    void vectorsAreReadElementByElement();
    void rangesThatCutThroughBlocksGiveTheSameNumbers();
    void tensorsLargerThanTheBufferAreWhole();
    void unsupportedTypesAreRefusedByName();
    void aFileThatShrinksIsAnError();
    void foldersAndPipesAreNotFiles();
};

void TestStoredTensor::rowsAreReadByPosition()
{
    const TemporaryFolder folder;
    const auto source = storedSource(counting(folder, {5, 3}), {.isTransposed = false, .firstRow = 1, .rows = 3});
    QCOMPARE(source->shape(), (Shape{3, 3}));
    std::vector<float> row(6);
    source->read(1, 2, row.data());
    QCOMPARE(row, (std::vector<float>{6, 7, 8, 9, 10, 11}));
}

void TestStoredTensor::aTransposeHasColumnsAsRows()
{
    const TemporaryFolder folder;
    constexpr Index in = 37; // two strips of 16 and a rest
    constexpr Index out = 11;
    const auto source = storedSource(counting(folder, {in, out}), {.isTransposed = true});
    QCOMPARE(source->shape(), (Shape{out, in}));
    std::vector<float> numbers(std::size_t(4 * in));
    source->read(3, 4, numbers.data());
    for (Index row = 0; row < 4; ++row)
        for (Index i = 0; i < in; ++i)
            QCOMPARE(numbers[std::size_t(row * in + i)], float(i * out + 3 + row));
}

void TestStoredTensor::partsOfATransposeStartAtTheirColumn()
{
    const TemporaryFolder folder;
    const auto source = storedSource(counting(folder, {4, 9}), {.isTransposed = true, .firstRow = 6, .rows = 3});
    QCOMPARE(source->shape(), (Shape{3, 4}));
    std::vector<float> numbers(4);
    source->read(2, 1, numbers.data());
    QCOMPARE(numbers, (std::vector<float>{8, 17, 26, 35}));
}

void TestStoredTensor::vectorsAreReadElementByElement()
{
    const TemporaryFolder folder;
    const auto source = storedSource(counting(folder, {12}), {.isTransposed = false, .firstRow = 4, .rows = 4});
    std::vector<float> numbers(2);
    source->read(1, 2, numbers.data());
    QCOMPARE(numbers, (std::vector<float>{5, 6}));
}

void TestStoredTensor::rangesThatCutThroughBlocksGiveTheSameNumbers()
{
    const TemporaryFolder folder;
    StoredTensor tensor = counting(folder, {1});
    std::string blocks;
    for (int block = 0; block < 3; ++block) {
        blocks += bytesOf(std::uint16_t(0x3C00)); // 1
        for (int i = 0; i < 32; ++i)
            blocks += static_cast<char>(block * 32 + i);
    }
    tensor.file = std::make_shared<FileReader>(folder.write("q8.bin", blocks));
    tensor.offset = 0;
    tensor.shape = {96};
    tensor.format = findGgufFormat(8);
    for (Index first = 0; first < 96; ++first)
        for (const Index count : {Index(1), Index(31), Index(33), Index(96)}) {
            if (first + count > 96)
                continue;
            std::vector<float> numbers(std::size_t(count), -1.f);
            tensor.read(first, count, numbers.data());
            for (Index i = 0; i < count; ++i)
                QCOMPARE(numbers[std::size_t(i)], float(first + i));
        }
}

void TestStoredTensor::tensorsLargerThanTheBufferAreWhole()
{
    const TemporaryFolder folder;
    const StoredTensor tensor = counting(folder, {300, 500});
    std::vector<float> numbers(150'000);
    tensor.read(0, 150'000, numbers.data());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        QVERIFY(numbers[i] == float(i));
}

void TestStoredTensor::unsupportedTypesAreRefusedByName()
{
    const TemporaryFolder folder;
    StoredTensor tensor = counting(folder, {2, 2});
    tensor.dtype = "I64";
    tensor.format = nullptr;
    const Error::Parts parts = refusalOf([&] { storedSource(tensor); });
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.where, std::string("tensor \"t\""));
    QCOMPARE(parts.found, std::string("I64"));
}

void TestStoredTensor::aFileThatShrinksIsAnError()
{
    const TemporaryFolder folder;
    const StoredTensor tensor = counting(folder, {100, 100});
    std::filesystem::resize_file(tensor.file->path(), 1000);
    std::vector<float> numbers(10'000);
    const Error::Parts parts = refusalOf([&] { tensor.read(0, 10'000, numbers.data()); });
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.where, std::string("byte 1000"));
}

void TestStoredTensor::foldersAndPipesAreNotFiles()
{
    const TemporaryFolder folder;
    QVERIFY(!refusalOf([&] { FileReader(folder.path()); }).problem.empty());
    QVERIFY(!refusalOf([&] { FileReader("/dev/zero"); }).problem.empty());
    QVERIFY(!refusalOf([&] { FileReader(folder.path("nothing")); }).problem.empty());
}

QTEST_GUILESS_MAIN(TestStoredTensor)
#include "tst_stored_tensor.moc"
