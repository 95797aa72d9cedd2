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

void Trace::add(TraceEntry entry)
{
    assert(!find(entry.name()));
    m_indexByName.emplace(entry.name(), m_entries.size());
    m_entries.push_back(std::move(entry));
}

Index Trace::layers() const
{
    constexpr std::string_view prefix = "blocks.";
    Index layers = 0;
    for (const TraceEntry& entry : m_entries) {
        const std::string& name = entry.name();
        Index layer = 0;
        if (name.starts_with(prefix)
            && std::from_chars(name.data() + prefix.size(), name.data() + name.size(), layer).ec == std::errc())
            layers = std::max(layers, layer + 1);
    }
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

std::string blockName(Index layer, std::string_view rest) { return "blocks." + std::to_string(layer) + "." + std::string(rest); }

} // namespace core
