#pragma once

// Frame plans: one picture over something that changes: the steps of a training, a text that is written on, the values of a choice,
// of an option of the figure or of the selection. Each frame is a planned step, drawn as any other.

#include "app/session/frame_job.h"

namespace app {

/// The model has kept steps of its training.
bool hasTrainingSteps(const std::string& model);

/// "training", "generation=12", "rope.base=100,1000,10000", "layer=0..3", "stage=qk,scaled,softmax": the choice of that key, else
/// the option of the figure, else a place of the selection (layer, head, query, key). A range has whole numbers, both ends included.
struct FrameRange
{
    QString key; // "training", "generation", or what is changed
    QStringList values; // of "training": steps, empty for all; of "generation": how many tokens
};

/// Throws core::Error{Usage} for what is none of these words, too many values or none.
FrameRange readFrameRange(const QString& words);

/// The frames of `base` over this range, each with its value as its title. A generation takes the most likely token. Throws
/// core::Error{Usage} for a key that nothing has and a training without snapshots, core::Stopped.
QList<PlannedStep> framesOver(const FrameRange& range, const PlannedStep& base, RunDesk& desk, const core::RunControl& control);

inline constexpr int maxFrames = 400;

} // namespace app
