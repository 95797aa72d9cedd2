#include "core/files/atomic_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

namespace core {

namespace fs = std::filesystem;

AtomicFile::AtomicFile(const std::string& path)
    : m_path(path)
    , m_temporary(path + ".part-" + std::to_string(std::random_device{}()))
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        fail("a folder");
    errno = 0;
    m_stream.open(m_temporary, std::ios::binary | std::ios::trunc);
    if (!m_stream)
        fail(errno ? std::strerror(errno) : "");
}

AtomicFile::~AtomicFile()
{
    if (m_isCommitted)
        return;
    m_stream.close();
    std::error_code ignored;
    fs::remove(m_temporary, ignored);
}

void AtomicFile::write(const void* data, std::size_t bytes)
{
    errno = 0;
    if (!m_stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes)))
        fail(errno ? std::strerror(errno) : "");
}

void AtomicFile::commit()
{
    errno = 0;
    m_stream.close();
    if (!m_stream)
        fail(errno ? std::strerror(errno) : "");
    std::error_code failure;
    fs::rename(m_temporary, m_path, failure);
    if (failure)
        fail(failure.message());
    m_isCommitted = true;
}

void AtomicFile::fail(const std::string& reason) const
{
    throw Error({.kind = ErrorKind::Output, .file = m_path, .problem = CUTAWAY_TR("cannot be written"), .found = reason});
}

} // namespace core
