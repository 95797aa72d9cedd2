#pragma once

// Attention masks: which keys a query may look at.
//
// To add a kind: write its struct with sees() (and range() where the keys seen lie close together), and append it to the
// AttentionMask line.

#include "core/base/kind.h"
#include "core/base/tensor.h"

#include <algorithm>

namespace core {

/// Keys [first, last).
struct KeyRange
{
    Index first = 0;
    Index last = 0;
};

/// Every token sees every token.
struct Bidirectional
{
    static constexpr KindInfo info{"bidirectional", CUTAWAY_TR("Bidirectional"), "all j"};
    static constexpr bool contiguous = true; // range() holds exactly the keys seen
    KeyRange range(Index, Index keys) const { return {0, keys}; }
    bool sees(Index, Index) const { return true; }
    bool operator==(const Bidirectional&) const = default;
};

/// A token sees itself and earlier ones.
struct Causal
{
    static constexpr KindInfo info{"causal", CUTAWAY_TR("Causal"), "j ≤ i"};
    static constexpr bool contiguous = true;
    KeyRange range(Index query, Index keys) const { return {0, std::min(query + 1, keys)}; }
    bool sees(Index query, Index key) const { return key <= query; }
    bool operator==(const Causal&) const = default;
};

/// The nearest `window` tokens, the query itself included; in an encoder to both sides (|i − j| < window).
struct SlidingWindow
{
    static constexpr KindInfo info{"sliding_window", CUTAWAY_TR("Sliding window"), "i − w < j ≤ i"};
    static constexpr bool contiguous = true;
    Index window = 4;
    bool symmetric = false; // filled in from the topology

    void eachParam(auto&& visit) { visit(ParamInfo{"mask.window", CUTAWAY_TR("Window"), 1, 1 << 24}, window); }
    KeyRange range(Index query, Index keys) const
    {
        return {std::max<Index>(0, query - window + 1), std::min(symmetric ? query + window : query + 1, keys)};
    }
    bool sees(Index query, Index key) const { return key > query - window && key < (symmetric ? query + window : query + 1); }
    bool operator==(const SlidingWindow&) const = default;
};

using AttentionMask = std::variant<Bidirectional, Causal, SlidingWindow>;

/// Keys among [0, keys) outside of which the query sees nothing.
inline KeyRange maskRange(const AttentionMask& mask, Index query, Index keys)
{
    return std::visit([&](const auto& m) { return m.range(query, keys); }, mask);
}

/// Whether every key in maskRange is seen.
inline bool maskIsContiguous(const AttentionMask& mask)
{
    return std::visit([](const auto& m) { return m.contiguous; }, mask);
}

inline bool maskSees(const AttentionMask& mask, Index query, Index key)
{
    return std::visit([&](const auto& m) { return m.sees(query, key); }, mask);
}

} // namespace core
