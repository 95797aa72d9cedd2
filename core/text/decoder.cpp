#include "core/text/decoder.h"

#include "core/text/byte_level.h"
#include "core/text/byte_tokens.h"
#include "core/text/pre_tokenizer.h"
#include "core/text/stage_list.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <optional>

namespace core {

namespace {

std::string joined(const TokenTexts& tokens)
{
    std::string text;
    for (const std::string& token : tokens)
        text += token;
    return text;
}

std::string replacedAll(const std::string& text, const std::string& from, const char* to)
{
    return Pattern::literal(from).replaceAll(text, to);
}

/// What the reference does to each token with its space: the order counts.
std::string cleanedUp(std::string text)
{
    static const std::pair<Pattern, const char*> rules[] = {{Pattern::literal(" ."), "."}, {Pattern::literal(" ?"), "?"},
        {Pattern::literal(" !"), "!"}, {Pattern::literal(" ,"), ","}, {Pattern::literal(" ' "), "'"},
        {Pattern::literal(" n't"), "n't"}, {Pattern::literal(" 'm"), "'m"}, {Pattern::literal(" do not"), " don't"},
        {Pattern::literal(" 's"), "'s"}, {Pattern::literal(" 've"), "'ve"}, {Pattern::literal(" 're"), "'re"}};
    for (const auto& [pattern, content] : rules)
        text = pattern.replaceAll(text, content);
    return text;
}

} // namespace

namespace decoders {

TokenTexts ByteLevel::decode(TokenTexts tokens) const
{
    for (std::string& token : tokens)
        token = reveal(std::move(token));
    return {lossyUtf8(joined(tokens))};
}

std::string ByteLevel::reveal(std::string token) const { return fromByteAlphabet(token).value_or(token); }

TokenTexts ByteFallback::decode(TokenTexts tokens) const
{
    TokenTexts result;
    std::string run;
    const auto endRun = [&] {
        if (!run.empty() && !firstInvalidByte(run))
            result.push_back(run);
        else
            result.insert(result.end(), run.size(), "\xEF\xBF\xBD");
        run.clear();
    };
    for (std::string& token : tokens) {
        if (const std::optional<char> byte = byteOfToken(token)) {
            run += *byte;
            continue;
        }
        endRun();
        result.push_back(std::move(token));
    }
    endRun();
    return result;
}

std::string ByteFallback::reveal(std::string token) const
{
    const std::optional<char> byte = byteOfToken(token);
    return byte ? std::string(1, *byte) : token;
}

TokenTexts Fuse::decode(TokenTexts tokens) const { return {joined(tokens)}; }

TokenTexts Replace::decode(TokenTexts tokens) const
{
    for (std::string& token : tokens)
        token = reveal(std::move(token));
    return tokens;
}

std::string Replace::reveal(std::string token) const { return pattern.replaceAll(token, content); }

TokenTexts Strip::decode(TokenTexts tokens) const
{
    for (std::string& token : tokens) {
        std::string_view text = token;
        for (std::size_t i = 0; i < start && text.starts_with(content); ++i)
            text.remove_prefix(content.size());
        for (std::size_t i = 0; i < stop && text.ends_with(content); ++i)
            text.remove_suffix(content.size());
        token = std::string(text);
    }
    return tokens;
}

TokenTexts Metaspace::decode(TokenTexts tokens) const
{
    const Pattern pattern = Pattern::literal(replacement);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = pattern.replaceAll(tokens[i], i == 0 && isPrepended ? "" : " ");
    return tokens;
}

std::string Metaspace::reveal(std::string token) const { return Pattern::literal(replacement).replaceAll(token, " "); }

TokenTexts WordPiece::decode(TokenTexts tokens) const
{
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        std::string& token = tokens[i];
        if (i > 0 && token.starts_with(prefix))
            token.erase(0, prefix.size());
        else if (i > 0)
            token.insert(0, " ");
        if (cleansUp)
            token = cleanedUp(std::move(token));
    }
    return tokens;
}

TokenTexts Bpe::decode(TokenTexts tokens) const
{
    for (std::size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = replacedAll(tokens[i], suffix, i + 1 < tokens.size() ? " " : "");
    return tokens;
}

std::string Bpe::reveal(std::string token) const { return replacedAll(token, suffix, " "); }

TokenTexts Ctc::decode(TokenTexts tokens) const
{
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    TokenTexts result;
    for (const std::string& token : tokens) {
        std::string text = replacedAll(token, padding, "");
        if (cleansUp)
            text = replacedAll(cleanedUp(std::move(text)), wordDelimiter, " ");
        if (!text.empty())
            result.push_back(std::move(text));
    }
    return result;
}

} // namespace decoders

Decoder readDecoder(const JsonValue& json)
{
    using namespace decoders;
    Decoder result;
    result.isMissing = json.json().is_null();
    eachStage(json, "decoders", [&](const JsonValue& stage, const std::string& type) {
        if (type == "ByteLevel") {
            result.kinds.push_back(ByteLevel{});
        } else if (type == "ByteFallback") {
            result.kinds.push_back(ByteFallback{});
        } else if (type == "Fuse") {
            result.kinds.push_back(Fuse{});
        } else if (type == "Replace") {
            result.kinds.push_back(Replace{Pattern::fromJson(stage["pattern"]), stage["content"].string()});
        } else if (type == "Strip") {
            constexpr std::int64_t most = 1'000'000;
            Strip kind{.content = {},
                .start = static_cast<std::size_t>(stage["start"].integer(0, most)),
                .stop = static_cast<std::size_t>(stage["stop"].integer(0, most))};
            stage["content"].character();
            kind.content = stage["content"].string();
            result.kinds.push_back(std::move(kind));
        } else if (type == "Metaspace") {
            const pre_tokenizers::Metaspace kind = readMetaspace(stage);
            result.kinds.push_back(Metaspace{kind.replacement, kind.prepend != pre_tokenizers::Metaspace::Prepend::Never});
        } else if (type == "WordPiece") {
            result.kinds.push_back(WordPiece{stage["prefix"].string(), stage["cleanup"].boolean()});
        } else if (type == "BPEDecoder") {
            result.kinds.push_back(Bpe{stage["suffix"].string()});
        } else if (type == "CTC") {
            result.kinds.push_back(
                Ctc{stage["pad_token"].string(), stage["word_delimiter_token"].string(), stage["cleanup"].boolean()});
        } else {
            refuseType(stage, "ByteLevel, ByteFallback, Fuse, Replace, Strip, Metaspace, WordPiece, BPEDecoder, CTC or Sequence");
        }
    });
    return result;
}

std::string decodeTokens(const Decoder& decoder, TokenTexts tokens)
{
    if (decoder.isMissing)
        for (std::size_t i = 1; i < tokens.size(); ++i)
            tokens[i].insert(0, " ");
    for (const DecoderKind& kind : decoder.kinds)
        tokens = std::visit([&](const auto& each) { return each.decode(std::move(tokens)); }, kind);
    return lossyUtf8(joined(tokens));
}

std::string revealToken(const Decoder& decoder, std::string token)
{
    for (const DecoderKind& kind : decoder.kinds)
        token = std::visit([&](const auto& each) { return each.reveal(std::move(token)); }, kind);
    return shownBytes(token);
}

} // namespace core
