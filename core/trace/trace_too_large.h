#pragma once

// The error of a trace that is over budget, for callers that can offer a shorter text.

#include "core/base/error.h"
#include "core/base/tensor.h"

#include <utility>

namespace core {

class TraceTooLarge : public Error
{
public:
    TraceTooLarge(Parts parts, Index tokens, Index fitting)
        : Error(std::move(parts))
        , m_tokens(tokens)
        , m_fitting(fitting)
    {
    }

    Index tokens() const { return m_tokens; }   // of the text; of the longer one of an encoder–decoder
    Index fitting() const { return m_fitting; } // how many of them would do, of each text; 0: none

private:
    Index m_tokens;
    Index m_fitting;
};

} // namespace core
