#pragma once

// Many texts: a file with one a line, a set that comes with the program, whose texts have a true answer, or what a person typed,
// which is its own name: "typed:" and a text a line. Files of any size are read line by line.

#include "core/run/model.h"

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

inline constexpr std::string_view typedTexts = "typed:";

/// What a person typed, of such a name; nothing where it is that of a set or a file.
std::optional<std::string> typedIn(const std::string& name);

struct SetText
{
    std::string text;
    std::string answer = {}; // the next token that is right; empty: none is known
    std::string wrong = {};  // one that is not; may be empty
    std::size_t line = 0;    // in the file, from 1
};

/// Reads a file from the first line on, or from a place that was left before.
class TextReader
{
public:
    /// A .jsonl file has a JSON string or an object with "text" (and perhaps "answer", "wrong") a line, any other file a text a line;
    /// an empty text is passed over.
    /// Empty lines are passed over. `nameOrPath` may be one of bundledTextSets(), or typed. Throws Error{BadInput}.
    explicit TextReader(const std::string& nameOrPath);

    /// Goes on behind so many bytes and lines. REQUIRES: they are what offset() and line() were.
    void seek(std::uint64_t offset, std::size_t line);

    /// The next text; nothing at the end. Throws Error{BadInput} with the line: one that is too long, or not of the form.
    std::optional<SetText> next();

    std::uint64_t offset() const { return m_offset; } // bytes read so far
    std::size_t line() const { return m_line; }       // lines read so far
    const std::string& path() const { return m_path; }
    std::uint64_t size() const { return m_size; }     // bytes of the file

private:
    std::string m_path;
    std::unique_ptr<std::istream> m_file;
    std::uint64_t m_offset = 0, m_size = 0;
    std::size_t m_line = 0;
    bool m_isJson = false;
};

/// The sets that come with the program: agreement, brackets, … sorted.
std::vector<std::string> bundledTextSets();

/// The file or set as it is now, for the names of what is computed of its texts: another one after the file was changed. Never throws.
std::string stateOfTexts(const std::string& nameOrPath);

/// All texts of a file or set. Throws Error{BadInput} for none, or more than a million.
std::vector<SetText> readTexts(const std::string& nameOrPath);

/// Its tokens. Throws Error{BadInput} with the file and the line; for a model without a tokenizer.
std::vector<TokenId> idsOf(const SetText& text, const std::string& file, const Model& model);

/// The tokens of all texts of a file or set. Throws what readTexts() and idsOf() throw.
std::vector<std::vector<TokenId>> idsOfTexts(const std::string& nameOrPath, const Model& model);

} // namespace core
