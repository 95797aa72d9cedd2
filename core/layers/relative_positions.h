#pragma once

// Relative positions: the score of a query and a key depends on their distance.

#include "core/layers/position_kind.h"

#include <algorithm>

namespace core {

enum class SinusoidalLayout
{
    Interleaved, // sin, cos, sin, cos … (Vaswani et al. 2017)
    Halves       // all sines, then all cosines (Marian, Transformer-XL)
};
inline constexpr std::string_view sinusoidalLayoutWords[] = {"interleaved", "halves"};
inline constexpr std::string_view sinusoidalLayoutLabels[] = {CUTAWAY_TR("Interleaved"), CUTAWAY_TR("Halves")};

/// How fast pair i of a row of `width` numbers turns.
enum class SinusoidalWaves
{
    ByWidth, // 10000^(−2i/width) (Vaswani et al. 2017)
    ToLast    // 10000^(−i/(width/2 − 1)): the last one is 1/10000 (tensor2tensor, M2M-100, XGLM)
};
inline constexpr std::string_view sinusoidalWavesWords[] = {"by_width", "to_last"};
inline constexpr std::string_view sinusoidalWavesLabels[] = {CUTAWAY_TR("By the width"), CUTAWAY_TR("To 1/10000 at the end")};

/// How a row of sines and cosines is made.
struct SinusoidForm
{
    SinusoidalLayout layout = SinusoidalLayout::Interleaved;
    SinusoidalWaves waves = SinusoidalWaves::ByWidth;
    bool operator==(const SinusoidForm&) const = default;
};

/// sin and cos of position times the speed of each pair, into row [width].
void sinusoid(double position, const SinusoidForm& form, float* row, Index width);

/// Row position + offset, never below 0 (padding is before the first position), of the table pos_embed.weight of this shape
/// [row, width]: [token, width], for the caller to record.
Tensor learnedRows(const Scope& model, std::span<const Index> positions, Index offset, const Shape& shape);
void learnedRowsBackward(const BackScope& model, std::span<const Index> positions, Index offset, const Tensor& dRows);

/// A projection of a table of distances, weight NAME of attention: [row, heads · d_head] of rows [row, d_model]; empty in a plan.
Tensor projectedRows(const PositionInput& in, std::string_view name, const Tensor& rows, Index heads, bool bias);

/// Sines and cosines of every distance i − j in [−farthest, farthest], [row, d_model]; one empty row in a plan (Transformer-XL).
Tensor sinusoidsOf(const PositionInput& in, Index farthest);

/// Shaw, Uszkoreit, Vaswani 2018: keys get a^K, values a^V of the clipped distance j − i.
/// Weights attn.rel_k, attn.rel_v [2·clip + 1, d_head], one table per layer for all heads.
struct Shaw : PositionKind
{
    static constexpr KindInfo info{"shaw", CUTAWAY_TR("Relative (Shaw)"), "q·(k + a^K[j−i]), v + a^V[j−i]"};
    Index clip = 16;

    void eachParam(auto&& visit) { visit(ParamInfo{"shaw.clip", CUTAWAY_TR("Clip"), 1, 1 << 16}, clip); }
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    decltype(ScoreInput::addToMix) mix(const PositionInput& in) const;
    void mixBackward(const PositionInput& in, const BackScope& attn, const Tensor& dZ, const Tensor& pattern,
        Tensor& dPattern) const;
    /// Row of both tables for a distance j − i.
    Index rowOf(Index distance) const { return std::clamp(distance, -clip, clip) + clip; }
    std::optional<Index> distanceRow(Index queryMinusKey) const { return rowOf(-queryMinusKey); }
    BiasOfCell biasOfCell(const ScoreCell& cell) const
    {
        return bias_of_cell::QueryTimesRow{"rel_k.weight", rowOf(cell.key - cell.query)};
    }
    std::optional<ValueRow> valueRow(Index query, Index key) const { return ValueRow{"rel_v.weight", rowOf(key - query)}; }
    bool operator==(const Shaw&) const = default;
};

/// Dai et al. 2019 (Transformer-XL), eq. (b)–(d): q·r + u·k + w·r with r = W_r · sinusoid(i − j). The content q·k stays.
/// Weights attn.r [heads·d_head, d_model], attn.u, attn.w [heads, d_head]. Checked against XLNet.
struct TransformerXl : PositionKind
{
    static constexpr KindInfo info{"transformer_xl", CUTAWAY_TR("Relative (Transformer-XL)"), "(q + u)·k + (q + w)·r[i−j]"};
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    bool operator==(const TransformerXl&) const = default;
};

/// Raffel et al. 2020 (T5): a learned number for each head and bucket of distances; near distances one bucket each, far ones
/// share buckets that grow. Weight attn.rel_bias [buckets, heads], of layer 0 for all layers unless stored in each.
struct T5Buckets : PositionKind
{
    static constexpr KindInfo info{"t5_buckets", CUTAWAY_TR("Buckets (T5)"), "QKᵀ + b[bucket(j − i)]"};
    Index buckets = 32;
    Index maxDistance = 128;
    bool bidirectional = false; // true in an encoder unless said

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"t5.buckets", CUTAWAY_TR("Buckets"), 4, 1 << 16}, buckets);
        visit(ParamInfo{"t5.max_distance", CUTAWAY_TR("Farthest bucket from"), 2, 1 << 24}, maxDistance);
        visit(ParamInfo{"t5.bidirectional", CUTAWAY_TR("Both directions")}, bidirectional);
    }
    /// Bucket of a key at this distance j − i.
    Index bucketOf(Index distance) const;
    std::optional<Index> distanceRow(Index queryMinusKey) const { return bucketOf(-queryMinusKey); }
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    BiasOfCell biasOfCell(const ScoreCell& cell) const
    {
        return bias_of_cell::TableCell{"rel_bias.weight", bucketOf(cell.key - cell.query), cell.head};
    }
    bool operator==(const T5Buckets&) const = default;
};

/// He et al. 2021 (DeBERTa-v2): content to position q·K_r[i−j] and position to content k·Q_r[i−j], from one table of
/// embedded distances rel_embed [2·buckets, d_model], or 2·max_distance without buckets, (normalised by ln_rel) for all layers.
/// Weights attn.pos_k [kv_heads·d_head, d_model] and attn.pos_q [heads·d_head, d_model], or those of attn.k and attn.q when
/// shared. With `addsToEmbedding` a learned table pos_embed [context, d_model] is added, too.
struct Disentangled : PositionKind
{
    static constexpr KindInfo info{"disentangled", CUTAWAY_TR("Disentangled (DeBERTa)"), "q·k + q·k_r[i−j] + k·q_r[i−j]"};
    Index buckets = 32; // 0: a row for each distance
    Index maxDistance = 128;
    bool shareProjections = true;
    bool contentToPosition = true;
    bool positionToContent = true;
    bool isNormed = true; // the table, by ln_rel
    bool addsToEmbedding = false;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"disentangled.buckets", CUTAWAY_TR("Buckets"), 0, 1 << 16}, buckets);
        visit(ParamInfo{"disentangled.max_distance", CUTAWAY_TR("Farthest bucket from"), 3, 1 << 24}, maxDistance);
        visit(ParamInfo{"disentangled.share_projections", CUTAWAY_TR("Shared projections")}, shareProjections);
        visit(ParamInfo{"disentangled.content_to_position", CUTAWAY_TR("Content to position")}, contentToPosition);
        visit(ParamInfo{"disentangled.position_to_content", CUTAWAY_TR("Position to content")}, positionToContent);
        visit(ParamInfo{"disentangled.norm", CUTAWAY_TR("Norm of the table")}, isNormed);
        visit(ParamInfo{"disentangled.absolute", CUTAWAY_TR("With learned positions")}, addsToEmbedding);
    }
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const;
    void embedBackward(const BackScope& model, std::span<const Index> positions, const Tensor& dTable) const
    {
        learnedRowsBackward(model, positions, 0, dTable);
    }
    Index span() const { return buckets > 0 ? buckets : maxDistance; }
    Index tableRows() const { return 2 * span(); }
    /// Row of the table for a distance i − j.
    Index rowOf(Index distance) const;
    std::optional<Index> distanceRow(Index queryMinusKey) const { return rowOf(queryMinusKey); }
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    /// He et al. 2021 divide by the number of terms, the content included.
    double scoreTerms() const { return 1.0 + double(contentToPosition) + double(positionToContent); }
    std::optional<EmbeddedDistances> distanceTable() const { return EmbeddedDistances{tableRows(), isNormed}; }
    std::optional<Index> tableRow(Index position) const
    {
        return addsToEmbedding ? std::optional<Index>(position) : std::nullopt;
    }
    bool operator==(const Disentangled&) const = default;
};

} // namespace core
