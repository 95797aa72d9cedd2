#pragma once

// Small files read whole, and placeholders of files that were not downloaded: a Git LFS pointer, the page of a
// web site.

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

class FileReader;

/// Throws Error{BadInput} when a file that begins with these bytes, 64 are enough, is such a pointer or page.
void refuseUnfetched(std::string_view start, const std::string& file);

/// The same of a file that is open.
void refuseUnfetched(const FileReader& file);

/// All bytes of a file. Throws Error{BadInput} when there is none, it is larger than `most` bytes, or such a pointer or page.
std::string readFetched(const std::string& path, std::uint64_t most);

} // namespace core
