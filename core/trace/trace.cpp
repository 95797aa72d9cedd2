#include "core/trace/trace.h"

#include "core/base/error.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <set>

namespace core {

const TraceEntry* Trace::findEntry(std::string_view name) const
{
    const auto it = m_indexByName.find(name);
    return it == m_indexByName.end() ? nullptr : &m_entries[it->second];
}

const Tensor* Trace::find(std::string_view name) const
{
    const TraceEntry* entry = findEntry(name);
    return entry ? &entry->tensor : nullptr;
}

const Tensor& Trace::at(std::string_view name) const
{
    if (const Tensor* tensor = find(name))
        return *tensor;
    throw Error({ErrorKind::BadInput, "", std::string(name), CUTAWAY_TR("this run recorded no tensor of this name"), "", ""});
}

Trace Trace::withEntries(std::vector<TraceEntry> entries) const
{
    Trace other = *this;
    other.m_entries.clear();
    other.m_indexByName.clear();
    for (TraceEntry& entry : entries)
        other.add(std::move(entry));
    return other;
}

void Trace::add(TraceEntry entry)
{
    assert(!find(entry.name()));
    m_indexByName.emplace(entry.name(), m_entries.size());
    m_entries.push_back(std::move(entry));
}

Index Trace::layers() const
{
    Index layers = 0;
    for (const TraceEntry& entry : m_entries)
        if (const NameParts parts = partsOfName(entry.name()); !parts.isOfEncoder)
            layers = std::max(layers, parts.layer + 1);
    return layers;
}

std::size_t Trace::bytes() const
{
    std::set<const float*> counted;
    std::size_t bytes = 0;
    for (const TraceEntry& entry : m_entries)
        if (counted.insert(entry.tensor.data()).second)
            bytes += std::size_t(entry.tensor.size()) * sizeof(float);
    return bytes;
}

Index TraceEntry::rowOfHead(Index head) const
{
    if (heads.empty())
        return head;
    const auto found = std::find(heads.begin(), heads.end(), head);
    return found == heads.end() ? -1 : Index(found - heads.begin());
}

std::string blockName(Index layer, std::string_view rest) { return "blocks." + std::to_string(layer) + "." + std::string(rest); }

NameParts partsOfName(std::string_view name)
{
    constexpr std::string_view encoder = "encoder.", blocks = "blocks.";
    NameParts parts{.isOfEncoder = name.starts_with(encoder), .rest = name};
    if (parts.isOfEncoder)
        parts.rest.remove_prefix(encoder.size());
    if (!parts.rest.starts_with(blocks))
        return parts;
    const char* const end = parts.rest.data() + parts.rest.size();
    const auto [after, error] = std::from_chars(parts.rest.data() + blocks.size(), end, parts.layer);
    if (error == std::errc())
        parts.rest = {after == end ? after : after + 1, end};
    return parts;
}

} // namespace core
