// A trace file with everything that its metadata may say, and the file that we would write of it.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/traces/trace_file.h"

#include <cstdlib>

void fuzzTarget(std::string_view bytes)
{
    const std::string path = fuzzFile("t.safetensors", bytes);
    refusing([&] {
        const std::shared_ptr<core::Trace> trace = core::readTrace(path);
        const std::string copy = fuzzFolder() + "/copy.safetensors";
        core::writeTrace(*trace, copy);
        const std::shared_ptr<core::Trace> again = core::readTrace(copy);
        if (again->ids != trace->ids || again->tokens != trace->tokens || again->choices != trace->choices
            || again->entries().size() != trace->entries().size())
            std::abort();
    });
}
