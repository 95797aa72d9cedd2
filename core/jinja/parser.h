#pragma once

// Statements of a template.

#include "core/jinja/syntax.h"

#include <string>

namespace core::jinja {

/// The whole template. Throws Error{BadInput} with its line as the place: what is not well formed, a statement that is not read
/// here, by its name, or statements too deep inside one another.
Block parseTemplate(const std::string& source);

} // namespace core::jinja
