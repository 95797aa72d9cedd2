#pragma once

// FittingText: a text that is too long for the memory, cut where it fits. Qt-free, for any thread.

#include "app/runs/run_request.h"

#include "core/trace/trace_too_large.h"

#include <functional>
#include <string>

namespace app {

/// A text whose record would not fit into the memory, with the same request whose texts and ids do.
class TextTooLong : public core::TraceTooLarge
{
public:
    TextTooLong(const core::TraceTooLarge& error, RunRequest fitting)
        : core::TraceTooLarge(error)
        , m_fitting(std::move(fitting))
    {
    }

    const RunRequest& request() const { return m_fitting; }

private:
    RunRequest m_fitting;
};

/// The longest beginning of a UTF-8 text that has at most `most` tokens, ends after a whole character, and is found by halving;
/// `countOf` says how many a beginning has.
std::string beginningOf(const std::string& text, std::size_t most, const std::function<std::size_t(const std::string&)>& countOf);

/// The request with everything that is read cut to at most this many tokens.
RunRequest cutTo(RunRequest request, std::size_t most, const core::Setup& setup);

} // namespace app
