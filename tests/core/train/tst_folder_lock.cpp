// Locks on folders: one holder at a time, and none when it has gone.

#include "core/train/folder_lock.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <filesystem>
#include <memory>

using namespace core;

class TestFolderLock : public QObject
{
    Q_OBJECT
private slots:
    void thereIsOneHolder()
    {
        const TemporaryFolder folder;
        const std::string path = folder.path("new");
        auto first = std::make_unique<FolderLock>(path); // makes it
        const Error::Parts parts = refusalOf([&] { FolderLock second(path); });
        QVERIFY(parts.kind == ErrorKind::BadInput);
        QCOMPARE(parts.file, path);
        const FolderLock elsewhere(folder.path("other"));
        first.reset();
        QVERIFY(!std::filesystem::exists(path)); // nothing came to be in it
        const FolderLock third(path);
    }

    void aFolderThatWasThereStays()
    {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.path("old"));
        {
            const FolderLock lock(folder.path("old"));
        }
        QVERIFY(std::filesystem::is_empty(folder.path("old")));
        {
            const FolderLock lock(folder.path("new"));
            folder.write("new/model", "");
        }
        QVERIFY(std::filesystem::exists(folder.path("new/model")));
    }

    void aFileThatWasLeftHoldsNothing()
    {
        const TemporaryFolder folder;
        folder.write("training.lock", "");
        const FolderLock lock(folder.path());
    }

    void whatCannotBeWrittenIsSaid()
    {
        const TemporaryFolder folder;
        const std::string file = folder.write("file", "");
        QVERIFY(refusalOf([&] { FolderLock lock(file + "/below"); }).kind == ErrorKind::Output);
    }
};

QTEST_GUILESS_MAIN(TestFolderLock)
#include "tst_folder_lock.moc"
