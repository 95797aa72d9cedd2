#include "core/jinja/parser.h"

#include "core/base/error.h"
#include "core/jinja/expression_parser.h"

#include <algorithm>
#include <initializer_list>

namespace core::jinja {

namespace {

using Words = std::initializer_list<const char*>;

class Parser
{
public:
    explicit Parser(const std::string& source)
        : m_tokens(tokensOf(source))
    {
    }

    Block run()
    {
        Block block = body({});
        if (!m_tokens.is(Token::End))
            m_tokens.refuseNow(CUTAWAY_TR("the end of the template"));
        return block;
    }

    const int& line() const { return m_tokens.line(); }

private:
    /// Statements up to one of these words, which is then the next token.
    Block body(Words ends)
    {
        Budget::checkDepth(++m_depth);
        Block block;
        while (!m_tokens.is(Token::End)) {
            const int line = m_tokens.line();
            if (m_tokens.is(Token::Text)) {
                block.push_back({TextPart{m_tokens.take().text}, line});
            } else if (m_tokens.is(Token::OutputStart)) {
                m_tokens.take();
                block.push_back({Output{parseTuple(m_tokens)}, line});
                m_tokens.expect(Token::OutputEnd, "}}");
            } else {
                m_tokens.take(); // {%
                if (std::ranges::any_of(ends, [&](const char* end) { return m_tokens.isName(end); })) {
                    --m_depth;
                    return block;
                }
                block.push_back(statement(line));
            }
        }
        if (ends.size() > 0)
            m_tokens.refuseNow(std::string("{% ") + *(ends.end() - 1) + " %}");
        --m_depth;
        return block;
    }

    void endOfStatement() { m_tokens.expect(Token::StatementEnd, "%}"); }

    Block bodyUntil(const char* end)
    {
        endOfStatement();
        Block block = body({end});
        m_tokens.take();
        return block;
    }

    Statement statement(int line)
    {
        const std::string word = m_tokens.expectName(CUTAWAY_TR("a statement"));
        Statement one{Break(), line};
        if (word == "if")
            one.kind = ifStatement();
        else if (word == "for")
            one.kind = forStatement();
        else if (word == "set")
            one.kind = setStatement();
        else if (word == "macro")
            one.kind = macro();
        else if (word == "generation")
            one.kind = Group{bodyUntil("endgeneration")};
        else if (word == "continue")
            one.kind = Continue();
        else if (word.starts_with("end") || word == "else" || word == "elif")
            refuse(CUTAWAY_TR("the template is not well formed"), {}, "{% " + word + " %}");
        else if (word != "break")
            refuseUnknown("{% " + word + " %}");
        if ((word == "break" || word == "continue") && m_loops == 0)
            refuse(CUTAWAY_TR("the template is not well formed"), "{% for %}", "{% " + word + " %}");
        endOfStatement();
        return one;
    }

    IfStatement ifStatement()
    {
        IfStatement all;
        do {
            ExpressionPtr condition = parseTuple(m_tokens);
            endOfStatement();
            Block block = body({"elif", "else", "endif"});
            all.branches.emplace_back(std::move(condition), std::move(block));
        } while (m_tokens.skipName("elif"));
        if (m_tokens.skipName("else"))
            all.otherwise = bodyUntil("endif");
        else
            m_tokens.take();
        return all;
    }

    Target target()
    {
        Target target;
        const bool hasBrackets = m_tokens.skipSign("(");
        do {
            if (!m_tokens.is(Token::Name) && target.isTuple)
                break; // a comma at the end
            target.names.push_back(m_tokens.expectName(CUTAWAY_TR("a name")));
            target.isTuple = target.isTuple || target.names.size() > 1 || m_tokens.isSign(",");
        } while (m_tokens.skipSign(","));
        if (hasBrackets)
            m_tokens.expectSign(")");
        if (!target.isTuple && m_tokens.skipSign("."))
            target.attribute = m_tokens.expectName(CUTAWAY_TR("a name"));
        return target;
    }

    ForStatement forStatement()
    {
        ForStatement loop;
        loop.target = target();
        if (!m_tokens.skipName("in"))
            m_tokens.refuseNow("in");
        loop.over = parseUnconditional(m_tokens);
        if (m_tokens.skipName("if"))
            loop.condition = parseExpression(m_tokens);
        if (m_tokens.isName("recursive"))
            refuseUnknown("{% for recursive");
        endOfStatement();
        ++m_loops;
        loop.body = body({"else", "endfor"});
        --m_loops;
        if (m_tokens.skipName("else"))
            loop.otherwise = bodyUntil("endfor");
        else
            m_tokens.take();
        return loop;
    }

    SetStatement setStatement()
    {
        SetStatement set;
        set.target = target();
        if (m_tokens.skipSign("="))
            set.value = parseTuple(m_tokens);
        else if (m_tokens.isSign("|"))
            refuseUnknown("{% set |");
        else
            set.body = bodyUntil("endset");
        return set;
    }

    MacroStatement macro()
    {
        MacroStatement macro;
        macro.name = m_tokens.expectName(CUTAWAY_TR("a name"));
        m_tokens.expectSign("(");
        while (!m_tokens.isSign(")")) {
            std::string name = m_tokens.expectName(CUTAWAY_TR("a name"));
            macro.parameters.emplace_back(std::move(name), m_tokens.skipSign("=") ? parseExpression(m_tokens) : nullptr);
            if (!m_tokens.skipSign(","))
                break;
        }
        m_tokens.expectSign(")");
        const int loops = std::exchange(m_loops, 0);
        macro.body = bodyUntil("endmacro");
        m_loops = loops;
        return macro;
    }

    TokenStream m_tokens;
    int m_depth = 0, m_loops = 0;
};

} // namespace

Block parseTemplate(const std::string& source)
{
    Parser parser(source);
    return atLine(parser.line(), [&] { return parser.run(); });
}

} // namespace core::jinja
