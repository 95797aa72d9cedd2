#include "core/analysis/repeated_end.h"

namespace core {

std::optional<RepeatedEnd> repeatedEnd(std::span<const TokenId> ids)
{
    constexpr Index shortest = 2; // a single token comes again in any text
    RepeatedEnd best{.length = shortest - 1};
    const Index count = Index(ids.size());
    for (Index next = count - 1; next > best.length; --next) {
        Index length = 0;
        while (length < next && ids[std::size_t(next - 1 - length)] == ids[std::size_t(count - 1 - length)])
            ++length;
        if (length > best.length)
            best = {length, next};
    }
    return best.length < shortest ? std::nullopt : std::optional(best);
}

} // namespace core
