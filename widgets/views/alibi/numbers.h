#pragma once

// Numbers of the ALiBi pictures from a run: the run with ALiBi on the same weights, slopes, and the stages of a head as maps in
// which what the mask hides is hatched.

#include "core/analysis/attention_scores.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <optional>
#include <vector>

namespace widgets {

/// The id of the position kind of a layer, "rope"; empty when the run does not say.
std::string positionKindOf(const RunResult& run, int layer);

/// The choices of a layer; nullptr outside the model, or without a model.
const core::BlockConfig* blockOf(const RunResult& run, int layer);

/// Whether the model is at hand and this layer of it has attention.
bool hasAttention(const RunResult& run, int layer);

/// FigurePage::needs: the run of each slot once more with ALiBi, where it has another position encoding.
Needs alibiNeeded(const FigureData& data);

/// The pass over the same tokens with the same weights and ALiBi: the run itself, or the one that alibiNeeded() asked for. Null
/// when there is none.
RunPtr alibiRunOf(const FigureData& data, const RunPtr& run);

/// The slopes of a layer of a run with ALiBi, as used: [head]. Of another kind, those that ALiBi would give its heads. Empty:
/// this layer has no attention.
std::vector<double> slopesOf(const RunResult& run, int layer);

/// Tokens of the longer of the texts; 0 without a run.
int longestText(const FigureData& data);

/// Whether a layer of the run lets every token see every token.
bool seesAll(const RunResult& run, int layer);

/// The stages of one head, [query, key]; what the mask hides is −inf in all of them. Empty where not recorded.
struct AlibiMaps
{
    Grid content, penalty, score, attention;
    bool isComplete() const { return !content.isEmpty() && !penalty.isEmpty() && !score.isEmpty() && !attention.isEmpty(); }
};
AlibiMaps alibiMaps(const RunResult& run, int layer, int head);

/// Numbers of a grid with −inf where `mask` has it.
Grid hiddenWhere(const Grid& grid, const Grid& mask);

/// At most `count` heads with the selected one, the steepest and the shallowest, by index.
std::vector<int> shownHeads(const std::vector<double>& slopes, int selected, int count);

/// "1/4" for powers of two, else the number.
QString slopeText(double slope);

/// "A geometric sequence: each slope is 1/4 of the one before.", or that there is no such rule.
QString slopeRule(const std::vector<double>& slopes);

} // namespace widgets
