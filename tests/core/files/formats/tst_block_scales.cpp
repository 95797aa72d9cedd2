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
