#pragma once

// The only parallelism of the program: one pool of threads, the calling thread included. Numeric libraries are
// called single-threaded on slices. Workers spin briefly, then wait, so another busy process costs little.

#include <functional>
#include <memory>

#include "core/base/tensor.h"

namespace core {

class ThreadPool
{
public:
    /// `threads` >= 1 counts the caller.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return m_threads; }

    /// Calls job(i) once for each i in [0, count), on all threads, `chunk` neighbours at a time; returns when all are
    /// done. The first exception of a job is rethrown here, after the others have ended. Not reentrant: a job must not
    /// call run(). A call that finds the threads taken by another begins on its own thread, and has them when they are free: a
    /// small pass does not wait for a step of a training.
    void run(Index count, const std::function<void(Index)>& job, Index chunk = 1);

    /// The pool of this process; as many threads as cores unless setThreads was called before first use.
    static ThreadPool& shared();
    static void setThreads(int threads); // REQUIRES: called before shared()

private:
    struct State;
    void work(int worker);

    int m_threads;
    std::unique_ptr<State> m_state;
};

} // namespace core
