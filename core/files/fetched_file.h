#pragma once

// What lies in the place of a file that was not really fetched: the pointer of Git LFS, the page of a web site.

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

class FileReader;

/// Throws Error{BadInput} when a file that begins with these bytes, 64 are enough, is such a pointer or page.
void refuseUnfetched(std::string_view start, const std::string& file);

/// The same of a file that is open.
void refuseUnfetched(const FileReader& file);

} // namespace core
