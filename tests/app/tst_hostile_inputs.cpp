// The catalogue of hostile inputs, through the program as people run it: no crash, one line, the exit code of its row, no
// more memory than the file's size justifies, no connection to any network.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"
#include "tests/core/support/gguf_bytes.h"
#include "tests/test_data.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <set>

class TestHostileInputs : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRowOfTheCatalogueIsHere();
    void testsThatRowsNameAreThere();
    void eachEndsAsItsRowSays_data();
    void eachEndsAsItsRowSays();
    void weightsStayAsStoredInLittleMemory();
    void noNetworkIsTouched();

private:
    struct Result
    {
        int exitCode = -1; // -1: crashed, or took too long
        QByteArray out, err;
    };
    Result run(const QStringList& arguments, rlim_t addressSpace) const;

    QTemporaryDir m_runtimeFolder;
    std::vector<HostileInput> m_inputs;
    rlim_t spaceFor(const QStringList& arguments) const;

    rlim_t m_computing = RLIM_INFINITY; // address space that the program needs for a sound model
    rlim_t m_drawing = RLIM_INFINITY;   // the same with a window's libraries
};

namespace {

constexpr int seconds = 20; // of this process; two would do on an idle machine

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limitsMemory = false; // the checkers reserve terabytes
#else
constexpr bool limitsMemory = true;
#endif

std::uint64_t bytesIn(const std::string& folder)
{
    namespace fs = std::filesystem;
    std::uint64_t bytes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (!entry.is_symlink() && entry.is_regular_file() && entry.file_size() < std::uint64_t(1) << 32) // not the sparse ones
            bytes += entry.file_size();
    return bytes;
}

QStringList listOf(const std::vector<std::string>& words)
{
    QStringList list;
    for (const std::string& word : words)
        list.append(QString::fromStdString(word));
    return list;
}

} // namespace

TestHostileInputs::Result TestHostileInputs::run(const QStringList& arguments, rlim_t addressSpace) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_RUNTIME_DIR", m_runtimeFolder.path()); // else Qt says on standard error that there is none
    process.setProcessEnvironment(environment);
    process.setProgram(CUTAWAY);
    process.setArguments(arguments);
    process.setChildProcessModifier([=] {
        const rlimit time{seconds, seconds};
        ::setrlimit(RLIMIT_CPU, &time);
        const rlimit core{0, 0};
        ::setrlimit(RLIMIT_CORE, &core);
        const rlimit space{addressSpace, addressSpace};
        if (limitsMemory)
            ::setrlimit(RLIMIT_AS, &space);
    });
    process.start();
    process.closeWriteChannel();
    if (!process.waitForFinished(6 * seconds * 1000) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return {-1, process.readAllStandardOutput(), process.readAllStandardError() + process.errorString().toUtf8()};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

void TestHostileInputs::initTestCase()
{
    HostileInputs inputs = everyHostileInput();
    m_inputs = std::move(inputs.list);

    const TemporaryFolder folder;
    folder.write("config.json", tinyConfig());
    folder.write("model.safetensors", safetensors(tinyTensors()));
    const auto at = [&](const char* name) { return QString::fromStdString(folder.path(name)); };
    m_computing = spaceFor({"trace", "--model", at(""), "--ids", "1,2", "-o", at("t.safetensors")});
    m_drawing = spaceFor({at(""), "--screenshot", at("x.png")});
}

/// How much address space an ordinary run takes, in steps of 32 MiB.
rlim_t TestHostileInputs::spaceFor(const QStringList& arguments) const
{
    constexpr rlim_t step = rlim_t(32) << 20;
    rlim_t low = 0;
    rlim_t high = rlim_t(1) << 34;
    while (limitsMemory && high - low > step) {
        const rlim_t middle = low + (high - low) / 2;
        (run(arguments, middle).exitCode == 0 ? high : low) = middle;
    }
    return high;
}

void TestHostileInputs::everyRowOfTheCatalogueIsHere()
{
    std::set<std::string> ids;
    for (const HostileInput& input : m_inputs)
        ids.insert(input.id);
    const std::pair<char, int> letters[] = {{'C', 40}, {'S', 33}, {'I', 11}, {'G', 30}, {'T', 28}, {'P', 12}};
    int rows = 0;
    for (const auto& [letter, count] : letters)
        for (int i = 1; i <= count; ++i, ++rows) {
            const std::string id = QString("%1%2").arg(QChar(letter)).arg(i, 2, 10, QChar('0')).toStdString();
            QVERIFY2(ids.count(id), id.c_str());
        }
    QCOMPARE(rows, 154);
    QCOMPARE(ids.size(), std::size_t(154));
}

void TestHostileInputs::testsThatRowsNameAreThere()
{
    for (const HostileInput& input : m_inputs)
        if (!input.make)
            QVERIFY2(QFile::exists(QString(TEST_DATA "/../%1.cpp").arg(input.test.c_str())), input.test.c_str());
}

void TestHostileInputs::eachEndsAsItsRowSays_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        if (m_inputs[i].make)
            QTest::newRow((m_inputs[i].id + " " + m_inputs[i].what.substr(0, 60)).c_str()) << int(i);
}

void TestHostileInputs::eachEndsAsItsRowSays()
{
    QFETCH(int, index);
    const HostileInput& input = m_inputs[std::size_t(index)];
    const TemporaryFolder folder;
    const QStringList arguments = listOf(input.make(folder));
    const QStringList drawing{"export", "verify", "render"};
    const bool draws = arguments.contains("--screenshot") || drawing.contains(arguments[0]);
    const rlim_t space = (draws ? m_drawing : m_computing) + (rlim_t(64) << 20) + 4 * bytesIn(folder.path());
    const Result result = run(arguments, space);
    const QByteArray heard = QByteArray::number(result.exitCode) + " " + result.err.left(2000);
    QVERIFY2(result.exitCode >= 0, heard.constData()); // it ended by itself
    QVERIFY2(!result.err.contains("bad_alloc"), heard.constData());
    QVERIFY2(result.exitCode == int(input.end), heard.constData());
    if (input.wrongIn) {
        const std::string wrong = input.wrongIn(folder);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
    if (input.end == HostileInput::End::Accepted || input.end == HostileInput::End::Different) {
        QVERIFY2(result.out.contains(input.said.c_str()), result.out.left(2000).constData());
        return;
    }
    QVERIFY2(result.err.count('\n') == 1 && result.err.endsWith('\n') && result.err.size() < 2000, heard.constData());
    for (const char letter : result.err.chopped(1))
        QVERIFY2(static_cast<unsigned char>(letter) >= 0x20, heard.constData());
    QVERIFY2(result.err.contains(input.said.c_str()), heard.constData());
}

namespace {

struct StoredModel
{
    std::string bytes;
    std::uint64_t stored = 0, numbers = 0; // of its matrices
};

/// A model of the Llama family whose weights are zeros in Q8_0.
StoredModel storedModel(gguf::U64 layers, gguf::U64 width)
{
    constexpr gguf::U32 q8 = 8, f32 = 0, stringType = 8, uintType = 4, floatType = 6, arrayType = 9, intType = 5;
    constexpr gguf::U64 vocabulary = 259;
    StoredModel model;
    gguf::File file;
    gguf::U64 offset = 0;
    const auto tensor = [&](const std::string& name, const std::vector<gguf::U64>& shape) {
        const bool isMatrix = shape.size() == 2;
        const gguf::U64 numbers = isMatrix ? shape[0] * shape[1] : shape[0], bytes = isMatrix ? numbers / 32 * 34 : numbers * 4;
        file.tensors.push_back(gguf::tensor(name, shape, isMatrix ? q8 : f32, offset));
        offset += (bytes + 31) / 32 * 32;
        model.stored += isMatrix ? bytes : 0;
        model.numbers += isMatrix ? numbers : 0;
    };
    tensor("token_embd.weight", {width, vocabulary});
    for (gguf::U64 layer = 0; layer < layers; ++layer) {
        const std::string at = "blk." + std::to_string(layer) + ".";
        for (const char* norm : {"attn_norm", "ffn_norm"})
            tensor(at + norm + ".weight", {width});
        for (const char* map : {"attn_q", "attn_k", "attn_v", "attn_output"})
            tensor(at + map + ".weight", {width, width});
        tensor(at + "ffn_gate.weight", {width, 2 * width});
        tensor(at + "ffn_up.weight", {width, 2 * width});
        tensor(at + "ffn_down.weight", {2 * width, width});
    }
    tensor("output_norm.weight", {width});
    file.dataBytes = offset;
    const auto count = [&](const std::string& key, gguf::U64 value) {
        file.pairs.push_back(gguf::pair(key, uintType, bytesOf(gguf::U32(value))));
    };
    file.pairs.push_back(gguf::pair("general.architecture", stringType, gguf::text("llama")));
    const std::pair<const char*, gguf::U64> sizes[] = {{"block_count", layers}, {"context_length", 256},
        {"embedding_length", width}, {"feed_forward_length", 2 * width}, {"attention.head_count", 8},
        {"rope.dimension_count", width / 8}};
    for (const auto& [key, value] : sizes)
        count(std::string("llama.") + key, value);
    file.pairs.push_back(gguf::pair("llama.attention.layer_norm_rms_epsilon", floatType, bytesOf(1e-5f)));
    std::string words, scores, kinds;
    for (gguf::U64 i = 0; i < vocabulary; ++i) {
        char byte[8];
        std::snprintf(byte, sizeof byte, "<0x%02X>", unsigned(i + 253) & 255); // the first byte is token 3
        words += gguf::text(i == 0 ? "<unk>" : i == 1 ? "<s>" : i == 2 ? "</s>" : std::string(byte));
        scores += bytesOf(0.f);
        kinds += bytesOf(gguf::U32(i == 0 ? 2 : i < 3 ? 3 : 6));
    }
    file.pairs.push_back(gguf::pair("tokenizer.ggml.model", stringType, gguf::text("llama")));
    file.pairs.push_back(gguf::pair("tokenizer.ggml.tokens", arrayType, gguf::array(stringType, vocabulary, words)));
    file.pairs.push_back(gguf::pair("tokenizer.ggml.scores", arrayType, gguf::array(floatType, vocabulary, scores)));
    file.pairs.push_back(gguf::pair("tokenizer.ggml.token_type", arrayType, gguf::array(intType, vocabulary, kinds)));
    model.bytes = file.bytes();
    return model;
}

} // namespace

/// At most 1.10 times the weights as they are stored, beside what a small model of the same kind takes.
void TestHostileInputs::weightsStayAsStoredInLittleMemory()
{
    if (!limitsMemory)
        QSKIP("address space is not limited in this build");
    const TemporaryFolder folder;
    const StoredModel small = storedModel(4, 64), large = storedModel(8, 1024);
    QVERIFY(large.stored > 64u << 20 && large.numbers * 4 > 3 * large.stored);
    const auto trace = [&](const StoredModel& model, const char* name, std::uint64_t budget) {
        return QStringList{"trace", "--model", QString::fromStdString(folder.write(name, model.bytes)), "--ids", "3,4,5,6,7,8,9,10,11",
            "--record", "*.pattern", "--max-memory", QString::number(budget), "-o", QString::fromStdString(folder.path("t.safetensors"))};
    };
    const rlim_t space = spaceFor(trace(small, "small.gguf", small.stored + (1 << 20))) + rlim_t(double(large.stored) * 1.10);
    const Result stored = run(trace(large, "large.gguf", large.stored + (1 << 20)), space);
    QVERIFY2(stored.exitCode == 0, stored.err.constData());
    // In float32, the same run takes more than that.
    QVERIFY(run(trace(large, "large.gguf", 8 * large.stored), space).exitCode != 0);
}

void TestHostileInputs::noNetworkIsTouched()
{
    const QString strace = QStandardPaths::findExecutable("strace");
    if (strace.isEmpty())
        QSKIP("strace is not installed");
    const TemporaryFolder folder;
    folder.write("config.json", tinyConfig());
    folder.write("model.safetensors", safetensors(tinyTensors()));
    folder.write("tokenizer.json", tinyTokenizer());
    const QString model = QString::fromStdString(folder.path());
    const QString log = QString::fromStdString(folder.path("calls.txt"));
    const QStringList runs[] = {{"info", "--model", model}, {"generate", "--model", model, "--text", "abc", "--tokens", "2"},
        {"export", "--figure", "attention", "--model", model, "--text", "abc", "-o", model + "/x.svg"},
        {"info", "--model", "https://example.org/model.safetensors"}};
    for (const QStringList& arguments : runs) {
        QProcess process;
        process.start(strace, QStringList{"-f", "-e", "trace=socket,connect", "-o", log, CUTAWAY} + arguments);
        QVERIFY(process.waitForFinished(120'000));
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray calls = file.readAll();
        if (!calls.contains("exited"))
            QSKIP("strace may not trace here");
        QVERIFY2(!calls.contains("AF_INET"), calls.constData());
    }
}

QTEST_GUILESS_MAIN(TestHostileInputs)
#include "tst_hostile_inputs.moc"
