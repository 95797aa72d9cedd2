#pragma once

// Arguments of a call, a filter or a test, with their values.

#include "core/jinja/value.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace core::jinja {

struct Arguments
{
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;

    /// A value for each of these parameters, undefined where none is given. Throws Error{BadInput} for one too many or one of
    /// another name; `of` is what is called, as errors name it.
    std::vector<Value> bound(const std::string& of, std::initializer_list<const char*> parameters) const;

    /// Without the first `count` positional ones.
    Arguments behind(std::size_t count) const;
};

/// The text, number or bool that an argument holds, or what holds where it is not given. Throw Error{BadInput} for another kind.
std::string textIn(const Value& argument, const std::string& otherwise);
std::int64_t wholeIn(const Value& argument, std::int64_t otherwise);

} // namespace core::jinja
