#pragma once

// AskedConfig: records which keys of a configuration a family reads, so that the others can be listed.

#include "core/files/families/config_source.h"

#include <set>
#include <string>
#include <vector>

namespace core {

/// A configuration that notes which of its keys were read.
class AskedConfig : public ConfigSource
{
public:
    explicit AskedConfig(const JsonConfig& config)
        : m_config(config)
    {
    }
    const std::string& file() const override { return m_config.file(); }
    std::optional<Json> value(const std::string& key) const override;
    bool says(const std::string& key) const override;

    /// How many keys of the document were requested.
    std::size_t asked() const;

    /// Keys that were not read and that have a value, but for those that say nothing about the numbers of a pass; of objects
    /// the keys inside ("rope_parameters.factor").
    std::vector<std::string> unasked() const;

private:
    void addUnread(const Json& object, const std::string& prefix, std::vector<std::string>& keys) const;

    const JsonConfig& m_config;
    mutable std::set<std::string> m_asked;
};

} // namespace core
