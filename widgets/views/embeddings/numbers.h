#pragma once

// Numbers of the embedding pictures from a run: the vectors that are added up, their cosines, their plane, and the words
// for what is between a token's row of the table and the first block.

#include "core/analysis/input_geometry.h"
#include "core/analysis/input_vectors.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <optional>
#include <string>
#include <vector>

namespace widgets {

/// One of the vectors of each token, on the way from the table to the first block.
struct InputPart
{
    std::string name; // of its tensor, "pos_embed": also that of its map
    Grid grid;        // [token, dimension]
    bool hasOwnScale = false; // of another size than what is added: before or after a norm, or a matrix
};

/// In the order of addition, what enters last; without what is the same as another. Empty where not recorded.
std::vector<InputPart> inputParts(const RunResult& run);

/// Each column the mean of `block` neighbouring ones, the last one of those that are left: means still add up.
Grid blockMeans(const Grid& grid, int block);

/// Cosines of every two tokens [token, token].
struct InputCosines
{
    Grid before; // of their embeddings
    Grid after;  // of what enters the first block; empty where the embeddings themselves enter
};

/// FigurePage::needs: the cosines of the runs, or their planes.
Needs cosinesNeeded(const FigureData& data);
Needs planesNeeded(const FigureData& data);

/// What was computed of them; empty before that. The grids share the result's numbers.
InputCosines inputCosines(const FigureData& data, const RunPtr& run);
const core::InputPlane& inputPlane(const FigureData& data, const RunPtr& run);

/// "Token embedding × 9.8": the heading of a part; `isOnly`: it is all there is.
QString partHeading(const RunResult& run, const std::string& name, bool isOnly);

/// What is added to the token embedding, in the middle of a sentence: "position and token type"; empty: nothing.
QString addedWords(const core::InputVectors& input);

/// "LayerNorm": the kind of the norm of the embeddings.
QString embeddingNormName(const RunResult& run);

/// One sentence that says where position enters instead, for a model that adds none.
QString positionElsewhere(const RunResult& run);

/// "“mat” at 5".
QString tokenAtPlace(const RunResult& run, int position);

/// Two tokens of one id, the first such pair; nothing when no token stands twice.
std::optional<std::pair<int, int>> equalTokens(const core::Trace& trace);

/// Why nothing can be said of what enters; empty when something can. For all three pictures.
QString whyNoInput(const FigureData& data);

} // namespace widgets
