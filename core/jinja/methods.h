#pragma once

// Methods of texts, lists, dictionaries and loops. To add one: a row in the table of its kind.

#include "core/jinja/arguments.h"
#include "core/jinja/budget.h"

namespace core::jinja {

/// Whether values of this kind have a method of this name here.
bool hasMethod(const Value& of, const std::string& name);

/// Calls one. REQUIRES: hasMethod(). Throws Error{BadInput} for arguments that do not fit.
Value callMethod(const Method& method, const Arguments& arguments, Budget& budget);

/// What `loop.NAME` is, without its methods; undefined for other names.
Value loopAttribute(const LoopTurn& turn, const std::string& name);

/// [key, value] of each entry.
std::vector<Value> pairsOf(const Dictionary& all);

} // namespace core::jinja
