#pragma once

// Name and version of the program, as files record them.

namespace core {

/// "cutaway 0.2.0".
const char* programVersion();

} // namespace core
