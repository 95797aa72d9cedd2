#pragma once

// history.json of a small model: its purpose, how it was trained, and what was measured during training
// (resources/models/README.md lists the columns).

#include "core/base/tensor.h"
#include "core/io/words_by_language.h"
#include "core/model/choices.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core {

struct TrainingHistory
{
    std::string model;          // "main"
    WordsByLanguage purpose;    // one line
    std::int64_t parameters = 0;
    Choices choices;
    Json training;              // its settings: {"seed": 1, "lr": 0.004, "steps": 4400, …}
    double seconds = 0;         // of CPU time
    std::vector<std::int32_t> unseenIds; // no training row held them; ascending

    /// By name: [point], [point, layer], [point, layer, head] or [point, layer, expert]; NaN where no number was measured.
    std::map<std::string, Tensor> columns;

    Index points() const { return columns.at("step").dim(0); }

    /// Null when this training did not measure it.
    const Tensor* column(const std::string& name) const;

    /// The last number of a column [point]; nothing when there is none.
    std::optional<double> last(const std::string& name) const;

    /// The largest number of a column at the last point: the score of the best head. Nothing when there is none.
    std::optional<double> best(const std::string& name) const;
};

/// Where the history of a model folder is, if it has one.
std::string historyFile(const std::string& folder);

/// Whether it has one: a model that was trained by this program has, one that was fetched has not. False without a folder.
bool hasHistory(const std::string& folder);

/// Of a document, which errors call `file`. Throws Error{BadInput}: file, place, problem.
TrainingHistory trainingHistoryIn(const Json& document, const std::string& file);

/// The same of a file. Files above 32 MiB, 10,000 points or 64 columns are refused.
TrainingHistory readTrainingHistory(const std::string& path);

/// That of a model folder; nothing when it has none. Throws as above.
std::optional<TrainingHistory> trainingHistoryOf(const std::string& folder);

} // namespace core
