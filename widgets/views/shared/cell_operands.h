#pragma once

// The arithmetic behind one attention weight, term by term, from what the trace recorded.

#include "core/analysis/attention_part.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <vector>

namespace widgets {

struct CellOperands
{
    std::vector<float> q, k;    // [d_head], rotated where the model rotates
    std::vector<double> terms;  // q_i · k_i
    std::string qName, kName;   // tensors that they come from
    double product = 0;         // Σ terms
    double scale = 1;
    double content = 0;         // product × scale
    double bias = 0;            // 0 when the model has none
    bool hasBias = false;
    double cap = 0;             // 0: none
    double score = 0;           // content + bias, capped
    bool isMasked = false;      // the query may not see this key: nothing after the score applies
    double largest = 0;         // of the row, subtracted before e^x
    double exponential = 0;     // e^(score − largest)
    bool hasSink = false;       // a learned sink takes its share of the row
    double sum = 0;             // Σ over the keys seen, and the sink
    double weight = 0;          // exponential / sum
    double recordedScore = 0, recordedWeight = 0; // what the trace says
};

/// Of layer, head, query and key of the selection, the last two in tokens of the part. Empty q when the trace lacks what is
/// needed (missingOperand says which) or an index is outside.
CellOperands cellOperands(const RunResult& run, core::AttentionPart part, const Selection& at);

/// Name of the first tensor that cellOperands needs and the run did not record; empty when all are there.
std::string missingOperand(const RunResult& run, core::AttentionPart part, int layer);

/// Whether cellOperands reads this tensor of a layer: queries and keys as they meet, and the weight of a learned sink.
bool entersWeight(const RunResult& run, core::AttentionPart part, int layer, const std::string& tensor);

/// Row of a head in a tensor [head, …] of which perhaps some heads were recorded; -1 = not recorded.
core::Index headRow(const core::TraceEntry& entry, int head);

} // namespace widgets
