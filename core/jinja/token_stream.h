#pragma once

// TokenStream: the tokens of a template, read one after the other.

#include "core/jinja/budget.h"
#include "core/jinja/tokens.h"

#include <string_view>
#include <utility>

namespace core::jinja {

class TokenStream
{
public:
    explicit TokenStream(std::vector<Token> tokens)
        : m_tokens(std::move(tokens))
        , m_line(m_tokens.front().line)
    {
    }

    const Token& now() const { return m_tokens[m_at]; }
    const Token& next() const { return m_tokens[std::min(m_at + 1, m_tokens.size() - 1)]; }
    const int& line() const { return m_line; }

    bool is(Token::Kind kind) const { return now().kind == kind; }
    bool is(Token::Kind kind, std::string_view text) const { return is(kind) && now().text == text; }
    bool isSign(std::string_view sign) const { return is(Token::Operator, sign); }
    bool isName(std::string_view name) const { return is(Token::Name, name); }

    Token take()
    {
        Token token = now();
        if (m_at + 1 < m_tokens.size())
            m_line = m_tokens[++m_at].line;
        return token;
    }

    bool skip(Token::Kind kind, std::string_view text)
    {
        const bool isIt = is(kind, text);
        if (isIt)
            take();
        return isIt;
    }
    bool skipSign(std::string_view sign) { return skip(Token::Operator, sign); }
    bool skipName(std::string_view name) { return skip(Token::Name, name); }

    /// Throw Error{BadInput} for anything else.
    void expectSign(std::string_view sign)
    {
        if (!skipSign(sign))
            refuseNow(std::string(sign));
    }
    std::string expectName(const char* what)
    {
        if (!is(Token::Name))
            refuseNow(what);
        return take().text;
    }
    void expect(Token::Kind kind, const char* what)
    {
        if (!is(kind))
            refuseNow(what);
        take();
    }
    [[noreturn]] void refuseNow(const std::string& expected) const
    {
        static constexpr const char* signs[] = {"", "{%", "%}", "{{", "}}", "", "", "", "", "", ""};
        const bool isEnd = is(Token::End);
        const std::string found = isEnd ? CUTAWAY_TR("the end of the template")
            : now().text.empty()        ? signs[now().kind]
                                        : now().text;
        refuse(CUTAWAY_TR("the template is not well formed"), expected, found);
    }

private:
    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    int m_line;
};

} // namespace core::jinja
