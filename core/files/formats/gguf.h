#pragma once

// GGUF, versions 2 and 3: metadata by key, a list of tensors, the numbers. Counts and lengths are compared with what is
// left of the file before anything is allocated.

#include "core/files/formats/stored_tensor.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core {

/// An array of the metadata, by the type of its elements.
using GgufArray = std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<bool>, std::vector<std::string>>;
using GgufValue = std::variant<std::int64_t, double, bool, std::string, GgufArray>;

class Gguf
{
public:
    /// Reads and checks everything but the numbers. Throws Error{BadInput} with the file, the place (`key "x"`,
    /// `tensor "x"`, `byte 24`), what was expected and found.
    static Gguf open(const std::string& path);

    const std::string& path() const { return m_path; }
    const StoredTensors& tensors() const { return m_tensors; }

    /// Takes the tensors of another file of the same model. Throws Error{BadInput} naming it when one is here already.
    void addTensors(const Gguf& other);

    /// All keys of the metadata, by name.
    std::vector<std::string> keys() const;

    /// nullptr when the key is absent.
    const GgufValue* find(const std::string& key) const;

    /// Typed access. Absent keys give nothing; a value of another type, or out of range, throws Error{BadInput}.
    std::optional<std::int64_t> integer(const std::string& key, std::int64_t min, std::int64_t max) const;
    std::optional<bool> boolean(const std::string& key) const;
    std::optional<std::string> string(const std::string& key) const;
    std::optional<std::vector<std::string>> strings(const std::string& key) const;
    std::optional<std::vector<double>> numbers(const std::string& key) const;       // elements must be floating-point
    std::optional<std::vector<std::int64_t>> integers(const std::string& key) const;

    /// Throws Error{BadInput} for a key of this file.
    [[noreturn]] void refuse(
        const std::string& key, const char* problem, const std::string& expected = {}, const std::string& found = {}) const;

private:
    friend class GgufParser;
    std::string m_path;
    std::map<std::string, GgufValue> m_metadata;
    StoredTensors m_tensors;
};

} // namespace core
