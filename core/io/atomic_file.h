#pragma once

// A file that is written whole or not at all: written under another name and renamed by commit(). A link
// stays one: the file behind it is replaced. A device or a pipe is refused.

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

namespace core {

class AtomicFile
{
public:
    /// Throws Error{Output} when nothing can be written there.
    explicit AtomicFile(const std::string& path);
    ~AtomicFile(); // removes what was not committed
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(const void* data, std::size_t bytes); // throws Error{Output}
    void write(std::string_view text) { write(text.data(), text.size()); }
    void commit();                                   // throws Error{Output}

    /// Removes what processes that were killed while they wrote this file left beside it. REQUIRES: it is not being written now.
    static void removeUnfinished(const std::string& path);

private:
    [[noreturn]] void fail(const std::string& reason) const;

    std::string m_path;
    std::string m_target; // behind links
    std::string m_temporary;
    std::ofstream m_stream;
    bool m_isCommitted = false;
};

} // namespace core
