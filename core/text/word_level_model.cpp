#include "core/text/word_level_model.h"

#include "core/base/error.h"
#include "core/text/unicode.h"

namespace core {

WordLevelModel WordLevelModel::fromJson(const JsonValue& json)
{
    WordLevelModel result;
    result.m_unknown = json["unk_token"].string();
    result.m_vocabulary = Vocabulary::fromJson(json["vocab"]);
    return result;
}

Json WordLevelModel::toJson() const
{
    return {{"type", "WordLevel"}, {"unk_token", m_unknown}, {"vocab", m_vocabulary.toJson()}};
}

void WordLevelModel::tokenize(std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record) const
{
    std::optional<TokenId> id = m_vocabulary.find(piece);
    const LookupSteps steps{.isKnown = id.has_value()};
    if (!id)
        id = m_vocabulary.find(m_unknown);
    if (!id)
        throw Error({.where = "model.unk_token",
            .problem = CUTAWAY_TR("the unknown token is not in the vocabulary"),
            .found = "\"" + lossyUtf8(m_unknown.substr(0, 60)) + "\""});
    ids.push_back(*id);
    if (!record)
        return;
    record->tokens = {{*id, 0, piece.size(), !steps.isKnown}};
    record->starts = {0};
    if (record->wantedWord(piece.size()))
        record->steps = steps;
}

} // namespace core
