#pragma once

// The operations of a pass in the timeline: one row per tensor of the trace in step_table.cpp. To add one: a row.

#include "core/trace/trace.h"

#include <QString>

#include <vector>

namespace widgets {

/// One operation: the tensor that it leaves in the trace.
struct PassStep
{
    QString tensor;
    int layer = 0;     // that the linked cursor moves to: for what is outside the blocks, the first or the last
    int block = -1;    // that it belongs to; −1 = outside
};

/// The recorded tensors in the order of computation. A tensor that is an earlier one under another name is no step.
std::vector<PassStep> passSteps(const core::Trace& trace);

/// What the operation is called ("softmax"); the name of its tensor where the table has no row.
QString stepLabel(const QString& tensor);

/// What it does, one sentence; empty where the table has no row.
QString stepSentence(const QString& tensor);

} // namespace widgets
