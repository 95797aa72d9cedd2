#include "core/files/families/weight_layout.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>

namespace core {

namespace {

/// Where the rows of a part are in a fused matrix of `all` rows.
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

} // namespace

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
        expected.insert(expected.begin(), expertsOf(block.feedForward).experts);
    }
    if (rule.isReshaped ? !isSameInMemory(tensor.shape, expected) : tensor.shape != expected)
        throw Error({.file = tensor.file->path(),
            .where = "tensor \"" + shownText(tensor.name) + "\"",
            .problem = CUTAWAY_TR("wrong shape"),
            .expected = shapeText(expected),
            .found = shapeText(tensor.shape)});
    return layout;
}

} // namespace core
