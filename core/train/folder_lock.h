#pragma once

// A lock on a folder, so that two processes do not write one training. The one platform-dependent file of the room.

#include <memory>
#include <string>

namespace core {

class FolderLock
{
public:
    /// Makes the folder where there is none. Throws Error{BadInput} when another process holds the lock, Error{Output} when the
    /// folder cannot be written. A process that ended, however it did, holds none.
    explicit FolderLock(const std::string& folder);
    ~FolderLock(); // the file `training.lock` is gone with it, and a folder that it made and that is empty
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    struct Handle;
    std::unique_ptr<Handle> m_handle;
};

} // namespace core
