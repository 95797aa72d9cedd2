#pragma once

// OneThread: whole passes as the jobs of a pool, each on one thread.

namespace core {

/// For its lifetime ThreadPool::run() of any pool does all jobs on the calling thread, also within a job of another run. There
/// threads of that pool take some of them that have no job of the other run left. Scopes nest.
class OneThread
{
public:
    OneThread();
    ~OneThread();
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

    static bool holds(); // on the calling thread
};

} // namespace core
