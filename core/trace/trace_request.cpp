#include "core/trace/trace_request.h"

#include "core/base/edit_distance.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace core {

bool matchesPattern(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos; // the last '*' met, and what it has swallowed so far
    std::size_t swallowed = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
            ++p;
            ++n;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            swallowed = n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++swallowed;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

std::optional<NamePattern> parseNamePattern(const std::string& text)
{
    if (text.empty() || text.back() != ']')
        return NamePattern{text, {}};
    const std::size_t open = text.rfind('[');
    bool good = open != std::string::npos && open + 2 < text.size();
    const char* at = text.data() + (good ? open + 1 : 0);
    const char* end = text.data() + text.size() - 1;
    std::vector<Index> heads;
    while (good && at < end) {
        Index head = 0;
        const auto [next, problem] = std::from_chars(at, end, head);
        good = problem == std::errc() && head >= 0 && (next == end || (*next == ',' && next + 1 < end));
        heads.push_back(head);
        at = good && next < end ? next + 1 : end;
    }
    if (!good)
        return std::nullopt;
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    return NamePattern{text.substr(0, open), std::move(heads)};
}

TraceMatcher::TraceMatcher(const TraceRequest& request)
    : m_nothing(request.nothing)
    , m_isTape(request.isTape)
{
    for (const std::string& text : request.patterns) {
        const std::optional<NamePattern> pattern = parseNamePattern(text);
        if (!pattern)
            throw Error({ErrorKind::Usage, "", "--record " + text, CUTAWAY_TR("malformed list of heads"), "name[0,3]", text});
        m_patterns.push_back({*pattern, text});
    }
}

namespace {

/// Matrices [head, query, key] on the way to the pattern, which no way back reads (scores only under a cap).
bool isLeftOutOfBareTape(std::string_view name) { return name.ends_with("attn.scores_content") || name.ends_with("attn.scores"); }

} // namespace

bool TraceMatcher::wants(std::string_view name, Recording recording) const
{
    if (m_nothing && !m_isTape)
        return false;
    const bool isUsual = recording == Recording::Usual && !(m_nothing && isLeftOutOfBareTape(name));
    if (m_patterns.empty())
        return isUsual;
    if (m_isTape && isUsual)
        return true;
    return std::any_of(m_patterns.begin(), m_patterns.end(), [&](const Pattern& p) { return matchesPattern(p.name, name); });
}

std::vector<Index> TraceMatcher::heads(std::string_view name) const
{
    std::vector<Index> heads;
    if (m_isTape)
        return heads;
    for (const Pattern& pattern : m_patterns) {
        if (!matchesPattern(pattern.name, name))
            continue;
        if (pattern.heads.empty())
            return {};
        heads.insert(heads.end(), pattern.heads.begin(), pattern.heads.end());
    }
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    return heads;
}

namespace {

/// Each name once, and once with a star for every number in it: what a pattern may have meant.
std::vector<std::string> patternsOf(const std::vector<PlannedTensor>& tensors)
{
    std::set<std::string> patterns;
    for (const PlannedTensor& tensor : tensors) {
        patterns.insert(tensor.name);
        std::string pattern;
        for (const char c : tensor.name) {
            const bool isDigit = c >= '0' && c <= '9';
            const bool isNumber = isDigit && !pattern.empty() && (pattern.back() == '.' || pattern.back() == '*');
            if (!isNumber)
                pattern += c;
            else if (pattern.back() == '.')
                pattern += '*';
        }
        patterns.insert(pattern);
    }
    return {patterns.begin(), patterns.end()};
}

} // namespace

void TraceMatcher::checkAllMatch(const std::vector<PlannedTensor>& tensors) const
{
    for (const Pattern& pattern : m_patterns) {
        bool found = false;
        for (const PlannedTensor& tensor : tensors) {
            if (!matchesPattern(pattern.name, tensor.name))
                continue;
            const bool hasHeads = tensor.axes.size() == 3
                && (tensor.axes[0] == axis::head || tensor.axes[1] == axis::head || tensor.axes[1] == axis::kvHead);
            if (!pattern.heads.empty() && !hasHeads)
                continue;
            found = true;
            const Index count = hasHeads ? tensor.shape[tensor.axes[0] == axis::head ? 0 : 1] : 0;
            if (!pattern.heads.empty() && pattern.heads.back() >= count)
                throw Error({ErrorKind::Usage, "", "--record " + pattern.text, CUTAWAY_TR("no such head"),
                    "0 to " + std::to_string(count - 1) + " in " + tensor.name, std::to_string(pattern.heads.back())});
        }
        if (found)
            continue;
        throw Error({ErrorKind::Usage, "", "--record " + pattern.text, CUTAWAY_TR("matches no tensor of this model"),
            joinedWords(nearestWords(pattern.name, patternsOf(tensors), 3)), shownText(pattern.text)});
    }
}

namespace {

/// Heads are the first axis of three, or the middle one.
bool hasHeads(const Tensor& tensor)
{
    if (tensor.rank() != 3)
        return false;
    const auto isHead
        = [&](int i) { return tensor.axes()[std::size_t(i)] == axis::head || tensor.axes()[std::size_t(i)] == axis::kvHead; };
    return isHead(0) || isHead(1);
}

/// The tensor with some of its heads only. REQUIRES: it has heads.
Tensor keepHeads(const Tensor& whole, const std::vector<Index>& heads)
{
    const bool first = whole.axes()[0] == axis::head || whole.axes()[0] == axis::kvHead;
    if (whole.dim(first ? 0 : 1) == Index(heads.size()))
        return whole; // made of these heads only
    Shape shape = whole.shape();
    shape[first ? 0 : 1] = Index(heads.size());
    Tensor part(whole.name(), whole.axes(), shape);
    const Index outer = first ? 1 : whole.dim(0);
    const Index count = whole.dim(first ? 0 : 1);
    const Index inner = first ? whole.dim(1) * whole.dim(2) : whole.dim(2);
    float* to = part.data();
    for (Index i = 0; i < outer; ++i)
        for (const Index head : heads)
            to = std::copy_n(whole.data() + (i * count + head) * inner, inner, to);
    return part;
}

} // namespace

TraceEntry keptEntry(const Tensor& tensor, std::vector<Index> heads, bool replaced)
{
    // A pattern with heads may meet tensors without: they are kept whole.
    if (heads.empty() || !hasHeads(tensor))
        return {tensor, {}, replaced};
    return {keepHeads(tensor, heads), std::move(heads), replaced};
}

} // namespace core
