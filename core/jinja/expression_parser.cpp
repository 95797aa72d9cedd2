#include "core/jinja/expression_parser.h"

#include "core/base/error.h"

#include <algorithm>
#include <charconv>

namespace core::jinja {

namespace {

class Parser
{
public:
    explicit Parser(TokenStream& tokens)
        : m_tokens(tokens)
    {
    }

    ExpressionPtr conditional()
    {
        ExpressionPtr value = either();
        while (m_tokens.skipName("if")) {
            ExpressionPtr condition = either();
            ExpressionPtr otherwise = m_tokens.skipName("else") ? nested([&] { return conditional(); }) : nullptr;
            value = make(Conditional{std::move(condition), std::move(value), std::move(otherwise)});
        }
        return value;
    }

    ExpressionPtr either() { return chain({"or"}, true, &Parser::both); }

    /// Expressions between commas, as one list; a single one without a comma as it is.
    ExpressionPtr tuple(ExpressionPtr (Parser::*part)(), const char* end)
    {
        std::vector<ExpressionPtr> items;
        bool isList = false;
        while (!atEnd(end)) {
            items.push_back((this->*part)());
            if (!m_tokens.skipSign(","))
                break;
            isList = true;
        }
        if (items.empty() && !(end && m_tokens.isSign(end)))
            m_tokens.refuseNow(CUTAWAY_TR("an expression"));
        if (items.size() == 1 && !isList)
            return std::move(items.front());
        return make(ListOf{std::move(items)});
    }

private:
    using Part = ExpressionPtr (Parser::*)();

    bool atEnd(const char* end) const
    {
        return (end && m_tokens.isSign(end)) || m_tokens.is(Token::StatementEnd) || m_tokens.is(Token::OutputEnd);
    }

    template <class Work>
    ExpressionPtr nested(const Work& work)
    {
        Budget::checkDepth(++m_depth);
        ExpressionPtr inner = work();
        --m_depth;
        return inner;
    }

    template <class Kind>
    ExpressionPtr make(Kind kind)
    {
        return std::make_unique<const Expression>(Expression{std::move(kind), m_tokens.line()});
    }

    /// Around another: a chain of signs is as deep as it is long.
    template <class Kind>
    ExpressionPtr around(Kind kind)
    {
        if (++m_signs > maxSigns)
            refuse(CUTAWAY_TR("nested too deeply"), "at most " + std::to_string(maxSigns));
        return make(std::move(kind));
    }

    ExpressionPtr chain(std::initializer_list<const char*> signs, bool areNames, Part part)
    {
        ExpressionPtr left = (this->*part)();
        const Token::Kind kind = areNames ? Token::Name : Token::Operator;
        const auto isOne = [&](const char* sign) { return m_tokens.is(kind, sign); };
        while (std::ranges::any_of(signs, isOne)) {
            std::string sign = m_tokens.take().text;
            ExpressionPtr right = (this->*part)();
            left = around(Binary{std::move(sign), std::move(left), std::move(right)});
        }
        return left;
    }

    ExpressionPtr both() { return chain({"and"}, true, &Parser::negated); }

    ExpressionPtr negated()
    {
        if (m_tokens.skipName("not"))
            return nested([&] { return make(Unary{"not", negated()}); });
        return comparison();
    }

    std::string comparisonSign()
    {
        for (const char* sign : {"==", "!=", "<=", ">=", "<", ">"})
            if (m_tokens.skipSign(sign))
                return sign;
        if (m_tokens.skipName("in"))
            return "in";
        if (!m_tokens.isName("not") || m_tokens.next().kind != Token::Name || m_tokens.next().text != "in")
            return {};
        m_tokens.take();
        m_tokens.take();
        return "not in";
    }

    ExpressionPtr comparison()
    {
        Comparison all{sum(), {}};
        for (std::string sign = comparisonSign(); !sign.empty(); sign = comparisonSign())
            all.others.emplace_back(std::move(sign), sum());
        return all.others.empty() ? std::move(all.first) : make(std::move(all));
    }

    ExpressionPtr sum() { return chain({"+", "-"}, false, &Parser::joined); }
    ExpressionPtr joined() { return chain({"~"}, false, &Parser::product); }
    ExpressionPtr product() { return chain({"*", "/", "//", "%"}, false, &Parser::power); }
    ExpressionPtr power() { return chain({"**"}, false, &Parser::filtered); }
    ExpressionPtr filtered() { return filters(plain()); }

    ExpressionPtr plain()
    {
        for (const char* sign : {"-", "+"})
            if (m_tokens.skipSign(sign))
                return postfix(nested([&] { return make(Unary{sign, plain()}); }));
        return postfix(nested([&] { return primary(); }));
    }

    ExpressionPtr primary()
    {
        if (m_tokens.is(Token::Name))
            return named(m_tokens.take().text);
        if (m_tokens.is(Token::String)) {
            std::string text;
            while (m_tokens.is(Token::String))
                text += m_tokens.take().text;
            return make(Literal{Value(std::move(text))});
        }
        if (m_tokens.is(Token::Integer) || m_tokens.is(Token::Float))
            return number(m_tokens.take());
        if (m_tokens.skipSign("(")) {
            ExpressionPtr inner = tuple(&Parser::conditional, ")");
            m_tokens.expectSign(")");
            return inner;
        }
        if (m_tokens.skipSign("["))
            return list();
        if (m_tokens.skipSign("{"))
            return dictionary();
        m_tokens.refuseNow(CUTAWAY_TR("an expression"));
    }

    ExpressionPtr named(std::string name)
    {
        if (name == "true" || name == "True" || name == "false" || name == "False")
            return make(Literal{Value(name == "true" || name == "True")});
        if (name == "none" || name == "None")
            return make(Literal{Value::none()});
        return make(NameOf{std::move(name)});
    }

    ExpressionPtr number(const Token& token)
    {
        const char* const end = token.text.data() + token.text.size();
        if (token.kind == Token::Float) {
            double value = 0;
            std::from_chars(token.text.data(), end, value);
            return make(Literal{Value::number(value)});
        }
        std::int64_t value = 0;
        if (std::from_chars(token.text.data(), end, value).ec != std::errc())
            refuse(CUTAWAY_TR("not a number in the legal range"), {}, token.text);
        return make(Literal{Value::integer(value)});
    }

    ExpressionPtr list()
    {
        std::vector<ExpressionPtr> items;
        while (!m_tokens.isSign("]")) {
            items.push_back(conditional());
            if (!m_tokens.skipSign(","))
                break;
        }
        m_tokens.expectSign("]");
        return make(ListOf{std::move(items)});
    }

    ExpressionPtr dictionary()
    {
        std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
        while (!m_tokens.isSign("}")) {
            ExpressionPtr key = conditional();
            m_tokens.expectSign(":");
            entries.emplace_back(std::move(key), conditional());
            if (!m_tokens.skipSign(","))
                break;
        }
        m_tokens.expectSign("}");
        return make(DictionaryOf{std::move(entries)});
    }

    ExpressionPtr postfix(ExpressionPtr value)
    {
        while (true) {
            if (m_tokens.skipSign(".")) {
                std::string name = m_tokens.is(Token::Integer) ? m_tokens.take().text : m_tokens.expectName(CUTAWAY_TR("a name"));
                value = around(AttributeOf{std::move(value), std::move(name)});
            } else if (m_tokens.skipSign("[")) {
                value = element(std::move(value));
            } else if (m_tokens.isSign("(")) {
                value = around(Call{std::move(value), arguments()});
            } else {
                return value;
            }
        }
    }

    ExpressionPtr element(ExpressionPtr of)
    {
        ExpressionPtr parts[3];
        int colons = 0;
        while (!m_tokens.isSign("]")) {
            if (m_tokens.skipSign(":"))
                ++colons;
            else if (colons < 3 && !parts[colons])
                parts[colons] = nested([&] { return conditional(); });
            else
                m_tokens.refuseNow("]");
        }
        if ((colons == 0 && !parts[0]) || colons > 2)
            m_tokens.refuseNow(CUTAWAY_TR("an expression"));
        m_tokens.expectSign("]");
        if (colons == 0)
            return around(ElementOf{std::move(of), std::move(parts[0])});
        return around(SliceOf{std::move(of), std::move(parts[0]), std::move(parts[1]), std::move(parts[2])});
    }

    CallArguments arguments()
    {
        CallArguments all;
        m_tokens.expectSign("(");
        while (!m_tokens.isSign(")")) {
            if (m_tokens.isSign("*") || m_tokens.isSign("**"))
                refuseUnknown("(" + m_tokens.now().text + "…)");
            const bool isNamed
                = m_tokens.is(Token::Name) && m_tokens.next().kind == Token::Operator && m_tokens.next().text == "=";
            if (isNamed) {
                std::string name = m_tokens.take().text;
                m_tokens.take();
                all.named.emplace_back(std::move(name), nested([&] { return conditional(); }));
            } else {
                all.positional.push_back(nested([&] { return conditional(); }));
            }
            if (!m_tokens.skipSign(","))
                break;
        }
        m_tokens.expectSign(")");
        return all;
    }

    ExpressionPtr filters(ExpressionPtr value)
    {
        while (true) {
            if (m_tokens.skipSign("|")) {
                std::string name = m_tokens.expectName(CUTAWAY_TR("a name"));
                CallArguments said = m_tokens.isSign("(") ? arguments() : CallArguments();
                value = around(FilterOf{std::move(value), std::move(name), std::move(said)});
            } else if (m_tokens.skipName("is")) {
                value = test(std::move(value));
            } else if (m_tokens.isSign("(")) {
                value = around(Call{std::move(value), arguments()});
            } else {
                return value;
            }
        }
    }

    ExpressionPtr test(ExpressionPtr of)
    {
        const bool isNegated = m_tokens.skipName("not");
        std::string name = m_tokens.expectName(CUTAWAY_TR("a name"));
        CallArguments said;
        const bool isValue = m_tokens.is(Token::String) || m_tokens.is(Token::Integer) || m_tokens.is(Token::Float)
            || m_tokens.isSign("[") || m_tokens.isSign("{")
            || (m_tokens.is(Token::Name) && !m_tokens.isName("else") && !m_tokens.isName("or") && !m_tokens.isName("and")
                && !m_tokens.isName("if") && !m_tokens.isName("is"));
        if (m_tokens.isSign("("))
            said = arguments();
        else if (isValue)
            said.positional.push_back(postfix(nested([&] { return primary(); })));
        return around(TestOf{std::move(of), std::move(name), std::move(said), isNegated});
    }

    static constexpr int maxSigns = 1000; // of one expression

    TokenStream& m_tokens;
    int m_depth = 0, m_signs = 0;
};

} // namespace

ExpressionPtr parseExpression(TokenStream& tokens) { return Parser(tokens).conditional(); }
ExpressionPtr parseTuple(TokenStream& tokens) { return Parser(tokens).tuple(&Parser::conditional, nullptr); }
ExpressionPtr parseUnconditional(TokenStream& tokens) { return Parser(tokens).tuple(&Parser::either, nullptr); }

} // namespace core::jinja
