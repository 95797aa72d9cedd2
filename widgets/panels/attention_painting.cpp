#include "widgets/panels/attention_painting.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>

namespace widgets {

namespace {

struct Painting
{
    Q_DECLARE_TR_FUNCTIONS(InterventionMenu)
};

/// The score of a cell that the mask took away.
std::optional<float> unmaskedScore(const RunResult& run, const core::Intervention& scores, const std::string& room)
{
    core::Intervention part = scores;
    part.at = room + "scores_content";
    const auto content = numbersOf(run, part);
    part.at = room + "bias";
    const auto bias = numbersOf(run, part);
    if (!content || content->numbers.size() != 1)
        return {};
    const float score = content->numbers.front() + (bias && bias->numbers.size() == 1 ? bias->numbers.front() : 0.f);
    return std::isfinite(score) ? std::optional(score) : std::nullopt;
}

/// The row of a cell, of all keys.
core::Intervention rowOf(core::Intervention cell, const std::string& tensor)
{
    cell.at = tensor;
    std::erase_if(cell.slice, [](const core::AxisRange& range) { return range.axis == core::axis::key; });
    return cell;
}

core::Index keyOf(const core::Intervention& cell)
{
    for (const core::AxisRange& range : cell.slice)
        if (range.axis == core::axis::key)
            return range.first;
    return 0;
}

/// A key and its score.
using ScoredKey = std::pair<core::Index, float>;

/// The weights of the row of a cell when these keys are seen, too, with their scores: the softmax gets these terms. Nothing where
/// the row is no softmax of its scores.
std::optional<core::InterventionValue> withKeys(
    const RunResult& run, const core::Intervention& cell, const std::string& room, const std::vector<ScoredKey>& keys)
{
    std::optional<core::InterventionValue> weights = numbersOf(run, rowOf(cell, room + "pattern"));
    const auto scores = numbersOf(run, rowOf(cell, room + "scores"));
    if (!weights || !scores || scores->numbers.size() != weights->numbers.size())
        return {};
    double total = std::numeric_limits<double>::quiet_NaN(); // the logarithm of the sum below
    for (std::size_t i = 0; i < weights->numbers.size(); ++i) {
        if (!std::isfinite(scores->numbers[i]) || weights->numbers[i] < 1e-6f)
            continue;
        const double one = double(scores->numbers[i]) - std::log(double(weights->numbers[i]));
        if (std::isfinite(total) && std::abs(one - total) > 1e-2)
            return {};
        total = std::isfinite(total) ? total : one;
    }
    if (!std::isfinite(total))
        return {};
    double largest = total, sum = 0; // so that no exponential is too large
    for (const auto& [key, score] : keys)
        largest = std::max(largest, double(score));
    for (const auto& [key, score] : keys)
        sum += std::exp(double(score) - largest);
    const double before = std::exp(total - largest);
    for (float& weight : weights->numbers)
        weight = float(double(weight) * before / (before + sum));
    for (const auto& [key, score] : keys)
        weights->numbers[std::size_t(key)] = float(std::exp(double(score) - largest) / (before + sum));
    return weights;
}

/// What makes a token look at a key that it does not see, or the other way round; nothing where that cannot be said.
std::optional<core::Intervention> looking(
    const RunResult& run, const core::Intervention& cell, const std::string& room, bool looks)
{
    if (!looks) {
        core::Intervention change = cell;
        change.op = core::InterventionOp::Set;
        change.value = {{}, {-std::numeric_limits<float>::infinity()}};
        return change;
    }
    const std::optional<float> score = unmaskedScore(run, cell, room);
    const auto weights = score ? withKeys(run, cell, room, {{keyOf(cell), *score}}) : std::nullopt;
    if (!weights)
        return {};
    core::Intervention change = rowOf(cell, room + "pattern");
    change.op = core::InterventionOp::Set;
    change.value = *weights;
    return change;
}

/// Whether the query of a cell sees no other key.
bool isOnlyKey(const RunResult& run, const core::Intervention& cell)
{
    const auto scores = numbersOf(run, rowOf(cell, cell.at));
    return scores && std::ranges::count_if(scores->numbers, [](float score) { return std::isfinite(score); }) < 2;
}

/// A cell of attention: its score, and what the names of its tensors begin with.
struct AttentionCell
{
    core::Intervention scores;
    std::string room; // "blocks.1.attn."
};

/// Nothing where the place is no such cell.
std::optional<AttentionCell> attentionCell(const InterventionPlace& place)
{
    const bool isOfAttention = place.rest.starts_with("attn.") || place.rest.starts_with("cross_attn.");
    core::Intervention scores = place.changes.front();
    const bool isCell = place.kind == InterventionPlace::Kind::Number && isOfAttention
        && std::ranges::any_of(scores.slice, [](const core::AxisRange& range) { return range.axis == core::axis::key; });
    if (!isCell)
        return {};
    const std::string room
        = scores.at.substr(0, scores.at.size() - place.rest.size()) + place.rest.substr(0, place.rest.find('.') + 1);
    scores.at = room + "scores";
    return AttentionCell{scores, room};
}

/// The cell of these tokens, in the same head.
core::Intervention cellAt(core::Intervention cell, core::Index query, core::Index key)
{
    for (core::AxisRange& range : cell.slice)
        if (range.axis == core::axis::query || range.axis == core::axis::key)
            range.first = range.last = range.axis == core::axis::query ? query : key;
    return cell;
}

/// Tokens of a stroke: by query, the keys.
using Stroke = std::map<core::Index, std::vector<core::Index>>;

/// Of each query of the stroke the scores of its row; nothing where one was not recorded.
std::optional<std::map<core::Index, std::vector<float>>> scoresOf(
    const RunResult& run, const core::Intervention& scores, const Stroke& stroke)
{
    std::map<core::Index, std::vector<float>> rows;
    for (const auto& [query, keys] : stroke) {
        auto row = numbersOf(run, rowOf(cellAt(scores, query, 0), scores.at));
        if (!row)
            return {};
        rows[query] = std::move(row->numbers);
    }
    return rows;
}

/// The cells of the stroke that are seen get a score of −∞, but for the last one that a query may look at: one number where they
/// are a rectangle, else −∞ is added to them and 0 to what is between.
std::vector<core::Intervention> drawnAway(const RunResult& run, const core::Intervention& scores, const Stroke& stroke)
{
    constexpr float none = -std::numeric_limits<float>::infinity();
    auto rows = scoresOf(run, scores, stroke);
    if (!rows)
        return {};
    std::vector<std::pair<core::Index, core::Index>> taken;
    for (const auto& [query, keys] : stroke)
        for (const core::Index key : keys) {
            std::vector<float>& row = (*rows)[query];
            const auto seen = std::ranges::count_if(row, [](float score) { return std::isfinite(score); });
            if (seen < 2 || !std::isfinite(row[std::size_t(key)]))
                continue;
            row[std::size_t(key)] = none;
            taken.emplace_back(query, key);
        }
    if (taken.empty())
        return {};
    const auto [firstKey, lastKey] = std::ranges::minmax(taken | std::views::values);
    const core::Index firstQuery = taken.front().first, lastQuery = taken.back().first;
    const core::Index across = lastKey - firstKey + 1, down = lastQuery - firstQuery + 1;
    core::Intervention change = scores;
    for (core::AxisRange& range : change.slice)
        if (range.axis == core::axis::query || range.axis == core::axis::key)
            std::tie(range.first, range.last)
                = range.axis == core::axis::query ? std::pair(firstQuery, lastQuery) : std::pair(firstKey, lastKey);
    if (core::Index(taken.size()) == across * down) {
        change.op = core::InterventionOp::Set;
        change.value = {{}, {none}};
        return {change};
    }
    change.op = core::InterventionOp::Add;
    change.value = {{down, across}, std::vector<float>(std::size_t(across * down), 0.f)};
    for (const auto& [query, key] : taken)
        change.value.numbers[std::size_t((query - firstQuery) * across + key - firstKey)] = none;
    return {change};
}

/// The masked cells of the stroke are seen: rows that follow each other are one change.
std::vector<core::Intervention> drawnSeen(
    const RunResult& run, const core::Intervention& scores, const std::string& room, const Stroke& stroke)
{
    std::vector<core::Intervention> changes;
    for (const auto& [query, keys] : stroke) {
        std::vector<ScoredKey> added;
        for (const core::Index key : keys) {
            const core::Intervention cell = cellAt(scores, query, key);
            core::Intervention weight = cell;
            weight.at = room + "pattern";
            const auto now = numbersOf(run, cell), looks = numbersOf(run, weight);
            const std::optional<float> score = unmaskedScore(run, cell, room);
            if (score && now && !std::isfinite(now->numbers.front()) && looks && !(looks->numbers.front() > 0))
                added.emplace_back(key, *score);
        }
        const core::Intervention cell = cellAt(scores, query, 0);
        const auto weights = added.empty() ? std::nullopt : withKeys(run, cell, room, added);
        if (!weights)
            continue;
        core::Intervention row = rowOf(cell, room + "pattern");
        row.op = core::InterventionOp::Set;
        const auto last = [&]() -> core::AxisRange& {
            return *std::ranges::find(changes.back().slice, std::string(core::axis::query), &core::AxisRange::axis);
        };
        const core::Index size = core::Index(weights->numbers.size());
        if (changes.empty() || last().last != query - 1) {
            row.value = {{size}, weights->numbers};
            changes.push_back(std::move(row));
            continue;
        }
        last().last = query;
        core::InterventionValue& value = changes.back().value;
        value.numbers.insert(value.numbers.end(), weights->numbers.begin(), weights->numbers.end());
        value.shape = {core::Index(value.numbers.size()) / size, size};
    }
    return changes;
}

} // namespace

void addPainting(QMenu& menu, const InterventionPlace& place, const PointedRuns& runs, const InterventionChosen& chosen)
{
    const auto cell = attentionCell(place);
    if (!cell)
        return;
    const auto& [scores, room] = *cell;
    const auto now = numbersOf(*runs.run, scores);
    if (!now || now->numbers.size() != 1)
        return;
    const bool isMasked = !std::isfinite(now->numbers.front()), isOnly = !isMasked && isOnlyKey(*runs.run, scores);
    const std::optional<core::Intervention> change = isOnly ? std::nullopt : looking(*runs.run, scores, room, isMasked);
    QAction* const action = menu.addAction(isMasked ? Painting::tr("&Let it look") : Painting::tr("Do not &let it look"));
    action->setObjectName(QStringLiteral("look"));
    action->setEnabled(change.has_value());
    action->setToolTip(isOnly ? Painting::tr("It is the only token that it may look at.")
            : !isMasked       ? Painting::tr("Its score becomes −∞, as the mask does it.")
            : change          ? Painting::tr("The weights of its row become those with its score without the mask.")
                              : Painting::tr("Its score without the mask is not in this run."));
    if (change)
        QObject::connect(action, &QAction::triggered, &menu, [one = *change, chosen] { chosen({one}, Lacks::Nothing); });
}

std::vector<core::Intervention> drawnCells(const RunResult& run, const QString& tensor, const std::vector<Selection>& cells)
{
    const std::vector<InterventionPlace> places
        = cells.empty() ? std::vector<InterventionPlace>() : placesAt(run, tensor, cells.front());
    const auto first = places.empty() ? std::nullopt : attentionCell(places.front());
    const auto now = first ? numbersOf(run, first->scores) : std::nullopt;
    if (!now || now->numbers.size() != 1)
        return {};
    Stroke stroke;
    for (const Selection& at : cells)
        stroke[at.query].push_back(at.key);
    return std::isfinite(now->numbers.front()) ? drawnAway(run, first->scores, stroke)
                                               : drawnSeen(run, first->scores, first->room, stroke);
}

} // namespace widgets
