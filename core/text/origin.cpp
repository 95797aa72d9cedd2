#include "core/text/origin.h"

#include "core/text/unicode.h"

#include <algorithm>

namespace core {

std::size_t startAfter(
    const normalizers::UnicodeForm& kind, const std::string& before, const std::string& after, std::size_t start)
{
    // What follows may join the last of these characters, but never makes more of them.
    const std::string first = kind.apply(before.substr(0, start));
    std::size_t end = 0;
    for (std::size_t at = 0; at < first.size() && end < after.size(); at += decodeChar(first, at).bytes)
        end += decodeChar(after, end).bytes;
    return end;
}

std::size_t startAfter(
    const normalizers::Replace& kind, const std::string& before, const std::string& /*after*/, std::size_t start)
{
    // A replacement belongs to the last character that it replaces.
    std::size_t kept = 0, covered = 0;
    for (const TextRange& match : kind.pattern.findAll(before)) {
        if (match.begin >= start)
            break;
        kept += match.begin - covered;
        covered = match.end;
        if (match.end > start)
            return kept;
        kept += kind.content.size();
    }
    return kept + (std::max(start, covered) - covered);
}

std::size_t startAfter(
    const normalizers::Prepend& kind, const std::string& /*before*/, const std::string& /*after*/, std::size_t start)
{
    return start > 0 ? start + kind.prepend.size() : 0;
}

std::size_t startAfter(const normalizers::Strip& kind, const std::string& before, const std::string& after, std::size_t start)
{
    const std::size_t taken = kind.isLeft ? whiteSpaceEnd(before, 0) : 0;
    return std::min(start - std::min(start, taken), after.size());
}

std::size_t startAfter(const normalizers::Bert& kind, const std::string& before, const std::string& /*after*/, std::size_t start)
{
    // Marks are put in order before some of them go: what then is first counts as the first.
    const normalizers::Bert cleaner{kind.cleansText, kind.separatesChinese, false, false};
    std::string first = cleaner.apply(before.substr(0, start));
    if (kind.stripsAccents) {
        const normalizers::UnicodeForm nfd{{.isComposed = false, .isCompatible = false}};
        const std::string cleaned = cleaner.apply(before), decomposed = nfd.apply(cleaned);
        first = decomposed.substr(0, startAfter(nfd, cleaned, decomposed, first.size()));
        first = normalizers::Bert{false, false, true, false}.apply(first);
    }
    return kind.lowercases ? normalizers::Lowercase().apply(first).size() : first.size();
}

std::size_t startAfter(
    const normalizers::Precompiled& kind, const std::string& before, const std::string& /*after*/, std::size_t start)
{
    kind.map->apply(before, &start);
    return start;
}

} // namespace core
