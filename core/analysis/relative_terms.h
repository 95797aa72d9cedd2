#pragma once

// What a relative position encoding brings to the scores of a head, over the distance between query and key: the parts of the
// bias on a text, the tables that they read, and what depends on the distance alone. Shaw et al. 2018; Dai et al. 2019
// (Transformer-XL, section 3.3, terms b, c, d); Raffel et al. 2020 (T5); He et al. 2021 (DeBERTa); Press et al. 2021 (ALiBi).

#include "core/analysis/distance_penalty.h"
#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// A part of the scores of one head: recorded under this name, below "attn.".
struct ScoreTerm
{
    std::string name;                      // "scores_content", "bias", "bias_u"
    std::vector<DistanceSpread> byDistance; // of all pairs of the text in which the key is not behind the query
};

/// Vectors of a head that belong to distances: rows of a stored table, or r = W_r · sinusoid(distance).
struct DistanceVectors
{
    std::string name; // of the weight: "rel_k", "rel_v", "r"; "u" and "w" have one row
    Matrix rows;      // [row, d_head]
    Index first = 0;  // distance of row 0, key − query of rel_k and rel_v, query − key of r
};

struct RelativeTerms
{
    std::vector<ScoreTerm> terms;         // the content first; none: not recorded, or not asked for
    std::vector<DistanceVectors> vectors; // none: this kind has no such weights
    Matrix ofHeads;                       // [head, distance] where the bias is of the distance alone (T5, ALiBi); else empty
    std::vector<Index> rowOf;             // [distance]: the row of a table that a key so far back reads; empty: no table
    WeightsOrigin origin;

    std::size_t bytes() const;
};

/// The head that is looked at, and how many distances 0, 1, … of what needs no text.
struct RelativePlace
{
    Index layer = 0, head = 0;
    Index distances = 1;
    bool ofText = true; // terms of pairs of the text, too
};

/// Of a run that recorded its scores, where terms of its text are asked for. Throws Stopped. REQUIRES: the layer has attention, and the head.
RelativeTerms relativeTerms(const Setup& setup, const Trace& trace, const RelativePlace& place, const RunControl& control = {});

/// Of another position kind ("shaw") on the same tokens: with the weights of the sibling that was trained with it, else with the
/// setup's own, where tables that no file brings are random. Throws Error where the choices do not go together, Stopped.
RelativeTerms relativeTermsUnder(
    const std::string& kind, const Setup& setup, const Trace& trace, const RelativePlace& place, const RunControl& control = {});

} // namespace core
