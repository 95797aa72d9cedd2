#include "core/layers/kind_check.h"

#include "core/base/error.h"

namespace core {

void refuseChoice(const char* key, const char* problem, std::string expected, std::string found)
{
    throw Error({ErrorKind::Usage, {}, key, problem, std::move(expected), std::move(found)});
}

void checkCount(const char* key, std::size_t found, Index expected)
{
    if (found != 0 && Index(found) != expected)
        refuseChoice(key, CUTAWAY_TR("wrong count of numbers"), std::to_string(expected), std::to_string(found));
}

std::string divisorsOf(Index number)
{
    std::string divisors;
    for (Index divisor = 1; divisor <= number; ++divisor)
        if (number % divisor == 0)
            divisors += (divisors.empty() ? "" : ", ") + std::to_string(divisor);
    return divisors;
}

} // namespace core
