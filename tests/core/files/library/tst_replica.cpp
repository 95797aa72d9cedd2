// Replicas and full sizes of published models: sizes that were not published, caches of windows, a saved replica.

#include "core/files/library/replica.h"

#include "core/files/library/model_files.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

const AtlasModel& modelOf(const char* id)
{
    const AtlasModel* const model = findAtlasModel(id);
    Q_ASSERT(model);
    return *model;
}

} // namespace

class TestReplica : public QObject
{
    Q_OBJECT

private slots:
    void sizesThatWereNotPublishedAreNamed();
    void cachesOfWindowsEnd();
    void aSavedReplicaIsStillOne();
};

/// A model that was never released has the sizes of the one that was made from it, and says so.
void TestReplica::sizesThatWereNotPublishedAreNamed()
{
    const AtlasModel& model = modelOf("llama-2-34b");
    QCOMPARE(model.size("layers"), Index(0));
    QVERIFY(std::isnan(model.feedForwardRatio()) && std::isnan(model.headRatio()));
    const ModelConfig config = *publishedConfig(model);
    QCOMPARE(config.layers(), modelOf("code-llama-34b").size("layers"));
    QCOMPARE(config.context, Index(4096)); // its own
    const ModelPtr replica = openModel("atlas:llama-2-34b");
    QVERIFY(replica->notes.size() == 1 && replica->notes[0].find("code-llama-34b") != std::string::npos);
}

void TestReplica::cachesOfWindowsEnd()
{
    const ModelConfig llama = *publishedConfig(modelOf("llama-2-7b")), gemma = *publishedConfig(modelOf("gemma-3-1b"));
    QCOMPARE(cacheNumbers(llama, 4096), std::int64_t(4096) * 32 * 2 * 32 * 128);
    // 26 layers, each sixth looks at everything: 4 full ones, 22 with 512 tokens.
    QCOMPARE(cacheNumbers(gemma, 32'768), std::int64_t(2 * 256) * (4 * 32'768 + 22 * 512));
    QCOMPARE(cacheNumbers(*publishedConfig(modelOf("bert-base")), 512), std::int64_t(0));
    // Latents: 512 and the 64 numbers that turn.
    QCOMPARE(cacheNumbers(*publishedConfig(modelOf("deepseek-v3")), 1000), std::int64_t(1000) * 61 * 576);
}

void TestReplica::aSavedReplicaIsStillOne()
{
    const TemporaryFolder folder;
    saveModel(*configure(openModel("atlas:gemma-2b"), {}), folder.path("mine"));
    const ModelPtr model = openModel(folder.path("mine"));
    QCOMPARE(model->replicaOf, std::string("Gemma 2B"));
    QVERIFY(!model->trained);
}

QTEST_GUILESS_MAIN(TestReplica)
#include "tst_replica.moc"
