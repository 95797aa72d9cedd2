#include "core/files/library/training_history.h"

#include "core/base/error.h"
#include "core/io/json_value.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace core {

namespace {

constexpr JsonLimits historyLimits{.bytes = std::size_t(32) << 20};
constexpr std::size_t maxPoints = 10'000, maxColumns = 64, maxIds = 4'000'000, maxChoices = 1'000;
constexpr std::size_t widestRow = 4'096;             // layers, or heads of a layer
constexpr Index largestColumn = Index(16) << 20;     // numbers
constexpr float notMeasured = std::numeric_limits<float>::quiet_NaN();

/// The lengths of the arrays inside one another, by the first that is no null.
void measure(const JsonValue& value, std::size_t depth, Shape& shape)
{
    if (!value.isArray() || depth > 3)
        return;
    const std::size_t count = value.arraySize(depth == 0 ? maxPoints : widestRow);
    if (shape.size() <= depth)
        shape.push_back(Index(count));
    for (std::size_t i = 0; i < count && shape.size() < 4; ++i) {
        const std::size_t known = shape.size();
        measure(value[i], depth + 1, shape);
        if (shape.size() > known || depth + 1 < known)
            break;
    }
}

void fill(const JsonValue& value, const Shape& shape, std::size_t depth, float*& out)
{
    if (value.json().is_null()) {
        Index count = 1;
        for (std::size_t axis = depth; axis < shape.size(); ++axis)
            count *= shape[axis];
        out = std::fill_n(out, count, notMeasured);
        return;
    }
    if (depth == shape.size()) {
        *out++ = float(value.number());
        return;
    }
    if (value.arraySize(widestRow + maxPoints) != std::size_t(shape[depth]))
        value.refuse(CUTAWAY_TR("has another length than its neighbours"), std::to_string(shape[depth]),
            std::to_string(value.json().size()));
    for (std::size_t i = 0; i < std::size_t(shape[depth]); ++i)
        fill(value[i], shape, depth + 1, out);
}

Tensor readColumn(const std::string& name, const JsonValue& value)
{
    Shape shape;
    value.arraySize(maxPoints);
    measure(value, 0, shape);
    if (shape.size() > 3 || elements(shape) > largestColumn)
        value.refuse(
            CUTAWAY_TR("is not a column of numbers"), "[point], [point][layer] or [point][layer][head]", shapeText(shape));
    const Axes axes{"point", "layer", name == "expert_load" ? axis::expert : axis::head};
    Tensor column(name, Axes(axes.begin(), axes.begin() + std::ptrdiff_t(shape.size())), shape);
    float* out = column.data();
    fill(value, shape, 0, out);
    return column;
}

void checkSteps(const TrainingHistory& history, const JsonValue& points)
{
    const Tensor* steps = history.column("step");
    if (!steps || steps->rank() != 1 || steps->size() == 0)
        points.refuse(CUTAWAY_TR("has no steps"), "step: numbers", "");
    for (const auto& [name, column] : history.columns)
        if (column.dim(0) != steps->dim(0))
            points[name].refuse(CUTAWAY_TR("has another length than its neighbours"), std::to_string(steps->dim(0)),
                std::to_string(column.dim(0)));
    for (Index i = 0; i < steps->size(); ++i)
        if (!(steps->data()[i] >= 0) || (i > 0 && !(steps->data()[i] > steps->data()[i - 1])))
            points["step"][std::size_t(i)].refuse(CUTAWAY_TR("steps do not ascend"));
}

Choices readFlatChoices(const JsonValue& json)
{
    Choices choices;
    if (json.object().size() > maxChoices)
        json.refuse(CUTAWAY_TR("too many elements"), "at most " + std::to_string(maxChoices));
    for (const auto& [key, value] : json.object()) {
        try {
            choices.set(key, value);
        } catch (const Error& error) {
            Error::Parts parts = error.parts();
            parts.kind = ErrorKind::BadInput; // from a file, not typed
            throw Error(parts).inFile(json.file());
        }
    }
    return choices;
}

} // namespace

const Tensor* TrainingHistory::column(const std::string& name) const
{
    const auto found = columns.find(name);
    return found == columns.end() ? nullptr : &found->second;
}

std::optional<double> TrainingHistory::last(const std::string& name) const
{
    const Tensor* found = column(name);
    if (!found || found->rank() != 1 || !std::isfinite(found->values().back()))
        return std::nullopt;
    return found->values().back();
}

std::optional<double> TrainingHistory::best(const std::string& name) const
{
    const Tensor* found = column(name);
    std::optional<double> best;
    if (found)
        for (const float value : found->part(found->dim(0) - 1, 1).values())
            if (std::isfinite(value) && (!best || value > *best))
                best = value;
    return best;
}

TrainingHistory trainingHistoryIn(const Json& document, const std::string& file)
{
    const JsonValue json(document, file);
    json["format"].integer(1, 1);
    TrainingHistory history;
    history.model = json["model"].string();
    history.purpose = readWords(json, "purpose");
    history.parameters = json["parameters"].integer(0, std::numeric_limits<std::int64_t>::max());
    history.choices = readFlatChoices(json["choices"]);
    json["training"].object();
    history.training = json["training"].json();
    history.seconds = json["seconds"].number();

    const JsonValue unseen = json["unseen_ids"];
    for (std::size_t i = 0; i < unseen.arraySize(maxIds); ++i)
        history.unseenIds.push_back(std::int32_t(unseen[i].integer(0, std::numeric_limits<std::int32_t>::max())));
    std::sort(history.unseenIds.begin(), history.unseenIds.end());

    const JsonValue points = json["points"];
    if (points.object().size() > maxColumns)
        points.refuse(CUTAWAY_TR("too many elements"), "at most " + std::to_string(maxColumns));
    for (const auto& [name, column] : points.object())
        history.columns.emplace(name, readColumn(name, points[name]));
    checkSteps(history, points);
    return history;
}

std::string historyFile(const std::string& folder) { return (std::filesystem::path(folder) / "history.json").generic_string(); }

bool hasHistory(const std::string& folder)
{
    std::error_code failure;
    return !folder.empty() && std::filesystem::is_regular_file(historyFile(folder), failure);
}

TrainingHistory readTrainingHistory(const std::string& path) { return trainingHistoryIn(readJson(path, historyLimits), path); }

std::optional<TrainingHistory> trainingHistoryOf(const std::string& folder)
{
    return hasHistory(folder) ? std::optional(readTrainingHistory(historyFile(folder))) : std::nullopt;
}

} // namespace core
