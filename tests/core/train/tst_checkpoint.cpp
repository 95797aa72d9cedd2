// Checkpoints: every number comes back; what is damaged or of something else is refused; a disk that is full leaves the one before.

#include "core/train/checkpoint.h"

#include "core/files/formats/safetensors.h"
#include "core/run/untrained.h"
#include "core/train/character_tokenizer.h"
#include "core/train/training.h"
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

    void anotherTokenizerWithAsManyTokensIsRefused()
    {
        const TemporaryFolder folder;
        const auto stateWith = [&](const char* text, auto use) {
            const auto tokenizer = makeCharacterTokenizer(folder.write("characters.txt", text));
            const SetupPtr setup = configure(untrained(*openModel("untrained"), tokenizer), assigned("sizes.layers=1 sizes.d_model=16"));
            const TrainingRecipe recipe = tinyRecipe();
            TrainedWeights weights(*setup, recipe.noDecay);
            Optimizer optimizer(recipe, weights.parameters());
            TrainingState state{weights, optimizer};
            use(state, TrainingIdentity{recipe, {17, 99}});
        };
        const auto read = [&](TrainingState& state, const TrainingIdentity& own) { readCheckpoint(folder.path(), state, own); };
        stateWith("abc", [&](const TrainingState& state, const TrainingIdentity& own) { writeCheckpoint(folder.path(), state, own); });
        stateWith("abc", read);
        QCOMPARE(refusalOf([&] { stateWith("abd", read); }).where, std::string("choices"));
        std::string bytes = readBytes(folder.path("checkpoint.safetensors"));
        const std::size_t at = bytes.find(R"(,\"tokenizer\":)");
        QVERIFY(at != std::string::npos);
        const std::size_t length = bytes.find('}', at) - at;
        folder.write("checkpoint.safetensors", bytes.replace(at, length, length, ' ')); // of a version that did not say it
        stateWith("abd", read);
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

    void theMemoryOfAKeptTrainingIsOfItsWeights()
    {
        const TemporaryFolder folder;
        const std::string text = folder.write("cats.txt", tinyText()), kept = folder.path("kept");
        TrainingWatch watch;
        watch.keepsCheckpoint = true;
        QVERIFY(train({.setup = tinySetup(), .recipe = tinyRecipe(4), .text = text, .folder = kept}, watch));
        QVERIFY(!train({.setup = tinySetup(), .recipe = tinyRecipe(4), .text = text, .folder = kept, .resumes = true}, watch));
        const auto memory = rememberedIn(kept);
        QVERIFY(memory);
        QCOMPARE(memory->updates, Index(4));
        QCOMPARE(memory->names.size(), memory->second.size());
        std::vector<std::string> ends;
        for (const auto& taken : {memory, memory, std::shared_ptr<const OptimizerMemory>()}) {
            const std::string next = folder.path("next-" + std::to_string(ends.size()));
            train({.setup = configure(openModel(kept), {}), .recipe = tinyRecipe(3), .text = text, .folder = next, .memory = taken}, watch);
            ends.push_back(readBytes(next + "/model.safetensors"));
        }
        QVERIFY(ends[0] == ends[1]);
        QVERIFY(ends[0] != ends[2]);
        QCOMPARE(rememberedIn(folder.path("next-0"))->updates, Index(7));
        folder.write("kept/model.safetensors", ends[0]);
        QVERIFY(!rememberedIn(kept)); // of other weights
        QVERIFY(!rememberedIn(folder.path("nowhere")));
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
