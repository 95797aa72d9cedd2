#include "core/files/formats/gguf_latent.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;

namespace {

/// float32 numbers first, first + 1, first + 2 …
StoredTensor counting(const TemporaryFolder& folder, const std::string& name, Shape shape, float first)
{
    std::string bytes;
    for (Index i = 0; i < elements(shape); ++i)
        bytes += bytesOf(first + float(i));
    StoredTensor tensor;
    tensor.name = name;
    tensor.dtype = "F32";
    tensor.shape = std::move(shape);
    tensor.file = std::make_shared<FileReader>(folder.write(name, bytes));
    tensor.bytes = bytes.size();
    tensor.format = findSafetensorsFormat("F32");
    return tensor;
}

const std::string keys = "blk.0.attn_k_b.weight", values = "blk.0.attn_v_b.weight", joined = "blk.0.attn_kv_b.weight";

} // namespace

class TestGgufLatent : public QObject
{
    Q_OBJECT

private slots:
    void eachHeadHasTheRowsOfItsKeyThenThoseOfItsValue();
    void anyRangeGivesTheSameNumbers();
    void stacksThatDoNotFitAreRefused();
    void otherTensorsStay();
};

void TestGgufLatent::eachHeadHasTheRowsOfItsKeyThenThoseOfItsValue()
{
    const TemporaryFolder folder;
    StoredTensors stored{{keys, counting(folder, keys, {2, 3, 2}, 0)}, {values, counting(folder, values, {2, 1, 3}, 100)}};
    joinLatentMatrices(stored);
    QCOMPARE(stored.size(), std::size_t(1));
    const StoredTensor& tensor = stored.at(joined);
    QCOMPARE(tensor.shape, (Shape{6, 3}));
    std::vector<float> found(18);
    tensor.read(0, 18, found.data());
    // Keys are stored [kv_rank, d_nope]: their columns are the rows.
    const std::vector<float> expected{0, 2, 4, 1, 3, 5, 100, 101, 102, 6, 8, 10, 7, 9, 11, 103, 104, 105};
    QCOMPARE(found, expected);
}

void TestGgufLatent::anyRangeGivesTheSameNumbers()
{
    const TemporaryFolder folder;
    StoredTensors stored{{keys, counting(folder, keys, {3, 4, 5}, 0)}, {values, counting(folder, values, {3, 2, 4}, 100)}};
    joinLatentMatrices(stored);
    const StoredTensor& tensor = stored.at(joined);
    const Index count = elements(tensor.shape);
    std::vector<float> whole(static_cast<std::size_t>(count)), part(whole.size());
    tensor.read(0, count, whole.data());
    for (Index first = 0; first < count; first += 7)
        for (Index length = 1; first + length <= count; length += 11) {
            tensor.read(first, length, part.data());
            for (Index i = 0; i < length; ++i)
                QCOMPARE(part[std::size_t(i)], whole[std::size_t(first + i)]);
        }
}

void TestGgufLatent::stacksThatDoNotFitAreRefused()
{
    const TemporaryFolder folder;
    for (const Shape& shape : {Shape{2, 1, 4}, Shape{3, 1, 3}, Shape{2, 3}}) {
        StoredTensors stored{{keys, counting(folder, keys, {2, 3, 2}, 0)}, {values, counting(folder, values, shape, 100)}};
        const Error::Parts parts = refusalOf([&] { joinLatentMatrices(stored); });
        QCOMPARE(parts.where, "tensor \"" + keys + "\"");
    }
}

void TestGgufLatent::otherTensorsStay()
{
    const TemporaryFolder folder;
    StoredTensors stored{{keys, counting(folder, keys, {2, 3, 2}, 0)}, {"a", counting(folder, "a", {2}, 0)}};
    joinLatentMatrices(stored);
    QVERIFY(stored.count(keys) && stored.count("a") && stored.size() == 2);
}

QTEST_GUILESS_MAIN(TestGgufLatent)
#include "tst_gguf_latent.moc"
