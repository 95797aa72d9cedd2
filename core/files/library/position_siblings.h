#pragma once

// The bundled models that were trained alike but for their positions.

#include <string>
#include <vector>

namespace core {

struct PositionSibling
{
    std::string name; // "position-alibi"
    std::string kind; // of "position.kind": "alibi"
    int seed = 1;     // of its training
};

/// The default model and those bundled with it whose choices differ from its in positions and whose training differs in its seed
/// at most, by name. Empty when no models are bundled. Folders that cannot be read are left out.
std::vector<PositionSibling> positionSiblings();

/// Whether a model folder is among the bundled ones. No file is read.
bool isBundledModel(const std::string& folder);

} // namespace core
