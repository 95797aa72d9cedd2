#include "core/text/normalizer.h"

#include "core/text/base64.h"
#include "core/text/byte_level.h"
#include "core/text/origin.h"
#include "core/text/reference_classes.h"
#include "core/text/stage_list.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace core {

namespace {

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

std::string UnicodeForm::apply(const std::string& text) const { return toUnicodeForm(text, form); }

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

std::string Strip::apply(const std::string& text) const
{
    const std::size_t begin = isLeft ? whiteSpaceEnd(text, 0) : 0;
    const std::size_t end = isRight ? std::max(whiteSpaceStart(text, text.size()), begin) : text.size();
    return text.substr(begin, end - begin);
}

std::string Nmt::apply(const std::string& text) const
{
    const auto isBetween = [](char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; };
    return mapped(text, [&](std::string& result, char32_t code) {
        const bool isDropped = isBetween(code, 0x1, 0x8) || code == 0xB || isBetween(code, 0xE, 0x1F) || code == 0x7F
            || code == 0x8F || code == 0x9F;
        const bool isSpace = code == 0x9 || code == 0xA || code == 0xC || code == 0xD || code == 0x1680
            || isBetween(code, 0x200B, 0x200F) || code == 0x2028 || code == 0x2029 || code == 0x2581 || code == 0xFEFF
            || code == 0xFFFD;
        if (!isDropped)
            appendUtf8(result, isSpace ? U' ' : code);
    });
}

std::string ByteLevel::apply(const std::string& text) const { return toByteAlphabet(text); }

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
            toUnicodeForm(result, {.isComposed = false, .isCompatible = false}), [](std::string& stripped, char32_t code) {
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

normalizers::Precompiled readPrecompiled(const JsonValue& json)
{
    const JsonValue map = json["precompiled_charsmap"];
    const std::optional<std::string> bytes = fromBase64(map.string());
    if (!bytes)
        map.refuse(CUTAWAY_TR("not base64"));
    try {
        return {std::make_shared<const Charsmap>(*bytes)};
    } catch (const Error& error) {
        map.refuse(error.parts().problem.c_str(), error.parts().expected, error.parts().found);
    }
}

normalizers::Prepend readPrepend(const JsonValue& json)
{
    constexpr std::size_t most = 64 * 1024;
    const JsonValue text = json["prepend"];
    if (text.string().size() > most)
        text.refuse(CUTAWAY_TR("text too long"), "at most " + std::to_string(most) + " bytes");
    return {text.string()};
}

} // namespace

Normalizer readNormalizer(const JsonValue& json)
{
    using namespace normalizers;
    Normalizer result;
    eachStage(json, "normalizers", [&](const JsonValue& stage, const std::string& type) {
        if (type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD")
            result.push_back(UnicodeForm{{.isComposed = type.back() == 'C', .isCompatible = type.size() == 4}});
        else if (type == "Replace")
            result.push_back(Replace{Pattern::fromJson(stage["pattern"]), stage["content"].string()});
        else if (type == "Prepend")
            result.push_back(readPrepend(stage));
        else if (type == "Lowercase")
            result.push_back(Lowercase{});
        else if (type == "StripAccents")
            result.push_back(StripAccents{});
        else if (type == "Strip")
            result.push_back(Strip{stage["strip_left"].boolean(), stage["strip_right"].boolean()});
        else if (type == "Nmt")
            result.push_back(Nmt{});
        else if (type == "ByteLevel")
            result.push_back(ByteLevel{});
        else if (type == "Precompiled")
            result.push_back(readPrecompiled(stage));
        else if (type == "BertNormalizer" || type == "Bert")
            result.push_back(readBert(stage));
        else
            refuseType(stage,
                "NFC, NFD, NFKC, NFKD, Replace, Prepend, Strip, Lowercase, StripAccents, Nmt, ByteLevel, Precompiled, "
                "BertNormalizer or Sequence");
    });
    return result;
}

std::string normalize(const Normalizer& normalizer, std::string text, std::size_t* start)
{
    const std::size_t most = 64 * text.size() + (std::size_t(1) << 20);
    for (const NormalizerKind& kind : normalizer) {
        std::string next = std::visit([&](const auto& each) { return each.apply(text); }, kind);
        if (next.size() > most)
            throw Error({.problem = CUTAWAY_TR("the tokenizer's normalizer makes the text too long"),
                .expected = "at most " + std::to_string(most) + " bytes",
                .found = std::to_string(next.size())});
        if (start)
            *start = std::visit([&](const auto& each) { return startAfter(each, text, next, *start); }, kind);
        text = std::move(next);
    }
    return text;
}

} // namespace core
