#pragma once

#include <exception>
#include <string>

namespace core {

/// What kind of failure an Error is; the command line maps it to its exit code.
enum class ErrorKind
{
    Usage,    // exit 1: an unknown key, an illegal combination, a wrong argument
    BadInput, // exit 2: a file, a prompt or a size that cannot be accepted
    Output    // exit 3: something cannot be written or rendered
};

/// A problem that the person at the screen can act on: a bad file, a bad setting.
/// The parts stay apart so that widgets can translate `problem` and show the rest as it is.
/// Programming mistakes are asserts, not Errors.
class Error : public std::exception
{
public:
    struct Parts
    {
        ErrorKind kind = ErrorKind::BadInput;
        std::string file = {};     // path as the person gave it; empty when no file is involved
        std::string where = {};    // key, tensor, byte or line inside the file
        std::string problem = {};  // English text without values, marked with CUTAWAY_TR so that lupdate finds it
        std::string expected = {}; // may be empty
        std::string found = {};    // may be empty
    };

    explicit Error(Parts parts)
        : m_parts(std::move(parts))
        , m_what(text(m_parts))
    {
    }

    const Parts& parts() const { return m_parts; }
    ErrorKind kind() const { return m_parts.kind; }

    /// One line: `<file>: <where>: <problem> (expected …, found …)`; empty parts are left out.
    const char* what() const noexcept override { return m_what.c_str(); }

    /// The same error with the file filled in, for readers that learn the path late.
    Error inFile(const std::string& file) const
    {
        Parts parts = m_parts;
        if (parts.file.empty())
            parts.file = file;
        return Error(std::move(parts));
    }

private:
    static std::string text(const Parts& parts);

    Parts m_parts;
    std::string m_what;
};

/// Thrown by long computations after a stop was requested.
class Stopped : public std::exception
{
public:
    const char* what() const noexcept override { return "stopped"; }
};

} // namespace core

/// Marks English text in core that widgets translate (context "core"). lupdate is told to treat it as QT_TRANSLATE_NOOP.
#define CUTAWAY_TR(text) text
