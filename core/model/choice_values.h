#pragma once

// The value of one choice: what its key allows, the form in which it is kept, and what is said of one that is refused.

#include "core/model/choices.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace core {

/// The first 60 bytes of a value, for a message.
std::string shown(const Json& value);

/// The key with this id. Throws Error{Usage} that names the nearest ones.
const ChoiceKey& keyOf(std::string_view id);

/// Throws Error{Usage} with what the key allows.
[[noreturn]] void refuseValue(const ChoiceKey& key, const Json& value);

/// The value in the form in which it is kept (numbers as double, integers as such). Throws Error{Usage} for anything not legal.
Json checked(const ChoiceKey& key, const Json& value);

/// The text of a command line as the value that the key expects; left as text where it is none.
Json parsed(const ChoiceKey& key, std::string_view text);

/// Whether an element of an array is a layer's value: the array is one level deeper than a single value of this key.
bool isOfLayer(const ChoiceKey& key, const Json& element);

/// Whether the stored value has one value per layer.
bool isPerLayer(const ChoiceKey& key, const Json& stored);

/// All of `text` as a number, or nothing.
template <class T>
std::optional<T> numberIn(std::string_view text)
{
    T number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number) : std::nullopt;
}

} // namespace core
