#include "core/files/families/leading_prefix.h"

#include "core/io/shown_text.h"

#include <algorithm>

namespace core {

namespace {

/// The names that the family's embedding may have, as they end: "model.embed_tokens.weight", "embed_tokens.weight".
std::vector<std::string> embeddingNames(const Family& family)
{
    std::vector<std::string> names;
    for (const TensorName& rule : family.tensors)
        if (rule.native == "embed" || rule.native == "embed.weight")
            for (const std::string& prefix : family.prefixes)
                names.push_back(prefix + rule.stored + (rule.native == "embed" ? ".weight" : ""));
    return names;
}

Index namesWith(const StoredTensors& stored, const std::string& prefix)
{
    return std::count_if(stored.begin(), stored.end(), [&](const auto& tensor) { return tensor.first.starts_with(prefix); });
}

/// What is in front of the embedding's name: of several that of most tensors, then the shortest. Empty for none.
std::string prefixOf(const Family& family, const StoredTensors& stored)
{
    constexpr std::size_t compared = 16; // so that a hostile file costs little
    std::vector<std::string> prefixes;
    for (const std::string& longer : family.prefixes) // the table may know the prefix of the layers, but not of the output matrix
        for (const std::string& prefix : family.prefixes)
            if (!prefix.empty() && longer.size() > prefix.size() && longer.ends_with("." + prefix))
                if (const std::string front = longer.substr(0, longer.size() - prefix.size());
                    namesWith(stored, front) == Index(stored.size()))
                    return front;
    for (const std::string& name : embeddingNames(family)) {
        if (stored.count(name))
            return {};
        for (const auto& [own, tensor] : stored)
            if (own.size() > name.size() && own.ends_with("." + name) && prefixes.size() < compared)
                prefixes.push_back(own.substr(0, own.size() - name.size()));
    }
    std::sort(prefixes.begin(), prefixes.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::string best;
    Index most = 0;
    for (const std::string& prefix : prefixes)
        if (const Index count = namesWith(stored, prefix); count > most) {
            best = prefix;
            most = count;
        }
    return best;
}

} // namespace

std::optional<StoredTensors> withoutLeadingPrefix(
    const Family& family, const StoredTensors& stored, std::vector<std::string>& notes)
{
    const std::string prefix = prefixOf(family, stored);
    if (prefix.empty())
        return std::nullopt;
    StoredTensors plain;
    for (const auto& [name, tensor] : stored)
        if (!plain.emplace(name.starts_with(prefix) ? name.substr(prefix.size()) : name, tensor).second)
            return std::nullopt; // with the prefix and without: ambiguous
    notes.push_back("the names of " + std::to_string(namesWith(stored, prefix)) + " of " + std::to_string(stored.size())
        + " tensors begin with " + shownText(prefix, 80) + ": they are read without it");
    return plain;
}

} // namespace core
