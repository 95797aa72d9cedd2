// Two windows on one session: the second is told, and neither overwrites what the other has saved.

#include "app/session/session_keeper.h"

#include "app/session/recovery.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A window without a window.
struct Window
{
    explicit Window(const QString& recovery) { keeper.keepIn(recovery); }
    QByteArray screen = "{\"model\": \"untrained\"}";
    app::SessionKeeper keeper{[this](const QString&, const QJsonObject&) { return screen; }};
};

} // namespace

class TestSessionKeeper : public QObject
{
    Q_OBJECT
private slots:
    void theSecondWindowIsToldAndAskedBeforeItReplaces()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway"), recovery = folder.filePath("recovery");
        Window first(recovery);
        QVERIFY(first.keeper.save(file, false));
        Window second(recovery);
        QVERIFY(second.keeper.open(file)); // another has it
        second.keeper.settle();
        first.screen = "{\"model\": \"untrained\", \"text\": \"first\"}";
        QVERIFY(first.keeper.save(file, false));
        second.screen = "{\"model\": \"untrained\", \"text\": \"second\"}";
        QVERIFY(!second.keeper.save(file, false));
        QCOMPARE(bytesOf(file), first.screen);
        QVERIFY(second.keeper.save(file, true));
        QCOMPARE(bytesOf(file), second.screen);
        QVERIFY(!first.keeper.save(file, false));
    }

    void aFileThatIsFreeAgainIsNoLongerShared()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway"), recovery = folder.filePath("recovery");
        {
            Window first(recovery);
            QVERIFY(first.keeper.save(file, false));
            first.keeper.end();
        }
        Window second(recovery);
        QVERIFY(!second.keeper.open(file));
    }

    void whatDiffersFromTheFileIsModified()
    {
        QTemporaryDir folder;
        Window window(folder.filePath("recovery"));
        window.keeper.settle();
        QSignalSpy modified(&window.keeper, &app::SessionKeeper::modifiedChanged);
        window.screen = "{\"model\": \"main\"}";
        window.keeper.touch();
        QTRY_VERIFY(window.keeper.isModified());
        QVERIFY(window.keeper.save(folder.filePath("kept.cutaway"), false));
        QVERIFY(!window.keeper.isModified());
        QCOMPARE(modified.count(), 2);
    }

    void whatWasLeftIsRemovedOnceItIsKeptAgain()
    {
        QTemporaryDir folder;
        const QString recovery = folder.filePath("recovery");
        {
            Window first(recovery);
            first.screen = "{\"model\": \"main\"}";
            first.keeper.touch();
            QTRY_VERIFY_WITH_TIMEOUT(!QDir(recovery).entryList({"*.cutaway"}).isEmpty(), 5000);
        }
        const std::vector<app::Recovered> left = app::recoverable(recovery);
        QCOMPARE(left.size(), std::size_t(1));
        Window second(recovery);
        second.screen = bytesOf(left.front().file);
        second.keeper.adopt(left.front().file, {});
        second.keeper.settle();
        QTRY_VERIFY(second.keeper.isModified()); // nobody has saved it
        QTRY_VERIFY_WITH_TIMEOUT(app::recoverable(recovery).empty() && !QFile::exists(left.front().file), 5000);
        QVERIFY(!QDir(recovery).entryList({"*.cutaway"}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSessionKeeper)
#include "tst_session_keeper.moc"
