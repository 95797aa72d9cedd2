#include "core/files/formats/gguf.h"
#include "core/files/library/model_files.h"
#include "core/files/tokenizers/gguf_tokenizer_data.h"

#include "tests/core/support/gguf_bytes.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <functional>

using namespace core;

namespace {

using namespace gguf;

const std::string architecture = pair("general.architecture", 8, text("llama"));
const std::string one = tensor("a", {4}, 0, 0);

} // namespace

class TestGguf : public QObject
{
    Q_OBJECT

private slots:
    void everyTypeOfValueIsRead();
    void shapesAreTurnedRowMajor();
    void paddedAndUnorderedTensorsAreAccepted();
    void badFilesAreRefused_data();
    void badFilesAreRefused();
    void everyTruncationIsRefused();
    void typedAccessRefusesOtherTypes();
    void badTokenizersAreRefused_data();
    void badTokenizersAreRefused();
    void badModelsAreRefused_data();
    void badModelsAreRefused();
};

void TestGguf::everyTypeOfValueIsRead()
{
    const TemporaryFolder folder;
    File file;
    file.pairs = {pair("u8", 0, bytesOf(std::uint8_t(200))), pair("i8", 1, bytesOf(std::int8_t(-5))),
        pair("u16", 2, bytesOf(std::uint16_t(60000))), pair("i16", 3, bytesOf(std::int16_t(-300))),
        pair("u32", 4, bytesOf(U32(4'000'000'000))), pair("i32", 5, bytesOf(std::int32_t(-7))), pair("f32", 6, bytesOf(1.5f)),
        pair("bool", 7, "\2"), pair("text", 8, text("\xC3\xA4")), pair("u64", 10, bytesOf(U64(1) << 40)),
        pair("i64", 11, bytesOf(std::int64_t(-1))), pair("f64", 12, bytesOf(0.1)),
        pair("texts", 9, array(8, 2, text("a") + text(""))), pair("ints", 9, array(0, 3, "\1\2\3")),
        pair("floats", 9, array(6, 1, bytesOf(2.f))), pair("huge", 10, bytesOf(~U64(0)))};
    const Gguf gguf = Gguf::open(folder.write("x.gguf", file.bytes()));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(gguf.integer("u8", 0, most), std::int64_t(200));
    QCOMPARE(gguf.integer("i8", -most, most), std::int64_t(-5));
    QCOMPARE(gguf.integer("u16", 0, most), std::int64_t(60000));
    QCOMPARE(gguf.integer("i16", -most, most), std::int64_t(-300));
    QCOMPARE(gguf.integer("u32", 0, most), std::int64_t(4'000'000'000));
    QCOMPARE(gguf.integer("i32", -most, most), std::int64_t(-7));
    QCOMPARE(gguf.integer("u64", 0, most), std::int64_t(1) << 40);
    QCOMPARE(gguf.integer("i64", -most, most), std::int64_t(-1));
    QCOMPARE(gguf.boolean("bool"), true);
    QCOMPARE(gguf.string("text"), std::string("\xC3\xA4"));
    QCOMPARE(std::get<double>(*gguf.find("f32")), 1.5);
    QCOMPARE(std::get<double>(*gguf.find("f64")), 0.1);
    QCOMPARE(gguf.strings("texts"), (std::vector<std::string>{"a", ""}));
    QCOMPARE(gguf.integers("ints"), (std::vector<std::int64_t>{1, 2, 3}));
    QCOMPARE(gguf.numbers("floats"), std::vector<double>{2.0});
    QVERIFY(!gguf.integer("absent", 0, 1) && !gguf.find("absent"));
    QVERIFY(!refusalOf([&] { gguf.integer("huge", 0, most); }).problem.empty());
}

void TestGguf::shapesAreTurnedRowMajor()
{
    const TemporaryFolder folder;
    File file;
    file.tensors = {tensor("w", {32, 5}, 8, 0)};
    file.dataBytes = 5 * 34;
    const Gguf gguf = Gguf::open(folder.write("x.gguf", file.bytes()));
    QCOMPARE(gguf.tensors().at("w").shape, (Shape{5, 32}));
    QCOMPARE(gguf.tensors().at("w").bytes, U64(170));
    QCOMPARE(gguf.tensors().at("w").dtype, std::string("Q8_0"));
}

void TestGguf::paddedAndUnorderedTensorsAreAccepted()
{
    const TemporaryFolder folder;
    File file;
    file.version = 2;
    file.pairs = {pair("general.alignment", 4, bytesOf(U32(64)))};
    file.tensors = {tensor("second", {2}, 0, 64), tensor("first", {1}, 0, 0), tensor("k", {32}, 9, 128)}; // Q8_1: never decoded
    file.dataBytes = 400;
    const Gguf gguf = Gguf::open(folder.write("x.gguf", file.bytes()));
    QCOMPARE(gguf.tensors().at("second").offset % 64, U64(0));
    QCOMPARE(gguf.tensors().at("k").dtype, std::string("Q8_1"));
    QVERIFY(!gguf.tensors().at("k").format);
}

void TestGguf::badFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const std::function<void(File&)>& spoil, const char* where, const char* problem) {
        File file;
        file.pairs = {architecture};
        file.tensors = {one};
        file.dataBytes = 16;
        spoil(file);
        QTest::newRow(name) << QByteArray::fromStdString(file.bytes()) << where << problem;
    };
    const auto key = [&](const char* name, const std::string& bytes, const char* where, const char* problem) {
        row(
            name, [&](File& f) { f.pairs.push_back(bytes); }, where, problem);
    };
    const auto tensorRow = [&](const char* name, const std::string& bytes, const char* problem) {
        row(
            name, [&](File& f) { f.tensors = {bytes}; }, "tensor", problem);
    };

    for (const char* magic : {"GGML", "ggjt", "FUGG", "\0\0\0\0"})
        row(
            magic, [&](File& f) { f.magic = std::string(magic, 4); }, "byte 0", "not a GGUF");
    QTest::newRow("empty") << QByteArray() << "byte 0"
                           << "not a GGUF";
    QTest::newRow("pointer of Git LFS") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 3\n")
                                        << "byte 0"
                                        << "a Git LFS pointer";
    QTest::newRow("23 bytes") << QByteArray("GGUF\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 23) << "byte 0"
                              << "not a GGUF";
    for (const U32 version : {0u, 1u, 4u, 0xFFFFFFFFu})
        row(
            qPrintable(QString("version %1").arg(version)), [&](File& f) { f.version = version; }, "byte 4",
            "unsupported version");
    row(
        "big-endian", [](File& f) { f.version = 0x03000000; }, "byte 4", "big-endian");
    for (const U64 count : {~U64(0), U64(1) << 63, U64(1'000'000'000), U64(100)}) {
        row(
            qPrintable(QString("%1 tensors").arg(count)), [&](File& f) { f.tensorCount = count; }, "byte 8", "number of tensors");
        row(
            qPrintable(QString("%1 keys").arg(count)), [&](File& f) { f.pairCount = count; }, "byte 16", "number of keys");
    }
    key("key of 2^64 - 1 bytes", bytesOf(~U64(0)) + "abc", "key 1", "length");
    key("key of 2^40 bytes", bytesOf(U64(1) << 40) + "abc", "key 1", "length");
    key("empty key", pair("", 4, bytesOf(U32(1))), "key 1", "empty");
    key("key of 70 000 bytes", pair(std::string(70'000, 'k'), 4, bytesOf(U32(1))), "key 1", "length");
    key("key that is not UTF-8", pair("a\xFF", 4, bytesOf(U32(1))), "key 1", "not text");
    key("duplicate key", architecture, "key \"general.architecture\"", "duplicate");
    key("value type 13", pair("k", 13, bytesOf(U32(1))), "key \"k\"", "unknown value type");
    key("value type -1", pair("k", 0xFFFFFFFF, bytesOf(U32(1))), "key \"k\"", "unknown value type");
    key("array of arrays", pair("k", 9, array(9, 1, array(0, 1, "a"))), "key \"k\"", "array elements");
    key("array of type 99", pair("k", 9, array(99, 1, "a")), "key \"k\"", "array elements");
    key("array of 2^62 bytes", pair("k", 9, array(0, U64(1) << 62, "a")), "key \"k\"", "number of array elements");
    key("array whose bytes wrap", pair("k", 9, array(10, (U64(1) << 61) + 1, bytesOf(U64(0)))), "key \"k\"",
        "number of array elements");
    key("10^9 empty texts", pair("k", 9, array(8, 1'000'000'000, text(""))), "key \"k\"", "number of array elements");
    key("text longer than the file", pair("k", 8, bytesOf(U64(1) << 33) + "abc"), "key \"k\"", "length");
    for (const U32 alignment : {0u, 1u, 13u, 48u, 0x80000000u})
        key(qPrintable(QString("alignment %1").arg(alignment)), pair("general.alignment", 4, bytesOf(alignment)),
            "key \"general.alignment\"", "");
    key("alignment as float", pair("general.alignment", 6, bytesOf(32.f)), "key \"general.alignment\"", "wrong type");
    key("alignment as text", pair("general.alignment", 8, text("32")), "key \"general.alignment\"", "wrong type");
    tensorRow("name of 256 bytes", tensor(std::string(256, 'n'), {4}, 0, 0), "length");
    tensorRow("empty name", tensor("", {4}, 0, 0), "empty");
    row(
        "duplicate tensor",
        [](File& f) {
            f.tensors = {one, tensor("a", {4}, 0, 32)};
            f.dataBytes = 64;
        },
        "tensor \"a\"", "duplicate");
    tensorRow("no dimension", tensor("a", {}, 0, 0), "dimensions");
    tensorRow("five dimensions", tensor("a", {1, 1, 1, 1, 1}, 0, 0), "dimensions");
    tensorRow("2^32 - 1 dimensions", text("a") + bytesOf(U32(0xFFFFFFFF)) + std::string(64, '\0'), "dimensions");
    tensorRow("size 0", tensor("a", {0}, 0, 0), "impossible size");
    tensorRow("size 2^63", tensor("a", {U64(1) << 63}, 0, 0), "impossible size");
    tensorRow("product wraps to 0", tensor("a", {U64(1) << 32, U64(1) << 32}, 0, 0), "impossible size");
    tensorRow("padding would wrap", tensor("a", {4, (U64(1) << 30) - 1, (U64(1) << 30) + 1, 1}, 0, 0), "");
    for (const U32 type : {4u, 5u, 31u, 36u, 43u, 0x80000000u, 0xFFFFFFFFu})
        tensorRow(qPrintable(QString("type %1").arg(type)), tensor("a", {32}, type, 0), "unknown type");
    tensorRow("row of 100 in blocks of 32", tensor("a", {100}, 2, 0), "whole number of blocks");
    tensorRow("offset not aligned", tensor("a", {4}, 0, 8), "aligned");
    tensorRow("offset beyond the file", tensor("a", {4}, 0, 64), "too short");
    tensorRow("offset 2^64 - 32", tensor("a", {4}, 0, ~U64(0) - 31), "too short");
    tensorRow("numbers missing", tensor("a", {5}, 0, 0), "too short");
    row(
        "overlap",
        [](File& f) {
            f.tensors = {tensor("a", {12}, 0, 0), tensor("b", {4}, 0, 32)};
            f.dataBytes = 64;
        },
        "tensor \"b\"", "shares");
    row(
        "two at one place",
        [](File& f) {
            f.tensors = {one, tensor("b", {4}, 0, 0)};
            f.dataBytes = 64;
        },
        "tensor", "shares");
    row(
        "no data at all", [](File& f) { f.dataBytes = 0; }, "tensor \"a\"", "too short");
}

void TestGguf::badFilesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, where);
    QFETCH(QString, problem);
    const TemporaryFolder folder;
    const std::string path = folder.write("x.gguf", bytes.toStdString());
    const Error::Parts parts = refusalOf([&] { Gguf::open(path); });
    QVERIFY2(!parts.problem.empty(), "was accepted");
    QCOMPARE(parts.file, path);
    QVERIFY2(parts.where.find(where.toStdString()) != std::string::npos, parts.where.c_str());
    QVERIFY2(parts.problem.find(problem.toStdString()) != std::string::npos, parts.problem.c_str());
    if (problem == "empty")
        QVERIFY(!parts.expected.empty() && !parts.found.empty());
}

void TestGguf::everyTruncationIsRefused()
{
    const TemporaryFolder folder;
    File file;
    file.pairs = {architecture, pair("k", 9, array(8, 2, text("ab") + text("c")))};
    file.tensors = {one};
    file.dataBytes = 16;
    const std::string bytes = file.bytes();
    Gguf::open(folder.write("x.gguf", bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        const std::string path = folder.write("x.gguf", bytes.substr(0, length));
        QVERIFY2(!refusalOf([&] { Gguf::open(path); }).problem.empty(), qPrintable(QString::number(length)));
    }
}

void TestGguf::typedAccessRefusesOtherTypes()
{
    const TemporaryFolder folder;
    File file;
    file.pairs = {pair("number", 6, bytesOf(2.f)), pair("integer", 4, bytesOf(U32(5))), pair("bytes", 9, array(0, 2, "ab"))};
    const Gguf gguf = Gguf::open(folder.write("x.gguf", file.bytes()));
    QCOMPARE(refusalOf([&] { gguf.integer("number", 0, 9); }).found, std::string("a number"));
    QCOMPARE(refusalOf([&] { gguf.integer("integer", 0, 4); }).found, std::string("5"));
    QVERIFY(!refusalOf([&] { gguf.numbers("bytes"); }).problem.empty());
    QVERIFY(!refusalOf([&] { gguf.strings("integer"); }).problem.empty());
    QVERIFY(!refusalOf([&] { gguf.boolean("integer"); }).problem.empty());
}

void TestGguf::badTokenizersAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("key");
    const std::string model = pair("tokenizer.ggml.model", 8, text("gpt2"));
    const std::string tokens = pair("tokenizer.ggml.tokens", 9, array(8, 2, text("a") + text("b")));
    const auto row = [&](const char* name, std::vector<std::string> pairs, const char* key) {
        File file;
        file.pairs = std::move(pairs);
        QTest::newRow(name) << QByteArray::fromStdString(file.bytes()) << key;
    };
    row("no tokens", {model}, "tokens");
    row("tokens are numbers", {model, pair("tokenizer.ggml.tokens", 9, array(0, 2, "ab"))}, "tokens");
    row("scores of bytes", {model, tokens, pair("tokenizer.ggml.scores", 9, array(0, 2, "ab"))}, "scores");
    row("too few scores", {model, tokens, pair("tokenizer.ggml.scores", 9, array(6, 1, bytesOf(1.f)))}, "scores");
    row("types of floats", {model, tokens, pair("tokenizer.ggml.token_type", 9, array(6, 2, bytesOf(1.f) + bytesOf(1.f)))},
        "token_type");
    row("too many types", {model, tokens, pair("tokenizer.ggml.token_type", 9, array(0, 3, "abc"))}, "token_type");
    row("merges are numbers", {model, tokens, pair("tokenizer.ggml.merges", 9, array(0, 2, "ab"))}, "merges");
    row("start beyond the tokens", {model, tokens, pair("tokenizer.ggml.bos_token_id", 4, bytesOf(U32(2)))}, "bos_token_id");
    row("end 2^32 - 1", {model, tokens, pair("tokenizer.ggml.eos_token_id", 4, bytesOf(U32(0xFFFFFFFF)))}, "eos_token_id");
    row("unknown -1", {model, tokens, pair("tokenizer.ggml.unknown_token_id", 5, bytesOf(std::int32_t(-1)))}, "unknown_token_id");
    row("start wanted, none there", {model, tokens, pair("tokenizer.ggml.add_bos_token", 7, "\1")}, "bos_token_id");
}

void TestGguf::badTokenizersAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, key);
    const TemporaryFolder folder;
    const Gguf gguf = Gguf::open(folder.write("x.gguf", bytes.toStdString()));
    const Error::Parts parts = refusalOf([&] { readGgufTokenizer(gguf); });
    QCOMPARE(QString::fromStdString(parts.where), "key \"tokenizer.ggml." + key + "\"");
}

void TestGguf::badModelsAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("where");
    const auto sizes = [](U32 layers, U32 dModel, U32 heads) {
        return std::vector<std::string>{architecture, pair("llama.block_count", 4, bytesOf(layers)),
            pair("llama.embedding_length", 4, bytesOf(dModel)), pair("llama.attention.head_count", 4, bytesOf(heads)),
            pair("llama.feed_forward_length", 4, bytesOf(U32(8))), pair("llama.vocab_size", 4, bytesOf(U32(5))),
            pair("llama.context_length", 4, bytesOf(U32(8))), pair("llama.attention.layer_norm_rms_epsilon", 6, bytesOf(1e-5f))};
    };
    const auto row
        = [](const char* name, std::vector<std::string> pairs, const char* where, std::vector<std::string> tensors = {}) {
              File file;
              file.pairs = std::move(pairs);
              file.tensors = std::move(tensors);
              file.dataBytes = 64;
              QTest::newRow(name) << QByteArray::fromStdString(file.bytes()) << where;
          };
    const auto with = [&](const char* name, const std::string& more, const char* where) {
        std::vector<std::string> pairs = sizes(1, 4, 2);
        pairs.push_back(more);
        row(name, pairs, where);
    };
    row("no architecture", {}, "key \"general.architecture\"");
    row("architecture is a number", {pair("general.architecture", 4, bytesOf(U32(1)))}, "key \"general.architecture\"");
    row("unknown architecture", {pair("general.architecture", 8, text("../x"))}, "key \"general.architecture\"");
    row("no sizes", {architecture}, "llama.block_count");
    row("no layers", sizes(0, 4, 2), "llama.block_count");
    row("a billion layers", sizes(1'000'000'000, 4, 2), "llama.block_count");
    row("no heads", sizes(1, 4, 0), "llama.attention.head_count");
    row("heads that do not divide", sizes(1, 4, 3), "llama.attention.head_count");
    with("key heads that do not divide", pair("llama.attention.head_count_kv", 4, bytesOf(U32(3))),
        "llama.attention.head_count_kv");
    with("key heads by layer", pair("llama.attention.head_count_kv", 9, array(4, 1, bytesOf(U32(2)))),
        "llama.attention.head_count_kv");
    with("odd rotary width", pair("llama.rope.dimension_count", 4, bytesOf(U32(1))), "llama.rope.dimension_count");
    with("base 0", pair("llama.rope.freq_base", 6, bytesOf(0.f)), "llama.rope.freq_base");
    with("base not a number", pair("llama.rope.freq_base", 6, bytesOf(std::nanf(""))), "llama.rope.freq_base");
    with("mixture of no known number", pair("llama.expert_count", 4, bytesOf(U32(8))), "llama.expert_used_count");
    with("unknown scaling", pair("llama.rope.scaling.type", 8, text("dynamic")), "llama.rope.scaling.type");
    with("tokens of another number", pair("tokenizer.ggml.tokens", 9, array(8, 1, text("a"))), "tokenizer.ggml.tokens.length");
    with("split", pair("split.count", 2, bytesOf(std::uint16_t(2))), "split.count");
    row("no tensors", sizes(1, 4, 2), "tensors");
    row("rope factors", sizes(1, 4, 2), "rope_freqs.weight", {tensor("rope_freqs.weight", {1}, 0, 0)});
}

void TestGguf::badModelsAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, where);
    const TemporaryFolder folder;
    const std::string path = folder.write("x.gguf", bytes.toStdString());
    const Error::Parts parts = refusalOf([&] { openModel(path); });
    QCOMPARE(parts.file, path);
    QVERIFY2(parts.where.find(where.toStdString()) != std::string::npos, parts.where.c_str());
}

QTEST_GUILESS_MAIN(TestGguf)
#include "tst_gguf.moc"
