#pragma once

// FlowShown: what a picture of the Flow is about: the run, the selected layer, head and position, and the lens at them.

#include "widgets/figure/figure.h"
#include "widgets/views/flow/numbers.h"

namespace widgets {

struct FlowShown
{
    RunPtr owner;        // of `run`
    NeedResults results; // as far as they have come
    LensOfRun lens;
    const RunResult& run;
    int layer, head, position, layers, tokens;

    /// REQUIRES: the run has tokens.
    FlowShown(const FigureData& data, const RunPtr& of);
    explicit FlowShown(const FigureData& data); // of the run that is shown

    /// What the stream after a layer says; nullptr: not computed yet.
    const LensTokens* at(int row, int column) const { return lens.at({row, column}); }

    /// The likeliest tokens at the position, as many as the bars show; empty: not known.
    std::vector<core::TokenProbability> next() const;

    /// What the model says at the position; nullptr: not known.
    const core::TokenProbability* answer() const;
};

/// What mixes the tokens of a layer, as it is in a sentence: "attention", "selective state space". For −1 of all layers:
/// "mixer" where they have different ones.
QString flowMixerName(const RunResult& run, int layer);

/// "L3", and for −1 the word for the embedding.
QString flowLayerLabel(int layer);

/// The names of the rows that flowLayers() gives: "L13–14" for one that stands for several layers. Its words are read after the
/// last of them, its bars add up what all of them add.
QStringList flowRowLabels(const std::vector<int>& rows);

} // namespace widgets
