// What a window keeps by itself: the last five states, each file whole, and the last good one when the disk is full.

#include "app/session/autosave.h"

#include "app/session/recovery.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>
#include <sys/resource.h>

namespace {

QByteArray session(int number) { return QByteArray("{\"model\": \"untrained\", \"text\": \"") + QByteArray::number(number) + "\"}"; }

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Files of this process cannot grow beyond `bytes`: what a full disk does to them.
class FullDisk
{
public:
    explicit FullDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit now{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

} // namespace

class TestAutosave : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_now = session(0);
        m_autosave = std::make_unique<app::Autosave>(m_folder->path(), [this](const QString&) { return m_now; });
    }
    void cleanup() { m_autosave.reset(); }

    void theLastFiveStatesAreKept()
    {
        for (int number = 1; number <= 7; ++number)
            keep(session(number));
        for (int generation = 0; generation < app::generations; ++generation)
            QCOMPARE(bytesOf(file(generation)), session(7 - generation));
        QVERIFY(!QFile::exists(file(app::generations)));
    }

    void whatIsTheSameIsNotKeptAgain()
    {
        keep(session(1));
        QSignalSpy kept(m_autosave.get(), &app::Autosave::kept);
        m_autosave->keep();
        QVERIFY(!kept.wait(200));
        QVERIFY(!QFile::exists(file(1)));
        m_now = session(2);
        m_autosave->touch(); // and a change is, by itself
        QVERIFY(kept.wait(5000));
    }

    void whatIsSettledNeedsNoKeeping()
    {
        keep(session(1));
        m_now = session(2);
        m_autosave->settle();
        QTRY_VERIFY(!QFile::exists(file(0)));
        QVERIFY(app::recoverable(m_folder->path()).empty());
    }

    void onAFullDiskTheLastGoodOneStaysAndOneLineSaysSo()
    {
        keep(session(1));
        QSignalSpy failed(m_autosave.get(), &app::Autosave::failed);
        {
            const FullDisk full(10);
            for (int number = 2; number <= 3; ++number) {
                m_now = session(number) + QByteArray(100, ' ');
                m_autosave->keep();
                QTest::qWait(100);
            }
        }
        QCOMPARE(failed.count(), 1); // not once for each change
        QVERIFY(!failed[0][0].value<core::Error::Parts>().problem.empty());
        QCOMPARE(bytesOf(file(0)), session(1));
        QVERIFY(!QFile::exists(file(1)));
        keep(session(4)); // there is room again
        QCOMPARE(bytesOf(file(0)), session(4));
        QCOMPARE(bytesOf(file(1)), session(1));
    }

    void aLivingWindowIsNotRecovered()
    {
        keep(session(1));
        QVERIFY(app::recoverable(m_folder->path()).empty());
        m_autosave.reset(); // its lock goes, its files stay
        const std::vector<app::Recovered> left = app::recoverable(m_folder->path());
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(bytesOf(left.front().file), session(1));
        app::forget(m_folder->path(), left.front().id);
        QVERIFY(app::recoverable(m_folder->path()).empty());
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void aDamagedNewestGivesTheOneBefore()
    {
        keep(session(1));
        keep(session(2));
        const QString newest = file(0);
        m_autosave.reset();
        QFile damaged(newest);
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{\"model\": \"untr");
        damaged.close();
        const std::vector<app::Recovered> left = app::recoverable(m_folder->path());
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(bytesOf(left.front().file), session(1));
    }

    void aWindowThatClosesLeavesItsLastSessionOnly()
    {
        keep(session(1));
        m_autosave->end(false);
        QCOMPARE(bytesOf(app::lastSessionFile(m_folder->path())), session(1));
        QVERIFY(app::recoverable(m_folder->path()).empty());
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
    }

    /// Such as a run that was on its way while a presentation was closed.
    void whatArrivesAfterTheEndIsNotKept()
    {
        keep(session(1));
        m_autosave->end(false);
        m_now = session(2);
        m_autosave->touch();
        QTest::qWait(1500); // longer than a change waits
        m_autosave->keep();
        m_autosave->settle();
        QCOMPARE(bytesOf(app::lastSessionFile(m_folder->path())), session(1));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
    }

private:
    QString file(int generation) const { return app::generationFile(m_folder->path(), m_autosave->id(), generation); }

    void keep(const QByteArray& bytes)
    {
        QSignalSpy kept(m_autosave.get(), &app::Autosave::kept);
        m_now = bytes;
        m_autosave->keep();
        QVERIFY(kept.wait(5000));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_now;
    std::unique_ptr<app::Autosave> m_autosave;
};

QTEST_GUILESS_MAIN(TestAutosave)
#include "tst_autosave.moc"
