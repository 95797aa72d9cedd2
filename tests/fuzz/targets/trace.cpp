// A trace file with everything that its metadata may say.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/trace_file.h"

void fuzzTarget(std::string_view bytes)
{
    const std::string path = fuzzFile("t.safetensors", bytes);
    refusing([&] { core::readTrace(path); });
}
