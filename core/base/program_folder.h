#pragma once

// Folders that the operating system tells.

#include <string>
#include <string_view>

namespace core {

/// Folder of the running program, UTF-8, links followed; empty where the system does not tell.
std::string programFolder();

/// <folder of the program>/../share/cutaway/NAME, where what comes with the program lies; empty where the system does not tell.
std::string sharedFolder(std::string_view name);

/// Value of an environment variable, UTF-8; empty where it is not set.
std::string environment(const char* name);

/// Home folder of the person, UTF-8; empty where the system does not tell.
std::string homeFolder();

} // namespace core
