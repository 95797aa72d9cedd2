#pragma once

// Slices of matrices that do not depend on the number of threads. A packed matrix is cut into a slice a core, and the sums of a
// product follow its slices; what must be the same bit for bit on any number of threads, a training, is cut as here.

namespace core {

inline constexpr int fixedSliceCores = 8; // as many as are of use to the small matrices of a training on one machine

/// For its lifetime matrices that are packed on its thread have the slices of so many cores. Scopes nest, the innermost counts.
class FixedSlices
{
public:
    explicit FixedSlices(int cores = fixedSliceCores);
    ~FixedSlices();
    FixedSlices(const FixedSlices&) = delete;
    FixedSlices& operator=(const FixedSlices&) = delete;

private:
    int m_before;
};

/// For how many cores a matrix is cut on this thread: those of the scope, otherwise `threads`.
int sliceCores(int threads);

} // namespace core
