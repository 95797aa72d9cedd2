#include "core/io/file_reader.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/io/read_ahead.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#if defined(_WIN32)
#include <filesystem>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
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

constexpr std::size_t bytesAtOnce = std::size_t(4) << 20; // a stop is checked between two of these

} // namespace

#if !defined(_WIN32)

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
    while (bytes > 0) {
        checkStop();
        const ssize_t got = ::pread(m_handle->descriptor, to, std::min(bytes, bytesAtOnce), static_cast<off_t>(offset));
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

#if defined(POSIX_FADV_WILLNEED)

namespace {

/// Asks on a thread of its own: the system takes its time to begin reading.
class Announcer
{
public:
    struct Bytes
    {
        std::string path;
        std::uint64_t offset, bytes;
    };
    void add(Bytes bytes)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_waiting.push_back(std::move(bytes));
        }
        m_changed.notify_one();
    }

private:
    void work(const std::stop_token& end)
    {
        for (;;) {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, end, [&] { return !m_waiting.empty(); }))
                return;
            const Bytes next = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            // A descriptor of its own: the pages belong to the file.
            if (const int descriptor = ::open(next.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); descriptor >= 0) {
                ::posix_fadvise(descriptor, static_cast<off_t>(next.offset), static_cast<off_t>(next.bytes), POSIX_FADV_WILLNEED);
                ::close(descriptor);
            }
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Bytes> m_waiting;
    std::jthread m_thread{[this](const std::stop_token& end) { work(end); }}; // last: starts when all else is there
};

} // namespace

void readAhead(const std::string& path, std::uint64_t offset, std::uint64_t bytes)
{
    static Announcer announcer;
    announcer.add({path, offset, bytes});
}

#else

void readAhead(const std::string&, std::uint64_t, std::uint64_t) { }

#endif

#else

void readAhead(const std::string&, std::uint64_t, std::uint64_t) { }

struct FileReader::Handle
{
    HANDLE file = INVALID_HANDLE_VALUE;
    BY_HANDLE_FILE_INFORMATION opened = {};
    ~Handle()
    {
        if (file != INVALID_HANDLE_VALUE)
            ::CloseHandle(file);
    }
    void checkUnchanged(const std::string& path) const;
};

namespace {

std::string lastReason() { return std::system_category().message(int(::GetLastError())); }

std::uint64_t whole(DWORD high, DWORD low) { return std::uint64_t(high) << 32 | low; }

std::uint64_t sizeOf(const BY_HANDLE_FILE_INFORMATION& status) { return whole(status.nFileSizeHigh, status.nFileSizeLow); }

std::uint64_t modified(const BY_HANDLE_FILE_INFORMATION& status)
{
    return whole(status.ftLastWriteTime.dwHighDateTime, status.ftLastWriteTime.dwLowDateTime);
}

} // namespace

FileReader::FileReader(const std::string& path)
    : m_path(path)
    , m_handle(std::make_unique<Handle>())
{
    const std::filesystem::path name(path);
    std::error_code failure;
    if (std::filesystem::exists(name, failure) && !std::filesystem::is_regular_file(name, failure))
        throw Error({.file = path, .problem = CUTAWAY_TR("is not a regular file")});
    // Others may go on writing, replacing and removing the file, as elsewhere.
    m_handle->file = ::CreateFileW(name.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
        OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (m_handle->file == INVALID_HANDLE_VALUE)
        refuseToOpen(path, lastReason());
    if (::GetFileType(m_handle->file) != FILE_TYPE_DISK)
        throw Error({.file = path, .problem = CUTAWAY_TR("is not a regular file")});
    if (!::GetFileInformationByHandle(m_handle->file, &m_handle->opened))
        refuseToOpen(path, lastReason());
    m_size = sizeOf(m_handle->opened);
}

/// Throws Error when the file is not what it was: what is read later would not belong to what was read before.
void FileReader::Handle::checkUnchanged(const std::string& path) const
{
    BY_HANDLE_FILE_INFORMATION now = {};
    FILE_STANDARD_INFO standard = {};
    if (!::GetFileInformationByHandle(file, &now)
        || !::GetFileInformationByHandleEx(file, FileStandardInfo, &standard, sizeof standard))
        refuseToOpen(path, lastReason());
    if (standard.DeletePending || now.nNumberOfLinks < opened.nNumberOfLinks)
        throw Error({.file = path, .problem = CUTAWAY_TR("the file was deleted or replaced while it was read")});
    if (sizeOf(now) != sizeOf(opened) || modified(now) != modified(opened))
        throw Error({.file = path,
            .problem = CUTAWAY_TR("the file changed while it was read"),
            .expected = std::to_string(sizeOf(opened)) + " bytes as they were",
            .found = std::to_string(sizeOf(now))});
}

void FileReader::readAt(std::uint64_t offset, void* out, std::size_t bytes) const
{
    auto* to = static_cast<char*>(out);
    while (bytes > 0) {
        checkStop();
        OVERLAPPED place = {};
        place.Offset = DWORD(offset);
        place.OffsetHigh = DWORD(offset >> 32);
        DWORD got = 0;
        const DWORD wanted = DWORD(std::min(bytes, bytesAtOnce));
        if (!::ReadFile(m_handle->file, to, wanted, &got, &place) && ::GetLastError() != ERROR_HANDLE_EOF)
            throw Error({.file = m_path,
                .where = "byte " + std::to_string(offset),
                .problem = CUTAWAY_TR("cannot be read"),
                .found = lastReason()});
        if (got == 0)
            refuseShortRead(m_path, offset);
        to += got;
        offset += got;
        bytes -= got;
    }
    m_handle->checkUnchanged(m_path);
}

#endif

FileReader::~FileReader() = default;

} // namespace core
