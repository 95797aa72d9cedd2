// Checkpoints: every number comes back; what is damaged or of something else is refused; a disk that is full leaves the one before.

#include "core/train/checkpoint.h"

#include "core/files/formats/safetensors.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <filesystem>

#if defined(__unix__) || defined(__APPLE__)
#include <csignal>
#include <sys/resource.h>
#endif

using namespace core;
using namespace support;

namespace {

/// A state after some updates with made-up gradients.
struct Made
{
    TrainingRecipe recipe = tinyRecipe();
    TrainedWeights weights{*tinySetup(), recipe.noDecay};
    Optimizer optimizer{recipe, weights.parameters()};
    TrainingState state{weights, optimizer};

    explicit Made(int updates = 0)
    {
        for (int step = 0; step < updates; ++step) {
            GradientList gradients;
            for (const Parameter& parameter : weights.parameters()) {
                gradients.emplace_back(parameter.numbers->size(), 0.f);
                for (std::size_t i = 0; i < gradients.back().size(); ++i)
                    gradients.back()[i] = float(i % 7) - 3.f + float(step);
            }
            optimizer.update(weights.parameters(), gradients, 0.01, step);
            ++state.step;
            state.record.add({{"step", step}, {"loss", 2.5}});
            state.record.seen.insert(TokenId(step));
        }
        state.record.seconds = 1.25;
    }
    TrainingIdentity identity() const { return {recipe, {17, 99}}; }
};

#if defined(__unix__) || defined(__APPLE__)
/// Files end at so many bytes, as on a full disk.
class SmallDisk
{
public:
    explicit SmallDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before = {};
};
#endif

} // namespace

class TestCheckpoint : public QObject
{
    Q_OBJECT
private slots:
    void everyNumberComesBack()
    {
        const TemporaryFolder folder;
        const Made made(5);
        QVERIFY(!hasCheckpoint(folder.path()));
        writeCheckpoint(folder.path(), made.state, made.identity());
        QVERIFY(hasCheckpoint(folder.path()));
        Made again;
        readCheckpoint(folder.path(), again.state, again.identity());
        QCOMPARE(again.state.step, Index(5));
        QCOMPARE(again.state.record.seconds, 1.25);
        QVERIFY(again.state.record.seen == made.state.record.seen);
        QVERIFY(again.state.record.columns() == made.state.record.columns());
        for (std::size_t p = 0; p < made.weights.parameters().size(); ++p)
            QVERIFY(*made.weights.parameters()[p].numbers == *again.weights.parameters()[p].numbers);
        QVERIFY(made.state.optimizer.first() == again.optimizer.first());
        QVERIFY(made.state.optimizer.second() == again.optimizer.second());
        removeCheckpoint(folder.path());
        QVERIFY(!hasCheckpoint(folder.path()));
    }

    void whatIsOfSomethingElseIsRefused()
    {
        const TemporaryFolder folder;
        Made made(2);
        writeCheckpoint(folder.path(), made.state, made.identity());
        TrainingIdentity other = made.identity();
        other.recipe.rate = 0.5;
        QCOMPARE(refusalOf([&] { readCheckpoint(folder.path(), made.state, other); }).where, std::string("lr"));
        other = made.identity();
        other.text.hash = 1;
        QCOMPARE(refusalOf([&] { readCheckpoint(folder.path(), made.state, other); }).where, std::string("data"));
        other = made.identity();
        other.recipe.snapshots = {1, 2, 3}; // changes no number
        readCheckpoint(folder.path(), made.state, other);
    }

    void aRecipeWithoutANewKeyIsThatOfItsDefault()
    {
        const TemporaryFolder folder;
        Made made(2);
        writeCheckpoint(folder.path(), made.state, made.identity());
        std::string bytes = readBytes(folder.path("checkpoint.safetensors"));
        const std::string key = R"(\"attention_dropout\":0.0,)";
        const std::size_t at = bytes.find(key);
        QVERIFY(at != std::string::npos);
        folder.write("checkpoint.safetensors", bytes.replace(at, key.size(), key.size(), ' '));
        readCheckpoint(folder.path(), made.state, made.identity());
        TrainingIdentity other = made.identity();
        other.recipe.attentionDropout = 0.1;
        QCOMPARE(refusalOf([&] { readCheckpoint(folder.path(), made.state, other); }).where, std::string("attention_dropout"));
    }

    void whatIsDamagedIsRefusedAndChangesNothing()
    {
        const TemporaryFolder folder;
        Made made(2);
        writeCheckpoint(folder.path(), made.state, made.identity());
        const std::string file = folder.path("checkpoint.safetensors"), bytes = readBytes(file);
        for (const std::size_t length : {std::size_t(0), std::size_t(5), bytes.size() / 2, bytes.size() - 1}) {
            folder.write("checkpoint.safetensors", bytes.substr(0, length));
            Made again;
            const std::vector<float> before = *again.weights.parameters()[0].numbers;
            const Error::Parts parts = refusalOf([&] { readCheckpoint(folder.path(), again.state, again.identity()); });
            QVERIFY(parts.kind == ErrorKind::BadInput && !parts.problem.empty());
            QVERIFY(before == *again.weights.parameters()[0].numbers);
        }
        writeSafetensors(file, {}, {{"format", "pt"}});
        QVERIFY(refusalOf([&] { readCheckpoint(folder.path(), made.state, made.identity()); }).problem.find("not a checkpoint")
            != std::string::npos);
    }

    void aFullDiskLeavesTheOneBefore()
    {
#if defined(__unix__) || defined(__APPLE__)
        const TemporaryFolder folder;
        const Made made(2), later(3);
        writeCheckpoint(folder.path(), made.state, made.identity());
        const std::string bytes = readBytes(folder.path("checkpoint.safetensors"));
        Error::Parts parts;
        {
            const SmallDisk disk(rlim_t(bytes.size() / 2));
            parts = refusalOf([&] { writeCheckpoint(folder.path(), later.state, later.identity()); });
        }
        QVERIFY(parts.kind == ErrorKind::Output);
        QCOMPARE(parts.file, folder.path("checkpoint.safetensors"));
        QVERIFY(readBytes(folder.path("checkpoint.safetensors")) == bytes);
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
            ++files;
        QCOMPARE(files, std::size_t(1)); // nothing half-written stays
#else
        QSKIP("no limit of files here");
#endif
    }
};

QTEST_GUILESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
