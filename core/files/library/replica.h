#pragma once

// Replica: a published model of the atlas, scaled down so that it runs live. It has the published choices (norm, placement,
// positions, activation, gating, attention, block, windows, biases, caps, tying, experts), keeps the ratios of heads, key/value
// heads, widths and experts per token, and has seeded weights and the tokenizer of `main`.

#include "core/files/library/atlas.h"
#include "core/run/cost.h"
#include "core/run/model.h"

#include <optional>
#include <string_view>

namespace core {

inline constexpr std::string_view replicaPrefix = "atlas:"; // of its name as a model: "atlas:llama-2-7b"
inline constexpr std::int64_t maxReplicaParameters = 5'000'000;
inline constexpr Index maxReplicaLayers = 8, maxReplicaExperts = 16;

inline bool isReplicaName(std::string_view name) { return name.starts_with(replicaPrefix); }

/// The model of the atlas that a replica's name says; nullptr for other names, and when there is none.
const AtlasModel* replicated(std::string_view name);

/// The model with the sizes that it is replicated with: its own, and those that were not published from the model that was made
/// from it.
AtlasModel withSizes(const AtlasModel& model);

/// Why this model has no replica; nothing when it has one: a choice that is none of the kinds, sizes that are not known.
std::optional<Error> noReplica(const AtlasModel& model);

/// The replica of that name. Throws Error{BadInput} for an unknown id and where noReplica() says why.
ModelPtr openReplica(const std::string& name);

/// All choices of the replica. REQUIRES: !noReplica(model).
Choices replicaChoices(const AtlasModel& model, Index vocabulary);

/// Choices that were not published and that the replica has like GPT-3; empty for most.
Choices assumedChoices(const AtlasModel& model);

/// The model in its full size; nothing where a size or a choice that counts is not known or not supported.
std::optional<ModelConfig> publishedConfig(const AtlasModel& model);

/// What a model costs in its full size and as a replica.
struct FullSize
{
    std::optional<ModelConfig> config; // nothing: as publishedConfig()
    Cost cost;                         // of it
    ModelConfig replica;
    Cost replicaCost;
};

/// Takes some milliseconds for many experts. Throws Error where there is no replica.
FullSize fullSizeOf(const AtlasModel& model);

} // namespace core
