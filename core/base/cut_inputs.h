#pragma once

// The inputs of products that share the cores, in digits (lane_dots.h): what several slices and matrices multiply is cut once.

#include "core/base/lane_dots.h"
#include "core/base/tensor.h"

#include <list>
#include <mutex>
#include <vector>

namespace core {

class CutInputs
{
public:
    /// x [count] in digits, one CutNumbers for 32 numbers; nullptr when a number is infinite or NaN. Thread-safe. Later calls for the
    /// same place get the same numbers. REQUIRES: laneDots(), a multiple of 32.
    const CutNumbers* of(const float* x, Index count);

    /// The inputs of the products that the calling thread takes part in; nullptr outside of them.
    static CutInputs* current();

    /// Makes them the current ones of this thread while it lives.
    class Use
    {
    public:
        explicit Use(CutInputs& inputs);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        CutInputs* m_before;
    };

private:
    struct Known
    {
        const float* x;
        Index count;
        std::vector<CutNumbers> cut; // empty: cannot be cut
    };
    std::mutex m_mutex;
    std::list<Known> m_known;
};

} // namespace core
