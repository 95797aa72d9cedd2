#pragma once

// Keys and values of a model file, config.json or GGUF metadata, behind one interface, so that the tables of the
// families (family.h) read both in the same way.

#include "core/files/formats/gguf.h"
#include "core/io/json.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core {

class ConfigSource
{
public:
    virtual ~ConfigSource() = default;
    virtual const std::string& file() const = 0;

    /// The value of a key; nothing when it is absent or null. Throws Error{BadInput} when its parent is not an object.
    virtual std::optional<Json> value(const std::string& key) const = 0;

    /// Whether the key is there, be it null: some families mean "off" by null and a default by nothing.
    virtual bool says(const std::string& key) const { return value(key).has_value(); }

    /// The first of these keys that is there. Throws Error{BadInput} when another one says something else.
    struct Named
    {
        std::string key;
        Json value;
    };
    std::optional<Named> firstOf(const std::vector<std::string>& keys) const;

    /// Throws Error{BadInput} for a key; `found` is shown short.
    [[noreturn]] void refuse(const std::string& key, const char* problem, const std::string& expected = {},
        const std::optional<Json>& found = {}) const;
};

/// config.json: "rope_parameters.rope_theta" goes into objects.
class JsonConfig : public ConfigSource
{
public:
    /// Throws Error{BadInput} unless the document is an object.
    JsonConfig(Json document, std::string file);
    const std::string& file() const override { return m_file; }
    std::optional<Json> value(const std::string& key) const override;
    bool says(const std::string& key) const override { return value(key) || m_document.contains(key); }
    const Json& document() const { return m_document; }
    std::vector<std::string> keys() const; // of the document itself

private:
    Json m_document;
    std::string m_file;
};

/// What the bare words Infinity and -Infinity, which Python writes, are read as: no number, so that no bound lets it through.
inline constexpr const char* infinityWord = "∞";
inline constexpr const char* minusInfinityWord = "-∞";

/// readJson() of a configuration that may hold those words.
Json readConfigDocument(const std::string& path);

/// Metadata of a GGUF file: "KEY.length" is the length of an array; an array of a few numbers or flags, one per layer, is read,
/// any other is empty. REQUIRES: the file outlives this.
class GgufConfig : public ConfigSource
{
public:
    explicit GgufConfig(const Gguf& gguf)
        : m_gguf(gguf)
    {
    }
    const std::string& file() const override { return m_gguf.path(); }
    std::optional<Json> value(const std::string& key) const override;

    /// Keys of the file with this prefix that were not read so far, by name.
    std::vector<std::string> unasked(const std::string& prefix) const;

private:
    const Gguf& m_gguf;
    mutable std::set<std::string> m_asked;
};

} // namespace core
