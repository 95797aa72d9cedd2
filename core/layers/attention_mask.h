#pragma once

// Attention masks: which keys a query may look at. Positions are those within a sequence.
//
// To add a kind: write its struct with sees() (and range() where the keys seen are close together), and append it to the
// AttentionMask line. A kind with `symmetric` looks to both sides in an encoder and back only in a decoder.

#include "core/base/kind.h"
#include "core/base/tensor.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

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
    static constexpr KindInfo info{"bidirectional", CUTAWAY_TR("Bidirectional"), "all j", LooksAhead};
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

/// Raffel et al. 2020 (prefix LM): everybody sees the first `prefix` tokens, and what is before.
struct PrefixMask
{
    static constexpr KindInfo info{"prefix", CUTAWAY_TR("Prefix"), "j < p or j ≤ i", LooksAhead};
    static constexpr bool contiguous = true;
    Index prefix = 4;

    void eachParam(auto&& visit) { visit(ParamInfo{"mask.prefix", CUTAWAY_TR("Prefix"), 0, 1 << 24}, prefix); }
    KeyRange range(Index query, Index keys) const { return {0, std::min(std::max(query + 1, prefix), keys)}; }
    bool sees(Index query, Index key) const { return key <= query || key < prefix; }
    bool operator==(const PrefixMask&) const = default;
};

/// The nearest `window` tokens, the query itself included (Beltagy et al. 2020); in an encoder to both sides (|i − j| < window).
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

/// Groups of `block` tokens that see each other only (Llama 4's chunks).
struct BlockLocal
{
    static constexpr KindInfo info{"block_local", CUTAWAY_TR("Blocks"), "⌊j/b⌋ = ⌊i/b⌋"};
    static constexpr bool contiguous = true;
    Index block = 4;
    bool symmetric = false;

    void eachParam(auto&& visit) { visit(ParamInfo{"mask.block", CUTAWAY_TR("Block"), 1, 1 << 24}, block); }
    KeyRange range(Index query, Index keys) const
    {
        const Index first = query / block * block;
        return {first, std::min(symmetric ? first + block : query + 1, keys)};
    }
    bool sees(Index query, Index key) const { return key / block == query / block && (symmetric || key <= query); }
    bool operator==(const BlockLocal&) const = default;
};

/// Child et al. 2019 (sparse Transformer): the nearest `stride` tokens and every stride-th beyond.
struct Strided
{
    static constexpr KindInfo info{"strided", CUTAWAY_TR("Strided"), "i − j < s or (i − j) mod s = 0"};
    static constexpr bool contiguous = false;
    Index stride = 4;
    bool symmetric = false;

    void eachParam(auto&& visit) { visit(ParamInfo{"mask.stride", CUTAWAY_TR("Stride"), 1, 1 << 24}, stride); }
    KeyRange range(Index query, Index keys) const { return {0, symmetric ? keys : std::min(query + 1, keys)}; }
    bool sees(Index query, Index key) const
    {
        const Index distance = std::abs(query - key);
        return (symmetric || key <= query) && (distance < stride || distance % stride == 0);
    }
    bool operator==(const Strided&) const = default;
};

/// Xiao et al. 2023 (StreamingLLM): the first `sinks` tokens and a window.
struct SinksWindow
{
    static constexpr KindInfo info{"sinks_window", CUTAWAY_TR("Sinks and window"), "j < n or i − w < j ≤ i"};
    static constexpr bool contiguous = false;
    Index sinks = 1;
    Index window = 4;
    bool symmetric = false;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"mask.sinks", CUTAWAY_TR("Sinks"), 0, 1 << 24}, sinks);
        visit(ParamInfo{"mask.window", CUTAWAY_TR("Window"), 1, 1 << 24}, window);
    }
    KeyRange range(Index query, Index keys) const { return {0, std::min(symmetric ? keys : query + 1, keys)}; }
    bool sees(Index query, Index key) const
    {
        return (symmetric || key <= query) && (key < sinks || std::abs(query - key) < window);
    }
    bool operator==(const SinksWindow&) const = default;
};

/// Any cells, query by query, used as they are. A text longer than the table is refused.
struct PaintedMask
{
    static constexpr KindInfo info{"painted", CUTAWAY_TR("Painted"), "M[i, j]", LooksAhead};
    static constexpr bool contiguous = false;
    BoolTable cells; // [query][key]

    void eachParam(auto&& visit) { visit(ParamInfo{"mask.painted", CUTAWAY_TR("Cells")}, cells); }
    Index longestText() const;
    KeyRange range(Index, Index keys) const { return {0, keys}; }
    bool sees(Index query, Index key) const { return cells[std::size_t(query)][std::size_t(key)]; }
    bool operator==(const PaintedMask&) const = default;
};

using AttentionMask
    = std::variant<Bidirectional, Causal, PrefixMask, SlidingWindow, BlockLocal, Strided, SinksWindow, PaintedMask>;

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

/// The most tokens that a text may have under this mask; none: as many as one likes.
inline std::optional<Index> longestText(const AttentionMask& mask)
{
    return std::visit(
        [](const auto& m) -> std::optional<Index> {
            if constexpr (requires { m.longestText(); })
                return m.longestText();
            else
                return std::nullopt;
        },
        mask);
}

/// Which keys each query sees, as cells to paint: with room for a longer text than of so many tokens; a painted mask has its own.
inline BoolTable cellsOf(const AttentionMask& mask, Index tokens)
{
    constexpr Index minCells = 64;
    const Index size = longestText(mask).value_or(std::max(minCells, tokens));
    BoolTable cells;
    for (Index query = 0; query < size; ++query) {
        std::vector<bool>& row = cells.emplace_back();
        for (Index key = 0; key < size; ++key)
            row.push_back(maskSees(mask, query, key));
    }
    return cells;
}

/// The plain mask that this one is for texts of at most so many tokens, or itself: a window that contains all tokens is the plain
/// mask.
inline AttentionMask withinContext(const AttentionMask& mask, Index tokens)
{
    if (const SlidingWindow* sliding = std::get_if<SlidingWindow>(&mask); sliding && sliding->window >= tokens)
        return sliding->symmetric ? AttentionMask(Bidirectional{}) : AttentionMask(Causal{});
    return mask;
}

/// Tokens at both ends of a text that the mask has cells for.
inline Index PaintedMask::longestText() const
{
    Index most = Index(cells.size());
    for (const std::vector<bool>& row : cells)
        most = std::min(most, Index(row.size()));
    return most;
}

} // namespace core
