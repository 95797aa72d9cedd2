#include "core/io/atomic_file.h"

#include "core/base/error.h"
#include "core/io/replace_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <vector>

namespace core {

namespace fs = std::filesystem;

namespace {

/// Where a link leads, so that the file behind it is replaced and not the link.
std::string behindLinks(const std::string& path)
{
    std::error_code failure;
    const fs::path target = fs::canonical(path, failure);
    return failure ? path : target.generic_string();
}

constexpr const char* unfinishedEnding = ".part-";

} // namespace

AtomicFile::AtomicFile(const std::string& path)
    : m_path(path)
    , m_target(behindLinks(path))
    , m_temporary(m_target + unfinishedEnding + std::to_string(std::random_device{}()))
{
    std::error_code ignored;
    if (fs::is_directory(m_target, ignored))
        fail("a folder");
    if (fs::exists(m_target, ignored) && !fs::is_regular_file(m_target, ignored))
        fail("no regular file"); // a device or a pipe would be replaced by a file
    errno = 0;
    m_stream.open(fs::path(m_temporary), std::ios::binary | std::ios::trunc);
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
    replaceFile(m_temporary, m_target, failure);
    if (failure)
        fail(failure.message());
    m_isCommitted = true;
}

void AtomicFile::removeUnfinished(const std::string& path)
{
    const fs::path target = behindLinks(path);
    const std::string beginning = target.filename().string() + unfinishedEnding;
    std::vector<fs::path> found;
    std::error_code failure, ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(target.parent_path(), failure))
        if (entry.path().filename().string().starts_with(beginning))
            found.push_back(entry.path());
    for (const fs::path& one : found)
        fs::remove(one, ignored);
}

void AtomicFile::fail(const std::string& reason) const
{
    throw Error({.kind = ErrorKind::Output, .file = m_path, .problem = CUTAWAY_TR("cannot be written"), .found = reason});
}

} // namespace core
