#pragma once

// The bundled models that were trained alike but for their positions, and rows of held-out text for them
// (tools/train/held_out_rows.py).

#include "core/base/token_id.h"

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

/// The first `count` of the rows: 513 ids each. Throws Error{BadInput} when there is no such file, or it is no whole number of
/// rows.
std::vector<std::vector<TokenId>> heldOutRows(std::size_t count);

} // namespace core
