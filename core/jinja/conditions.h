#pragma once

// Tests behind `is`: defined, none, string … To add one: a row in the table.

#include "core/jinja/arguments.h"
#include "core/jinja/budget.h"

namespace core::jinja {

/// Throws Error{BadInput} for an unknown name, or arguments that do not fit.
bool isSo(const std::string& test, const Value& value, const Arguments& arguments, Budget& budget);

} // namespace core::jinja
