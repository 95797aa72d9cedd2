#pragma once

// Budget: how much work a template may still do, and the errors that every part of it throws. A step is an expression or a
// statement that is carried out, a turn of a loop, an element of a list that is made, or 1,000 bytes of a text that is made.

#include "core/io/limits.h"

#include <cstddef>
#include <string>

namespace core::jinja {

class Budget
{
public:
    static constexpr long maxSteps = limits::templateSteps;
    static constexpr std::size_t maxBytes = limits::templateText;
    static constexpr int maxDepth = limits::templateDepth;

    /// Counts steps. Throws Error{BadInput} when there are too many.
    void step(std::size_t count = 1);

    /// Counts a text that is made. Throws Error{BadInput} when it is too long, or with it there are too many steps.
    void text(std::size_t bytes);

    /// Throws Error{BadInput} for values, statements or calls too deep inside one another.
    static void checkDepth(int depth);

private:
    long m_left = maxSteps;
};

/// Throw Error{BadInput} without a place, which Template fills in: what is wrong, what stands there.
[[noreturn]] void refuse(const char* problem, const std::string& expected = {}, const std::string& found = {});
[[noreturn]] void refuseUnknown(const std::string& name); // of Jinja, and not of the part that is read here

} // namespace core::jinja
