#include "widgets/figure/need_store.h"

namespace widgets {

std::optional<NeedResult> NeedStore::find(const NeedId& id)
{
    const std::lock_guard lock(m_mutex);
    const auto place = m_places.find(id);
    if (place == m_places.end())
        return std::nullopt;
    m_entries.splice(m_entries.begin(), m_entries, place->second);
    return place->second->result;
}

void NeedStore::keep(const NeedId& id, const NeedResult& result)
{
    const std::lock_guard lock(m_mutex);
    forgetGone();
    if (const auto place = m_places.find(id); place != m_places.end())
        forget(place->second);
    if (result.bytes > m_maxBytes)
        return;
    m_entries.push_front({id, result});
    m_places[id] = m_entries.begin();
    m_bytes += result.bytes;
    while (m_bytes > m_maxBytes)
        forget(std::prev(m_entries.end()));
}

std::size_t NeedStore::bytes()
{
    const std::lock_guard lock(m_mutex);
    forgetGone();
    return m_bytes;
}

void NeedStore::forget(Entries::iterator entry)
{
    m_bytes -= entry->result.bytes;
    m_places.erase(entry->id);
    m_entries.erase(entry);
}

void NeedStore::forgetGone()
{
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
        const auto next = std::next(entry);
        if (entry->id.isGone())
            forget(entry);
        entry = next;
    }
}

NeedResult keptOrCarriedOut(
    NeedStore& store, const Need& need, std::size_t share, const CarryOut& carryOut, const core::RunControl& control)
{
    if (std::optional<NeedResult> kept = store.find(need.id))
        return std::move(*kept);
    control.check();
    NeedResult result = carryOutNeed(need, share, carryOut, control);
    store.keep(need.id, result);
    return result;
}

bool takeFrom(NeedStore& store, const Needs& missing, NeedResults& results)
{
    bool isAny = false;
    for (const Need& need : missing)
        if (std::optional<NeedResult> kept = store.find(need.id)) {
            results.add(need.id, std::move(*kept));
            isAny = true;
        }
    return isAny;
}

} // namespace widgets
