#pragma once

// AttentionMasks: which keys each layer lets its queries see, stack by stack, and how far information travels through the layers
// to the last token. Read from the scores of a run: what is masked there is −∞.

#include "core/analysis/attention_part.h"
#include "core/base/run_control.h"
#include "core/base/tensor.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// Layers of one part that let the same cells through.
struct LayerMask
{
    AttentionPart part = AttentionPart::Self;
    std::vector<int> layers;
    std::shared_ptr<const Matrix> cells; // [query, key]: 1, or −∞ where it is hidden
    Index count = 0;                     // of the cells that are let through
};

/// How many tokens of its own stack the last token depends on after 0, 1, … attention layers.
struct Reach
{
    AttentionPart part = AttentionPart::Self; // never Cross
    std::vector<Index> tokens;
    Index all = 0; // tokens of the stack
};

struct AttentionMasks
{
    std::vector<LayerMask> masks; // encoder, self, cross; each in the order of its first layer
    std::vector<Reach> reaches;   // in the same order

    std::size_t bytes() const;
};

/// Layers whose attention was not recorded, or that have none, are left out.
AttentionMasks attentionMasks(const Trace& trace, const RunControl& control);

/// Attention weights of a head [query, key]; head −1: the mean of all that were recorded. Empty when there are none.
Matrix patternOf(const Trace& trace, const std::string& name, int head);

} // namespace core
