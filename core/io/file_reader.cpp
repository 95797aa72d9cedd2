#include "core/io/file_reader.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <filesystem>
#include <fstream>
#include <mutex>
#endif

namespace core {

namespace {

[[noreturn]] void refuseToOpen(const std::string& path, const std::string& reason)
{
    throw Error({.file = path, .problem = CUTAWAY_TR("cannot be opened"), .found = reason});
}

[[noreturn]] void refuseShortRead(const std::string& path, std::uint64_t offset)
{
    throw Error({.file = path,
        .where = "byte " + std::to_string(offset),
        .problem = CUTAWAY_TR("the file ends here: it changed while it was read")});
}

} // namespace

#if defined(__unix__) || defined(__APPLE__)

struct FileReader::Handle
{
    int descriptor = -1;
    struct stat opened = {};
    ~Handle()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }
    void checkUnchanged(const std::string& path) const;
};

namespace {

std::pair<std::int64_t, std::int64_t> modified(const struct stat& status)
{
#if defined(__APPLE__)
    return {status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec};
#else
    return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
#endif
}

} // namespace

FileReader::FileReader(const std::string& path)
    : m_path(path)
    , m_handle(std::make_unique<Handle>())
{
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    m_handle->descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (m_handle->descriptor < 0)
        refuseToOpen(path, std::strerror(errno));
    struct stat& status = m_handle->opened;
    if (::fstat(m_handle->descriptor, &status) != 0)
        refuseToOpen(path, std::strerror(errno));
    if (!S_ISREG(status.st_mode))
        throw Error({.file = path, .problem = CUTAWAY_TR("is not a regular file")});
    m_size = static_cast<std::uint64_t>(status.st_size);
}

/// Throws Error when the file is not what it was: what is read later would not belong to what was read before.
void FileReader::Handle::checkUnchanged(const std::string& path) const
{
    struct stat now = {};
    if (::fstat(descriptor, &now) != 0)
        refuseToOpen(path, std::strerror(errno));
    if (now.st_nlink < opened.st_nlink)
        throw Error({.file = path, .problem = CUTAWAY_TR("the file was deleted or replaced while it was read")});
    if (now.st_size != opened.st_size || modified(now) != modified(opened))
        throw Error({.file = path,
            .problem = CUTAWAY_TR("the file changed while it was read"),
            .expected = std::to_string(opened.st_size) + " bytes as they were",
            .found = std::to_string(now.st_size)});
}

void FileReader::readAt(std::uint64_t offset, void* out, std::size_t bytes) const
{
    auto* to = static_cast<char*>(out);
    constexpr std::size_t atOnce = std::size_t(4) << 20; // a stop is checked between two of these
    while (bytes > 0) {
        checkStop();
        const ssize_t got = ::pread(m_handle->descriptor, to, std::min(bytes, atOnce), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw Error({.file = m_path,
                .where = "byte " + std::to_string(offset),
                .problem = CUTAWAY_TR("cannot be read"),
                .found = std::strerror(errno)});
        if (got == 0)
            refuseShortRead(m_path, offset);
        to += got;
        offset += static_cast<std::uint64_t>(got);
        bytes -= static_cast<std::size_t>(got);
    }
    m_handle->checkUnchanged(m_path);
}

#else

struct FileReader::Handle
{
    std::mutex mutex;
    std::ifstream stream;
};

FileReader::FileReader(const std::string& path)
    : m_path(path)
    , m_handle(std::make_unique<Handle>())
{
    std::error_code failure;
    if (std::filesystem::exists(path, failure) && !std::filesystem::is_regular_file(path, failure))
        throw Error({.file = path, .problem = CUTAWAY_TR("is not a regular file")});
    m_handle->stream.open(path, std::ios::binary);
    if (!m_handle->stream)
        refuseToOpen(path, "no such file or no permission");
    m_size = std::filesystem::file_size(path, failure);
    if (failure)
        refuseToOpen(path, failure.message());
}

void FileReader::readAt(std::uint64_t offset, void* out, std::size_t bytes) const
{
    const std::lock_guard lock(m_handle->mutex);
    m_handle->stream.clear();
    m_handle->stream.seekg(static_cast<std::streamoff>(offset));
    if (!m_handle->stream.read(static_cast<char*>(out), static_cast<std::streamsize>(bytes)))
        refuseShortRead(m_path, offset);
}

#endif

FileReader::~FileReader() = default;

} // namespace core
