#pragma once

#include <string>

namespace core {

/// Folder of the running program, UTF-8, links followed; empty where the system does not tell.
std::string programFolder();

} // namespace core
