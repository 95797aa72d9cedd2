#pragma once

// Checks of the parameters of kinds against the sizes of a block: each kind has a check(BlockSizes) if there is
// such a thing, and throws by refuseChoice. What resolves a configuration calls checkKind for every kind.

#include "core/base/tensor.h"

#include <string>
#include <string_view>
#include <variant>

namespace core {

/// The block that a kind is in.
struct BlockSizes
{
    Index dModel = 0;
    Index heads = 1;
    Index dHead = 0;
    Index dTurning = 0; // width of a key's own part for positions (latent attention), all of which turns; 0: there is none
};

/// Throws Error (usage) about the choice `key`. `problem` is marked for translation.
[[noreturn]] void refuseChoice(const char* key, const char* problem, std::string expected, std::string found);

/// Throws Error when a list has numbers, and not as many as `expected`.
void checkCount(const char* key, std::size_t found, Index expected);

/// "1, 2, 3, 6": for messages.
std::string divisorsOf(Index number);

/// Throws Error when a number of the kind is not possible in this block.
template <class Family>
void checkKind(const Family& family, const BlockSizes& sizes)
{
    std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.check(sizes); })
                kind.check(sizes);
        },
        family);
}

} // namespace core
