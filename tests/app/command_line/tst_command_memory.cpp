// How much memory a run takes, under a limit of address space: a quantised model whose float32 form has no room runs from its
// stored weights, and one that has no room itself is read when it is used. A text that is learned from is never in memory whole.

#include "app/base/platform.h"
#include "core/files/library/model_files.h"
#include "core/train/character_tokenizer.h"
#include "core/train/training_text.h"
#include "tests/app/command_line/program_test.h"
#include "tests/core/support/gguf_bytes.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <sys/resource.h>

#include <cstdio>
#include <cstring>
#include <random>

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limitsMemory = false; // the checkers reserve terabytes
#else
constexpr bool limitsMemory = true;
#endif

using gguf::U32, gguf::U64;

constexpr U64 vocabulary = 259, blockNumbers = 32, blockBytes = 34;

/// A model of the Llama family in Q8_0.
class SeededModel
{
public:
    SeededModel(U64 layers, U64 width)
        : m_layers(layers)
        , m_width(width)
    {
        add("token_embd.weight", {width, vocabulary});
        for (U64 layer = 0; layer < layers; ++layer) {
            const std::string at = "blk." + std::to_string(layer) + ".";
            for (const char* norm : {"attn_norm", "ffn_norm"})
                add(at + norm + ".weight", {width});
            for (const char* map : {"attn_q", "attn_k", "attn_v", "attn_output"})
                add(at + map + ".weight", {width, width});
            add(at + "ffn_gate.weight", {width, 2 * width});
            add(at + "ffn_up.weight", {width, 2 * width});
            add(at + "ffn_down.weight", {2 * width, width});
        }
        add("output_norm.weight", {width});
        describe();
    }
    U64 storedBytes() const { return m_stored; } // of its matrices

    /// The file, with seeded numbers of a spread of 1/√width.
    QByteArray bytes() const
    {
        std::string bytes = m_file.bytes();
        std::mt19937 random(7);
        for (const auto& [offset, size] : m_matrices)
            for (U64 at = bytes.size() - m_file.dataBytes + offset, end = at + size; at < end; at += blockBytes) {
                bytes[at] = char(0xe4); // 4.2e-4 in half precision
                bytes[at + 1] = 0x0e;
                for (U64 i = 2; i < blockBytes; ++i)
                    bytes[at + i] = char(random() & 255);
            }
        for (const U64 offset : m_norms)
            for (U64 i = 0; i < m_width; ++i)
                bytes.replace(bytes.size() - m_file.dataBytes + offset + 4 * i, 4, bytesOf(1.f));
        return QByteArray(bytes.data(), qsizetype(bytes.size()));
    }

private:
    void add(const std::string& name, const std::vector<U64>& shape)
    {
        constexpr U32 q8 = 8, f32 = 0;
        const bool isMatrix = shape.size() == 2;
        const U64 size = isMatrix ? shape[0] * shape[1] / blockNumbers * blockBytes : shape[0] * 4;
        m_file.tensors.push_back(gguf::tensor(name, shape, isMatrix ? q8 : f32, m_file.dataBytes));
        if (isMatrix)
            m_matrices.emplace_back(m_file.dataBytes, size);
        else
            m_norms.push_back(m_file.dataBytes);
        m_stored += isMatrix ? size : 0;
        m_file.dataBytes += (size + 31) / 32 * 32;
    }
    void describe()
    {
        constexpr U32 stringType = 8, uintType = 4, floatType = 6, arrayType = 9, intType = 5;
        m_file.pairs.push_back(gguf::pair("general.architecture", stringType, gguf::text("llama")));
        const std::pair<const char*, U64> sizes[]
            = {{"block_count", m_layers}, {"context_length", 256}, {"embedding_length", m_width},
                {"feed_forward_length", 2 * m_width}, {"attention.head_count", 8}, {"rope.dimension_count", m_width / 8}};
        for (const auto& [key, value] : sizes)
            m_file.pairs.push_back(gguf::pair(std::string("llama.") + key, uintType, bytesOf(U32(value))));
        m_file.pairs.push_back(gguf::pair("llama.attention.layer_norm_rms_epsilon", floatType, bytesOf(1e-5f)));
        std::string words, scores, kinds;
        for (U64 i = 0; i < vocabulary; ++i) {
            char byte[8];
            std::snprintf(byte, sizeof byte, "<0x%02X>", unsigned(i + 253) & 255); // the first byte is token 3
            words += gguf::text(i == 0 ? "<unk>" : i == 1 ? "<s>" : i == 2 ? "</s>" : std::string(byte));
            scores += bytesOf(0.f);
            kinds += bytesOf(U32(i == 0 ? 2 : i < 3 ? 3 : 6));
        }
        m_file.pairs.push_back(gguf::pair("tokenizer.ggml.model", stringType, gguf::text("llama")));
        m_file.pairs.push_back(gguf::pair("tokenizer.ggml.tokens", arrayType, gguf::array(stringType, vocabulary, words)));
        m_file.pairs.push_back(gguf::pair("tokenizer.ggml.scores", arrayType, gguf::array(floatType, vocabulary, scores)));
        m_file.pairs.push_back(gguf::pair("tokenizer.ggml.token_type", arrayType, gguf::array(intType, vocabulary, kinds)));
    }

    U64 m_layers, m_width, m_stored = 0;
    gguf::File m_file;
    std::vector<std::pair<U64, U64>> m_matrices; // place in the data, bytes
    std::vector<U64> m_norms;
};

constexpr U64 room = 4u << 20; // for what is recorded, and more
constexpr U64 textBytes = 40u << 20; // of a text that is learned from

} // namespace

class TestCommandMemory : public ProgramTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void aModelRunsInTheMemoryOfItsStoredWeights();
    void whatHasNoRoomIsReadWhenUsed();
    void theBudgetDecidesTheFormAndNotTheNumbers();
    void aTextThatIsLearnedFromStreams_data();
    void aTextThatIsLearnedFromStreams();

private:
    struct Traced
    {
        bool isDone = false;
        QByteArray err;
    };
    Traced trace(const QString& model, U64 maxMemory, rlim_t addressSpace, const QString& into = "t.safetensors") const;

    const SeededModel m_small{4, 64}, m_large{8, 1024};
    rlim_t m_space = RLIM_INFINITY; // that a run of the small model takes
};

TestCommandMemory::Traced TestCommandMemory::trace(
    const QString& model, U64 maxMemory, rlim_t addressSpace, const QString& into) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("MALLOC_ARENA_MAX", "1"); // else each thread reserves address space that it does not use
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.setChildProcessModifier([=] {
        const rlimit space{addressSpace, addressSpace}, core{0, 0};
        ::setrlimit(RLIMIT_CORE, &core);
        ::setrlimit(RLIMIT_AS, &space);
    });
    process.start(CUTAWAY,
        {"trace", "--model", model, "--ids", "3,4,5,6,7,8,9,10,11,12", "--record", "*.pattern", "--record", "logits",
            "--max-memory", QString::number(maxMemory), "-o", into});
    if (!process.waitForFinished(20'000)) {
        process.kill();
        process.waitForFinished();
    }
    const bool isDone = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return {isDone, process.readAllStandardError()};
}

void TestCommandMemory::initTestCase()
{
    if (!limitsMemory)
        QSKIP("address space is not limited in this build");
    write("small.gguf", m_small.bytes());
    write("large.gguf", m_large.bytes());
    QVERIFY(m_large.storedBytes() > 64u << 20);
    rlim_t low = rlim_t(1) << 27, high = rlim_t(1) << 33;
    while (high - low > rlim_t(4) << 20) {
        const rlim_t middle = low + (high - low) / 2;
        (trace("small.gguf", m_small.storedBytes() + room, middle).isDone ? high : low) = middle;
    }
    m_space = high;
    QVERIFY(trace("small.gguf", m_small.storedBytes() + room, m_space).isDone);
}

/// Peak ≤ 1.10 · (stored weights + trace), beside what a small model of the same kind takes. In float32 it would not fit.
void TestCommandMemory::aModelRunsInTheMemoryOfItsStoredWeights()
{
    const U64 stored = m_large.storedBytes();
    const rlim_t space = m_space + rlim_t(1.10 * double(stored + room));
    const Traced found = trace("large.gguf", stored + room, space);
    QVERIFY2(found.isDone, found.err.constData());
    const Traced packed = trace("large.gguf", 8 * stored, space);
    QVERIFY(!packed.isDone);
    QVERIFY2(packed.err.contains("memory") && packed.err.count('\n') == 1, packed.err.constData()); // said, not crashed
}

void TestCommandMemory::whatHasNoRoomIsReadWhenUsed()
{
    const U64 allowed = m_large.storedBytes() / 4;
    const Traced found = trace("large.gguf", allowed, m_space + rlim_t(1.10 * double(allowed)));
    QVERIFY2(found.isDone, found.err.constData());
}

void TestCommandMemory::theBudgetDecidesTheFormAndNotTheNumbers()
{
    const U64 stored = m_large.storedBytes();
    QVERIFY(trace("large.gguf", stored + room, RLIM_INFINITY, "stored.safetensors").isDone);
    QVERIFY(trace("large.gguf", stored / 4, RLIM_INFINITY, "read.safetensors").isDone);
    const auto numbers = [&](const QString& name) { // the header has the time that the run took
        const QByteArray bytes = readAll(path(name));
        quint64 header = 0;
        std::memcpy(&header, bytes.constData(), sizeof header);
        return bytes.mid(qsizetype(8 + header));
    };
    const QByteArray found = numbers("stored.safetensors");
    QVERIFY(found.size() > 10 * 259 * 4);
    QVERIFY(found == numbers("read.safetensors"));
}

void TestCommandMemory::aTextThatIsLearnedFromStreams_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("text") << "long.txt" << QByteArray("The cat sat on the mat, and the dog slept beside it until evening.\n");
    QTest::newRow("texts") << "long.jsonl" << QByteArray("{\"text\": \"The cat sat on the mat\", \"answer\": \" and slept\"}\n");
}

/// Checked, counted and cut into rows it takes as much memory as a short one.
void TestCommandMemory::aTextThatIsLearnedFromStreams()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, line);
    QFile text(path(file));
    QVERIFY(text.open(QIODevice::WriteOnly));
    while (U64(text.size()) < textBytes)
        text.write(line);
    text.close();
    const core::ModelPtr model = core::openModel("untrained");
    app::resetPeak();
    const std::size_t before = app::residentBytes();
    const core::TrainingText rows(path(file).toStdString(), model);
    QCOMPARE(rows.rows(1, 0, 16, 128).size(), std::size_t(16));
    QVERIFY(core::makeCharacterTokenizer(path(file).toStdString()));
    const std::size_t peak = app::peakResidentBytes() - before;
    QVERIFY2(peak < textBytes / 2, QByteArray::number(qulonglong(peak)).constData());
}

QTEST_GUILESS_MAIN(TestCommandMemory)
#include "tst_command_memory.moc"
