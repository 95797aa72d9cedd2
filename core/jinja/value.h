#pragma once

// Value: what the expressions of a template compute, as Python sees it: nothing, texts, numbers, lists, dictionaries with their
// keys in order. Lists and dictionaries never change, so that values can share them.

#include "core/io/json.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace core::jinja {

class Value;
struct MacroStatement;

struct Undefined
{
    std::string name; // what was looked for
};

struct List
{
    std::vector<Value> items;
    int depth = 1; // of lists inside one another
    std::size_t weight = 1; // of all that is inside
};

struct Dictionary
{
    std::vector<std::pair<std::string, Value>> entries;
    int depth = 1;
    std::size_t weight = 1;

    const Value* find(const std::string& key) const; // nullptr: absent
};

/// What {% set place.name = … %} changes; owned by the rendering.
struct Namespace
{
    std::vector<std::pair<std::string, Value>> entries;
};

/// A turn of {% for %}, which the variable `loop` tells about.
struct LoopTurn
{
    std::shared_ptr<const List> items;
    std::size_t index = 0;
};

/// A function that every template has: range, namespace, dict, raise_exception.
struct Function
{
    std::string name;
};

/// A method of a value that is not called yet.
struct Method;

class Value
{
public:
    using Data = std::variant<Undefined, std::nullptr_t, bool, std::int64_t, double, std::shared_ptr<const std::string>,
        std::shared_ptr<const List>, std::shared_ptr<const Dictionary>, Namespace*, std::shared_ptr<const LoopTurn>,
        const MacroStatement*, Function, std::shared_ptr<const Method>>;

    Value() // undefined
        : m_data(Undefined())
    {
    }
    Value(Data data)
        : m_data(std::move(data))
    {
    }
    Value(bool value)
        : m_data(value)
    {
    }
    Value(std::string text)
        : m_data(std::make_shared<const std::string>(std::move(text)))
    {
    }
    Value(const char* text)
        : Value(std::string(text))
    {
    }

    /// Throw Error{BadInput} for values too deep inside one another, or too many.
    static Value list(std::vector<Value> items);
    static Value dictionary(std::vector<std::pair<std::string, Value>> entries);
    static Value method(const Value& of, const std::string& name);
    static Value loop(std::shared_ptr<const List> items, std::size_t index);
    static Value integer(std::int64_t value) { return Value(Data(value)); }
    static Value number(double value) { return Value(Data(value)); }
    static Value none() { return Value(Data(nullptr)); }
    static Value undefined(std::string name) { return Value(Data(Undefined{std::move(name)})); }
    static Value fromJson(const Json& json);

    const Data& data() const { return m_data; }
    template <class Kind>
    const Kind* as() const // nullptr: another kind
    {
        return std::get_if<Kind>(&m_data);
    }
    bool isUndefined() const { return as<Undefined>() != nullptr; }
    bool isNone() const { return as<std::nullptr_t>() != nullptr; }
    const std::string* text() const;       // nullptr: no text
    const List* items() const;             // nullptr: no list
    const Dictionary* dictionary() const;  // nullptr: no dictionary
    std::optional<std::int64_t> whole() const; // of an integer or a bool
    std::optional<double> real() const;        // of any number
    bool isTrue() const;                   // as Python's `if` sees it
    int depth() const;

    /// The steps that a look at all of it takes.
    std::size_t weight() const;

    /// The word for its kind: "str", "int", "list", as Python names them.
    std::string kind() const;

private:
    Data m_data;
};

struct Method
{
    Value of;
    std::string name;
};

bool operator==(const Value& a, const Value& b);

/// −1, 0, 1. Throws Error{BadInput} for values that have no order.
int compare(const Value& a, const Value& b);

/// The text that Python's str() and repr() give; nothing for an undefined value.
std::string shown(const Value& value);
std::string quoted(const Value& value);

/// The value as json.dumps() writes it; `indent` −1: on one line. Throws Error{BadInput} for what JSON does not have.
std::string jsonText(const Value& value, int indent, bool sortsKeys);

/// The elements of a list, keys of a dictionary, characters of a text; of an undefined value none. Throws Error{BadInput} for
/// anything else.
std::vector<Value> elements(const Value& value);

/// The characters of a text in UTF-8.
std::vector<std::string> charactersOf(const std::string& text);

} // namespace core::jinja
