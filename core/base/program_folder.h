#pragma once

#include <string>
#include <string_view>

namespace core {

/// Folder of the running program, UTF-8, links followed; empty where the system does not tell.
std::string programFolder();

/// <folder of the program>/../share/cutaway/NAME, where what comes with the program lies; empty where the system does not tell.
std::string sharedFolder(std::string_view name);

} // namespace core
