#include "core/experiments/packed_changes.h"

#include "core/trace/tensor_slice.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

bool isPattern(const std::string& name) { return name.find_first_of("*?") != std::string::npos; }

/// Blocks that have their numbers from before a tensor; nothing where a pass cannot begin in front of it.
std::optional<Index> blocksBefore(std::string_view name, Index layers)
{
    const NameParts parts = partsOfName(name);
    if (parts.isOfEncoder)
        return {};
    if (parts.layer >= 0)
        return parts.layer;
    return name.starts_with("ln_final.") || name.starts_with("head.") || name == "logits" ? std::optional(layers) : std::nullopt;
}

/// Whether its first tokens are those of the text, so that copies of the text are apart. Keys and values of a source are shared
/// by all copies; which tokens an expert gets is not known before the pass; a change of k_rope takes the place of one of the
/// keys.
bool hasTokensOfItsOwn(const PlannedTensor& tensor)
{
    if (tensor.name.find(".cross_attn.k") != std::string::npos || tensor.name.find(".cross_attn.v") != std::string::npos
        || tensor.name.ends_with(".k_rope"))
        return false;
    const int axis = tokenAxis(tensor.axes);
    return axis >= 0 && tensor.axes[std::size_t(axis)] != axis::routedToken;
}

/// An expert whose output is zero is one whose gates are zero; these have a row a token.
std::optional<Intervention> asGates(const Intervention& what, const std::string& name)
{
    const std::size_t experts = name.find(".mlp.experts.");
    if (what.op != InterventionOp::Zero || !what.slice.empty() || experts == std::string::npos || !name.ends_with(".out"))
        return {};
    const std::size_t number = experts + 13;
    Intervention gates = what;
    gates.at = name.substr(0, experts) + ".mlp.gates";
    const Index expert = std::stol(name.substr(number, name.size() - number - 4));
    gates.slice = {{axis::expert, expert, expert}};
    return gates;
}

/// The numbers of another run, as numbers to set.
Intervention withNumbers(Intervention what, const PlannedTensor& tensor)
{
    const std::string name = what.source.name.empty() ? tensor.name : what.source.name;
    const TraceEntry* entry = what.source.trace->findEntry(name);
    if (!entry)
        throw Error({ErrorKind::BadInput, "", name, CUTAWAY_TR("this run recorded no tensor of this name"), "", ""});
    const std::vector<Index> heads = parseNamePattern(what.at).value_or(NamePattern{}).heads;
    const TensorSlice slice = sliceOf(tensor.axes, tensor.shape, what.slice, heads);
    const Shape& shape = entry->tensor.shape();
    const SlicePlaces places(sliceInSource(slice, tensor.axes, tensor.shape, shape, entry->heads), shape);
    what.op = InterventionOp::Set;
    what.value.shape = slice.shape();
    what.value.numbers.resize(std::size_t(places.size()));
    for (Index i = 0; i < places.size(); ++i)
        what.value.numbers[std::size_t(i)] = entry->tensor.data()[places.at(i)];
    what.source = {};
    return what;
}

/// The first token that is changed.
Index firstToken(const Intervention& what, const PlannedTensor& tensor)
{
    const int axis = tokenAxis(tensor.axes);
    for (const AxisRange& range : what.slice)
        if (axis >= 0 && range.axis == tensor.axes[std::size_t(axis)])
            return range.first;
    return 0;
}

} // namespace

PlacedChanges placedChanges(const Changes& changes, std::span<const PlannedTensor> planned, Index layers)
{
    PlacedChanges result{.layer = layers, .canStart = true, .canPack = true, .token = std::numeric_limits<Index>::max()};
    const auto byName = [&](const std::string& name) {
        return std::find_if(planned.begin(), planned.end(), [&](const PlannedTensor& tensor) { return tensor.name == name; });
    };
    const auto place = [&](Intervention what, const PlannedTensor* tensor, const std::string& heads) {
        const std::optional<Index> before = blocksBefore(tensor->name, layers);
        result.canStart &= before.has_value();
        result.layer = std::min(result.layer, before.value_or(0));
        result.token = std::min(result.token, firstToken(what, *tensor));
        what.at = tensor->name + heads;
        if (const std::optional<Intervention> gates = asGates(what, tensor->name)) {
            what = *gates;
            tensor = &*byName(gates->at);
        }
        const bool isRead = what.op != InterventionOp::From || what.source.trace;
        result.changesLogits |= tensor->name == "logits" || tensor->name.starts_with("head.");
        result.canPack &= isRead && hasTokensOfItsOwn(*tensor) && !result.changesLogits;
        if (what.op == InterventionOp::From && what.source.trace)
            what = withNumbers(std::move(what), *tensor);
        result.each.push_back(std::move(what));
        result.tensors.push_back(tensor);
    };
    for (const Intervention& what : changes) {
        const std::optional<NamePattern> pattern = parseNamePattern(what.at);
        const std::string name = pattern ? pattern->name : what.at;
        const std::string heads = what.at.substr(name.size());
        bool found = false;
        if (!isPattern(name)) {
            if (const auto tensor = byName(name); tensor != planned.end()) {
                found = true;
                place(what, &*tensor, heads);
            }
        } else {
            for (const PlannedTensor& tensor : planned)
                if (tensor.changeInstead.empty() && matchesPattern(name, tensor.name)) {
                    found = true;
                    place(what, &tensor, heads);
                }
        }
        if (!found) { // the pass says why
            result.canStart = result.canPack = false;
            result.layer = 0;
        }
    }
    result.canPack &= result.canStart;
    return result;
}

std::vector<Intervention> movedBy(const PlacedChanges& changes, Index offset)
{
    std::vector<Intervention> moved = changes.each;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const PlannedTensor& tensor = *changes.tensors[i];
        const bool isCross = tensor.name.find(".cross_attn.") != std::string::npos;
        const int first = tokenAxis(tensor.axes);
        for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis) {
            const std::string& word = tensor.axes[axis];
            if (int(axis) != first && (word != axis::key || isCross))
                continue;
            std::vector<AxisRange>& slice = moved[i].slice;
            const auto said
                = std::find_if(slice.begin(), slice.end(), [&](const AxisRange& range) { return range.axis == word; });
            if (said == slice.end())
                slice.push_back({word, offset, offset + tensor.shape[axis] - 1});
            else {
                said->first += offset;
                said->last += offset;
            }
        }
    }
    return moved;
}

} // namespace core
