// Typed access to the metadata of a GGUF file.

#include "core/files/formats/gguf.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

namespace core {

namespace {

const char* typeOf(const GgufValue& value)
{
    constexpr const char* names[] = {"an integer", "a number", "a boolean", "a text", "an array"};
    constexpr const char* arrays[] = {"an array of integers", "an array of numbers", "an array of booleans", "an array of texts"};
    const auto* array = std::get_if<GgufArray>(&value);
    return array ? arrays[array->index()] : names[value.index()];
}

template <class T>
const T* scalar(const Gguf& file, const std::string& key, const char* expected)
{
    const GgufValue* value = file.find(key);
    if (value && !std::holds_alternative<T>(*value))
        file.refuse(key, CUTAWAY_TR("wrong type"), expected, typeOf(*value));
    return value ? &std::get<T>(*value) : nullptr;
}

template <class T>
std::optional<std::vector<T>> array(const Gguf& file, const std::string& key, const char* expected)
{
    const GgufArray* value = scalar<GgufArray>(file, key, expected);
    if (value && !std::holds_alternative<std::vector<T>>(*value))
        file.refuse(key, CUTAWAY_TR("wrong type"), expected, typeOf(*file.find(key)));
    return value ? std::optional(std::get<std::vector<T>>(*value)) : std::nullopt;
}

template <class T>
std::optional<T> copied(const T* value)
{
    return value ? std::optional(*value) : std::nullopt;
}

} // namespace

std::vector<std::string> Gguf::keys() const
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : m_metadata)
        keys.push_back(key);
    return keys;
}

const GgufValue* Gguf::find(const std::string& key) const
{
    const auto pair = m_metadata.find(key);
    return pair == m_metadata.end() ? nullptr : &pair->second;
}

std::optional<std::int64_t> Gguf::integer(const std::string& key, std::int64_t min, std::int64_t max) const
{
    const auto* value = scalar<std::int64_t>(*this, key, "an integer");
    if (value && (*value < min || *value > max))
        refuse(key, CUTAWAY_TR("not an integer in range"), std::to_string(min) + " to " + std::to_string(max),
            std::to_string(*value));
    return copied(value);
}

std::optional<bool> Gguf::boolean(const std::string& key) const { return copied(scalar<bool>(*this, key, "a boolean")); }

std::optional<std::string> Gguf::string(const std::string& key) const
{
    return copied(scalar<std::string>(*this, key, "a text"));
}

std::optional<std::vector<std::string>> Gguf::strings(const std::string& key) const
{
    return array<std::string>(*this, key, "an array of texts");
}

std::optional<std::vector<double>> Gguf::numbers(const std::string& key) const
{
    return array<double>(*this, key, "an array of numbers");
}

std::optional<std::vector<std::int64_t>> Gguf::integers(const std::string& key) const
{
    return array<std::int64_t>(*this, key, "an array of integers");
}

void Gguf::addTensors(const Gguf& other)
{
    for (const auto& [name, tensor] : other.m_tensors)
        if (!m_tensors.emplace(name, tensor).second)
            throw Error({.file = other.m_path,
                .where = "tensor \"" + shownText(name) + "\"",
                .problem = CUTAWAY_TR("also stored in another file of the model")});
}

void Gguf::refuse(const std::string& key, const char* problem, const std::string& expected, const std::string& found) const
{
    throw Error(
        {.file = m_path, .where = "key \"" + shownText(key) + "\"", .problem = problem, .expected = expected, .found = found});
}

} // namespace core
