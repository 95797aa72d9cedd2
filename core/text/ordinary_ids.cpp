#include "core/text/ordinary_ids.h"

namespace core {

IdRange ordinaryIds(const Tokenizer& tokenizer)
{
    // Bytes of ASCII are shown as their letter; those above, always neighbours, still end the run.
    const auto isOrdinary = [&](TokenId id) {
        const std::string text = tokenizer.tokenText(id);
        return !tokenizer.isSpecial(id) && !text.starts_with("<0x") && !text.starts_with("<unused");
    };
    IdRange best;
    TokenId first = 0;
    for (TokenId id = 0; id < TokenId(tokenizer.vocabularySize()); ++id) {
        if (!isOrdinary(id))
            first = id + 1;
        else if (id - first > best.last - best.first)
            best = {first, id};
    }
    return best;
}

} // namespace core
