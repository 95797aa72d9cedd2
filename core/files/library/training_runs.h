#pragma once

// The training runs that can be shown: of every model folder with a history.json, and the sweeps, of which only the history
// was kept (models/sweeps/NAME.json).

#include <optional>
#include <string>
#include <vector>

namespace core {

struct TrainingRun
{
    std::string name;   // "main", "sweep-pre12-0.003"
    std::string path;   // of its history
    bool isSweep = false; // no weights were kept
};

/// Models in the order of listModels(), then the sweeps next to bundled models by name. No history is read.
std::vector<TrainingRun> trainingRuns();

/// The one of this name, looked up without a list of all; nothing when no history of it is kept.
std::optional<TrainingRun> trainingRun(const std::string& name);

/// Entropy, nats per token, of the corpus that the bundled models were trained on, which no model can go below (corpus.json next
/// to them); nothing when that is not known.
std::optional<double> corpusEntropy();

/// The model that a snapshot is of: "main" of "main@1100"; otherwise the name itself.
std::string withoutStep(const std::string& name);

} // namespace core
