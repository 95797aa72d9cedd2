#include "core/io/json_value.h"

#include "core/base/error.h"
#include "core/io/utf8.h"

#include <cmath>

namespace core {

namespace {

/// A value as an error shows it: itself when it is small, else what it is.
std::string shown(const Json& json)
{
    constexpr std::size_t most = 60;
    if (json.is_structured())
        return std::string(json.type_name()) + " of " + std::to_string(json.size());
    const std::string text = json.is_string() && json.get_ref<const std::string&>().size() > most
        ? lossyUtf8(json.get_ref<const std::string&>().substr(0, most)) + "..."
        : writeJson(json);
    return text;
}

} // namespace

bool JsonValue::has(const std::string& key) const
{
    const Json::object_t& members = object();
    const auto member = members.find(key);
    return member != members.end() && !member->second.is_null();
}

JsonValue JsonValue::operator[](const std::string& key) const
{
    const Json::object_t& members = object();
    const auto member = members.find(key);
    const std::string path = m_path.empty() ? key : m_path + "." + key;
    if (member == members.end())
        throw Error({.file = *m_file, .where = path, .problem = CUTAWAY_TR("missing key")});
    return JsonValue(member->second, *m_file, path);
}

JsonValue JsonValue::operator[](std::size_t index) const
{
    return JsonValue((*m_json)[index], *m_file, m_path + "[" + std::to_string(index) + "]");
}

std::size_t JsonValue::arraySize(std::size_t most) const
{
    if (!m_json->is_array())
        refuse(CUTAWAY_TR("wrong type"), "array");
    if (m_json->size() > most)
        refuse(CUTAWAY_TR("too many elements"), "at most " + std::to_string(most));
    return m_json->size();
}

const Json::object_t& JsonValue::object() const
{
    if (!m_json->is_object())
        refuse(CUTAWAY_TR("wrong type"), "object");
    return m_json->get_ref<const Json::object_t&>();
}

const std::string& JsonValue::string() const
{
    if (!m_json->is_string())
        refuse(CUTAWAY_TR("wrong type"), "string");
    return m_json->get_ref<const std::string&>();
}

std::int64_t JsonValue::integer(std::int64_t least, std::int64_t most) const
{
    const bool isTooLarge = m_json->is_number_unsigned() && m_json->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
    if (!m_json->is_number_integer() || isTooLarge || m_json->get<std::int64_t>() < least || m_json->get<std::int64_t>() > most)
        refuse(CUTAWAY_TR("not an integer in range"), std::to_string(least) + " to " + std::to_string(most));
    return m_json->get<std::int64_t>();
}

double JsonValue::number() const
{
    if (!m_json->is_number() || !std::isfinite(m_json->get<double>()))
        refuse(CUTAWAY_TR("wrong type"), "number");
    return m_json->get<double>();
}

bool JsonValue::boolean() const
{
    if (!m_json->is_boolean())
        refuse(CUTAWAY_TR("wrong type"), CUTAWAY_TR("true or false"));
    return m_json->get<bool>();
}

char32_t JsonValue::character() const
{
    const std::string& text = string();
    const DecodedChar first = decodeChar(text, 0);
    if (first.bytes == 0 || first.bytes != text.size())
        refuse(CUTAWAY_TR("not a single character"));
    return first.code;
}

bool JsonValue::boolean(const std::string& key, bool missing) const { return has(key) ? (*this)[key].boolean() : missing; }

std::string JsonValue::string(const std::string& key, const std::string& missing) const
{
    return has(key) ? (*this)[key].string() : missing;
}

void JsonValue::refuse(const char* problem, const std::string& expected) const { refuse(problem, expected, shown(*m_json)); }

void JsonValue::refuse(const char* problem, const std::string& expected, const std::string& found) const
{
    throw Error({.file = *m_file, .where = m_path, .problem = problem, .expected = expected, .found = found});
}

} // namespace core
