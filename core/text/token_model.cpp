#include "core/text/token_model.h"

#include "core/text/stage_list.h"

namespace core {

namespace {

constexpr const char* knownModels = "BPE, WordPiece, WordLevel or Unigram";

/// Old files leave the type out; only the shape of the keys may tell it then, never a guess.
std::string typeOf(const JsonValue& json)
{
    if (json.has("type"))
        return json["type"].string();
    if (json.has("merges"))
        return "BPE";
    if (json.has("max_input_chars_per_word"))
        return "WordPiece";
    if (json.has("vocab") && json["vocab"].isArray())
        return "Unigram";
    if (json.has("vocab") && json.has("unk_token"))
        return "WordLevel";
    json.refuse(CUTAWAY_TR("the model has no type"), knownModels);
}

} // namespace

TokenModel readTokenModel(const JsonValue& json)
{
    const std::string type = typeOf(json);
    if (type == "BPE")
        return BpeModel::fromJson(json);
    if (type == "WordPiece")
        return WordPieceModel::fromJson(json);
    if (type == "Unigram")
        return UnigramModel::fromJson(json);
    if (type == "WordLevel")
        return WordLevelModel::fromJson(json);
    refuseType(json, knownModels);
}

const Vocabulary& vocabularyOf(const TokenModel& model)
{
    return std::visit([](const auto& each) -> const Vocabulary& { return each.vocabulary(); }, model);
}

Json toJson(const TokenModel& model)
{
    return std::visit([](const auto& each) { return each.toJson(); }, model);
}

void tokenize(const TokenModel& model, std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record)
{
    std::visit([&](const auto& each) { each.tokenize(piece, ids, record); }, model);
}

} // namespace core
