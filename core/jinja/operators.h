#pragma once

// What the signs between values compute, as Python does it.

#include "core/jinja/budget.h"
#include "core/jinja/value.h"

#include <optional>
#include <string>

namespace core::jinja {

/// + - * / // % ** of two values, "~" of their texts; REQUIRES one of these. Throws Error{BadInput} for values that do not fit.
Value combined(const std::string& sign, const Value& left, const Value& right, Budget& budget);

/// == != < <= > >= in, not in; REQUIRES one of these.
bool holds(const std::string& sign, const Value& left, const Value& right, Budget& budget);

Value negative(const Value& value);

/// What stands at an index or key; undefined where nothing does.
Value elementOf(const Value& of, const Value& index);

/// of[begin:end:step] of a list or a text; not said: as in Python.
Value sliceOf(const Value& of, const std::optional<std::int64_t> (&range)[3], Budget& budget);

/// An index of a list that counts from its end when negative.
std::optional<std::size_t> placeOf(std::int64_t index, std::size_t size);

/// Throws Error{BadInput} naming what has no value.
void refuseUndefined(const Value& value);

} // namespace core::jinja
