#pragma once

// Which program wrote a file.

namespace core {

/// "cutaway 0.1.0".
const char* programVersion();

} // namespace core
