#include "core/base/error.h"
#include "core/files/formats/block_scales.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;

namespace {

StoredTensor stored(
    const TemporaryFolder& folder, const std::string& name, const std::string& dtype, Shape shape, const std::string& bytes)
{
    StoredTensor tensor;
    tensor.name = name;
    tensor.dtype = dtype;
    tensor.shape = std::move(shape);
    tensor.file = std::make_shared<FileReader>(folder.write(name, bytes));
    tensor.bytes = bytes.size();
    tensor.format = findSafetensorsFormat(dtype);
    return tensor;
}

/// A matrix of float8 [2, 3] in blocks of 2 × 2, with a scale for each.
StoredTensors float8(const TemporaryFolder& folder)
{
    const std::string one = "\x38", two = "\x40", minusOne = "\xB8"; // e4m3
    return {{"a.weight", stored(folder, "a.weight", "F8_E4M3", {2, 3}, one + two + one + minusOne + one + two)},
        {"a.weight_scale_inv", stored(folder, "a.weight_scale_inv", "F32", {1, 2}, bytesOf(0.5f) + bytesOf(3.f))}};
}

const Json fp8 = {{"quant_method", "fp8"}, {"fmt", "e4m3"}, {"weight_block_size", {2, 2}}};

std::string someBytes(std::size_t count)
{
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i)
        bytes += char((i * 37 + i / 11) % 121); // no NaN of e4m3
    return bytes;
}

/// A matrix of float8 [3, 256] in blocks of 2 rows and so many columns.
StoredTensors wideFloat8(const TemporaryFolder& folder, Index columns)
{
    std::string scales;
    const Index across = (256 + columns - 1) / columns;
    for (Index i = 0; i < 2 * across; ++i)
        scales += bytesOf(0.5f + float(i));
    StoredTensors tensors{{"a.weight", stored(folder, "a.weight", "F8_E4M3", {3, 256}, someBytes(3 * 256))},
        {"a.weight_scale_inv", stored(folder, "a.weight_scale_inv", "F32", {2, across}, scales)}};
    undoQuantization({{"quant_method", "fp8"}, {"weight_block_size", {2, columns}}}, "config.json", tensors);
    return tensors;
}

/// Whether rows taken as blocks, all at once and one by one, decode to the numbers of the source.
bool blocksAreTheNumbers(const TensorSource& source)
{
    const Index rows = source.shape()[0], columns = source.shape()[1];
    const BlockFormat& format = *source.blocks();
    const std::size_t ofRow = std::size_t(columns) / format.blockNumbers, rowBytes = ofRow * format.blockBytes;
    std::vector<float> expected(std::size_t(rows * columns)), found(expected.size());
    source.read(0, rows, expected.data());
    std::vector<std::byte> all(std::size_t(rows) * rowBytes), one(all.size());
    source.readBlocks(0, rows, all.data());
    for (Index row = 0; row < rows; ++row)
        source.readBlocks(row, 1, one.data() + std::size_t(row) * rowBytes);
    format.decode(all.data(), std::size_t(rows) * ofRow, found.data());
    return all == one && found == expected;
}

Error::Parts refusal(const Json& said, StoredTensors tensors)
{
    try {
        undoQuantization(said, "config.json", tensors);
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

} // namespace

class TestBlockScales : public QObject
{
    Q_OBJECT

private slots:
    void eachNumberIsMultipliedWithTheScaleOfItsBlock();
    void blocksOfFloat8HoldTheSameNumbers();
    void blocksOfMxfp4HoldTheSameNumbers();
    void otherSizesOfBlocksAreNotKept();
    void nothingHappensWithoutTheKey();
    void whatCannotBeUndoneIsRefusedWithItsKey();
};

void TestBlockScales::eachNumberIsMultipliedWithTheScaleOfItsBlock()
{
    const TemporaryFolder folder;
    StoredTensors tensors = float8(folder);
    undoQuantization(fp8, "config.json", tensors);
    QCOMPARE(tensors.size(), std::size_t(1)); // the scales are gone
    std::vector<float> found(6);
    tensors.at("a.weight").numbers->read(0, 6, found.data());
    QCOMPARE(found, (std::vector<float>{0.5f, 1.f, 3.f, -0.5f, 0.5f, 6.f}));
}

void TestBlockScales::blocksOfFloat8HoldTheSameNumbers()
{
    const TemporaryFolder folder;
    for (const Index columns : {128, 256}) {
        const StoredTensors tensors = wideFloat8(folder, columns);
        const auto source = storedSource(tensors.at("a.weight"));
        QCOMPARE(source->blocks(), &float8Format());
        QVERIFY(blocksAreTheNumbers(*source));
        std::vector<std::byte> part(float8Format().blockBytes); // the second block of a row
        tensors.at("a.weight").readBlocks(3, 1, part.data());
        std::vector<float> found(128), expected(128);
        float8Format().decode(part.data(), 1, found.data());
        tensors.at("a.weight").read(384, 128, expected.data());
        QCOMPARE(found, expected);
    }
}

void TestBlockScales::blocksOfMxfp4HoldTheSameNumbers()
{
    const TemporaryFolder folder;
    std::string scales;
    for (int i = 0; i < 2 * 3 * 4; ++i)
        scales += char(120 + i % 9);
    StoredTensors tensors{{"a_blocks", stored(folder, "a_blocks", "U8", {2, 3, 4, 16}, someBytes(2 * 3 * 4 * 16))},
        {"a_scales", stored(folder, "a_scales", "U8", {2, 3, 4}, scales)}};
    undoQuantization("mxfp4", "config.json", tensors);
    TensorLayout second{.firstNumber = 3 * 128, .lineLength = 128, .shape = {3, 128}}; // of two experts
    const auto source = storedSource(tensors.at("a_blocks"), second);
    QVERIFY(source->blocks());
    QCOMPARE(source->blocks()->name, std::string_view("MXFP4"));
    QVERIFY(blocksAreTheNumbers(*source));
}

void TestBlockScales::otherSizesOfBlocksAreNotKept()
{
    const TemporaryFolder folder;
    QVERIFY(!storedSource(wideFloat8(folder, 64).at("a.weight"))->blocks());
}

void TestBlockScales::nothingHappensWithoutTheKey()
{
    const TemporaryFolder folder;
    StoredTensors tensors = float8(folder);
    undoQuantization({}, "config.json", tensors);
    QCOMPARE(tensors.size(), std::size_t(2));
}

void TestBlockScales::whatCannotBeUndoneIsRefusedWithItsKey()
{
    const TemporaryFolder folder;
    Json said = fp8;
    said["weight_block_size"] = {2, 0};
    Error::Parts parts = refusal(said, float8(folder));
    QCOMPARE(parts.file, std::string("config.json"));
    QCOMPARE(parts.where, std::string("quantization_config.weight_block_size"));
    said = fp8;
    said["fmt"] = "e5m2";
    QCOMPARE(refusal(said, float8(folder)).where, std::string("quantization_config.fmt"));
    parts = refusal({{"quant_method", "gptq"}}, float8(folder));
    QCOMPARE(parts.where, std::string("quantization_config"));
    QVERIFY(parts.found.find("gptq") != std::string::npos);
    QVERIFY(!refusal("fp8", float8(folder)).problem.empty());
}

QTEST_GUILESS_MAIN(TestBlockScales)
#include "tst_block_scales.moc"
