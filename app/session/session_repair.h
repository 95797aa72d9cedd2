#pragma once

// Opening a session that may be damaged, of another version, or away from its models: what can be opened is, and what could not
// is said. Lectures, recipes and the command line read strictly instead (session_file.h).

#include "app/session/planned_steps.h"
#include "app/session/session_file.h"

#include "core/base/error.h"

#include <map>
#include <string>
#include <vector>

namespace app {

struct OpenedSession
{
    RecipeContents contents;
    QList<PlannedStep> scenes = {}; // each that can be read
    std::vector<core::Error::Parts> problems = {}; // what was left out, or is not as it was saved; empty: all is there
    std::string missing = {}; // the first model that it needs and that is not there, as it is named in `contents`; empty: none
};

/// Models that a person has found again: by their names in the session, where they are.
using LocatedModels = std::map<std::string, std::string>;

/// Throws core::Error{BadInput} only where nothing can be opened: no JSON of which a beginning with a model can be read.
OpenedSession openSession(const std::string& path, const LocatedModels& located = {});

} // namespace app
