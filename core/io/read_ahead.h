#pragma once

// Reading ahead: the system is told which bytes of a file come next, and may read them while something else is computed.

#include <cstdint>
#include <string>

namespace core {

/// A hint, in file_reader.cpp: does nothing where the system takes none or the file is gone.
void readAhead(const std::string& path, std::uint64_t offset, std::uint64_t bytes);

/// What is read from files, a source of weights.
class ReadsAhead
{
public:
    virtual ~ReadsAhead() = default;
    virtual void readAhead() const = 0; // all of it
};

} // namespace core
