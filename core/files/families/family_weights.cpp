// From stored tensors to the weights of a model.

#include "core/files/families/family.h"

#include "core/base/edit_distance.h"
#include "core/base/error.h"
#include "core/files/families/weight_layout.h"
#include "core/files/families/weight_names.h"
#include "core/io/shown_text.h"
#include "core/run/forward.h"

#include <algorithm>
#include <set>
#include <variant>

namespace core {

namespace {

[[noreturn]] void refuseMissing(const std::vector<std::string>& missing, const StoredTensors& stored, const std::string& file)
{
    constexpr std::size_t shown = 20;
    constexpr std::size_t compared = 2000; // names, so that a hostile file costs little
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
    throw MissingTensors({.file = file,
                             .where = "tensors",
                             .problem = CUTAWAY_TR("missing tensors"),
                             .expected = shownList(missing, shown),
                             .found = nearest.empty() ? "none at all" : "nearest: " + shownText(nearest)},
        missing);
}

/// Throws Error when there cannot be tensors for so many layers and experts: a layer has one of its own at the least, and an
/// one expert per row, but where layers share theirs. A plan of them all might not fit into the memory. REQUIRES: a family with a
/// table.
void checkCounts(const Family& family, const ModelConfig& config, const StoredTensors& stored, const std::string& file)
{
    if (std::any_of(family.tensors.begin(), family.tensors.end(),
            [](const TensorName& rule) { return withNumber(rule.stored, 'G', "0") != rule.stored; }))
        return;
    Index experts = 0, rows = 0;
    for (const BlockConfig& block : config.blocks)
        experts += expertsOf(block.feedForward).experts;
    for (const auto& [name, tensor] : stored)
        rows += tensor.shape.empty() ? 1 : std::min(tensor.shape.front(), elements(tensor.shape));
    constexpr Index few = 1000; // a plan of these is cheap: the missing names are listed instead
    const Index layers = Index(config.blocks.size() + config.encoderBlocks.size());
    const std::string needed
        = std::to_string(layers) + " layers" + (experts > 0 ? ", " + std::to_string(experts) + " experts" : "");
    if (layers + experts > few && (layers > Index(stored.size()) || experts > rows))
        throw MissingTensors({.file = file,
                                 .where = "tensors",
                                 .problem = CUTAWAY_TR("missing tensors"),
                                 .expected = needed,
                                 .found = std::to_string(stored.size()) + " tensors of " + std::to_string(rows) + " rows"},
            {"tensors for " + needed});
}

/// A weight among the stored tensors, null when it is not there, and a word that those of one group of layers have in common.
struct FoundWeight
{
    std::shared_ptr<const TensorSource> source;
    std::string group = {};
};

/// The names of the tensors that the weight is made of go to `used`.
FoundWeight findWeight(const Family& family, const ModelConfig& config, const StoredTensors& stored, const WeightSpec& spec,
    std::set<std::string>& used)
{
    for (Wanted& wanted : wantedFor(family, spec.name)) {
        const std::string general = wanted.name;
        wanted.name = inGroup(family, stored, std::move(wanted.name), generalName(spec.name), config.layers());
        const bool isOneAHead = withNumber(wanted.name, 'H', "0") != wanted.name;
        const StoredTensor* tensor = findStored(family, stored, withNumber(wanted.name, 'H', "0"));
        if (!tensor)
            continue;
        std::vector<std::shared_ptr<const TensorSource>> heads;
        for (Index head = 0; isOneAHead && tensor; ++head) {
            used.insert(tensor->name);
            heads.push_back(storedSource(*tensor));
            tensor = findStored(family, stored, withNumber(wanted.name, 'H', std::to_string(head + 1)));
        }
        if (isOneAHead)
            return {joinedSource(std::move(heads), spec.otherShape.empty() ? spec.shape : spec.otherShape)};
        used.insert(tensor->name);
        const auto source = storedSource(*tensor, layoutOf(*tensor, wanted, spec, config));
        const std::string group = wanted.name == general ? "" : generalName(spec.name).name + " " + wanted.name;
        return {wanted.rule.hasUnitRows ? unitRowsSource(source) : source, group};
    }
    const std::vector<Wanted> wanted = wantedFor(family, spec.name);
    const bool isZero = std::any_of(wanted.begin(), wanted.end(), [](const Wanted& w) { return w.rule.isZeroWhenAbsent; });
    return {isZero ? identitySource({.name = spec.name, .shape = spec.shape, .init = Init::Bias}) : nullptr};
}

/// The stored tensor of this weight as a whole, where there is one.
const StoredTensor* storedWhole(const Family& family, const StoredTensors& stored, const std::string& weight)
{
    for (const Wanted& wanted : wantedFor(family, weight))
        if (const StoredTensor* tensor = findStored(family, stored, wanted.name))
            return tensor;
    return nullptr;
}

/// Whether a weight that may be another's is stored, but only as that other one once more.
bool isStoredTwice(const Family& family, const StoredTensors& stored, const WeightSpec& spec)
{
    const StoredTensor* own = spec.sharedWith.empty() ? nullptr : storedWhole(family, stored, spec.name);
    const StoredTensor* lender = own ? storedWhole(family, stored, spec.sharedWith) : nullptr;
    return lender && own != lender && sameNumbers(*own, *lender);
}

void noteUnused(
    const Family& family, const StoredTensors& stored, const std::set<std::string>& used, std::vector<std::string>& notes)
{
    constexpr std::size_t shown = 5;
    std::vector<std::string> names;
    for (const auto& [name, tensor] : stored) {
        const auto endsName = [&name = name](const std::string& ending) { return name.ends_with(ending); };
        if (!used.count(tensor.name) && std::none_of(family.ignored.begin(), family.ignored.end(), endsName))
            names.push_back(name);
    }
    if (!names.empty())
        notes.push_back("tensors that the model does not use: " + shownList(names, shown));
}

} // namespace

Weights readWeights(const Family& family, const ModelConfig& config, const StoredTensors& stored, const std::string& file,
    std::vector<std::string>& notes)
{
    if (!family.tensors.empty())
        checkCounts(family, config, stored, file);
    const std::vector<WeightSpec> specs = plan(config, 1).weights;
    Weights weights;
    std::vector<std::string> missing;
    std::set<std::string> used;
    std::map<std::string, WeightPtr> ofGroups;
    for (const WeightSpec& spec : specs) {
        if (FoundWeight found = findWeight(family, config, stored, spec, used); found.source) {
            if (isStoredTwice(family, stored, spec))
                continue;
            WeightPtr& shared = ofGroups[found.group];
            if (!shared || found.group.empty())
                shared = std::make_shared<WeightTensor>(std::move(found.source));
            weights.set(spec.name, shared);
        } else if (!spec.optional && spec.sharedWith.empty()) {
            const std::vector<Wanted> wanted = wantedFor(family, spec.name);
            missing.push_back(wanted.empty() ? spec.name : family.prefixes.front() + wanted.front().name);
        }
    }
    if (!missing.empty())
        refuseMissing(missing, stored, file);
    if (config.tied)
        for (const Wanted& wanted : wantedFor(family, "unembed.weight"))
            if (const StoredTensor* output = findStored(family, stored, wanted.name))
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
