#include "core/text/unread_tokenizer.h"

#include <string>

namespace core {

namespace {

class UnreadTokenizer : public Tokenizer
{
public:
    explicit UnreadTokenizer(const Error& problem)
        : m_problem(problem)
    {
    }

    std::vector<TokenId> encode(std::string_view, bool) const override { throw Error(m_problem); }

    std::string decode(std::span<const TokenId> ids, bool) const override
    {
        std::string text;
        for (const TokenId id : ids)
            text += (text.empty() ? "" : " ") + tokenText(id);
        return text;
    }

    std::string tokenText(TokenId id) const override { return "#" + std::to_string(id); }
    std::size_t vocabularySize() const override { return 0; }
    bool isSpecial(TokenId) const override { return false; }
    std::optional<TokenId> endOfSequence() const override { return {}; }
    std::optional<TokenId> beginOfSequence() const override { return {}; }
    std::string toJson() const override { return {}; }

private:
    Error m_problem;
};

} // namespace

std::unique_ptr<Tokenizer> makeUnreadTokenizer(const Error& problem) { return std::make_unique<UnreadTokenizer>(problem); }

} // namespace core
