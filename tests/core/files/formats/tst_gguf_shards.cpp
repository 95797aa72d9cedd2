// Models in several GGUF files: found by their names, checked against each other, read as one.

#include "core/files/formats/gguf_shards.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/gguf_bytes.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cstring>

using namespace core;
using namespace gguf;

namespace {

std::string shardName(int number, int count = 2)
{
    return QStringLiteral("m-%1-of-%2.gguf").arg(number, 5, 10, QChar('0')).arg(count, 5, 10, QChar('0')).toStdString();
}

/// What the file says of itself.
struct ShardWords
{
    int place;
    int count = 2;
    std::string architecture = "llama";
    std::optional<int> total = {}; // tensors
};

/// One tensor of four numbers.
std::string shard(const std::string& tensorName, float number, const ShardWords& says)
{
    const auto& [place, count, architecture, total] = says;
    File file;
    file.pairs = {pair("general.architecture", 8, text(architecture)), pair("split.count", 2, bytesOf(std::uint16_t(count))),
        pair("split.no", 2, bytesOf(std::uint16_t(place)))};
    if (total)
        file.pairs.push_back(pair("split.tensors.count", 5, bytesOf(*total)));
    file.tensors = {tensor(tensorName, {4}, 0, 0)};
    file.dataBytes = 16;
    std::string bytes = file.bytes();
    std::memcpy(bytes.data() + bytes.size() - sizeof number, &number, sizeof number);
    return bytes;
}

} // namespace

class TestGgufShards : public QObject
{
    Q_OBJECT

private slots:
    void namesTellTheFirst();
    void anyFileOpensAll();
    void aFolderOfOneModelOpens();
    void filesThatDoNotBelongTogetherAreRefused_data();
    void filesThatDoNotBelongTogetherAreRefused();
};

void TestGgufShards::namesTellTheFirst()
{
    QCOMPARE(firstGgufShard("a/b-00002-of-00003.gguf"), std::optional<std::string>("a/b-00001-of-00003.gguf"));
    for (const char* other : {"b.gguf", "b-00004-of-00003.gguf", "b-00000-of-00003.gguf", "b-0002-of-00003.gguf",
             "b-00002-of-00003.bin", "b-00002_of-00003.gguf", "-00001-of-00001.gguf"})
        QVERIFY2(!firstGgufShard(other), other);
}

void TestGgufShards::anyFileOpensAll()
{
    const TemporaryFolder folder;
    folder.write(shardName(1), shard("a", 1.5f, {0, 2, "llama", 2}));
    folder.write(shardName(2), shard("b", -2.5f, {1}));
    for (const int named : {1, 2}) {
        const Gguf model = openGgufModel(folder.path(shardName(named)));
        QCOMPARE(model.path(), folder.path(shardName(1)));
        QCOMPARE(model.tensors().size(), std::size_t(2));
        float number = 0;
        model.tensors().at("a").read(3, 1, &number);
        QCOMPARE(number, 1.5f);
        model.tensors().at("b").read(3, 1, &number);
        QCOMPARE(number, -2.5f);
    }
}

/// Its refusal is that of the model inside, and names the first file; two models would be "several GGUF files".
void TestGgufShards::aFolderOfOneModelOpens()
{
    const TemporaryFolder folder;
    folder.write(shardName(2), shard("b", 0, {1}));
    folder.write(shardName(1), shard("a", 0, {0}));
    QCOMPARE(refusalOf([&] { openModel(folder.path()); }).file, folder.path(shardName(1)));
    folder.write("other.gguf", shard("a", 0, {0, 1}));
    QCOMPARE(refusalOf([&] { openModel(folder.path()); }).file, folder.path());
}

void TestGgufShards::filesThatDoNotBelongTogetherAreRefused_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<int>("blamed");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, const std::string& first, const std::string& second, int blamed, const char* place) {
        QTest::newRow(name) << QByteArray::fromStdString(first) << QByteArray::fromStdString(second) << blamed << place;
    };
    const std::string first = shard("a", 0, {0}), second = shard("b", 0, {1});
    row("missing", first, "", 2, "");
    row("the first again", first, shard("b", 0, {0}), 2, "split.no");
    row("of three", first, shard("b", 0, {1, 3}), 2, "split.count");
    row("of another model", first, shard("b", 0, {1, 2, "gemma"}), 2, "general.architecture");
    row("a tensor twice", first, shard("a", 0, {1}), 2, "\"a\"");
    row("the first is the second", shard("a", 0, {1}), second, 1, "split.no");
    row("a tensor too few", shard("a", 0, {0, 2, "llama", 3}), second, 1, "split.tensors.count");
    row("more than can stay open", shard("a", 0, {0, 5000}), second, 1, "split.count");
}

void TestGgufShards::filesThatDoNotBelongTogetherAreRefused()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(int, blamed);
    QFETCH(QString, place);
    const TemporaryFolder folder;
    const std::string path = folder.write(shardName(1), first.toStdString());
    if (!second.isEmpty())
        folder.write(shardName(2), second.toStdString());
    const Error::Parts parts = refusalOf([&] { openGgufModel(path); });
    QCOMPARE(parts.file, folder.path(shardName(blamed)));
    QVERIFY2(QString::fromStdString(parts.where).contains(place), parts.where.c_str());
    QVERIFY(!parts.problem.empty());
    folder.write("plain.gguf", first.toStdString()); // its name tells no other file
    QCOMPARE(refusalOf([&] { openGgufModel(folder.path("plain.gguf")); }).where, std::string("key \"split.count\""));
}

QTEST_APPLESS_MAIN(TestGgufShards)
#include "tst_gguf_shards.moc"
