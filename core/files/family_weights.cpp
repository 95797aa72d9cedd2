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

/// A weight's name with N, E in place of the numbers of layer and expert.
struct GeneralName
{
    std::string name;    // "encoder.blocks.N.mlp.experts.E.up.weight"
    std::string layer;   // "3"; empty for tensors of no layer
    std::string expert;
};

/// Puts `letter` in place of the number after `mark`; the number, or "" when the name has no such part.
std::string takeNumber(std::string& name, const std::string& mark, const char* letter)
{
    const std::size_t at = name.find(mark);
    if (at == std::string::npos || (at > 0 && name[at - 1] != '.'))
        return "";
    const std::size_t begin = at + mark.size();
    const std::string number = name.substr(begin, name.find('.', begin) - begin);
    if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos)
        return "";
    name.replace(begin, number.size(), letter);
    return number;
}

GeneralName generalName(const std::string& weight)
{
    GeneralName general{weight, "", ""};
    general.layer = takeNumber(general.name, "blocks.", "N");
    general.expert = takeNumber(general.name, "experts.", "E");
    return general;
}

/// `name` with a number in place of the part that is one letter.
std::string withNumber(std::string name, char letter, const std::string& number)
{
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool begins = at == 0 || name[at - 1] == '.';
        const bool ends = at + 1 == name.size() || name[at + 1] == '.';
        if (name[at] == letter && begins && ends)
            return name.replace(at, 1, number);
    }
    return name;
}

/// Which stored tensor a weight may be, by the family's table.
struct Wanted
{
    std::string name; // without prefix; H stands for a head
    TensorName rule;
};
std::vector<Wanted> wantedFor(const Family& family, const std::string& weight)
{
    if (family.tensors.empty())
        return {{weight, {}}};
    const GeneralName general = generalName(weight);
    const std::size_t dot = general.name.rfind('.');
    std::vector<Wanted> wanted;
    for (const TensorName& rule : family.tensors) {
        const bool isWhole = rule.native == general.name;
        if (!isWhole && rule.native != general.name.substr(0, dot))
            continue;
        std::string name = rule.stored + (isWhole ? "" : general.name.substr(dot));
        name = withNumber(withNumber(std::move(name), 'N', general.layer), 'E', general.expert);
        wanted.push_back({std::move(name), rule});
    }
    return wanted;
}

/// Where the rows of a part lie in a fused matrix of `all` rows.
struct Rows
{
    Index first = 0;
    Index run = 0; // as in TensorLayout
    Index stride = 0;
    Index all = 0;
};
Rows rowsOf(Part part, const BlockConfig& block, Index rows)
{
    const Index q = block.heads * block.dHead;
    const Index kv = block.kvHeads * block.dHead;
    const Index d = block.dHead;
    const Index inGroup = q / block.kvHeads;
    switch (part) {
    case Part::Q:
        return {0, 0, 0, q + 2 * kv};
    case Part::K:
        return {q, 0, 0, q + 2 * kv};
    case Part::V:
        return {q + kv, 0, 0, q + 2 * kv};
    case Part::GroupQ:
        return {0, inGroup, inGroup + 2 * d, q + 2 * kv};
    case Part::GroupK:
        return {inGroup, d, inGroup + 2 * d, q + 2 * kv};
    case Part::GroupV:
        return {inGroup + d, d, inGroup + 2 * d, q + 2 * kv};
    case Part::FirstHalf:
        return {0, 0, 0, 2 * rows};
    case Part::SecondHalf:
        return {rows, 0, 0, 2 * rows};
    case Part::EvenRows:
        return {0, 1, 2, 2 * rows};
    case Part::OddRows:
        return {1, 1, 2, 2 * rows};
    case Part::QuarterQ:
        return {0, q / 4, 3 * q / 4, 3 * q};
    case Part::QuarterV:
        return {q / 4, q / 4, 3 * q / 4, 3 * q};
    case Part::QuarterK:
        return {q / 2, q / 4, 3 * q / 4, 3 * q};
    case Part::Whole:
        break;
    }
    return {0, 0, 0, rows};
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

/// The block that a weight belongs to; the first one for tensors of no layer.
const BlockConfig& blockOf(const ModelConfig& config, const std::string& weight)
{
    const std::string layer = generalName(weight).layer;
    const bool isEncoder = config.hasEncoder() && weight.starts_with("encoder.");
    const std::vector<BlockConfig>& blocks = isEncoder ? config.encoderBlocks : config.blocks;
    return blocks.at(layer.empty() ? 0 : std::size_t(std::stoll(layer)));
}

/// Whether axes that are neighbours may be taken together to make one shape of the other.
bool isSameInMemory(const Shape& a, const Shape& b)
{
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        Index left = a[i++], right = b[j++];
        while (left != right) {
            if (left < right ? i == a.size() : j == b.size())
                return false;
            left < right ? left *= a[i++] : right *= b[j++];
        }
    }
    return std::all_of(a.begin() + std::ptrdiff_t(i), a.end(), [](Index size) { return size == 1; })
        && std::all_of(b.begin() + std::ptrdiff_t(j), b.end(), [](Index size) { return size == 1; });
}

/// How the weight lies in the stored tensor. Throws Error when the tensor has another shape than that asks for.
TensorLayout layoutOf(const StoredTensor& tensor, const Wanted& wanted, const WeightSpec& spec, const ModelConfig& config)
{
    const TensorName& rule = wanted.rule;
    const BlockConfig& block = blockOf(config, spec.name);
    const bool isOther = !spec.otherShape.empty() && tensor.shape == spec.otherShape;
    const Shape& shape = isOther ? spec.otherShape : spec.shape;
    const Rows rows = rowsOf(rule.part, block, shape.front());

    Shape expected = shape;
    expected.front() = rows.all;
    const bool isTransposed = rule.isTransposed && shape.size() == 2;
    if (isTransposed)
        std::swap(expected[0], expected[1]);
    TensorLayout layout{.isTransposed = isTransposed,
        .firstRow = rows.first,
        .rows = shape.front(),
        .run = rows.run,
        .stride = rows.stride,
        .lineLength = expected.back(),
        .shape = shape};
    const std::string expert = generalName(spec.name).expert;
    const bool isStack = !expert.empty() && !rule.stored.empty() && withNumber(rule.stored, 'E', expert) == rule.stored;
    if (isStack) {
        layout.firstNumber = std::stoll(expert) * elements(expected);
        expected.insert(expected.begin(), std::get<MixtureOfExperts>(block.feedForward).routing.experts);
    }
    if (rule.isReshaped ? !isSameInMemory(tensor.shape, expected) : tensor.shape != expected)
        throw Error({.file = tensor.file->path(),
            .where = "tensor \"" + shownText(tensor.name) + "\"",
            .problem = CUTAWAY_TR("wrong shape"),
            .expected = shapeText(expected),
            .found = shapeText(tensor.shape)});
    return layout;
}

/// The stored name of a layer in a group, where layers share tensors: layer · groups / layers of them.
std::string inGroup(const Family& family, const StoredTensors& stored, std::string name, const GeneralName& weight, Index layers)
{
    if (withNumber(name, 'G', "0") == name)
        return name;
    Index groups = 0;
    while (findStored(family, stored, withNumber(name, 'G', std::to_string(groups))))
        ++groups;
    // In floating point, as the reference decides it.
    const double inOne = double(layers) / double(std::max<Index>(1, groups));
    const auto group = Index(double(weight.layer.empty() ? 0 : std::stoll(weight.layer)) / inOne);
    return withNumber(std::move(name), 'G', std::to_string(group));
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

void noteUnused(
    const Family& family, const StoredTensors& stored, const std::set<std::string>& used, std::vector<std::string>& notes)
{
    constexpr std::size_t shown = 5;
    std::string names;
    std::size_t count = 0;
    for (const auto& [name, tensor] : stored) {
        const auto endsName = [&name = name](const std::string& ending) { return name.ends_with(ending); };
        if (used.count(tensor.name) || std::any_of(family.ignored.begin(), family.ignored.end(), endsName))
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
    std::map<std::string, WeightPtr> ofGroups;
    for (const WeightSpec& spec : specs) {
        if (FoundWeight found = findWeight(family, config, stored, spec, used); found.source) {
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
