#pragma once

// The sentences of the pages of cost: what takes most, and what two models, or a model with another choice, differ in.

#include "widgets/views/cost/operation_rows.h"

namespace widgets {

/// The largest shares of FLOPs and of time, and the norms' share of each.
QString operationsSentence(const MeasuredCost& cost);

/// The layers together, and what is outside them.
QString layersSentence(const MeasuredCost& cost);

/// "Parallel, one norm instead of Sequential: −384 parameters …": what differs between A and B, what that changes in all, and
/// operation by operation. REQUIRES: both are there.
QString differenceCaption(const FigureData& data);

/// "LayerNorm: +864 parameters, +38.0 k FLOPs, +4.1 µs (within the noise)": a model with one other choice.
QString choiceChange(const QString& name, const MeasuredCost& own, const MeasuredCost& other);

/// "Parameters move: Projections −65,536, Feed-forward +65,536.": what one part saves and another spends, of rows with the same
/// names; empty where the difference of the sums says it.
QString movedParameters(const std::vector<NamedCost>& a, const std::vector<NamedCost>& b);

} // namespace widgets
