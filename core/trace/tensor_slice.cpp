#include "core/trace/tensor_slice.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <numeric>

namespace core {

namespace {

int firstOf(const Axes& axes, std::initializer_list<const char*> words)
{
    const auto found = std::find_if(axes.begin(), axes.end(),
        [&](const std::string& axis) { return std::find(words.begin(), words.end(), axis) != words.end(); });
    return found == axes.end() ? -1 : int(found - axes.begin());
}

std::vector<Index> counted(Index first, Index last)
{
    std::vector<Index> indices(std::size_t(std::max<Index>(0, last - first + 1)));
    std::iota(indices.begin(), indices.end(), first);
    return indices;
}

} // namespace

Shape TensorSlice::shape() const
{
    Shape shape;
    for (const std::vector<Index>& along : indices)
        shape.push_back(Index(along.size()));
    return shape;
}

SlicePlaces::SlicePlaces(const TensorSlice& slice, const Shape& tensor)
    : rows{0}
    , columns(slice.indices.empty() ? std::vector<Index>{0} : slice.indices.back())
{
    for (std::size_t axis = 0; axis + 1 < tensor.size(); ++axis) {
        std::vector<Index> longer;
        longer.reserve(rows.size() * slice.indices[axis].size());
        for (const Index row : rows)
            for (const Index index : slice.indices[axis])
                longer.push_back(row * tensor[axis] + index);
        rows = std::move(longer);
    }
    if (!tensor.empty())
        for (Index& row : rows)
            row *= tensor.back();
}

int headAxis(const Axes& axes) { return firstOf(axes, {axis::head, axis::kvHead}); }

int tokenAxis(const Axes& axes) { return firstOf(axes, {axis::token, axis::query, axis::routedToken}); }

TensorSlice sliceOf(const Axes& axes, const Shape& shape, const std::vector<AxisRange>& ranges, const std::vector<Index>& heads)
{
    TensorSlice slice;
    for (const Index length : shape)
        slice.indices.push_back(counted(0, length - 1));
    const auto refuseBeyond = [&](std::size_t axis, Index index) {
        throw Error({ErrorKind::Usage, "", "slice." + axes[axis], CUTAWAY_TR("the index is beyond the tensor"),
            "0 to " + std::to_string(shape[axis] - 1), std::to_string(index)});
    };
    for (const AxisRange& range : ranges) {
        const int found = firstOf(axes, {range.axis.c_str()});
        if (found < 0)
            throw Error({ErrorKind::Usage, "", "slice." + shownText(range.axis, 60), CUTAWAY_TR("the tensor has no such axis"),
                joinedWords(axes), shownText(range.axis, 60)});
        const std::size_t at = std::size_t(found);
        const Index end = shape[at];
        if (range.last >= end && axes[at] != axis::routedToken)
            refuseBeyond(at, range.last);
        slice.indices[at] = counted(range.first, std::min(range.last, end - 1));
    }
    if (const int axis = headAxis(axes); axis >= 0 && !heads.empty()) {
        if (heads.back() >= shape[std::size_t(axis)])
            refuseBeyond(std::size_t(axis), heads.back());
        slice.indices[std::size_t(axis)] = heads;
    }
    return slice;
}

TensorSlice sliceInSource(const TensorSlice& slice, const Axes& axes, const Shape& shape, const Shape& sourceShape,
    const std::vector<Index>& sourceHeads)
{
    const auto refuse = [&] {
        std::string expected = shapeText(shape);
        if (const std::string part = shapeText(slice.shape()); part != expected)
            expected += ", " + part;
        throw Error({ErrorKind::Usage, "", "source", CUTAWAY_TR("the other run's tensor has another shape"), expected,
            shapeText(sourceShape)});
    };
    if (sourceShape.size() != shape.size())
        refuse();
    TensorSlice result;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const std::vector<Index>& wanted = slice.indices[axis];
        const Index length = sourceShape[axis];
        std::vector<Index> along = wanted;
        const bool keptSome = !sourceHeads.empty() && int(axis) == headAxis(axes) && Index(sourceHeads.size()) == length;
        const auto kept = [&](Index head) { return std::find(sourceHeads.begin(), sourceHeads.end(), head); };
        if (keptSome && std::all_of(wanted.begin(), wanted.end(), [&](Index head) { return kept(head) != sourceHeads.end(); })) {
            for (Index& head : along)
                head = kept(head) - sourceHeads.begin();
        } else if (keptSome || length != shape[axis]) {
            if (length != Index(wanted.size()))
                refuse();
            along = counted(0, length - 1);
        }
        result.indices.push_back(std::move(along));
    }
    return result;
}

} // namespace core
