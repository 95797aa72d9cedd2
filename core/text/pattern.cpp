#include "core/text/pattern.h"

#include "core/base/error.h"
#include "core/text/newer_unicode.h"
#include "core/text/unicode.h"

#include <oniguruma.h>

#include <mutex>

namespace core {

namespace {

constexpr std::size_t longestPattern = 64 * 1024;
constexpr unsigned deepestPattern = 200;
constexpr unsigned long retriesInMatch = 30'000'000;   // the engine's default is 10 million
constexpr unsigned long retriesInSearch = 100'000'000; // about a second
constexpr unsigned long callsInSearch = 1'000'000;     // of groups by name
constexpr unsigned matchStackEntries = 4'000'000;

const OnigUChar* bytesOf(std::string_view text) { return reinterpret_cast<const OnigUChar*>(text.data()); }

std::string messageOf(int code, OnigErrorInfo* info = nullptr)
{
    OnigUChar message[ONIG_MAX_ERROR_MESSAGE_LEN];
    const int length = info ? onig_error_code_to_str(message, code, info) : onig_error_code_to_str(message, code);
    return lossyUtf8({reinterpret_cast<const char*>(message), static_cast<std::size_t>(length)});
}

/// The syntax of the reference library without what calls code at match time.
OnigSyntaxType harmlessSyntax()
{
    OnigSyntaxType syntax = OnigSyntaxOniguruma;
    syntax.op2 &= ~(ONIG_SYN_OP2_QMARK_BRACE_CALLOUT_CONTENTS | ONIG_SYN_OP2_ASTERISK_CALLOUT_NAME);
    return syntax;
}

OnigRegex compile(const std::string& pattern)
{
    static std::mutex compiling; // the engine's tables are made at the first use
    const std::lock_guard lock(compiling);
    static const bool isReady = [] {
        OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
        onig_set_parse_depth_limit(deepestPattern);
        onig_set_subexp_call_limit_in_search(callsInSearch);
        return onig_initialize(encodings, 1) == ONIG_NORMAL;
    }();
    static OnigSyntaxType syntax = harmlessSyntax();

    OnigRegex regex = nullptr;
    OnigErrorInfo info;
    const OnigUChar* begin = bytesOf(pattern);
    const int code = isReady
        ? onig_new(&regex, begin, begin + pattern.size(), ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, &syntax, &info)
        : ONIGERR_MEMORY;
    if (code != ONIG_NORMAL)
        throw Error({.problem = CUTAWAY_TR("not a regular expression"), .found = messageOf(code, &info)});
    return regex;
}

} // namespace

Pattern Pattern::literal(std::string text)
{
    if (text.empty())
        return regex(text); // matches between all characters, as in the reference
    Pattern pattern;
    pattern.m_text = std::move(text);
    return pattern;
}

Pattern Pattern::regex(const std::string& text)
{
    if (text.size() > longestPattern)
        throw Error({.problem = CUTAWAY_TR("regular expression too long"),
            .expected = "at most " + std::to_string(longestPattern) + " bytes",
            .found = std::to_string(text.size())});
    Pattern pattern;
    pattern.m_text = text;
    pattern.m_regex.reset(compile(withNewerCharacters(text)), [](void* regex) { onig_free(static_cast<OnigRegex>(regex)); });
    return pattern;
}

Pattern Pattern::fromJson(const JsonValue& json)
{
    const bool isLiteral = json.has("String");
    if (isLiteral == json.has("Regex") || json.object().size() != 1)
        json.refuse(CUTAWAY_TR("not a pattern"), R"({"String": ...} or {"Regex": ...})");
    if (isLiteral)
        return literal(json["String"].string());
    const JsonValue text = json["Regex"];
    try {
        return regex(text.string());
    } catch (const Error& error) {
        text.refuse(error.parts().problem.c_str(), error.parts().expected, error.parts().found);
    }
}

std::vector<TextRange> Pattern::findAll(std::string_view text) const { return m_regex ? findRegex(text) : findLiteral(text); }

std::string Pattern::replaceAll(std::string_view text, std::string_view content) const
{
    constexpr std::size_t most = std::size_t(1) << 30;
    const std::vector<TextRange> matches = findAll(text);
    if (!content.empty() && matches.size() > (most - text.size()) / content.size())
        throw Error({.problem = CUTAWAY_TR("a replacement of the tokenizer makes the text too long")});
    std::string result;
    std::size_t copied = 0;
    for (const TextRange& match : matches) {
        result += text.substr(copied, match.begin - copied);
        result += content;
        copied = match.end;
    }
    return result += text.substr(copied);
}

std::vector<TextRange> Pattern::findLiteral(std::string_view text) const
{
    std::vector<TextRange> matches;
    for (std::size_t at = text.find(m_text); at != std::string_view::npos; at = text.find(m_text, at + m_text.size()))
        matches.push_back({at, at + m_text.size()});
    return matches;
}

std::vector<TextRange> Pattern::findRegex(std::string_view text) const
{
    const auto regex = static_cast<OnigRegex>(m_regex.get());
    const std::unique_ptr<OnigMatchParam, void (*)(OnigMatchParam*)> limits(onig_new_match_param(), onig_free_match_param);
    onig_initialize_match_param(limits.get());
    onig_set_retry_limit_in_match_of_match_param(limits.get(), retriesInMatch);
    onig_set_retry_limit_in_search_of_match_param(limits.get(), retriesInSearch);
    onig_set_match_stack_limit_size_of_match_param(limits.get(), matchStackEntries);
    const std::unique_ptr<OnigRegion, void (*)(OnigRegion*)> region(
        onig_region_new(), [](OnigRegion* each) { onig_region_free(each, 1); });

    std::vector<TextRange> matches;
    const OnigUChar* begin = bytesOf(text);
    const OnigUChar* end = begin + text.size();
    for (std::size_t from = 0; from <= text.size();) {
        const int code
            = onig_search_with_param(regex, begin, end, begin + from, end, region.get(), ONIG_OPTION_NONE, limits.get());
        if (code == ONIG_MISMATCH)
            break;
        if (code < 0)
            throw Error(
                {.problem = CUTAWAY_TR("the tokenizer's regular expression gives up on this text"), .found = messageOf(code)});
        const TextRange match{static_cast<std::size_t>(region->beg[0]), static_cast<std::size_t>(region->end[0])};
        if (match.begin == match.end && !matches.empty() && matches.back().end == match.end) {
            from += from < text.size() ? decodeChar(text, from).bytes : 1;
            continue;
        }
        matches.push_back(match);
        from = match.end;
    }
    return matches;
}

} // namespace core
