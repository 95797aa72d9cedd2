#pragma once

#include <cstddef>

namespace core {

/// Bytes of memory of this machine; 8 GiB where the system does not tell.
std::size_t systemMemoryBytes();

} // namespace core
