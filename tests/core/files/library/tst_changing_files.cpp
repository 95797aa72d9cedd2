// Files that change, shrink or vanish between opening a model and using its weights.

#include "core/files/library/model_files.h"
#include "core/io/file_reader.h"
#include "core/run/forward.h"

#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QTest>

#include <filesystem>

using namespace core;

namespace fs = std::filesystem;

class TestChangingFiles : public QObject
{
    Q_OBJECT

private slots:
    void aModelWhoseFileShrinksIsRefused();
    void aModelWhoseFileChangesIsRefused();
    void aModelWhoseFileVanishesIsRefused();
    void anUnchangedFileIsReadAgainAndAgain();
};

namespace {

/// A copy of a small model, opened and not used yet.
struct Opened
{
    TemporaryFolder folder;
    std::string weights = folder.path("model.safetensors");
    SetupPtr setup;

    Opened()
    {
        for (const char* name : {"config.json", "model.safetensors"})
            fs::copy_file(std::string(TEST_DATA) + "/golden/llama/" + name, folder.path(name));
        fs::permissions(weights, fs::perms::owner_all);
        // A change in the same tick of the clock as the copy would not be seen.
        fs::last_write_time(weights, fs::file_time_type::clock::now() - std::chrono::hours(1));
        setup = configure(openModel(folder.path()), {});
    }
    Error::Parts refusal() const
    {
        return refusalOf([&] { forward(*setup, {.ids = {1, 2, 3}}); });
    }
};

} // namespace

void TestChangingFiles::aModelWhoseFileShrinksIsRefused()
{
    const Opened opened;
    fs::resize_file(opened.weights, fs::file_size(opened.weights) / 2);
    const Error::Parts parts = opened.refusal();
    QCOMPARE(parts.file, opened.weights);
    QVERIFY2(parts.problem.find("changed while it was read") != std::string::npos, parts.problem.c_str());
}

void TestChangingFiles::aModelWhoseFileChangesIsRefused()
{
    const Opened opened;
    std::fstream file(opened.weights, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-4, std::ios::end);
    file << "XXXX";
    file.close();
    QCOMPARE(opened.refusal().problem, std::string("the file changed while it was read"));
}

void TestChangingFiles::aModelWhoseFileVanishesIsRefused()
{
#if defined(_WIN32)
    QSKIP("Wine does not tell that a file that is open was removed");
#endif
    const Opened opened;
    fs::remove(opened.weights);
    QCOMPARE(opened.refusal().problem, std::string("the file was deleted or replaced while it was read"));
}

void TestChangingFiles::anUnchangedFileIsReadAgainAndAgain()
{
    const Opened opened;
    QVERIFY(opened.refusal().problem.empty());
    QVERIFY(opened.refusal().problem.empty());
}

QTEST_GUILESS_MAIN(TestChangingFiles)
#include "tst_changing_files.moc"
