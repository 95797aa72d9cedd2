#pragma once

// Filters behind `|`: trim, join, tojson … To add one: a function and a row in the table.

#include "core/jinja/arguments.h"
#include "core/jinja/budget.h"

namespace core::jinja {

/// Throws Error{BadInput} for an unknown name, or values that do not fit.
Value filtered(const std::string& filter, const Value& value, const Arguments& arguments, Budget& budget);

} // namespace core::jinja
