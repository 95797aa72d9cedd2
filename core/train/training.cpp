#include "core/train/training.h"

#include "core/base/error.h"
#include "core/base/seeded_numbers.h"
#include "core/base/system_memory.h"
#include "core/files/formats/safetensors.h"
#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "core/io/atomic_file.h"
#include "core/io/shown_text.h"
#include "core/train/checkpoint.h"
#include "core/train/folder_lock.h"
#include "core/train/training_data.h"
#include "core/train/training_measures.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>
#include <stop_token>

namespace core {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr Index kHeldOutRows = 8;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double processorSeconds() { return double(std::clock()) / double(CLOCKS_PER_SEC); }

std::string nameOf(const std::string& path)
{
    const fs::path plain = fs::path(path).lexically_normal();
    return (plain.has_filename() ? plain.filename() : plain.parent_path().filename()).string();
}

/// Refuses models that texts cannot train.
void requireTrainable(const Setup& setup)
{
    const std::string file = setup.model ? setup.model->path : "";
    if (setup.config.outputHead == OutputHead::None)
        throw Error({ErrorKind::BadInput, file, "output.head", CUTAWAY_TR("the model has no logits to be trained on"), "", ""});
}

/// Refuses what does not fit into half of the memory beside the record of a pass, which forward() checks itself.
void requireMemory(const TrainedWeights& weights)
{
    constexpr std::size_t copies = 5; // weights, those before, packed, and the two of AdamW
    const std::size_t bytes = copies * sizeof(float) * std::size_t(weights.count()) + batchBytes(weights);
    const std::size_t most = systemMemoryBytes() / 2;
    if (bytes > most)
        throw Error({ErrorKind::BadInput, "", std::to_string(weights.count()) + " parameters",
            CUTAWAY_TR("the training would not fit into the memory"), "at most " + sizeText(most, false), sizeText(bytes, true)});
}

class Training
{
public:
    Training(const TrainingRequest& request, const TrainingWatch& watch)
        : m_request(request)
        , m_recipe(request.recipe)
        , m_watch(watch)
        , m_lock(request.folder)
        , m_weights(*request.setup, request.recipe.noDecay)
        , m_optimizer(request.recipe, m_weights.parameters())
        , m_data(request.text, *request.setup, request.recipe.curriculum, watch.control)
        , m_entropy(m_data.entropy())
    {
        requireMemory(m_weights);
        m_heldOut = m_data.heldOutRows(std::min(kHeldOutRows, m_recipe.rows), m_recipe.length);
    }

    bool run()
    {
        if (!begin())
            return false;
        m_start = Clock::now();
        m_lastCheckpoint = m_start;
        m_firstStep = m_checkpointStep = m_state.step;
        m_processor = processorSeconds();
        try {
            tell();
            for (bool goesOn = true; goesOn;) {
                goesOn = wholeStep();
                tell();
                if (goesOn && isCheckpointDue())
                    save();
            }
        } catch (const Stopped&) {
            if (!m_watch.isKept || m_watch.isKept())
                save();
            throw;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::BadInput && !m_hasDiverged && m_state.step > m_firstStep)
                save(); // the steps that were made are not lost
            throw;
        }
        if (m_watch.keepsCheckpoint) {
            save();
            return true;
        }
        saveModel();
        removeCheckpoint(m_request.folder);
        return true;
    }

private:
    TrainingIdentity identity() const { return {m_recipe, m_data.mark()}; }
    std::string path(const std::string& name) const { return (fs::path(m_request.folder) / name).generic_string(); }

    /// Decides whether the folder is begun, gone on with (true), or has ended (false).
    bool begin()
    {
        const std::string& folder = m_request.folder;
        std::error_code failure;
        const bool hasModel = fs::exists(path("config.json"), failure) || fs::exists(path("model.safetensors"), failure);
        if (!m_request.resumes) {
            if (hasModel || hasCheckpoint(folder))
                throw Error({ErrorKind::BadInput, folder, "", CUTAWAY_TR("the folder holds a model already"),
                    hasCheckpoint(folder) ? CUTAWAY_TR("another folder, or --resume to go on") : CUTAWAY_TR("another folder"), ""});
            if (m_request.memory)
                m_optimizer.takeOver(*m_request.memory, m_weights.parameters());
            return true;
        }
        if (hasCheckpoint(folder)) {
            readCheckpoint(folder, m_state, identity());
            removeUnfinished();
            return !m_state.record.has(m_recipe.steps);
        }
        if (const auto history = trainingHistoryOf(folder); history && history->last("step") == double(m_recipe.steps))
            return false;
        throw Error({ErrorKind::BadInput, folder, "", CUTAWAY_TR("there is no checkpoint to go on from"), "checkpoint.safetensors", ""});
    }

    /// Of a process that was killed while it wrote; the folder is locked by this one.
    void removeUnfinished() const
    {
        for (const char* const name : {"checkpoint.safetensors", "model.safetensors", "config.json", "tokenizer.json", "history.json"})
            AtomicFile::removeUnfinished(path(name));
        for (const Index step : m_recipe.snapshots)
            AtomicFile::removeUnfinished(snapshotPath(step));
    }

    bool isCheckpointDue() const
    {
        const bool isStep = m_watch.checkpointSteps > 0 && m_state.step - m_checkpointStep >= m_watch.checkpointSteps;
        return isStep || secondsSince(m_lastCheckpoint) >= m_watch.checkpointSeconds;
    }

    /// One step, or nothing of it where it was interrupted; false when it was the last.
    bool wholeStep()
    {
        std::stop_source any; // of the training, or of this step
        const auto request = [&any] { any.request_stop(); };
        const std::stop_token ofStep = m_watch.interruption ? m_watch.interruption() : std::stop_token();
        const std::stop_callback byTraining(m_watch.control.stop, request);
        const std::stop_callback byStep(ofStep, request);
        RunControl control = m_watch.control;
        control.stop = any.get_token();
        try {
            return step(control);
        } catch (const Stopped&) {
            m_watch.control.check(); // it is the training that was stopped
            return true;
        }
    }

    /// One step; false when it was the last.
    bool step(const RunControl& control)
    {
        control.check();
        const Index step = m_state.step;
        if (std::find(m_recipe.snapshots.begin(), m_recipe.snapshots.end(), step) != m_recipe.snapshots.end())
            saveWeights(snapshotPath(step));
        const std::vector<TrainingRow> rows = m_data.rows(m_recipe.seed, step, m_recipe.rows, m_recipe.length);
        BatchGradient batch = gradientOfBatch(m_weights, rows,
            {.rowsPerPass = rowsPerPass(m_recipe, m_weights.count()),
                .zLoss = m_recipe.zLoss,
                .balance = m_recipe.balance,
                .dropout
                = {m_recipe.dropout, rowStream(m_recipe.seed, "dropout", std::uint64_t(step)), m_recipe.attentionDropout},
                .memory = &m_memory},
            control);
        const double norm = gradientNorm(batch.gradients), rate = learningRate(m_recipe, step);
        if (!std::isfinite(batch.loss) || !std::isfinite(norm))
            diverged(step, rows, batch);
        TrainingPoint point;
        if (isPoint(step, m_recipe.steps))
            point = measured(step, batch, rate, control);
        // From here on nothing is stopped: the step is whole or was not made.
        if (step < m_recipe.steps) {
            keepWeights();
            m_optimizer.update(m_weights.parameters(), batch.gradients, rate, step, clipFactor(norm, m_recipe.clip));
            m_weights.changed();
            ++m_state.step;
            for (const TrainingRow& row : rows) {
                m_state.record.seen.insert(row.ids.begin(), row.ids.end());
                m_state.record.seen.insert(row.source.begin(), row.source.end());
            }
        }
        if (!point.empty()) {
            m_state.record.add(point);
            report(step, batch.loss, point);
        }
        m_memory.sums.front() = std::move(batch.gradients);
        return step < m_recipe.steps;
    }

    TrainingPoint measured(Index step, const BatchGradient& batch, double rate, const RunControl& control) const
    {
        TrainingPoint point = measuresOf(m_weights, m_heldOut, rowsPerPass(m_recipe, m_weights.count()), control);
        point.merge(copyingOf(m_weights, control));
        point.merge(normsOf(m_weights, batch.gradients));
        point["step"] = step;
        point["loss"] = recorded(batch.loss);
        point["learning_rate"] = recorded(rate);
        return point;
    }

    void report(Index step, double loss, const TrainingPoint& point) const
    {
        if (!m_watch.onReport)
            return;
        const double seconds = secondsSince(m_start), made = double(m_state.step - m_firstStep);
        const Json& heldOut = point.at("held_out");
        m_watch.onReport({.step = step,
            .steps = m_recipe.steps,
            .loss = loss,
            .heldOut = heldOut.is_number() ? heldOut.get<double>() : std::nan(""),
            .tokensPerSecond = made * double(m_recipe.rows * m_recipe.length) / std::max(1e-9, seconds),
            .entropy = m_entropy,
            .secondsLeft = made > 0 ? seconds / made * double(m_recipe.steps - m_state.step) : 0.0});
    }

    /// Hands the state between two steps to who watches.
    void tell()
    {
        const auto& told = m_hasDiverged ? m_watch.onDiverged : m_watch.onStep;
        if (!told)
            return;
        TrainingMoment moment{.step = m_state.step,
            .steps = m_recipe.steps,
            .weights = m_weights,
            .history = [this] { return m_state.record.columns().empty() ? Json() : history(); },
            .memory = {},
            .save = [this] { save(); }};
        if (!m_hasDiverged)
            moment.memory = [this] { return remembered(); };
        told(moment);
    }

    OptimizerMemory remembered() const
    {
        OptimizerMemory memory{.names = {},
            .first = m_optimizer.first(),
            .second = m_optimizer.second(),
            .updates = m_optimizer.before() + m_state.step};
        for (const Parameter& parameter : m_weights.parameters())
            memory.names.push_back(parameter.name);
        return memory;
    }

    Json history()
    {
        const HistoryHead head{
            .model = nameOf(m_request.folder), .text = nameOf(m_data.name()), .made = m_state.step, .entropy = m_entropy};
        return historyJson(head, m_weights, m_recipe, counted().record);
    }

    /// Remembers the weights whose loss was a number.
    void keepWeights()
    {
        m_before.resize(m_weights.parameters().size());
        for (std::size_t p = 0; p < m_before.size(); ++p)
            m_before[p].resize(m_weights.parameters()[p].numbers->size());
        const std::vector<GradientBlock> blocks = blocksOf(m_before);
        eachBlock(blocks, [&](Index i) {
            const auto& [p, first, last] = blocks[std::size_t(i)];
            std::copy_n(m_weights.parameters()[p].numbers->data() + first, last - first, m_before[p].data() + first);
        });
    }

    /// The first tensor of a pass over these rows that has a number which is none, or of the gradients: "inf in blocks.0.mlp.pre".
    std::string firstBadTensor(const std::vector<TrainingRow>& rows, const BatchGradient& batch) const
    {
        const auto count = std::size_t(packedRows(m_weights.setup().config, rowsPerPass(m_recipe, m_weights.count())));
        for (std::size_t first = 0; first < rows.size(); first += count) {
            const TracePtr trace
                = forward(m_weights.setup(), packed(std::span(rows).subspan(first, std::min(count, rows.size() - first))));
            for (const TraceEntry& entry : trace->entries())
                for (const float value : entry.tensor.values())
                    if (std::isnan(value) || value == std::numeric_limits<float>::infinity())
                        return (std::isnan(value) ? "nan in " : "inf in ") + entry.tensor.name();
        }
        for (std::size_t p = 0; p < batch.gradients.size(); ++p)
            for (const float value : batch.gradients[p])
                if (!std::isfinite(value))
                    return (std::isnan(value) ? "nan in grad.weights." : "inf in grad.weights.") + m_weights.parameters()[p].name;
        return "inf in the norm of all gradients";
    }

    [[noreturn]] void diverged(Index step, const std::vector<TrainingRow>& rows, const BatchGradient& batch)
    {
        m_hasDiverged = true; // a checkpoint would go on to the same numbers
        const std::string bad = firstBadTensor(rows, batch);
        for (std::size_t p = 0; p < m_before.size(); ++p)
            *m_weights.parameters()[p].numbers = m_before[p];
        m_weights.changed();
        if (!m_before.empty()) {
            --m_state.step;
            saveModel();
        }
        tell();
        throw Error({ErrorKind::BadInput, m_request.folder, "step " + std::to_string(step),
            std::isfinite(batch.loss) ? CUTAWAY_TR("the gradient is no number any more: the model is that of the step before")
                                      : CUTAWAY_TR("the loss is no number any more: the model is that of the step before"),
            "", bad});
    }

    /// The folder as of now, and a checkpoint.
    void save()
    {
        writeCheckpoint(m_request.folder, counted(), identity());
        saveModel();
        m_lastCheckpoint = Clock::now();
        m_checkpointStep = m_state.step;
    }

    void saveModel()
    {
        core::saveModel(m_weights.setup(), m_request.folder);
        if (m_state.record.columns().empty())
            return; // stopped before the first point: no history yet
        AtomicFile file(path("history.json"));
        file.write(writeJson(history()) + "\n");
        file.commit();
    }

    std::string snapshotPath(Index step) const { return path("snapshots/" + std::to_string(m_request.stepsBefore + step) + ".safetensors"); }

    void saveWeights(const std::string& file) const
    {
        std::error_code failure;
        fs::create_directories(fs::path(file).parent_path(), failure);
        std::vector<TensorToWrite> tensors;
        for (const Parameter& parameter : m_weights.parameters()) {
            const WeightPtr weight = m_weights.setup().weights.share(parameter.name);
            tensors.push_back(
                {parameter.name, parameter.shape, [weight](Index row, Index rows, float* out) { weight->read(row, rows, out); }});
        }
        writeSafetensors(file, tensors, {{"format", "pt"}});
    }

    /// The state with the time up to now.
    const TrainingState& counted()
    {
        const double now = processorSeconds();
        m_state.record.seconds += now - m_processor;
        m_processor = now;
        return m_state;
    }

    const TrainingRequest& m_request;
    const TrainingRecipe& m_recipe;
    const TrainingWatch& m_watch;
    FolderLock m_lock;
    TrainedWeights m_weights;
    Optimizer m_optimizer;
    TrainingData m_data;
    std::optional<double> m_entropy; // of the bundled corpus
    std::vector<TrainingRow> m_heldOut;
    TrainingState m_state{m_weights, m_optimizer};
    GradientList m_before;
    BatchMemory m_memory;
    Clock::time_point m_start, m_lastCheckpoint;
    double m_processor = 0; // seconds that are counted already
    Index m_firstStep = 0, m_checkpointStep = 0;
    bool m_hasDiverged = false;
};

} // namespace

bool train(const TrainingRequest& request, const TrainingWatch& watch)
{
    checkRecipe(request.recipe);
    requireTrainable(*request.setup);
    if (const std::optional<Index> most = longestText(request.setup->config); most && request.recipe.length > *most)
        throw Error({ErrorKind::BadInput, "", "length", CUTAWAY_TR("rows are longer than the model's tables reach"),
            "at most " + std::to_string(*most) + " tokens", std::to_string(request.recipe.length)});
    return Training(request, watch).run();
}

} // namespace core
