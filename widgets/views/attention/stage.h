#pragma once

// The stages of one head, from q · k to what it adds to the stream: which there are, what they are called, and the matrix of
// each, recorded or computed again from what was recorded. To add one: its row in the table.

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"
#include "widgets/views/attention/part_place.h"

#include <span>
#include <string_view>

namespace widgets {

enum class AttentionStep
{
    Product,      // qk: [query, key]
    Scaled,       // scaled
    Biased,       // bias
    Capped,       // cap
    Masked,       // mask
    Weights,      // softmax
    Values,       // values: [token, d_head]
    Concatenated, // concat: [token, heads · d_head]
    Output        // out: [token, d_model]
};

struct AttentionStage
{
    AttentionStep step;
    const char* id;       // of the option "stage"
    const char* tensor;   // of the blocks, after "blocks.N.": what it is recorded as, or computed from
    const char* formula;  // QT_TRANSLATE_NOOP("AttentionStage", …), short: is above its map
    const char* quantity; // of a cell
    const char* meaning;  // one line
};

std::span<const AttentionStage> attentionStages();

inline constexpr TextOption stageOption{"stage"};

/// With the words that it understands.
FigureOption statedStageOption();

/// The stage that the option names; softmax when it names none. The words content, scores and pattern of earlier
/// versions still mean scaled, mask and softmax.
const AttentionStage& stageOf(const FigureData& data);

/// The stage that shows a tensor of an attention, "attn.rot_q": what it is, or the first that is computed from it; null: none.
const AttentionStage* stageShowing(std::string_view tensor);

/// Whether its cells are pairs of a query and a key.
bool isSquare(const AttentionStage& stage);

/// The matrix of one head at a stage. Empty when this model or this run has none.
Grid stageGrid(const RunResult& run, const PartPlace& at, const AttentionStage& stage);

/// Whether positions are added to the embedding: the terms that they bring to a score are on another page.
bool hasAddedPositions(const RunResult& run);

/// Why there is none, and what to do; empty when there is one.
QString whyNoStage(const RunResult& run, const PartPlace& at, const AttentionStage& stage);

/// The rule for its colours; weights by the option "scale", of both runs where the slots are locked.
ScaleChoice stageScale(const FigureData& data, const AttentionStage& stage);

/// The number that q · k is multiplied by in this layer, and the soft cap; 0: none.
struct Scoring
{
    double scale = 1;
    double cap = 0;
};
Scoring scoringOf(const RunResult& run, const PartPlace& at);

/// A part of the score under its own name: content, a relative term, the whole.
struct ScoreTerm
{
    QString name;
    const char* tensor; // as that of a stage; null: their sum
};

/// The parts that this layer's scores are made of, their sum last; empty when content is all there is.
std::vector<ScoreTerm> scoreTerms(const RunResult& run, const PartPlace& at);
Grid termGrid(const RunResult& run, const PartPlace& at, const ScoreTerm& term);

QString formulaText(const AttentionStage& stage);
QString quantityText(const AttentionStage& stage);

} // namespace widgets
