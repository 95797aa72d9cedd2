#pragma once

// Memory that begins at a cache line, as products want it. Its numbers are not set.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace core {

struct FreeAligned
{
    void operator()(void* p) const { ::operator delete(p, std::align_val_t(64)); }
};
using AlignedFloats = std::unique_ptr<float, FreeAligned>;
using AlignedBytes = std::unique_ptr<std::byte, FreeAligned>;

inline AlignedBytes alignedBytes(std::size_t bytes)
{
    return AlignedBytes(static_cast<std::byte*>(::operator new(std::max<std::size_t>(1, bytes), std::align_val_t(64))));
}
inline AlignedFloats alignedFloats(std::size_t floats)
{
    return AlignedFloats(
        static_cast<float*>(::operator new(std::max<std::size_t>(1, floats) * sizeof(float), std::align_val_t(64))));
}

} // namespace core
