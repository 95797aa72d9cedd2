#pragma once

// What the fuzz targets share. A target is one file in targets/: it defines fuzzTarget(), which hands the bytes to one parser
// and catches what the parser may throw; everything else is a finding. libFuzzer (tests/fuzz/libfuzzer_main.cpp) or the plain
// driver (replay_main.cpp) calls it.
// To add one: targets/NAME.cpp, a folder corpus/NAME with at least one good and one bad input, its line in tests.cmake.

#include "core/base/error.h"
#include "core/base/tensor.h"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

/// Throws nothing but std::bad_alloc.
void fuzzTarget(std::string_view bytes);

/// Runs `parse`; a refusal is a good end.
template <class Parse>
void refusing(Parse&& parse)
{
    try {
        parse();
    } catch (const core::Error&) {
    }
}

/// A folder of this process for parsers that read files. Set TMPDIR=/dev/shm to keep a disk out of it.
inline const std::string& fuzzFolder()
{
    struct Folder
    {
        std::string path = (std::filesystem::temp_directory_path() / ("cutaway-fuzz-" + std::to_string(::getpid()))).string();
        Folder() { std::filesystem::create_directories(path); }
        ~Folder()
        {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
    static const Folder folder;
    return folder.path;
}

/// Writes the file anew and returns its path.
inline std::string fuzzFile(const std::string& name, std::string_view bytes)
{
    const std::string path = fuzzFolder() + "/" + name;
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes.data(), std::streamsize(bytes.size()));
    return path;
}
