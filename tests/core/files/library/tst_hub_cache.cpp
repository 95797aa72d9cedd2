// The models of a Hugging Face cache: which are listed, under which name, at which snapshot.

#include "core/files/library/hub_cache.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace core;

class TestHubCache : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    void write(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_home.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    static QStringList names()
    {
        QStringList all;
        for (const CachedModel& model : cachedModels())
            all << QString::fromStdString(model.name);
        return all;
    }

private slots:
    void initTestCase()
    {
        write("hub/models--some--two-parts/refs/main", "aa11\n");
        write("hub/models--some--two-parts/snapshots/aa11/config.json", "{}");
        write("hub/models--some--two-parts/snapshots/ff00/config.json", "{}");
        write("hub/models--alone/snapshots/0b/model.gguf", "GGUF");
        write("hub/models--some--other-revision/refs/main", "dead");
        write("hub/models--some--other-revision/snapshots/01/config.json", "{}");
        write("hub/models--some--other-revision/snapshots/02/config.json", "{}");
        write("hub/models--some--only-tokenizer/snapshots/01/tokenizer.json", "{}");
        write("hub/models--some--leads-out/refs/main", "../../../outside");
        write("hub/datasets--some--words/snapshots/01/config.json", "{}");
        write("outside/config.json", "{}");
    }

    void init()
    {
        for (const char* name : {"HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"})
            qunsetenv(name);
        qputenv("HF_HOME", m_home.path().toUtf8());
    }

    void whatHoldsAModelIsListedByName() { QCOMPARE(names(), (QStringList{"alone", "some/other-revision", "some/two-parts"})); }

    void theRevisionMainIsOpenedElseTheLast()
    {
        const std::vector<CachedModel> models = cachedModels();
        QCOMPARE(models.size(), std::size_t(3));
        QVERIFY(models[1].path.ends_with("other-revision/snapshots/02"));
        QVERIFY(models[2].path.ends_with("two-parts/snapshots/aa11"));
    }

    void theFolderFollowsTheEnvironment()
    {
        const std::string home = m_home.path().toStdString();
        QCOMPARE(hubCacheFolder(), home + "/hub");
        qputenv("HF_HUB_CACHE", "/elsewhere");
        QCOMPARE(hubCacheFolder(), std::string("/elsewhere"));
        QVERIFY(cachedModels().empty());
        qunsetenv("HF_HUB_CACHE");
        qunsetenv("HF_HOME");
        qputenv("XDG_CACHE_HOME", "/caches");
        QCOMPARE(hubCacheFolder(), std::string("/caches/huggingface/hub"));
        qunsetenv("XDG_CACHE_HOME");
        QVERIFY(hubCacheFolder().ends_with("/.cache/huggingface/hub"));
    }
};

QTEST_GUILESS_MAIN(TestHubCache)
#include "tst_hub_cache.moc"
