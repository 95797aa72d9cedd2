#include "core/text/normalizer.h"

#include "core/text/reference_classes.h"
#include "core/text/stage_list.h"
#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace core {

namespace {

/// Canonical order of the marks behind each base character; the sort is ours because that of the library is
/// quadratic.
void orderMarks(std::vector<utf8proc_int32_t>& codes)
{
    const auto rank = [](utf8proc_int32_t code) { return utf8proc_get_property(code)->combining_class; };
    for (auto first = codes.begin(); first != codes.end();) {
        if (rank(*first) == 0) {
            ++first;
            continue;
        }
        const auto last = std::find_if(first, codes.end(), [&](utf8proc_int32_t code) { return rank(code) == 0; });
        std::stable_sort(first, last, [&](utf8proc_int32_t a, utf8proc_int32_t b) { return rank(a) < rank(b); });
        first = last;
    }
}

/// Calls append(result, code) for each character; the texts that it makes, one behind the other.
template <class Append>
std::string mapped(const std::string& text, Append append)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeChar(text, at);
        append(result, next.code);
        at += next.bytes;
    }
    return result;
}

/// The ideographs that BERT reads one by one: blocks of Unicode as its authors listed them (extension E only from U+2B920,
/// as the reference has it), no kana and no Hangul.
bool isChinese(char32_t code)
{
    static constexpr char32_t blocks[][2] = {{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x2A6DF},
        {0x2A700, 0x2B81F}, {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F}};
    return std::any_of(
        std::begin(blocks), std::end(blocks), [&](const auto& block) { return code >= block[0] && code <= block[1]; });
}

} // namespace

namespace normalizers {

std::string UnicodeForm::apply(const std::string& text) const
{
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return text;

    const int form = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | (isCompatible ? UTF8PROC_COMPAT : 0);
    std::vector<utf8proc_int32_t> codes;
    std::array<utf8proc_int32_t, 32> parts; // the longest decomposition has 18
    for (std::size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeChar(text, at);
        int boundClass = 0;
        const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(next.code), parts.data(),
            static_cast<utf8proc_ssize_t>(parts.size()), static_cast<utf8proc_option_t>(form), &boundClass);
        codes.insert(codes.end(), parts.begin(), parts.begin() + std::max<utf8proc_ssize_t>(count, 0));
        at += next.bytes;
    }
    orderMarks(codes);

    auto length = static_cast<utf8proc_ssize_t>(codes.size());
    if (isComposed)
        length
            = utf8proc_normalize_utf32(codes.data(), length, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    std::string result;
    result.reserve(text.size());
    for (utf8proc_ssize_t i = 0; i < length; ++i)
        appendUtf8(result, static_cast<char32_t>(codes[static_cast<std::size_t>(i)]));
    return result;
}

std::string Replace::apply(const std::string& text) const { return pattern.replaceAll(text, content); }

std::string Prepend::apply(const std::string& text) const { return text.empty() ? text : prepend + text; }

std::string Lowercase::apply(const std::string& text) const { return mapped(text, appendLowerCase); }

std::string StripAccents::apply(const std::string& text) const
{
    return mapped(text, [](std::string& result, char32_t code) {
        if (!isReferenceMark(code))
            appendUtf8(result, code);
    });
}

std::string Bert::apply(const std::string& text) const
{
    std::string result = mapped(text, [&](std::string& cleaned, char32_t code) {
        if (cleansText && isReferenceControl(code))
            return;
        if (separatesChinese && isChinese(code)) {
            cleaned += ' ';
            appendUtf8(cleaned, code);
            cleaned += ' ';
        } else {
            appendUtf8(cleaned, cleansText && isWhiteSpace(code) ? U' ' : code);
        }
    });
    if (stripsAccents)
        result = mapped(
            UnicodeForm{.isComposed = false, .isCompatible = false}.apply(result), [](std::string& stripped, char32_t code) {
                if (!isReferenceAccent(code))
                    appendUtf8(stripped, code);
            });
    return lowercases ? Lowercase().apply(result) : result;
}

} // namespace normalizers

namespace {

/// Whether accents go is the same as for capitals unless it is said.
normalizers::Bert readBert(const JsonValue& json)
{
    const bool lowercases = json["lowercase"].boolean();
    return {.cleansText = json["clean_text"].boolean(),
        .separatesChinese = json["handle_chinese_chars"].boolean(),
        .stripsAccents = json.boolean("strip_accents", /*missing=*/lowercases),
        .lowercases = lowercases};
}

} // namespace

Normalizer readNormalizer(const JsonValue& json)
{
    using namespace normalizers;
    Normalizer result;
    eachStage(json, "normalizers", [&](const JsonValue& stage, const std::string& type) {
        if (type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD")
            result.push_back(UnicodeForm{.isComposed = type.back() == 'C', .isCompatible = type.size() == 4});
        else if (type == "Replace")
            result.push_back(Replace{Pattern::fromJson(stage["pattern"]), stage["content"].string()});
        else if (type == "Prepend")
            result.push_back(Prepend{stage["prepend"].string()});
        else if (type == "Lowercase")
            result.push_back(Lowercase{});
        else if (type == "StripAccents")
            result.push_back(StripAccents{});
        else if (type == "BertNormalizer")
            result.push_back(readBert(stage));
        else
            refuseType(stage, "NFC, NFD, NFKC, NFKD, Replace, Prepend, Lowercase, StripAccents, BertNormalizer or Sequence");
    });
    return result;
}

std::string normalize(const Normalizer& normalizer, std::string text)
{
    const std::size_t most = 64 * text.size() + (std::size_t(1) << 20);
    for (const NormalizerKind& kind : normalizer) {
        text = std::visit([&](const auto& each) { return each.apply(text); }, kind);
        if (text.size() > most)
            throw Error({.problem = CUTAWAY_TR("the tokenizer's normalizer makes the text too long"),
                .expected = "at most " + std::to_string(most) + " bytes",
                .found = std::to_string(text.size())});
    }
    return text;
}

} // namespace core
