#pragma once

// Weight places: interventions at a weight, "weights." and its stored name, instead of at a tensor of the run. Their one operation
// is `from` another model, whose name or path is the file of their source.

#include "core/trace/intervention.h"

#include <string>
#include <string_view>

namespace core {

inline constexpr std::string_view weightPrefix = "weights.";

/// The stored name, or its pattern, that a place is at: "blocks.3.attn.q.weight". Empty: it is at a tensor of the run.
inline std::string_view weightOf(std::string_view at)
{
    return at.starts_with(weightPrefix) ? at.substr(weightPrefix.size()) : std::string_view();
}

inline bool isOfWeight(const Intervention& what) { return !weightOf(what.at).empty(); }

/// Whether a model is named by its path; a name has no slash.
bool isModelPath(const std::string& model);

/// The model that a weight is taken from: a relative path starts in the folder of the list.
std::string modelOf(const InterventionSource& source);

} // namespace core
