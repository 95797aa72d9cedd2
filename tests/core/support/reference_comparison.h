#pragma once

// A model against what another program computed with the same weights, both as traces.

#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace support {

struct ReferenceComparison
{
    std::shared_ptr<const core::Trace> reference;
    std::shared_ptr<const core::Trace> ours;
    std::size_t tensors = 0; // compared
    double worst = 0;        // largest difference, each divided by its tensor's largest value
    std::string problem = {}; // empty: all agree. The first tensor that is missing, of another shape, or differs by more
};

/// Runs the model (a folder or a file) on the ids of the reference and compares every tensor of it, but those in `without`.
/// Throws core::Error when one of them cannot be opened.
ReferenceComparison compareWithReference(
    const std::string& model, const std::string& referenceFile, double tolerance, const std::vector<std::string>& without = {});

} // namespace support
