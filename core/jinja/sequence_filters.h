#pragma once

// Filters of lists. Each takes the value before its `|`, the arguments and the budget, and throws Error{BadInput} for values that
// do not fit.

#include "core/jinja/arguments.h"
#include "core/jinja/budget.h"

namespace core::jinja {

Value joined(const Value& value, const Arguments& said, Budget& budget);
Value firstOf(const Value& value, const Arguments& said, Budget& budget);
Value lastOf(const Value& value, const Arguments& said, Budget& budget);
Value listOf(const Value& value, const Arguments& said, Budget& budget);
Value reversed(const Value& value, const Arguments& said, Budget& budget);
Value sorted(const Value& value, const Arguments& said, Budget& budget); // capitals count as small letters
Value sortedEntries(const Value& value, const Arguments& said, Budget& budget);
Value withoutRepeats(const Value& value, const Arguments& said, Budget& budget);
Value sumOf(const Value& value, const Arguments& said, Budget& budget);
Value smallestOf(const Value& value, const Arguments& said, Budget& budget);
Value largestOf(const Value& value, const Arguments& said, Budget& budget);
Value mapped(const Value& value, const Arguments& said, Budget& budget); // an attribute, or a filter of each

/// Those for which a test holds (or does not): of each, or of an attribute of each.
template <bool takes>
Value chosen(const Value& value, const Arguments& said, Budget& budget);
template <bool takes>
Value chosenByAttribute(const Value& value, const Arguments& said, Budget& budget);

} // namespace core::jinja
