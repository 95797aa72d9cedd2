// Files that are written whole or not at all, and what a process that was killed in between left behind.

#include "core/io/atomic_file.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <filesystem>

using namespace core;

namespace {

std::size_t filesIn(const std::string& folder)
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
        ++count;
    return count;
}

} // namespace

class TestAtomicFile : public QObject
{
    Q_OBJECT
private slots:
    void whatIsNotCommittedIsNotThere()
    {
        const TemporaryFolder folder;
        folder.write("a.txt", "before");
        {
            AtomicFile file(folder.path("a.txt"));
            file.write("after");
        }
        QCOMPARE(readBytes(folder.path("a.txt")), std::string("before"));
        AtomicFile file(folder.path("a.txt"));
        file.write("after");
        file.commit();
        QCOMPARE(readBytes(folder.path("a.txt")), std::string("after"));
        QCOMPARE(filesIn(folder.path()), std::size_t(1));
    }

    void whatAKilledProcessLeftGoesAndNothingElse()
    {
        const TemporaryFolder folder;
        for (const char* const name : {"a.txt", "b.txt", "a.txt.part-1", "a.txt.part-999", "b.txt.part-2", "a.txt.parts"})
            folder.write(name, "text");
        AtomicFile::removeUnfinished(folder.path("a.txt"));
        QCOMPARE(filesIn(folder.path()), std::size_t(4));
        QVERIFY(std::filesystem::exists(folder.path("a.txt")) && std::filesystem::exists(folder.path("b.txt.part-2")));
        AtomicFile::removeUnfinished(folder.path("nowhere/a.txt"));
    }
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
