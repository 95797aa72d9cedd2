#pragma once

// KeptResults: the last few things that were computed from a run for a picture, so that redrawing costs nothing. Traces never
// change after publication, so the trace itself is the key; only the thread of the widgets comes here.

#include "core/run/trace.h"

#include <deque>
#include <memory>
#include <string>

namespace widgets {

template <class Result>
class KeptResults
{
public:
    /// The result for this trace and these words; computed by make() when it is not among the last ones.
    template <class Make>
    const Result& get(const core::TracePtr& trace, const std::string& words, const Make& make)
    {
        for (const Entry& entry : m_entries)
            if (entry.trace.lock() == trace && entry.words == words)
                return entry.result;
        if (m_entries.size() >= kMost)
            m_entries.pop_front();
        m_entries.push_back({trace, words, make()});
        return m_entries.back().result;
    }

private:
    static constexpr std::size_t kMost = 16;

    struct Entry
    {
        std::weak_ptr<const core::Trace> trace;
        std::string words;
        Result result;
    };
    std::deque<Entry> m_entries;
};

} // namespace widgets
