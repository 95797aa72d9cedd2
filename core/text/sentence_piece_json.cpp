#include "core/text/sentence_piece_json.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/base64.h"

#include <unordered_set>

namespace core {

namespace {

constexpr std::size_t maxPieces = 4'000'000;
constexpr std::size_t longestPiece = 64 * 1024;

} // namespace

Json sentencePieceJson(const SentencePieceModel& model)
{
    Json pieces = Json::array();
    for (const SentencePieceModel::Piece& piece : model.pieces)
        pieces.push_back(Json::array({piece.text, piece.score, piece.type}));
    return {{"kind", model.kind == SentencePieceModel::Kind::Bpe ? "bpe" : "unigram"}, {"pieces", std::move(pieces)},
        {"byte_fallback", model.hasByteFallback}, {"add_dummy_prefix", model.addsPrefix},
        {"remove_extra_whitespaces", model.removesSpaces}, {"escape_whitespaces", model.escapesSpaces},
        {"treat_whitespace_as_suffix", model.putsSpaceLast}, {"unk_surface", model.unknownSurface},
        {"precompiled_charsmap", toBase64(model.charsmap)}};
}

SentencePieceModel readSentencePieceJson(const JsonValue& json)
{
    SentencePieceModel model;
    const JsonValue kind = json["kind"];
    if (kind.string() != "unigram" && kind.string() != "bpe")
        kind.refuse(CUTAWAY_TR("unknown value"), "unigram or bpe");
    model.kind = kind.string() == "bpe" ? SentencePieceModel::Kind::Bpe : SentencePieceModel::Kind::Unigram;
    const JsonValue pieces = json["pieces"];
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0, count = pieces.arraySize(maxPieces); i < count; ++i) {
        checkStop();
        const JsonValue piece = pieces[i];
        if (piece.arraySize(3) != 3)
            piece.refuse(CUTAWAY_TR("wrong type"), "[piece, score, kind]");
        const std::string& text = piece[0].string();
        if (text.size() > longestPiece)
            piece.refuse(
                CUTAWAY_TR("token too long"), "at most " + std::to_string(longestPiece) + " bytes", std::to_string(text.size()));
        if (!seen.insert(text).second)
            piece.refuse(CUTAWAY_TR("token occurs twice in the vocabulary"));
        model.pieces.push_back({text, static_cast<float>(piece[1].number()),
            static_cast<int>(piece[2].integer(SentencePieceModel::Normal, SentencePieceModel::Byte))});
    }
    model.hasByteFallback = json["byte_fallback"].boolean();
    model.addsPrefix = json["add_dummy_prefix"].boolean();
    model.removesSpaces = json["remove_extra_whitespaces"].boolean();
    model.escapesSpaces = json["escape_whitespaces"].boolean();
    model.putsSpaceLast = json["treat_whitespace_as_suffix"].boolean();
    model.unknownSurface = json["unk_surface"].string();
    const JsonValue charsmap = json["precompiled_charsmap"];
    const std::optional<std::string> bytes = fromBase64(charsmap.string());
    if (!bytes)
        charsmap.refuse(CUTAWAY_TR("not base64"));
    model.charsmap = *bytes;
    return model;
}

} // namespace core
