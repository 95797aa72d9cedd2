#pragma once

#include <cstddef>

namespace core {

/// Bytes of memory of this machine; 8 GiB where the system does not tell.
std::size_t systemMemoryBytes();

/// Gives large blocks (1 MiB and more) pages of their own, which return to the system when they are freed: else what is taken
/// and given back around long-lived weights leaves holes. Where the allocator has no such switch, nothing happens.
void keepLargeBlocksApart();

/// What is freed stays with the program, as far as the C library allows: a training asks for the same memory at every step.
void keepFreedMemory();

} // namespace core
