#include "core/train/folder_lock.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <cstdio>
#include <share.h>
#endif

namespace core {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuseWriting(const std::string& file, const std::string& reason)
{
    throw Error({ErrorKind::Output, file, "", CUTAWAY_TR("cannot be written"), "", reason});
}

[[noreturn]] void refuseSecond(const std::string& folder)
{
    throw Error({ErrorKind::BadInput, folder, "", CUTAWAY_TR("another process trains in this folder"), "", ""});
}

/// `isMade`: there was no folder before.
std::string lockFileOf(const std::string& folder, bool& isMade)
{
    std::error_code failure;
    isMade = fs::create_directories(folder, failure);
    if (failure)
        refuseWriting(folder, failure.message());
    return (fs::path(folder) / "training.lock").generic_string();
}

/// Takes a folder away in which nothing came to be.
void removeEmpty(const std::string& lockFile)
{
    std::error_code ignored;
    fs::remove(fs::path(lockFile).parent_path(), ignored); // fails for a folder that holds something
}

} // namespace

#if defined(__unix__) || defined(__APPLE__)

struct FolderLock::Handle
{
    std::string path;
    bool isMade = false;
    int descriptor = -1;

    /// Whether the path still leads to what is open: the holder before may have removed it.
    bool isThere() const
    {
        struct stat open = {}, named = {};
        return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino
            && open.st_dev == named.st_dev;
    }
};

FolderLock::FolderLock(const std::string& folder)
    : m_handle(std::make_unique<Handle>())
{
    m_handle->path = lockFileOf(folder, m_handle->isMade);
    for (;;) {
        m_handle->descriptor = ::open(m_handle->path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (m_handle->descriptor < 0)
            refuseWriting(m_handle->path, std::strerror(errno));
        const bool isHeld = ::flock(m_handle->descriptor, LOCK_EX | LOCK_NB) == 0;
        const int reason = errno;
        if (isHeld && m_handle->isThere())
            return;
        ::close(m_handle->descriptor);
        if (!isHeld && reason == EWOULDBLOCK)
            refuseSecond(folder);
        if (!isHeld)
            refuseWriting(m_handle->path, std::strerror(reason));
    }
}

FolderLock::~FolderLock()
{
    ::unlink(m_handle->path.c_str());
    ::close(m_handle->descriptor);
    if (m_handle->isMade)
        removeEmpty(m_handle->path);
}

#else

struct FolderLock::Handle
{
    std::string path;
    bool isMade = false;
    std::FILE* file = nullptr;
};

FolderLock::FolderLock(const std::string& folder)
    : m_handle(std::make_unique<Handle>())
{
    m_handle->path = lockFileOf(folder, m_handle->isMade);
    m_handle->file = ::_wfsopen(fs::path(m_handle->path).c_str(), L"w", _SH_DENYRW); // not shared
    if (!m_handle->file)
        errno == EACCES ? refuseSecond(folder) : refuseWriting(m_handle->path, std::strerror(errno));
}

FolderLock::~FolderLock()
{
    std::fclose(m_handle->file);
    std::error_code ignored;
    fs::remove(m_handle->path, ignored);
    if (m_handle->isMade)
        removeEmpty(m_handle->path);
}

#endif

} // namespace core
