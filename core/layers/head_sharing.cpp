#include "core/layers/head_sharing.h"

namespace core {

Index GroupedQuery::kvHeads(Index heads, Index said)
{
    if (said > 0)
        return said;
    for (Index divisor = heads / 2; divisor > 1; --divisor)
        if (heads % divisor == 0)
            return divisor;
    return 1;
}

Index kvHeadsOf(const HeadSharing& kind, Index heads, Index said)
{
    return std::visit([&](const auto& k) { return k.kvHeads(heads, said); }, kind);
}

HeadSharing sharingOf(Index heads, Index kvHeads)
{
    if (kvHeads == heads)
        return MultiHead{};
    if (kvHeads == 1)
        return MultiQuery{};
    return GroupedQuery{};
}

} // namespace core
