#pragma once

// NeedStore: the one place where results of needs are kept, so that what was computed once is not computed again while its run
// lives. For any thread.

#include "widgets/figure/needs.h"

#include <list>
#include <mutex>

namespace widgets {

class NeedStore
{
public:
    /// At most so many bytes; a result that is larger alone is not kept.
    explicit NeedStore(std::size_t maxBytes = std::size_t(1) << 30)
        : m_maxBytes(maxBytes)
    {
    }

    /// Nothing: not kept.
    std::optional<NeedResult> find(const NeedId& id);

    /// Those that were asked for longest ago go, and those of runs that are gone.
    void keep(const NeedId& id, const NeedResult& result);

    std::size_t bytes();

private:
    struct Entry
    {
        NeedId id;
        NeedResult result;
    };
    using Entries = std::list<Entry>;

    void forget(Entries::iterator entry);
    void forgetGone();

    std::mutex m_mutex;
    Entries m_entries; // the last asked for first
    std::map<NeedId, Entries::iterator> m_places;
    std::size_t m_bytes = 0;
    std::size_t m_maxBytes;
};

/// The result of a need that the store keeps, or else of carrying it out, which is kept. Throws core::Stopped.
NeedResult keptOrCarriedOut(
    NeedStore& store, const Need& need, std::size_t share, const CarryOut& carryOut, const core::RunControl& control);

/// The results that the data lacks and the store has; true when there were some.
bool takeFrom(NeedStore& store, const Needs& missing, NeedResults& results);

} // namespace widgets
