#include "core/trace/direction.h"

namespace core {

namespace {

// The name of a source without a file.
constexpr const char* differenceWord = "difference";
constexpr const char* embeddingWord = "embedding";
constexpr const char* unembeddingWord = "unembedding";
constexpr const char* towardsWord = "towards";

const char* wordOf(DirectionKind kind)
{
    return kind == DirectionKind::Difference ? differenceWord
        : kind == DirectionKind::Embedding   ? embeddingWord
        : kind == DirectionKind::Unembedding ? unembeddingWord
        : kind == DirectionKind::Towards     ? towardsWord
                                             : "";
}

} // namespace

Direction directionOf(const Intervention& what)
{
    if (what.op != InterventionOp::Add)
        return {};
    if (!what.source.file.empty())
        return {DirectionKind::File};
    for (const DirectionKind kind :
        {DirectionKind::Difference, DirectionKind::Embedding, DirectionKind::Unembedding, DirectionKind::Towards})
        if (what.source.name == wordOf(kind))
            return {kind, what.origin.text, what.origin.texts};
    return {};
}

void setDirection(Intervention& what, const Direction& direction)
{
    what.source = {"", wordOf(direction.kind)};
    what.origin = {.texts = direction.less, .text = direction.text};
}

bool needsNumbers(const Intervention& what) { return directionOf(what).kind != DirectionKind::None && what.value.shape.empty(); }

} // namespace core
