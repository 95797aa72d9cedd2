// The JSON reader that all others go through: what it accepts is written and read again alike.

#include "tests/fuzz/fuzz_target.h"

#include "core/io/json.h"

#include <cstdlib>

void fuzzTarget(std::string_view bytes)
{
    refusing([&] {
        const core::Json value = core::parseJson(bytes, "x.json");
        if (core::parseJson(core::writeJson(value), "again.json") != value)
            std::abort();
    });
}
