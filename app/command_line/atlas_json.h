#pragma once

// The atlas on the command line: its rows as JSON, and what a model costs in its full size.

#include "core/files/library/atlas.h"
#include "core/io/json.h"
#include "core/run/model.h"

namespace app {

/// A row of `list atlas --json` for each model: id, name, organisation, year, month, parameters, active_parameters,
/// tokens_trained, licence, sizes, choices (nested at their dots; a key that is not there is not known), pattern, dense_layers,
/// unsupported, source, certainty, course, check, tables (of the course, with its row in each), replica (whether it
/// opens; else problem says why). null: not known.
core::Json atlasJson();

/// The same for a table on a terminal: id and title.
core::Json atlasTitles();

/// `full_size` of `info --json`: what the published model costs. REQUIRES: the setup is of a replica.
core::Json fullSizeJson(const core::Setup& setup);

/// The same as lines of `info`, each number beside the replica's.
void printFullSize(const core::Setup& setup, const core::Json& fullSize);

} // namespace app
