#pragma once

// What a template says, as trees of expressions and statements.

#include "core/jinja/value.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace core::jinja {

struct Expression;
using ExpressionPtr = std::unique_ptr<const Expression>;

struct CallArguments
{
    std::vector<ExpressionPtr> positional;
    std::vector<std::pair<std::string, ExpressionPtr>> named;
};

struct Literal
{
    Value value;
};
struct NameOf
{
    std::string name;
};
struct ListOf
{
    std::vector<ExpressionPtr> items;
};
struct DictionaryOf
{
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
};
struct AttributeOf
{
    ExpressionPtr of;
    std::string name;
};
struct ElementOf
{
    ExpressionPtr of, index;
};
struct SliceOf
{
    ExpressionPtr of, begin, end, step; // null: not said
};
struct Call
{
    ExpressionPtr of;
    CallArguments arguments;
};
struct FilterOf
{
    ExpressionPtr of;
    std::string name;
    CallArguments arguments;
};
struct TestOf
{
    ExpressionPtr of;
    std::string name;
    CallArguments arguments;
    bool isNegated = false;
};
struct Unary
{
    std::string sign; // - + not
    ExpressionPtr of;
};
struct Binary
{
    std::string sign; // + - * / // % ** ~ and or
    ExpressionPtr left, right;
};
struct Comparison
{
    ExpressionPtr first;
    std::vector<std::pair<std::string, ExpressionPtr>> others; // == != < <= > >= in, not in
};
struct Conditional
{
    ExpressionPtr condition, then, otherwise; // without an else: null, which is undefined
};

struct Expression
{
    std::variant<Literal, NameOf, ListOf, DictionaryOf, AttributeOf, ElementOf, SliceOf, Call, FilterOf, TestOf, Unary, Binary,
        Comparison, Conditional>
        kind;
    int line = 1;
};

struct Statement;
using Block = std::vector<Statement>;

/// What a set or a for gives values to: one name or several, of which a value's elements are taken; or a place in a namespace.
struct Target
{
    std::vector<std::string> names;
    bool isTuple = false;
    std::string attribute = {}; // of the namespace names[0]
};

struct TextPart
{
    std::string text;
};
struct Output
{
    ExpressionPtr value;
};
struct IfStatement
{
    std::vector<std::pair<ExpressionPtr, Block>> branches;
    Block otherwise;
};
struct ForStatement
{
    Target target;
    ExpressionPtr over, condition; // condition null: none
    Block body, otherwise;
};
struct SetStatement
{
    Target target;
    ExpressionPtr value; // null: the text of the block
    Block body;
};
struct MacroStatement
{
    std::string name;
    std::vector<std::pair<std::string, ExpressionPtr>> parameters; // with their defaults; null: none
    Block body;
};
struct Group // {% generation %}, whose text is shown as it is
{
    Block body;
};
struct Break
{
};
struct Continue
{
};

struct Statement
{
    std::variant<TextPart, Output, IfStatement, ForStatement, SetStatement, MacroStatement, Group, Break, Continue> kind;
    int line = 1;
};

} // namespace core::jinja
