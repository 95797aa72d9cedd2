#pragma once

// Numbers of the feed-forward pages from a run: the layer, the token and the neuron that are shown, their tensors, and what is
// computed of them as needs.

#include "core/analysis/feed_forward.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <optional>
#include <vector>

namespace widgets {

/// What a run recorded of the feed-forward of the shown layer.
struct FeedForwardLayer
{
    int layer = 0;
    int token = 0;  // the selected one, else the last
    int neuron = 0; // the selected one, else that with the largest |product| at the token; of B that of A where both share it
    bool isGated = false;
    bool isNeuronChosen = false;
    core::Activation kind; // with its learned numbers
    Grid pre, post;        // [token, neuron]
    Grid up;               // the same; empty where it is not gated
    Grid out;              // [token, dimension]; empty where it was not recorded

    double before(int of) const { return double(pre.at(of, neuron)); }
    double product(int of) const { return double(post.at(of, neuron)); }
};

/// Empty where whyNoFeedForward() says why. `run` is one of the data's.
std::optional<FeedForwardLayer> feedForwardOf(const FigureData& data, const RunResult& run);

/// The same of the shown run. REQUIRES: whyNoFeedForward() is empty.
FeedForwardLayer shownFeedForward(const FigureData& data);

/// Whether a number names the same neuron in A and in B: W_down, of which a neuron is a column, is one in both.
bool areNeuronsShared(const FigureData& data);

/// B's neuron beside that of A, where both are shown and it is another one, or they share none and none is selected; else −1.
int otherNeuron(const FigureData& data);

/// Why nothing can be said of the feed-forward of the selected layer; for all pages.
QString whyNoFeedForward(const FigureData& data);

/// The choice that gives a layer without a dense feed-forward, or without a gate, one.
ChoiceOffer gatedOffer(const FigureData& data);

/// Where the numbers before the activation are: of the shown layer, or of all (option "values"). Null before it is computed.
Needs activationUseNeeded(const FigureData& data);
const core::ActivationUse* activationUse(const FigureData& data, const RunPtr& run);

/// Every neuron of the shown layer. Empty before that is computed.
Needs neuronUseNeeded(const FigureData& data);
const std::vector<core::NeuronUse>& neuronUse(const FigureData& data, const RunPtr& run);

/// Neurons that are never above 0 on this text, those that are so after its first token, and those whose slope is below 0.1 at every
/// token.
struct QuietNeurons
{
    int neverPositive = 0, neverPositiveLater = 0, silent = 0;
};
QuietNeurons quietNeurons(const std::vector<core::NeuronUse>& neurons);

/// "SiLU".
QString activationName(const core::Activation& kind);

/// "SiLU(x) = x · σ(x)".
QString activationFormula(const core::Activation& kind);

/// "gate value" where the layer is gated, else "value".
QString beforeName(const FeedForwardLayer& layer);

/// “red” at 3.
QString feedForwardTokenAt(const FigureData& data, int position);

/// "SiLU": what the weights were trained with; empty when they were not, or when it differs from layer to layer.
QString trainedActivation(const RunResult& run, const FeedForwardLayer& layer);

} // namespace widgets
