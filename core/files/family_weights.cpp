// From the names of a family's tensors to weights.

#include "core/files/family.h"

#include "core/base/edit_distance.h"
#include "core/base/error.h"
#include "core/files/shown_text.h"
#include "core/run/forward.h"

#include <algorithm>
#include <set>

namespace core {

namespace {

/// The number after "blocks." and the name with N in its place; the name itself for other tensors.
std::pair<std::string, std::string> splitLayer(const std::string& name)
{
    constexpr std::string_view start = "blocks.";
    if (!name.starts_with(start))
        return {name, ""};
    const std::size_t end = name.find('.', start.size());
    return {std::string(start) + "N" + name.substr(end), name.substr(start.size(), end - start.size())};
}

/// Which stored tensor a weight is, by the family's table.
struct Wanted
{
    std::string name; // without prefix
    TensorName rule;
};
std::optional<Wanted> wantedFor(const Family& family, const std::string& weight)
{
    if (family.tensors.empty())
        return Wanted{weight, {}};
    const std::size_t dot = weight.rfind('.');
    const auto [native, layer] = splitLayer(weight.substr(0, dot));
    for (const TensorName& rule : family.tensors) {
        if (rule.native != native)
            continue;
        std::string name = rule.stored + weight.substr(dot);
        const std::size_t mark = name.find(".N.");
        if (!layer.empty() && mark != std::string::npos)
            name.replace(mark + 1, 1, layer);
        return Wanted{std::move(name), rule};
    }
    return {};
}

/// Where the rows of a part lie, and how many rows the fused matrix has.
struct Rows
{
    Index first = 0;
    Index all = 0;
};
Rows rowsOf(Part part, const BlockConfig& block, Index rows)
{
    const Index q = block.heads * block.dHead;
    const Index kv = block.kvHeads * block.dHead;
    switch (part) {
    case Part::Q:
        return {0, q + 2 * kv};
    case Part::K:
        return {q, q + 2 * kv};
    case Part::V:
        return {q + kv, q + 2 * kv};
    case Part::Whole:
        break;
    }
    return {0, rows};
}

[[noreturn]] void refuseMissing(const std::vector<std::string>& missing, const StoredTensors& stored, const std::string& file)
{
    constexpr std::size_t shown = 20;
    constexpr std::size_t compared = 2000; // names, so that a hostile file costs little
    std::string names;
    for (std::size_t i = 0; i < std::min(shown, missing.size()); ++i)
        names += (i ? ", " : "") + missing[i];
    if (missing.size() > shown)
        names += ", and " + std::to_string(missing.size() - shown) + " more";

    std::string nearest;
    std::size_t least = 0;
    std::size_t seen = 0;
    for (const auto& [name, tensor] : stored) {
        if (++seen > compared)
            break;
        const std::size_t edits = editDistance(missing.front(), name.substr(0, 200));
        if (nearest.empty() || edits < least) {
            nearest = name;
            least = edits;
        }
    }
    throw Error({.file = file,
        .where = "tensors",
        .problem = CUTAWAY_TR("missing tensors"),
        .expected = names,
        .found = nearest.empty() ? "none at all" : "nearest: " + shownText(nearest)});
}

/// The layer of "blocks.3.attn.q.weight"; 0 for tensors of no layer.
Index layerOf(const std::string& weight)
{
    const std::string layer = splitLayer(weight).second;
    return layer.empty() ? 0 : std::stoll(layer);
}

/// Throws Error unless the stored tensor has the shape that the weight asks for.
void checkShape(const StoredTensor& tensor, const Shape& expected)
{
    if (tensor.shape != expected)
        throw Error({.file = tensor.file->path(),
            .where = "tensor \"" + shownText(tensor.name) + "\"",
            .problem = CUTAWAY_TR("wrong shape"),
            .expected = shapeText(expected),
            .found = shapeText(tensor.shape)});
}

void noteUnused(
    const Family& family, const StoredTensors& stored, const std::set<std::string>& used, std::vector<std::string>& notes)
{
    constexpr std::size_t shown = 5;
    std::string names;
    std::size_t count = 0;
    for (const auto& [name, tensor] : stored) {
        const auto endsName = [&name = name](const std::string& ending) { return name.ends_with(ending); };
        if (used.count(name) || std::any_of(family.ignored.begin(), family.ignored.end(), endsName))
            continue;
        if (++count <= shown)
            names += (names.empty() ? "" : ", ") + shownText(name, 80);
    }
    if (count > 0)
        notes.push_back("tensors that the model does not use: " + names
            + (count > shown ? ", and " + std::to_string(count - shown) + " more" : ""));
}

} // namespace

const StoredTensor* findStored(const Family& family, const StoredTensors& stored, const std::string& name)
{
    std::vector<std::string> names{name};
    for (const auto& [ending, other] : family.endings)
        if (name.ends_with(ending))
            names.push_back(name.substr(0, name.size() - ending.size()) + other);
    for (const std::string& each : names) {
        for (const std::string& prefix : family.prefixes) {
            const auto tensor = stored.find(prefix + each);
            if (tensor != stored.end())
                return &tensor->second;
        }
    }
    return nullptr;
}

Weights readWeights(const Family& family, const ModelConfig& config, const StoredTensors& stored, const std::string& file,
    std::vector<std::string>& notes)
{
    const std::vector<WeightSpec> specs = plan(config, 1).weights;
    Weights weights;
    std::vector<std::string> missing;
    std::set<std::string> used;
    for (const WeightSpec& spec : specs) {
        const std::optional<Wanted> wanted = wantedFor(family, spec.name);
        const StoredTensor* tensor = wanted ? findStored(family, stored, wanted->name) : nullptr;
        if (!tensor && (spec.optional || !spec.sharedWith.empty()))
            continue;
        if (!tensor) {
            missing.push_back(wanted ? family.prefixes.front() + wanted->name : spec.name);
            continue;
        }
        used.insert(tensor->name);

        const Shape& shape = tensor->shape == spec.otherShape ? spec.otherShape : spec.shape;
        const Rows rows = rowsOf(wanted->rule.part, config.block(layerOf(spec.name)), shape.front());
        const bool isTransposed = wanted->rule.isTransposed && shape.size() == 2;
        Shape expected = shape;
        expected.front() = rows.all;
        if (isTransposed)
            std::swap(expected[0], expected[1]);
        checkShape(*tensor, expected);
        const TensorLayout layout{.isTransposed = isTransposed, .firstRow = rows.first, .rows = shape.front()};
        weights.set(spec.name, std::make_shared<WeightTensor>(storedSource(*tensor, layout)));
    }
    if (!missing.empty())
        refuseMissing(missing, stored, file);
    if (const StoredTensor* output
        = config.tied ? findStored(family, stored, wantedFor(family, "unembed.weight")->name) : nullptr)
        used.insert(output->name); // the embedding once more
    noteUnused(family, stored, used, notes);
    return weights;
}

std::string mainDtype(const Weights& weights)
{
    std::map<std::string, Index> counts;
    for (const auto& [name, tensor] : weights.all())
        counts[tensor->source().dtype()] += elements(tensor->shape());
    std::string most;
    for (const auto& [dtype, count] : counts)
        if (most.empty() || count > counts[most])
            most = dtype;
    return most;
}

} // namespace core
