// The catalogue of hostile inputs, through the program as people run it: no crash, one line, the exit code of its row, no
// more memory than the file's size justifies, no connection to any network.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"
#include "tests/test_data.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

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
    void noNetworkIsTouched();
    void noNetworkIsLinked();

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
    folder.write("far.cutaway", R"({"model": "https://example.org/model.safetensors", "text": "abc"})");
    folder.write("talk.cutaway", R"({"model": "main", "scenes": [{"title": "One", "model": "main", "figure": "norm"}]})");
    folder.write("corpus.txt", "abc abc abc abc abc abc abc abc\n");
    const QString out = model + "/x", scenes = model + "/talk.cutaway";
    const QStringList runs[] = {{"info", "--model", model}, {"generate", "--model", model, "--text", "abc", "-n", "2"},
        {"export", "--figure", "attention", "--model", model, "--text", "abc", "-o", out + ".svg"}, {"verify", out + ".svg"},
        {"render", out + ".svg", "-o", out + ".pdf"}, {"trace", "--model", model, "--text", "abc", "-o", out + ".safetensors"},
        {"tokenize", "bpe-300", "--text", "abc"}, {"list", "models"}, {"scenes", scenes, "-o", out + ".html"},
        {"animate", "main", "--figure", "norm", "--over", "layer=0..1", "--dpi", "48", "-o", out + "-{frame}.png"},
        {"handout", "tour", "-o", out + ".pdf"},
        {"train", "untrained", "--data", model + "/corpus.txt", "--steps", "1", "-o", out},
        {"info", "--model", "https://example.org/model.safetensors"}, {model + "/far.cutaway", "--screenshot", out + ".png"},
        {scenes, "--screenshot", out + ".png"}, {"--screenshot", out + ".png"}};
    for (const QStringList& arguments : runs) {
        QProcess process;
        process.start(strace, QStringList{"-f", "-e", "trace=socket,connect,execve,openat", "-o", log, CUTAWAY} + arguments);
        QVERIFY(process.waitForFinished(120'000));
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray calls = file.readAll();
        if (!calls.contains("exited"))
            QSKIP("strace may not trace here");
        const bool isAddress = arguments[0] == "info" && arguments.last().startsWith("https:");
        QVERIFY2((process.exitCode() == 0) == !isAddress, // else it did not do what is watched
            (arguments.join(' ').toUtf8() + ": " + process.readAllStandardError()).constData());
        QCOMPARE(calls.count("execve("), 1); // no other program is asked to
        for (const char* library : {"libQt6Network", "libcurl", "libssl", "libgnutls", "libnghttp2"})
            QVERIFY2(!calls.contains(library), library);
        for (qsizetype at = calls.indexOf("AF_"); at >= 0;
             at = calls.indexOf("AF_", at + 1)) // the clipboard and the display have one
            QVERIFY2(calls.mid(at).startsWith("AF_UNIX"), calls.constData());
    }
}

/// Nothing that opens a connection is asked of the system's libraries, and Qt's for the network is none of the program's.
void TestHostileInputs::noNetworkIsLinked()
{
    QFile program(CUTAWAY);
    QVERIFY(program.open(QIODevice::ReadOnly));
    const QByteArray bytes = program.readAll();
    QVERIFY(bytes.contains("libQt6Widgets")); // names of libraries and functions are in it as they are
    QVERIFY(!bytes.contains("libQt6Network") && !bytes.contains("libcurl"));
    const qsizetype at = bytes.indexOf("libQt6Widgets"); // among the names that the loader looks up, which two zeros enclose
    const QByteArray ends(2, '\0');
    const qsizetype first = bytes.lastIndexOf(ends, at), last = bytes.indexOf(ends, at);
    const QByteArray names = bytes.mid(first, last + 2 - first);
    QVERIFY(names.contains(QByteArray("\0malloc\0", 8)) && names.contains("QWidget"));
    for (const char* of : {"8QProcess", "8QLibrary", "13QPluginLoader", "15QDBusConnection"}) // nor is it asked of others
        QVERIFY2(!names.contains(of), of);
    for (const char* function :
        {"system", "popen", "fork", "vfork", "execv", "execve", "execvp", "execl", "execlp", "posix_spawn", "posix_spawnp", "dlopen"})
        QVERIFY2(!names.contains('\0' + QByteArray(function) + '\0'), function);
    if (limitsMemory) // the checkers bring such functions of their own
        for (const char* function : {"socket", "connect", "getaddrinfo", "gethostbyname", "bind", "listen", "accept", "sendto",
                 "sendmsg"})
            QVERIFY2(!names.contains('\0' + QByteArray(function) + '\0'), function);
}

QTEST_GUILESS_MAIN(TestHostileInputs)
#include "tst_hostile_inputs.moc"
