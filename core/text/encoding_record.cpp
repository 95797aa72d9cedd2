#include "core/text/encoding_record.h"

#include <algorithm>

namespace core {

std::optional<std::pair<std::size_t, std::size_t>> PieceRecord::wantedWord(std::size_t pieceSize) const
{
    if (!wanted || *wanted >= tokens.size())
        return std::nullopt;
    const auto behind = std::upper_bound(starts.begin(), starts.end(), tokens[*wanted].begin);
    return std::pair(*(behind - 1), behind == starts.end() ? pieceSize : *behind);
}

EncodingRecord recordEncoding(const Tokenizer& tokenizer, std::string_view text, bool special, std::size_t token)
{
    if (const auto* const records = dynamic_cast<const RecordsEncoding*>(&tokenizer))
        return records->recordEncoding(text, special, token);
    EncodingRecord record;
    record.ids = tokenizer.encode(text, special);
    for (std::size_t i = 0; i < record.ids.size(); ++i) {
        std::string word = tokenizer.tokenText(record.ids[i]);
        const std::size_t size = word.size();
        record.words.push_back({std::move(word), i, {{record.ids[i], 0, size}}, tokenizer.isSpecial(record.ids[i])});
    }
    record.wanted = std::min(token, record.words.empty() ? 0 : record.words.size() - 1);
    return record;
}

} // namespace core
