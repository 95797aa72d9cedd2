#pragma once

// One set of rotary positions in the keys of Hugging Face's configurations; a model whose layers differ has two (rope_keys.cpp).
// To add a scaling: a word in RopeReader::read.

#include "core/files/families/table_words.h"

#include <map>
#include <string>
#include <vector>

namespace core::table {

/// Where a set stands.
struct RopeSet
{
    const ConfigSource& config;
    const RopeDefaults& defaults;
    std::vector<std::string> parents; // "rope_parameters", "rope_scaling"
    bool isSliding = false;           // the set of layers with a window
    Index context = 0;                // the model's, in tokens
    Index dHead = 0;
};

/// The choices of one set: "rope.base" and what else it says. Throws Error{BadInput} naming the key of a value that cannot be, or
/// of a scaling that does not exist.
using RopeChoices = std::map<std::string, Json>;
RopeChoices readRopeSet(const RopeSet& set);

} // namespace core::table
