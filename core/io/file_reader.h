#pragma once

// A file read by position. Every tensor of a model file shares one; nothing is mapped, so a file that shrinks while we
// read is an error and not a crash. This is the one platform-dependent file of the reading side.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace core {

class FileReader
{
public:
    /// Opens a regular file. Throws Error{BadInput} when there is none, it is a folder or device, or it may not be read.
    explicit FileReader(const std::string& path);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    const std::string& path() const { return m_path; }
    std::uint64_t size() const { return m_size; } // when it was opened

    /// Bytes [offset, offset + bytes) into out. Thread-safe. Throws Error{BadInput} when the file changed or is gone since
/// opening.
    void readAt(std::uint64_t offset, void* out, std::size_t bytes) const;

private:
    struct Handle;
    std::string m_path;
    std::uint64_t m_size = 0;
    std::unique_ptr<Handle> m_handle;
};

} // namespace core
