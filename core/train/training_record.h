#pragma once

// TrainingRecord: what history.json holds of a training (resources/models/README.md): columns of measures, one entry a point.

#include "core/io/json.h"
#include "core/train/recipe.h"
#include "core/train/trained_weights.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core {

/// Whether a step of a training of so many is a point: every step of a short one; else the first and then ever fewer, about 220.
bool isPoint(Index step, Index steps);

/// Numbers of one point by column: a number, an array of layers, of layers and heads.
using TrainingPoint = std::map<std::string, Json>;

/// Four digits, as a history keeps its numbers; null for what is no number.
Json recorded(double value);
Json recorded(const std::vector<double>& values);

class TrainingRecord
{
public:
    /// Appends a point. REQUIRES: the columns of those before.
    void add(const TrainingPoint& point);

    /// The columns, and back. Throws Error{BadInput} for anything but an object of arrays of one length.
    const Json& columns() const { return m_columns; }
    bool has(Index step) const; // as its last point
    static TrainingRecord of(const Json& columns, const std::string& file);

    std::set<TokenId> seen; // ids that a row of the training held
    double seconds = 0;     // of CPU time

private:
    Json m_columns = Json::object();
};

/// What a history says besides its numbers.
struct HistoryHead
{
    std::string model; // its name
    std::string text;  // name of the file, or of the bundled corpus
    Index made = 0;    // updates
    std::optional<double> entropy = {}; // of the bundled corpus, nats a token
};

/// The document history.json. `weights` is the model that was trained.
Json historyJson(
    const HistoryHead& head, const TrainedWeights& weights, const TrainingRecipe& recipe, const TrainingRecord& record);

} // namespace core
