#pragma once

// What a tape (TraceRequest::isTape) keeps of a tensor that interventions changed, by the names of its entries.

#include <cstddef>
#include <string>
#include <string_view>

namespace core {

/// What the pass had computed, [as the tensor].
inline std::string untouchedName(std::string_view name) { return std::string(name).append(".untouched"); }

/// How much of each number the intervention let through, in their order from 0, [as the tensor].
inline std::string passedName(std::string_view name, std::size_t number)
{
    return std::string(name).append(".untouched.passed.").append(std::to_string(number));
}

/// Of one that took a mean: with which weight each number has it, 0 where it was not part of it, [as the tensor].
inline std::string sharedName(std::string_view name, std::size_t number)
{
    return std::string(name).append(".untouched.shared.").append(std::to_string(number));
}

/// Whether an entry is one of these.
inline bool isOfTape(std::string_view name) { return name.find(".untouched") != std::string_view::npos; }

} // namespace core
