#include "core/base/program_version.h"

namespace core {

const char* programVersion() { return "cutaway " CUTAWAY_VERSION; }

} // namespace core
