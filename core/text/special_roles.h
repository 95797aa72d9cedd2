#pragma once

// The added tokens that begin and end a sequence, in a tokenizer.json of ours: a key that the reference ignores.

#include "core/text/tokenizer.h"

#include <string>

namespace core {

/// The list `added_tokens` with the roles.
Json withRoles(Json addedTokens, const SpecialIds& special);

/// `special`, completed by the roles that the list tells; a file that is not ours tells none. Throws Error{BadInput}.
SpecialIds withRolesOf(SpecialIds special, const Json& addedTokens, const std::string& file);

} // namespace core
