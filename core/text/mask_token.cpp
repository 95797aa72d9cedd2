#include "core/text/mask_token.h"

namespace core {

std::optional<TokenId> maskToken(const Tokenizer& tokenizer)
{
    for (std::size_t i = 0; i < tokenizer.vocabularySize(); ++i)
        if (const TokenId id = TokenId(i); tokenizer.isSpecial(id))
            if (const std::string text = tokenizer.tokenText(id); text == "<mask>" || text == "[MASK]")
                return id;
    return {};
}

} // namespace core
