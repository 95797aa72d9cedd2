#include "core/files/formats/safetensors.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <filesystem>

using namespace core;

namespace {

/// A file with this header and this many bytes of numbers.
std::string fileOf(const std::string& header, std::size_t dataBytes)
{
    return bytesOf(std::uint64_t(header.size())) + header + std::string(dataBytes, '\1');
}

const std::string good = R"({"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";

std::string tensorOf(const std::string& dtype, const std::string& shape, const std::string& offsets)
{
    return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

TensorToWrite constant(const std::string& name, Shape shape, float value)
{
    return {name, shape, [shape, value](Index, Index rows, float* out) {
                const Index length = shape.empty() ? 1 : elements(shape) / std::max<Index>(1, shape[0]);
                std::fill_n(out, rows * length, value);
            }};
}

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT

private slots:
    void goodFilesAreRead_data();
    void goodFilesAreRead();
    void badFilesAreRefused_data();
    void badFilesAreRefused();
    void manyTensorsOnOneRegionAreRefusedAtOnce();
    void writtenFilesAreReadBackAndAlwaysTheSame();
    void nothingIsLeftOfAFileThatCannotBeWritten();
    void shardsAreReadTogether();
    void badIndexesAreRefused_data();
    void badIndexesAreRefused();
    void linksOutOfTheFolderAreRefused();
    void shardsOfACacheMayLieInItsBlobs();
};

void TestSafetensors::goodFilesAreRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("tensors");
    const auto row = [](const char* name, const std::string& bytes, int tensors) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << tensors;
    };
    row("one tensor", fileOf(good, 24), 1);
    row("no tensor", fileOf("{}", 0), 0);
    row("white space around the header", fileOf("  \n" + good + " \t ", 24), 1);
    row("scalar", fileOf(tensorOf("\"F32\"", "[]", "[0,4]"), 4), 1);
    row("no elements", fileOf(tensorOf("\"F32\"", "[0,7]", "[0,0]"), 0), 1);
    row("metadata", fileOf(R"({"__metadata__":{"format":"np"}})", 0), 0);
    row("a type that is no weight", fileOf(tensorOf("\"F8_E4M3\"", "[3]", "[0,3]"), 3), 1);
    row("odd offset",
        fileOf(
            R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})", 5),
        2);
    row("unknown key in an entry", fileOf(R"({"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2],"note":[[]]}})", 2), 1);
}

void TestSafetensors::goodFilesAreRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, tensors);
    const TemporaryFolder folder;
    const Safetensors file = Safetensors::open(folder.write("x.safetensors", bytes.toStdString()));
    QCOMPARE(int(file.tensors.size()), tensors);
    for (const StoredTensor& tensor : file.tensors) {
        std::vector<float> numbers(std::size_t(elements(tensor.shape)));
        if (tensor.format)
            tensor.read(0, elements(tensor.shape), numbers.data());
    }
}

void TestSafetensors::badFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const std::string& bytes, const char* where, const char* problem) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << where << problem;
    };
    row("pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 3\n", "byte 0",
        "a Git LFS pointer");
    row("page", "\n <!DOCTYPE HTML><html></html>", "byte 0", "a web page");
    const auto entry = [&](const char* name, const std::string& tensor, std::size_t data, const char* problem) {
        row(name, fileOf(tensor, data), "tensor \"a\"", problem);
    };

    row("empty", "", "header length", "empty");
    row("seven bytes", "1234567", "header length", "shorter");
    row("empty header", fileOf("", 0), "header", "");
    row("length 2^64 - 1", bytesOf(~std::uint64_t(0)) + good, "header length", "too long");
    row("length 2^63", bytesOf(std::uint64_t(1) << 63) + good, "header length", "too long");
    row("length 10^8 + 1", bytesOf(std::uint64_t(100'000'001)) + good, "header length", "too long");
    row("length beyond the file", bytesOf(std::uint64_t(good.size() + 1)) + good, "header length", "does not fit");
    row("a zip", "PK\3\4\x14\0\0\0\0\0\0\0\0\0", "header length", "");
    row("a pickle", std::string("\x80\2}q\1X\5\0\0\0aaaaaaaa", 18), "header length", "pickle");
    row("not UTF-8", fileOf("{\"\xFF\":1}", 0), "header", "UTF-8");
    row("not JSON", fileOf("{'a':1}", 0), "header", "JSON");
    row("text after the object", fileOf("{}x", 0), "header", "JSON");
    row("an array", fileOf("[]", 0), "header", "wrong type");
    row("deep nesting", fileOf(std::string(100'000, '['), 0), "header", "deep");
    row("duplicate tensor",
        fileOf(
            R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})", 0),
        "header", "duplicate");
    row("duplicate offsets", fileOf(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"data_offsets":[0,4]}})", 4),
        "header", "duplicate");
    row("entry is a number", fileOf(R"({"a":1})", 0), "tensor \"a\"", "wrong type");
    row("empty name", fileOf(R"({"":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4), "tensor \"\"", "length");
    row("metadata is a list", fileOf(R"({"__metadata__":["a"]})", 0), "__metadata__", "wrong type");
    row("metadata of numbers", fileOf(R"({"__metadata__":{"a":1}})", 0), "__metadata__.a", "wrong type");
    row("metadata of objects", fileOf(R"({"__metadata__":{"a":{}}})", 0), "__metadata__.a", "wrong type");

    entry("unknown dtype", tensorOf("\"F99\"", "[1]", "[0,4]"), 4, "dtype");
    entry("lower case", tensorOf("\"f32\"", "[1]", "[0,4]"), 4, "dtype");
    entry("dtype is a number", tensorOf("32", "[1]", "[0,4]"), 4, "dtype");
    entry("negative size", tensorOf("\"F32\"", "[-1]", "[0,4]"), 4, "integer");
    entry("broken size", tensorOf("\"F32\"", "[1.5]", "[0,4]"), 4, "integer");
    entry("size as text", tensorOf("\"F32\"", "[\"2\"]", "[0,4]"), 4, "integer");
    entry("shape is a text", tensorOf("\"F32\"", "\"2\"", "[0,4]"), 4, "list");
    entry("rank 9", tensorOf("\"F32\"", "[1,1,1,1,1,1,1,1,1]", "[0,4]"), 4, "list");
    entry("product wraps", tensorOf("\"F32\"", "[2,18446744073709551614]", "[0,4]"), 4, "");
    entry("2^63 squared", tensorOf("\"F32\"", "[9223372036854775808,9223372036854775808]", "[0,4]"), 4, "");
    entry("product wraps to zero", tensorOf("\"F32\"", "[4294967296,4294967296]", "[0,0]"), 0, "overflow");
    entry("bytes overflow", tensorOf("\"F64\"", "[1099511627776,1048576]", "[0,4]"), 4, "overflow");
    entry("one offset", tensorOf("\"F32\"", "[1]", "[0]"), 4, "data_offsets");
    entry("three offsets", tensorOf("\"F32\"", "[1]", "[0,4,4]"), 4, "list");
    entry("reversed offsets", tensorOf("\"F32\"", "[1]", "[4,0]"), 4, "data_offsets");
    entry("negative offsets", tensorOf("\"F32\"", "[1]", "[-4,0]"), 4, "integer");
    entry("offsets with fractions", tensorOf("\"F32\"", "[1]", "[0.0,4.0]"), 4, "integer");
    entry("offset as 1e3", tensorOf("\"F32\"", "[250]", "[0,1e3]"), 1000, "integer");
    entry("huge offset", tensorOf("\"F32\"", "[1]", "[0,18446744073709551615]"), 4, "integer");
    entry("size does not fit", tensorOf("\"F32\"", "[256]", "[0,65536]"), 65536, "do not fit");
    entry("first tensor not at 0", tensorOf("\"F32\"", "[1]", "[8,12]"), 12, "no tensor");
    entry("half bytes", tensorOf("\"F4\"", "[3]", "[0,1]"), 1, "whole number");
    entry("truncated by two bytes", tensorOf("\"F32\"", "[2,3]", "[0,24]"), 22, "cut off");
    entry("numbers missing", tensorOf("\"F32\"", "[2,3]", "[0,24]"), 0, "cut off");
    row("hole",
        fileOf(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[12,16]}})",
            16),
        "tensor \"b\"", "no tensor");
    row("overlap",
        fileOf(
            R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8),
        "tensor \"b\"", "shares");
    row("bytes at the end", fileOf(good, 25), "byte", "after the last");
    row("names are shown harmless", fileOf("{\"<img>\\u0000\\u202e\":1}", 0), "tensor \"<img>\\x00\\xe2\\x80\\xae\"",
        "wrong type");
}

void TestSafetensors::badFilesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, where);
    QFETCH(QString, problem);
    const TemporaryFolder folder;
    const std::string path = folder.write("x.safetensors", bytes.toStdString());
    const Error::Parts parts = refusalOf([&] { Safetensors::open(path); });
    QVERIFY2(!parts.problem.empty(), "was accepted");
    QCOMPARE(parts.file, path);
    QVERIFY2(parts.where.rfind(where.toStdString(), 0) == 0, parts.where.c_str());
    QVERIFY2(parts.problem.find(problem.toStdString()) != std::string::npos, parts.problem.c_str());
    QVERIFY(parts.kind == ErrorKind::BadInput);
}

void TestSafetensors::manyTensorsOnOneRegionAreRefusedAtOnce()
{
    std::string header = "{";
    for (int i = 0; i < 100'000; ++i)
        header += (i ? ",\"" : "\"") + std::to_string(i) + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
    const TemporaryFolder folder;
    const std::string path = folder.write("x.safetensors", fileOf(header + "}", 4));
    QVERIFY(refusalOf([&] { Safetensors::open(path); }).problem.find("shares") != std::string::npos);
}

void TestSafetensors::writtenFilesAreReadBackAndAlwaysTheSame()
{
    const TemporaryFolder folder;
    const std::vector<TensorToWrite> tensors = {constant("big", {700, 900}, 1.5f), constant("a \"name\"\n", {3}, -2.f),
        constant("none", {0, 4}, 1.f), constant("scalar", {}, 7.f)};
    for (const char* name : {"1.safetensors", "2.safetensors"})
        writeSafetensors(folder.path(name), tensors, {{"k", "v\xC3\xA4"}});
    const std::string bytes = readBytes(folder.path("1.safetensors"));
    QCOMPARE(bytes, readBytes(folder.path("2.safetensors")));
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    QCOMPARE(length % 8, std::uint64_t(0));
    QCOMPARE(bytes[8], '{');

    const Safetensors file = Safetensors::open(folder.path("1.safetensors"));
    QCOMPARE(file.metadata.at("k"), std::string("v\xC3\xA4"));
    const StoredTensors stored = file.byName();
    QCOMPARE(stored.size(), std::size_t(4));
    QCOMPARE(stored.at("big").shape, (Shape{700, 900}));
    std::vector<float> numbers(630'000);
    stored.at("big").read(0, 630'000, numbers.data());
    QVERIFY(std::all_of(numbers.begin(), numbers.end(), [](float x) { return x == 1.5f; }));
    stored.at("scalar").read(0, 1, numbers.data());
    QCOMPARE(numbers[0], 7.f);
}

void TestSafetensors::nothingIsLeftOfAFileThatCannotBeWritten()
{
    const TemporaryFolder folder;
    QCOMPARE(refusalOf([&] { writeSafetensors(folder.path("no/such/x.safetensors"), {}, {}); }).kind, ErrorKind::Output);
    QCOMPARE(refusalOf([&] { writeSafetensors(folder.path(), {}, {}); }).kind, ErrorKind::Output);

    folder.write("x.safetensors", "before");
    TensorToWrite broken = constant("a", {2}, 0.f);
    broken.read = [](Index, Index, float*) { throw Error({.problem = "the source failed"}); };
    QCOMPARE(refusalOf([&] { writeSafetensors(folder.path("x.safetensors"), {broken}, {}); }).problem,
        std::string("the source failed"));
    QCOMPARE(readBytes(folder.path("x.safetensors")), std::string("before"));
    int files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
        ++files;
    QCOMPARE(files, 1);
}

void TestSafetensors::shardsAreReadTogether()
{
    const TemporaryFolder folder;
    writeSafetensors(folder.path("m-1.safetensors"), {constant("a", {2}, 1.f)}, {});
    writeSafetensors(folder.path("m-2.safetensors"), {constant("b", {3}, 2.f), constant("c", {1}, 3.f)}, {});
    const std::string index = folder.write(
        "m.index.json", R"({"metadata":{"total_size":"wrong"},"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors"}})");
    std::vector<std::string> notes;
    const Safetensors file = Safetensors::openIndex(index, notes);
    QCOMPARE(file.tensors.size(), std::size_t(3));
    QCOMPARE(notes.size(), std::size_t(1)); // c is not in the index
}

void TestSafetensors::badIndexesAreRefused_data()
{
    QTest::addColumn<QByteArray>("index");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const std::string& index, const char* problem) {
        QTest::newRow(name) << QByteArray::fromStdString(index) << problem;
    };
    const auto file = [&](const char* name, const std::string& shard, const char* problem) {
        row(name, R"({"weight_map":{"a":")" + shard + "\"}}", problem);
    };
    row("no map", R"({"metadata":{}})", "missing key");
    row("map is a list", R"({"weight_map":["a"]})", "missing key");
    row("not an object", "[]", "missing key");
    row("name is a number", R"({"weight_map":{"a":1}})", "wrong type");
    row("duplicate", R"({"weight_map":{"a":"m-1.safetensors","a":"m-2.safetensors"}})", "duplicate");
    file("up", "../m-1.safetensors", "same folder");
    file("absolute", "/m-1.safetensors", "same folder");
    file("folder", "a/m-1.safetensors", "same folder");
    file("drive", "C:m-1.safetensors", "same folder");
    file("backslash", "\\\\\\\\server\\\\m.safetensors", "same folder");
    file("address", "file://m.safetensors", "same folder");
    file("empty", "", "not a safetensors");
    file("dot", ".", "same folder");
    file("NUL", "m-1\\u0000.safetensors", "same folder");
    file("pickle", "pytorch_model.bin", "not a safetensors");
    file("itself", "m.index.json", "not a safetensors");
    file("missing file", "m-9.safetensors", "cannot be opened");
    row("wrong file", R"({"weight_map":{"a":"m-2.safetensors"}})", "does not hold");
    row("twice", R"({"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors","d":"m-3.safetensors"}})", "two files");
}

void TestSafetensors::badIndexesAreRefused()
{
    QFETCH(QByteArray, index);
    QFETCH(QString, problem);
    const TemporaryFolder folder;
    writeSafetensors(folder.path("m-1.safetensors"), {constant("a", {2}, 1.f)}, {});
    writeSafetensors(folder.path("m-2.safetensors"), {constant("b", {3}, 2.f)}, {});
    writeSafetensors(folder.path("m-3.safetensors"), {constant("a", {2}, 1.f), constant("d", {3}, 2.f)}, {});
    const std::string path = folder.write("m.index.json", index.toStdString());
    std::vector<std::string> notes;
    const Error::Parts parts = refusalOf([&] { Safetensors::openIndex(path, notes); });
    QVERIFY2(!parts.problem.empty(), "was accepted");
    QVERIFY2(parts.problem.find(problem.toStdString()) != std::string::npos, parts.problem.c_str());
    QVERIFY(!parts.file.empty());
}

void TestSafetensors::linksOutOfTheFolderAreRefused()
{
#if defined(_WIN32)
    QSKIP("links are not made there");
#endif
    const TemporaryFolder outside;
    const TemporaryFolder folder;
    writeSafetensors(outside.path("x.safetensors"), {constant("a", {2}, 1.f)}, {});
    std::filesystem::create_symlink(outside.path("x.safetensors"), folder.path("m.safetensors"));
    const std::string index = folder.write("m.index.json", R"({"weight_map":{"a":"m.safetensors"}})");
    std::vector<std::string> notes;
    QVERIFY(refusalOf([&] { Safetensors::openIndex(index, notes); }).problem.find("link") != std::string::npos);
}

void TestSafetensors::shardsOfACacheMayLieInItsBlobs()
{
#if defined(_WIN32)
    QSKIP("links are not made there");
#endif
    namespace fs = std::filesystem;
    const TemporaryFolder cache;
    fs::create_directories(cache.path("models--x/blobs"));
    fs::create_directories(cache.path("models--y/blobs"));
    fs::create_directories(cache.path("models--x/snapshots/0a"));
    writeSafetensors(cache.path("models--x/blobs/7f"), {constant("a", {2}, 1.f)}, {});
    writeSafetensors(cache.path("models--y/blobs/7f"), {constant("a", {2}, 1.f)}, {});
    const std::string map = R"({"weight_map":{"a":"m.safetensors"}})";
    const std::string index = cache.write("models--x/snapshots/0a/m.index.json", map);
    const std::string shard = cache.path("models--x/snapshots/0a/m.safetensors");
    std::vector<std::string> notes;
    fs::create_symlink("../../blobs/7f", shard);
    QCOMPARE(Safetensors::openIndex(index, notes).tensors.size(), std::size_t(1)); // an index that is a file
    fs::remove(index);
    cache.write("models--x/blobs/8e", map);
    fs::create_symlink("../../blobs/8e", index);
    QCOMPARE(Safetensors::openIndex(index, notes).tensors.size(), std::size_t(1)); // and one that is a link too
    fs::remove(shard);
    fs::create_symlink("../../../models--y/blobs/7f", shard);
    QVERIFY(refusalOf([&] { Safetensors::openIndex(index, notes); }).problem.find("link") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
