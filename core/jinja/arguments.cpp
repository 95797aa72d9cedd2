#include "core/jinja/arguments.h"

#include "core/base/error.h"
#include "core/jinja/budget.h"

#include <algorithm>

namespace core::jinja {

std::vector<Value> Arguments::bound(const std::string& of, std::initializer_list<const char*> parameters) const
{
    std::vector<Value> values(parameters.size());
    if (positional.size() > parameters.size())
        refuse(CUTAWAY_TR("too many arguments"), std::to_string(parameters.size()), of);
    std::ranges::copy(positional, values.begin());
    for (const auto& [name, value] : named) {
        const auto place = std::ranges::find_if(parameters, [&](const char* one) { return name == one; });
        if (place == parameters.end())
            refuseUnknown(of + "(" + name + "=)");
        values[std::size_t(place - parameters.begin())] = value;
    }
    return values;
}

Arguments Arguments::behind(std::size_t count) const
{
    Arguments rest = *this;
    rest.positional.erase(rest.positional.begin(), rest.positional.begin() + std::ptrdiff_t(std::min(count, positional.size())));
    return rest;
}

std::string textIn(const Value& argument, const std::string& otherwise)
{
    if (argument.isUndefined() || argument.isNone())
        return otherwise;
    if (!argument.text())
        refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("a text"), argument.kind());
    return *argument.text();
}

std::int64_t wholeIn(const Value& argument, std::int64_t otherwise)
{
    if (argument.isUndefined() || argument.isNone())
        return otherwise;
    if (!argument.whole())
        refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("an integer"), argument.kind());
    return *argument.whole();
}

} // namespace core::jinja
