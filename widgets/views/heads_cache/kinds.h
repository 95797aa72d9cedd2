#pragma once

// The kinds of attention side by side: the run's own and its further runs with the others (or A and B), what a token leaves in
// the cache of each, and how their caches grow.

#include "core/analysis/cache_growth.h"
#include "core/run/forward.h"
#include "widgets/figure/sides.h"

#include <string>
#include <vector>

namespace widgets {

/// A row of numbers of one token as a layer keeps it.
struct CachedRow
{
    QString name;             // "k", "v", "c", "k rope"
    std::string tensor;       // that holds it
    core::Index heads = 1;    // keys or values of so many heads, one after the other
    std::vector<float> numbers = {};
};

struct CachedKind
{
    std::string value; // of "attention.kind": "multi_head"
    QString name;      // "MHA"
    QString slot = {}; // "A": the run's own kind
    QString why = {};  // instead of a picture: it was refused
    RunPtr run = nullptr;
    int place = 0;     // in the family, for its colour; of A and B 0 and 1
    int layer = 0;     // the one that is looked at

    const core::BlockConfig& block() const { return run->setup->config.block(layer); } // REQUIRES: run
    bool isLatent() const { return core::isLatent(block().sharing); }
    core::Index keyWidth() const { return core::keyWidth(block().sharing, block().dHead); }
};

/// The layer that is looked at: the selected one, or the first with attention; −1: none has any.
int layerWithAttention(const RunResult& run, const Selection& selection);

/// "multi_head", …; REQUIRES: the run has a setup, and attention in this layer.
std::string sharingWord(const RunResult& run, int layer);

/// "MHA", "GQA", "MQA", "MLA".
QString shortName(const std::string& sharing);

/// A colour of its own for each of the four; those of the slots when A and B are shown.
QColor kindColor(const CachedKind& kind, const FigureData& data, const FigureStyle& style);

/// What the picture shows: the four kinds, or A and B.
std::vector<CachedKind> cachedKinds(const FigureData& data);
Needs kindNeeds(const FigureData& data);

/// The run that is shown with further choices, and the patterns of it.
Need changedRun(const FigureData& data, const core::Choices& change, const std::string& words, std::vector<std::string> patterns);
RunPtr neededRun(const FigureData& data); // of which the needs are

/// The rows that the token leaves in the layer; empty: not recorded.
std::vector<CachedRow> cachedRows(const CachedKind& kind, int position);

/// Keys and values of all heads that latent attention expands and does not keep: k [head, d_nope + d_rope], v [head, d_value].
std::vector<CachedRow> expandedRows(const CachedKind& kind, int position);

/// The name of the keys that the scores are made of, as the cache keeps them: turned, normalised.
std::string keyTensor(const core::Trace& trace, int layer);

/// What latent attention compresses: the normed stream, or the stream where the norm is elsewhere. Null: not recorded.
const core::Tensor* compressedInput(const core::Trace& trace, int layer);

/// The cache measured while `tokens` are written (those of the prompt and one more at least).
Needs growthNeeds(const FigureData& data, core::Index tokens);
const core::CacheGrowth* growthOf(const FigureData& data, const CachedKind& kind, core::Index tokens);

/// Whether a step at a time is possible.
bool canGenerate(const RunResult& run);

/// "2 · 4 · 24": the numbers of a token in this layer as the formula has them.
QString sumText(const CachedKind& kind);

/// "2·n_h·d_h·l", the same in letters.
QString formulaText(const std::string& sharing);

/// Whose weights the further kinds ran with.
std::vector<Caveat> kindCaveats(const FigureData& data);

} // namespace widgets
