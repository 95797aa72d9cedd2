#pragma once

namespace core {

/// Tells oneDNN and OpenBLAS (both built on OpenMP) to use only the calling thread. Called by every thread that multiplies.
void makeLibrariesSingleThreaded();

} // namespace core
