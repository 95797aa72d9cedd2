#include "core/text/sentence_piece_tokenizer.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/added_tokens.h"
#include "core/text/sentence_piece_encoder.h"
#include "core/text/sentence_piece_json.h"
#include "core/text/special_roles.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace core {

namespace {

/// One side of a translation: how its texts are cut, and the special tokens around them.
struct Side
{
    std::shared_ptr<const SentencePieceEncoder> encoder;
    std::vector<TokenId> before, after;
};

class SentencePieceTokenizer : public Tokenizer
{
public:
    SentencePieceTokenizer(const JsonValue& document, SpecialIds special);

    std::vector<TokenId> encode(std::string_view text, bool special) const override { return encode(m_source, text, special); }
    std::vector<TokenId> encodeTarget(std::string_view text) const override { return encode(m_target, text, /*special=*/true); }
    std::string decode(std::span<const TokenId> ids, bool skipSpecial) const override;
    std::string tokenText(TokenId id) const override;
    std::size_t vocabularySize() const override { return m_added.idCount(m_vocabulary); }
    bool isSpecial(TokenId id) const override { return m_added.isSpecial(id); }
    std::optional<TokenId> endOfSequence() const override { return m_special.endOfSequence; }
    std::optional<TokenId> beginOfSequence() const override { return m_special.beginOfSequence; }
    std::string toJson() const override;

private:
    Side readSide(const JsonValue& json) const;
    std::vector<TokenId> encode(const Side& side, std::string_view text, bool special) const;
    void encodePart(const Side& side, std::string_view text, std::vector<TokenId>& ids) const;

    Vocabulary m_vocabulary;
    AddedTokens m_added;
    TokenId m_unknown = 0;
    std::string m_unknownText;
    bool m_cutsLanguage, m_spacesSpecial, m_cleansUp;
    Side m_source, m_target;
    SpecialIds m_special;
};

SentencePieceTokenizer::SentencePieceTokenizer(const JsonValue& document, SpecialIds special)
    : m_vocabulary(Vocabulary::fromJson(document["model"]["vocab"]))
    , m_added(AddedTokens::fromJson(document["added_tokens"], m_vocabulary, {}))
    , m_unknownText(document["model"]["unk_token"].string())
    , m_cutsLanguage(document["model"]["cuts_language"].boolean())
    , m_spacesSpecial(document["model"]["spaces_special"].boolean())
    , m_cleansUp(document["model"]["cleans_up"].boolean())
    , m_special(withRolesOf(special, document["added_tokens"].json(), document.file()))
{
    const JsonValue model = document["model"];
    const std::optional<TokenId> unknown = m_vocabulary.find(m_unknownText);
    if (!unknown)
        model["unk_token"].refuse(CUTAWAY_TR("the unknown token is not in the vocabulary"));
    m_unknown = *unknown;
    m_source = readSide(model["source"]);
    m_target = readSide(model["target"]);
    if (!m_target.encoder)
        m_target.encoder = m_source.encoder;
    if (!m_source.encoder)
        model["source"].refuse(CUTAWAY_TR("missing key"), "pieces");
}

/// With pieces of its own, or without.
Side SentencePieceTokenizer::readSide(const JsonValue& json) const
{
    Side side;
    if (json.has("pieces")) {
        try {
            side.encoder = std::make_shared<const SentencePieceEncoder>(readSentencePieceJson(json["pieces"]));
        } catch (const Error& error) {
            if (!error.parts().file.empty())
                throw;
            Error::Parts parts = error.parts();
            parts.file = json.file();
            parts.where = json.path() + ".pieces" + (parts.where.empty() ? "" : "." + parts.where);
            throw Error(std::move(parts));
        }
    }
    for (const auto& [key, ids] : {std::pair("before", &side.before), std::pair("after", &side.after)}) {
        const JsonValue list = json[key];
        for (std::size_t i = 0; i < list.arraySize(/*most=*/16); ++i)
            ids->push_back(static_cast<TokenId>(list[i].integer(0, static_cast<std::int64_t>(vocabularySize()) - 1)));
    }
    return side;
}

std::vector<TokenId> SentencePieceTokenizer::encode(const Side& side, std::string_view text, bool special) const
{
    const std::span<const TokenId> none;
    return m_added.encodeAround(text, special ? side.before : none, special ? side.after : none,
        [&](std::string_view part, std::vector<TokenId>& ids) { encodePart(side, part, ids); });
}

void SentencePieceTokenizer::encodePart(const Side& side, std::string_view text, std::vector<TokenId>& ids) const
{
    const std::size_t language = m_cutsLanguage && text.starts_with(">>") ? text.find("<<") : std::string_view::npos;
    if (language != std::string_view::npos) { // >>fr<< before a text: what it is to be translated into
        ids.push_back(m_vocabulary.find(text.substr(0, language + 2)).value_or(m_unknown));
        text.remove_prefix(language + 2);
    }
    for (const std::string& piece : side.encoder->encode(text))
        ids.push_back(m_vocabulary.find(piece).value_or(m_unknown));
}

/// The white space of the reference's strip(): the control characters that separate files and records too.
bool isStripped(char32_t code) { return isWhiteSpace(code) || (code >= 0x1C && code <= 0x1F); }

std::string stripped(std::string_view text)
{
    while (!text.empty() && isStripped(decodeChar(text, 0).code))
        text.remove_prefix(decodeChar(text, 0).bytes);
    while (!text.empty() && isStripped(charBefore(text, text.size()).code))
        text.remove_suffix(charBefore(text, text.size()).bytes);
    return std::string(text);
}

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t found = std::min(text.find(from, at), text.size());
        result.append(text, at, found - at);
        if (found < text.size())
            result += to;
        at = found + (found < text.size() ? from.size() : 0);
    }
    text = std::move(result);
}

std::string SentencePieceTokenizer::decode(std::span<const TokenId> ids, bool skipSpecial) const
{
    std::string result;
    std::vector<std::string> pieces;
    const auto flush = [&] {
        result += m_source.encoder->decode(pieces);
        pieces.clear();
    };
    for (const TokenId id : ids) {
        checkStop();
        const AddedToken* added = m_added.find(id);
        const std::string* text = added ? &added->content : m_vocabulary.text(id);
        if (!text || (skipSpecial && isSpecial(id)))
            continue;
        if (!isSpecial(id)) {
            pieces.push_back(*text);
            continue;
        }
        flush();
        result += *text + (m_spacesSpecial ? " " : "");
    }
    flush();
    if (m_spacesSpecial)
        replaceAll(result, spaceMark, " ");
    result = stripped(result);
    static constexpr std::pair<const char*, const char*> cleaner[] = {{" .", "."}, {" ?", "?"}, {" !", "!"}, {" ,", ","},
        {" ' ", "'"}, {" n't", "n't"}, {" 'm", "'m"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [from, to] : cleaner)
        if (m_cleansUp)
            replaceAll(result, from, to);
    return result;
}

std::string SentencePieceTokenizer::tokenText(TokenId id) const
{
    if (const AddedToken* added = m_added.find(id))
        return added->content;
    const std::string* text = m_vocabulary.text(id);
    if (!text)
        return "<unused " + std::to_string(id) + ">";
    std::string shown = *text;
    replaceAll(shown, spaceMark, " ");
    return shown.empty() ? "<empty>" : shown;
}

std::string SentencePieceTokenizer::toJson() const
{
    const auto sideJson = [](const Side& side, bool hasPieces) {
        return Json{{"pieces", hasPieces ? sentencePieceJson(side.encoder->model()) : Json()}, {"before", side.before},
            {"after", side.after}};
    };
    return writeJson({{"version", "1.0"}, {"added_tokens", withRoles(m_added.toJson(), m_special)},
        {"model",
            {{"type", "SentencePiece"}, {"vocab", m_vocabulary.toJson()}, {"unk_token", m_unknownText},
                {"cuts_language", m_cutsLanguage}, {"spaces_special", m_spacesSpecial}, {"cleans_up", m_cleansUp},
                {"source", sideJson(m_source, true)}, {"target", sideJson(m_target, m_target.encoder != m_source.encoder)}}}});
}

} // namespace

bool isSentencePiece(const JsonValue& document)
{
    const JsonValue model = document["model"];
    return model.json().is_object() && model.has("type") && model["type"].isString() && model["type"].string() == "SentencePiece";
}

std::unique_ptr<Tokenizer> makeSentencePieceTokenizer(const JsonValue& document, SpecialIds special)
{
    return std::make_unique<SentencePieceTokenizer>(document, special);
}

} // namespace core
