// A figure with its recipe inside, as `verify` and the window read it.

#include "tests/fuzz/fuzz_target.h"

#include "app/export/figure_file.h"

void fuzzTarget(std::string_view bytes)
{
    const std::string path = fuzzFile("x.svg", bytes);
    refusing([&] {
        if (app::isFigureFile(path))
            app::readFigureFile(path);
    });
}
