#include "core/jinja/tokens.h"

#include "core/io/utf8.h"
#include "core/jinja/budget.h"

#include <algorithm>
#include <string_view>

namespace core::jinja {

namespace {

constexpr std::string_view whiteSpace = " \t\n\r\f\v";

/// One kind of line break, and none at the end, as the reference reads a template.
std::string normalized(const std::string& source)
{
    std::string text;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] != '\r')
            text += source[i];
        else if (i + 1 == source.size() || source[i + 1] != '\n')
            text += '\n';
    }
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }
bool isNameLetter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' || isDigit(letter)
        || static_cast<unsigned char>(letter) >= 0x80;
}

/// What the letters behind a backslash stand for, as in Python; `at` is moved behind them.
void appendEscape(std::string_view text, std::size_t& at, std::string& out)
{
    static constexpr std::string_view letters = "ntrabfv\\'\"0", meant("\n\t\r\a\b\f\v\\'\"\0", 11);
    const char letter = text[at++];
    if (const std::size_t known = letters.find(letter); known != std::string_view::npos) {
        out += meant[known];
        return;
    }
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (letter != '\n') // a line that goes on
        digits == 0 ? out.append(1, '\\').append(1, letter) : out;
    if (digits == 0)
        return;
    char32_t code = 0;
    for (std::size_t i = 0; i < digits; ++i, ++at) {
        const std::size_t value = at < text.size() ? std::string_view("0123456789abcdef").find(char(text[at] | 0x20)) : 16;
        if (value > 15)
            refuse(CUTAWAY_TR("the template is not well formed"), CUTAWAY_TR("a hexadecimal digit"));
        code = code * 16 + char32_t(value);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        refuse(CUTAWAY_TR("the template is not well formed"), CUTAWAY_TR("a character"));
    appendUtf8(out, code);
}

class Lexer
{
public:
    explicit Lexer(const std::string& source)
        : m_source(normalized(source))
    {
    }

    std::vector<Token> run()
    {
        while (m_at < m_source.size())
            readPart();
        add(Token::End, {});
        return std::move(m_tokens);
    }

    const int& line() const { return m_line; }

private:
    void add(Token::Kind kind, std::string text) { m_tokens.push_back({kind, std::move(text), m_line}); }

    void moveTo(std::size_t to)
    {
        for (std::size_t i = m_at; i < to; ++i)
            m_line += m_source[i] == '\n' ? 1 : 0;
        if (to > m_at)
            m_isLineStart = m_source[to - 1] == '\n';
        m_at = to;
    }

    bool has(std::string_view sign) const { return std::string_view(m_source).substr(m_at).starts_with(sign); }
    void skipWhiteSpace() { moveTo(std::min(m_source.find_first_not_of(whiteSpace, m_at), m_source.size())); }

    /// The text up to the next tag, then the tag.
    void readPart()
    {
        std::size_t tag = m_source.find('{', m_at);
        while (tag + 1 < m_source.size() && std::string_view("{%#").find(m_source[tag + 1]) == std::string_view::npos)
            tag = m_source.find('{', tag + 1);
        if (tag == std::string::npos || tag + 1 >= m_source.size()) {
            add(Token::Text, m_source.substr(m_at));
            return moveTo(m_source.size());
        }
        std::string text = m_source.substr(m_at, tag - m_at);
        const char kind = m_source[tag + 1];
        const char sign = tag + 2 < m_source.size() ? m_source[tag + 2] : ' ';
        if (sign == '-')
            text.erase(text.find_last_not_of(whiteSpace) + 1);
        else if (sign != '+' && kind != '{')
            dropIndent(text);
        if (!text.empty())
            add(Token::Text, std::move(text));
        moveTo(tag + (sign == '-' || sign == '+' ? 3 : 2));
        if (kind == '#')
            return skipComment();
        add(kind == '%' ? Token::StatementStart : Token::OutputStart, {});
        readTag(kind == '%' ? "%}" : "}}");
    }

    /// Spaces between the beginning of a line and a statement.
    void dropIndent(std::string& text) const
    {
        const std::size_t line = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
        if ((line > 0 || m_isLineStart) && text.find_first_not_of(whiteSpace, line) == std::string::npos)
            text.resize(line);
    }

    void skipComment()
    {
        const std::size_t end = m_source.find("#}", m_at);
        if (end == std::string::npos)
            refuse(CUTAWAY_TR("the template is not well formed"), "#}");
        const char sign = end > m_at ? m_source[end - 1] : ' ';
        moveTo(end + 2);
        leaveTag(sign, true);
    }

    void leaveTag(char sign, bool dropsLineBreak)
    {
        if (sign == '-')
            skipWhiteSpace();
        else if (sign != '+' && dropsLineBreak && has("\n"))
            moveTo(m_at + 1);
    }

    void readTag(std::string_view end)
    {
        std::size_t brackets = 0;
        for (skipWhiteSpace(); m_at < m_source.size(); skipWhiteSpace()) {
            const bool isSigned = has("-") || (has("+") && end == "%}");
            if (brackets == 0 && std::string_view(m_source).substr(m_at + (isSigned ? 1 : 0)).starts_with(end)) {
                const char sign = isSigned ? m_source[m_at] : ' ';
                add(end == "%}" ? Token::StatementEnd : Token::OutputEnd, {});
                moveTo(m_at + (isSigned ? 3 : 2));
                return leaveTag(sign, end == "%}");
            }
            const char letter = m_source[m_at];
            if (letter == '\'' || letter == '"')
                readString(letter);
            else if (isDigit(letter))
                readNumber();
            else if (isNameLetter(letter))
                readName();
            else
                readOperator(brackets);
        }
        refuse(CUTAWAY_TR("the template is not well formed"), std::string(end));
    }

    void readString(char mark)
    {
        std::string text;
        std::size_t at = m_at + 1;
        while (at < m_source.size() && m_source[at] != mark) {
            if (m_source[at] != '\\') {
                text += m_source[at++];
                continue;
            }
            if (++at == m_source.size())
                break;
            appendEscape(m_source, at, text);
        }
        if (at >= m_source.size())
            refuse(CUTAWAY_TR("the template is not well formed"), std::string(1, mark));
        add(Token::String, std::move(text));
        moveTo(at + 1);
    }

    /// Behind "e-5", where that stands; else `at`.
    std::size_t exponentEnd(std::size_t at) const
    {
        if (at >= m_source.size() || (m_source[at] | 0x20) != 'e')
            return at;
        std::size_t end = at + 1;
        if (end < m_source.size() && (m_source[end] == '+' || m_source[end] == '-'))
            ++end;
        const std::size_t digits = end;
        while (end < m_source.size() && isDigit(m_source[end]))
            ++end;
        return end > digits ? end : at;
    }

    void readNumber()
    {
        const auto digits = [&](std::size_t at) {
            while (at < m_source.size() && (isDigit(m_source[at]) || (m_source[at] == '_' && at > m_at)))
                ++at;
            return at;
        };
        std::size_t end = digits(m_at);
        const bool isFloat = end + 1 < m_source.size() && m_source[end] == '.' && isDigit(m_source[end + 1]);
        if (isFloat)
            end = digits(end + 1);
        const std::size_t exponent = exponentEnd(end);
        const bool hasExponent = exponent > end;
        end = exponent;
        std::string text = m_source.substr(m_at, end - m_at);
        std::erase(text, '_');
        add(isFloat || hasExponent ? Token::Float : Token::Integer, std::move(text));
        moveTo(end);
    }

    void readName()
    {
        std::size_t end = m_at;
        while (end < m_source.size() && isNameLetter(m_source[end]))
            ++end;
        std::string name = m_source.substr(m_at, end - m_at);
        if (name == "raw" && m_tokens.back().kind == Token::StatementStart)
            refuseUnknown("{% raw %}"); // what follows is no template
        add(Token::Name, std::move(name));
        moveTo(end);
    }

    void readOperator(std::size_t& brackets)
    {
        for (const std::string_view two : {"//", "**", "==", "!=", ">=", "<="})
            if (has(two)) {
                add(Token::Operator, std::string(two));
                return moveTo(m_at + 2);
            }
        const char letter = m_source[m_at];
        if (std::string_view("+-*/%~[](){}><=.:|,").find(letter) == std::string_view::npos)
            refuse(CUTAWAY_TR("the template is not well formed"), {}, std::string(1, letter));
        if (std::string_view("[({").find(letter) != std::string_view::npos)
            ++brackets;
        else if (std::string_view("])}").find(letter) != std::string_view::npos && brackets > 0)
            --brackets;
        add(Token::Operator, std::string(1, letter));
        moveTo(m_at + 1);
    }

    std::string m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_isLineStart = true;
    std::vector<Token> m_tokens;
};

} // namespace

std::vector<Token> tokensOf(const std::string& source)
{
    Lexer lexer(source);
    return atLine(lexer.line(), [&] { return lexer.run(); });
}

} // namespace core::jinja
