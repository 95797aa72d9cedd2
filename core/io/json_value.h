#pragma once

// A place in a JSON document that knows its path: every typed read either gives the value or throws an Error
// that names the file, the path, what was expected and what is there.

#include "core/io/json.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

class JsonValue
{
public:
    /// REQUIRES: `json` and `file` outlive this and everything reached from it.
    JsonValue(const Json& json, const std::string& file, std::string path = {})
        : m_json(&json)
        , m_file(&file)
        , m_path(std::move(path))
    {
    }

    const Json& json() const { return *m_json; }
    const std::string& file() const { return *m_file; }
    const std::string& path() const { return m_path; }

    /// False when the key is absent or null.
    bool has(const std::string& key) const;

    JsonValue operator[](const std::string& key) const; // must be there (null included)
    JsonValue operator[](std::size_t index) const;      // REQUIRES: isArray, index < size

    bool isString() const { return m_json->is_string(); }
    bool isArray() const { return m_json->is_array(); }

    /// Number of elements of an array; refuses anything else, and more than `most`.
    std::size_t arraySize(std::size_t most) const;
    const Json::object_t& object() const;
    const std::string& string() const;
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    double number() const; // finite
    bool boolean() const;

    /// The text must hold exactly one character.
    char32_t character() const;

    /// What `key` says, or `missing` when it is absent or null.
    bool boolean(const std::string& key, bool missing) const;
    std::string string(const std::string& key, const std::string& missing) const;

    /// Throws Error{BadInput} for this place; without `found`, the value itself is shown.
    [[noreturn]] void refuse(const char* problem, const std::string& expected = {}) const;
    [[noreturn]] void refuse(const char* problem, const std::string& expected, const std::string& found) const;

private:
    const Json* m_json;
    const std::string* m_file;
    std::string m_path;
};

} // namespace core
