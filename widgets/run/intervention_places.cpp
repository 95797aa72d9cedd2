#include "widgets/run/intervention_places.h"

#include "core/trace/tensor_slice.h"
#include "core/trace/trace_request.h"
#include "widgets/run/tensor_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

using Kind = InterventionPlace::Kind;

constexpr core::Index maxNumbers = 100'000; // of a list in a session
constexpr std::array<const char*, 4> branches{"attn_out", "cross_attn_out", "mixer_out", "mlp_out"};

std::string withHead(const std::string& name, core::Index head) { return name + "[" + std::to_string(head) + "]"; }

/// Of one tensor, with the index that a selection names along each axis.
class Places
{
public:
    Places(const RunResult& run, const core::TraceEntry& entry, const Selection& at)
        : m_run(run)
        , m_entry(entry)
        , m_parts(core::partsOfName(entry.name()))
    {
        Selection full = at; // an axis without an index is at 0 there
        full.query = std::max(0, full.query);
        full.key = std::max(0, full.key);
        const std::vector<core::Index> place = placeOf(entry, full, queryHeads(run, int(m_parts.layer)));
        for (std::size_t i = 0; i < place.size(); ++i) {
            const std::string& word = entry.tensor.axes()[i];
            const bool isHead = word == core::axis::head;
            const bool isNamed = isHead || word == core::axis::kvHead ? at.head >= 0
                : word == core::axis::key                             ? at.key >= 0
                : word == core::axis::query                           ? at.query >= 0
                : word == core::axis::token                           ? at.query >= 0 || at.key >= 0
                                                                      : at.dim >= 0;
            m_indices.push_back(!isNamed ? -1 : isHead ? entry.headOfRow(place[i]) : place[i]);
        }
    }

    std::vector<InterventionPlace> all() const
    {
        std::vector<InterventionPlace> places;
        const auto add = [&](std::optional<InterventionPlace> place) {
            if (place)
                places.push_back(std::move(*place));
        };
        add(number());
        add(token());
        add(column());
        for (InterventionPlace& one : experts())
            places.push_back(std::move(one));
        add(head());
        add(part());
        add(branch());
        add(whole());
        add(layer());
        return places;
    }

private:
    const core::Axes& axes() const { return m_entry.tensor.axes(); }
    int headAxis() const { return core::headAxis(axes()); }
    int tokenAxis() const { return core::tokenAxis(axes()); }
    int columnAxis() const // the last one, where it counts neither keys nor tokens
    {
        const int last = int(axes().size()) - 1;
        const bool isOther
            = last >= 0 && last != headAxis() && last != tokenAxis() && axes()[std::size_t(last)] != core::axis::key;
        return isOther ? last : -1;
    }
    core::Index indexOf(int axis) const { return axis >= 0 && !m_indices.empty() ? m_indices[std::size_t(axis)] : -1; }
    bool isOf(const char* room) const { return m_parts.rest.starts_with(room); }

    InterventionPlace made(Kind kind, core::Index index = -1) const
    {
        return {kind, int(m_parts.layer), int(index), int(indexOf(tokenAxis())), std::string(m_parts.rest), {}};
    }

    /// The tensor where these axes have the indices of the selection; an axis without one is taken whole (a mask is of every
    /// head).
    core::Intervention at(std::vector<int> fixed) const
    {
        core::Intervention change{.at = m_entry.name()};
        std::erase_if(fixed, [&](int axis) { return indexOf(axis) < 0; });
        for (const int axis : fixed)
            change.slice.push_back({axes()[std::size_t(axis)], indexOf(axis), indexOf(axis)});
        std::ranges::sort(change.slice, {}, &core::AxisRange::axis); // as JSON has them
        return change;
    }

    std::optional<InterventionPlace> number() const
    {
        if (m_indices.empty() || std::ranges::count(m_indices, -1) > 0)
            return {};
        InterventionPlace place = made(Kind::Number, indexOf(columnAxis()));
        std::vector<int> every;
        for (int axis = 0; axis < int(axes().size()); ++axis)
            every.push_back(axis);
        place.changes = {at(every)};
        return place;
    }

    std::optional<InterventionPlace> token() const
    {
        if (indexOf(tokenAxis()) < 0 || axes().size() < 2)
            return {};
        InterventionPlace place = made(Kind::Token, indexOf(headAxis()));
        place.changes = {at({tokenAxis(), headAxis()})};
        return place;
    }

    std::optional<InterventionPlace> column() const
    {
        if (indexOf(columnAxis()) < 0 || tokenAxis() < 0 || axes()[std::size_t(columnAxis())] == core::axis::expert)
            return {};
        InterventionPlace place = made(Kind::Column, indexOf(columnAxis()));
        place.changes = {at({columnAxis(), headAxis()})};
        return place;
    }

    /// The one that is named, else each.
    std::vector<InterventionPlace> experts() const
    {
        const int axis = columnAxis();
        if (axis < 0 || axes()[std::size_t(axis)] != core::axis::expert)
            return {};
        const core::Index named = indexOf(axis);
        std::vector<InterventionPlace> all;
        for (core::Index expert = std::max<core::Index>(0, named);
             expert <= named || (named < 0 && expert < m_entry.tensor.dim(axis)); ++expert) {
            all.push_back(made(Kind::Expert, expert));
            all.back().changes = {{.at = blockOf("mlp.experts." + std::to_string(expert) + ".out")}};
        }
        return all;
    }

    std::optional<InterventionPlace> head() const
    {
        const int axis = headAxis();
        if (indexOf(axis) < 0 || !(isOf("attn.") || isOf("cross_attn.")) || axes()[std::size_t(axis)] != core::axis::head)
            return {};
        const std::string name = blockOf((isOf("attn.") ? "attn" : "cross_attn") + std::string(".z"));
        if (!m_run.trace->find(name))
            return {};
        InterventionPlace place = made(Kind::Head, indexOf(axis));
        place.changes = {{.at = withHead(name, indexOf(axis))}};
        return place;
    }

    /// Of a tensor that is not the head's output: its pattern, its keys.
    std::optional<InterventionPlace> part() const
    {
        if (indexOf(headAxis()) < 0 || m_parts.rest == "attn.z" || m_parts.rest == "cross_attn.z")
            return {};
        InterventionPlace place = made(Kind::Part, indexOf(headAxis()));
        place.changes = {{.at = withHead(m_entry.name(), indexOf(headAxis()))}};
        return place;
    }

    std::optional<InterventionPlace> branch() const
    {
        for (const char* branch : branches) {
            const std::string room = std::string(branch).substr(0, std::string(branch).size() - 4); // without "_out"
            const bool isIts = m_parts.rest == branch || isOf((room + ".").c_str());
            if (m_parts.layer < 0 || !isIts || !m_run.trace->find(blockOf(branch)))
                continue;
            InterventionPlace place = made(Kind::Branch);
            place.rest = branch;
            place.changes = {{.at = blockOf(branch)}};
            return place;
        }
        return {};
    }

    std::optional<InterventionPlace> whole() const
    {
        if (std::ranges::find(branches, m_parts.rest) != branches.end())
            return {};
        InterventionPlace place = made(Kind::Tensor);
        place.changes = {{.at = m_entry.name()}};
        return place;
    }

    std::optional<InterventionPlace> layer() const
    {
        InterventionPlace place = made(Kind::Layer);
        for (const char* branch : branches)
            if (m_parts.layer >= 0 && m_run.trace->find(blockOf(branch)))
                place.changes.push_back({.at = blockOf(branch)});
        return place.changes.size() > 1 ? std::optional(place) : std::nullopt;
    }

    std::string blockOf(const std::string& rest) const
    {
        return (m_parts.isOfEncoder ? "encoder." : "") + core::blockName(m_parts.layer, rest);
    }

    const RunResult& m_run;
    const core::TraceEntry& m_entry;
    core::NameParts m_parts;
    std::vector<core::Index> m_indices; // along each axis; −1: all; empty: no place of the tensor is named
};

/// The tensor of a place with all its heads, and the slice; nothing where there is none.
std::optional<std::pair<const core::Tensor*, core::TensorSlice>> sliceAt(const RunResult& run, const core::Intervention& place)
{
    const std::optional<core::NamePattern> name = core::parseNamePattern(place.at);
    const core::TraceEntry* const entry = name ? run.trace->findEntry(name->name) : nullptr;
    if (!entry || !entry->heads.empty())
        return {};
    try {
        return std::pair(&entry->tensor, core::sliceOf(entry->tensor.axes(), entry->tensor.shape(), place.slice, name->heads));
    } catch (const core::Error&) {
        return {};
    }
}

} // namespace

std::vector<InterventionPlace> placesAt(const RunResult& run, const QString& tensor, const Selection& at)
{
    Selection place = at;
    std::string name = tensor.toStdString();
    if (name.empty()) {
        name = core::blockName(at.layer, "attn.z");
        place.query = place.key = place.dim = -1;
    }
    const core::TraceEntry* const entry = run.trace->findEntry(name);
    return entry ? Places(run, *entry, place).all() : std::vector<InterventionPlace>();
}

std::vector<InterventionPlace> placesOfToken(const RunResult& run, int layer, int token)
{
    std::vector<std::string> names{"embed", core::blockName(layer, "resid_pre")};
    for (const char* branch : branches)
        names.push_back(core::blockName(layer, branch));
    std::vector<InterventionPlace> places;
    for (const std::string& name : names)
        if (const core::TraceEntry* const entry = run.trace->findEntry(name))
            for (InterventionPlace& place : Places(run, *entry, {.layer = layer, .head = -1, .query = token}).all())
                if (place.kind == Kind::Token)
                    places.push_back(std::move(place));
    return places;
}

std::optional<core::InterventionValue> numbersOf(const RunResult& run, const core::Intervention& place)
{
    const auto found = sliceAt(run, place);
    if (!found)
        return {};
    const auto& [tensor, slice] = *found;
    const core::SlicePlaces places(slice, tensor->shape());
    if (places.size() == 0 || places.size() > maxNumbers)
        return {};
    core::InterventionValue value{places.size() == 1 ? core::Shape() : slice.shape(), {}};
    for (core::Index i = 0; i < places.size(); ++i)
        value.numbers.push_back(tensor->data()[places.at(i)]);
    const auto isSaid = [](float number) { return std::isfinite(number) || number == -std::numeric_limits<float>::infinity(); };
    return std::ranges::all_of(value.numbers, isSaid) ? std::optional(value) : std::nullopt;
}

std::optional<core::InterventionValue> meanOf(const RunResult& run, const core::Intervention& place)
{
    const auto found = sliceAt(run, place);
    const int axis = found ? core::tokenAxis(found->first->axes()) : -1;
    if (axis < 0 || found->second.indices[std::size_t(axis)].size() != 1)
        return {};
    std::optional<core::InterventionValue> value = numbersOf(run, place);
    if (!value)
        return {};
    const core::Tensor& tensor = *found->first;
    std::vector<double> sums(value->numbers.size()), counts(sums.size());
    for (core::Index token = 0; token < tensor.dim(axis); ++token) {
        core::TensorSlice there = found->second;
        there.indices[std::size_t(axis)] = {token};
        const core::SlicePlaces places(there, tensor.shape());
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (const float number = tensor.data()[places.at(core::Index(i))]; std::isfinite(number)) {
                sums[i] += double(number);
                ++counts[i];
            }
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (counts[i] > 0)
            value->numbers[i] = float(sums[i] / counts[i]);
    return value;
}

int tokensOf(const RunResult& run, const core::Intervention& place)
{
    const auto found = sliceAt(run, place);
    const int axis = found ? core::tokenAxis(found->first->axes()) : -1;
    return axis < 0 ? 0 : int(found->second.indices[std::size_t(axis)].size());
}

bool isOfTokens(const RunResult& run, const core::Intervention& place)
{
    const auto found = sliceAt(run, place);
    const core::Axes axes = found ? found->first->axes() : core::Axes();
    return (axes.size() == 2 || axes.size() == 3)
        && (axes.front() == core::axis::token || axes.front() == core::axis::routedToken);
}

} // namespace widgets
