#pragma once

// What the pictures of weights are made of: read from the model by the worker, as needs.

#include "core/analysis/weight_matrices.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/weight_text.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid.h"

#include <QCoreApplication>

namespace widgets {

struct WeightWords
{
    Q_DECLARE_TR_FUNCTIONS(Weights)
};

/// Whose matrices are shown of a mixture: the experts that are chosen from, then the shared ones.
inline constexpr WholeOption expertOption{"expert", 0, WholeOption::many};

/// Of which stack the layer is, where there are two.
inline constexpr WordOption weightStackOption{"stack", {"decoder", "encoder"}};

/// The block that is looked at, as far as the run has it. REQUIRES: it has a model.
core::BlockPlace shownBlock(const FigureData& data, const RunResult& run);

/// Its layer as the words of a picture have it: "2", "E2" of an encoder beside a decoder.
QString shownLayerText(const FigureData& data);

/// The stack, where the shown run has two, and the expert, as far as its layer has experts.
FigureOptions matrixOptions(const FigureData& data);

/// "mlp.experts.3" of each expert of the shown layer.
std::vector<std::string> expertsOf(const FigureData& data);

/// "Of the mixture, expert 3 out of 8 is shown."; empty where the layer has no mixture.
QString expertSentence(const FigureData& data);

/// Why no run of the picture has weights; empty when it has.
QString whyNoMatrices(const FigureData& data);

Needs matricesNeeds(const FigureData& data);
Needs spectraNeeds(const FigureData& data);
Needs normsNeeds(const FigureData& data);
Needs spreadNeeds(const FigureData& data);

/// Null before it is computed.
const core::BlockMatrices* matricesOf(const FigureData& data, const RunResult& run);
const std::vector<core::Spectrum>* spectraOf(const FigureData& data, const RunResult& run);
const std::vector<core::NormsOfMatrix>* normsOf(const FigureData& data, const RunResult& run);
const std::vector<core::WeightSpread>* spreadsOf(const FigureData& data, const RunResult& run);

/// Each matrix has its line in every picture.
LineStyle matrixLine(const std::string& name, const FigureStyle& style);

/// The matrix [out, in] as rows and columns; empty when the run has none of this name.
Grid matrixGrid(const core::BlockMatrices* all, const std::string& name);

} // namespace widgets
