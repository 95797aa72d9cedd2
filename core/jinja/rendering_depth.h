#pragma once

// Depth: how deep a rendering calls itself, for the stack of the thread. Included by rendering.cpp and evaluation.cpp only.

#include "core/jinja/rendering.h"

namespace core::jinja {

class Rendering::Depth
{
public:
    explicit Depth(int& depth)
        : m_depth(depth)
    {
        if (++m_depth > most) {
            --m_depth;
            refuse("nested too deeply", "at most " + std::to_string(most));
        }
    }
    ~Depth() { --m_depth; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

private:
    static constexpr int most = 1200; // calls of some 500 bytes, ten times that under sanitizers

    int& m_depth;
};

} // namespace core::jinja
