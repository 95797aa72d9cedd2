#pragma once

// KeptResults: a cache of the last results computed from a run for a picture, so that redrawing costs nothing. Traces never
// change after publication, so the trace itself is the key; only the thread of the widgets comes here.

#include "core/trace/trace.h"

#include <algorithm>
#include <list>
#include <memory>
#include <string>

namespace widgets {

template <class Result>
class KeptResults
{
public:
    /// The result for this trace and these words; computed by make() when it is not among the last ones. May be filled further.
    /// Stays where it is until so many others were requested, or the trace is gone.
    template <class Make>
    Result& get(const core::TracePtr& trace, const std::string& words, const Make& make)
    {
        m_entries.remove_if([](const Entry& entry) { return entry.trace.expired(); });
        const auto known = std::find_if(m_entries.begin(), m_entries.end(),
            [&](const Entry& entry) { return entry.trace.lock() == trace && entry.words == words; });
        if (known != m_entries.end())
            m_entries.splice(m_entries.begin(), m_entries, known);
        else
            m_entries.push_front({trace, words, make()});
        if (m_entries.size() > kMax)
            m_entries.pop_back();
        return m_entries.front().result;
    }

private:
    static constexpr std::size_t kMax = 16;

    struct Entry
    {
        std::weak_ptr<const core::Trace> trace;
        std::string words;
        Result result;
    };
    std::list<Entry> m_entries; // the last asked for first
};

} // namespace widgets
