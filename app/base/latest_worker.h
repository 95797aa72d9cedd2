#pragma once

// LatestWorker: one long-lived thread and a queue of one. A newer job replaces the waiting one and stops the running one.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace app {

class LatestWorker
{
public:
    /// Runs on the worker. Polls its token; REQUIRES: does not throw.
    using Job = std::function<void(const std::stop_token&)>;

    LatestWorker();

    /// Asks the running job to stop, drops the waiting one, and waits for the thread.
    ~LatestWorker();
    LatestWorker(const LatestWorker&) = delete;
    LatestWorker& operator=(const LatestWorker&) = delete;

    /// Thread-safe; returns at once.
    void submit(Job job);

    /// Asks the running job to stop and drops the waiting one.
    void stop();

    /// A job runs or waits.
    bool isBusy() const;

private:
    void work(const std::stop_token& end);

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Job m_next;                  // empty: nothing waits
    std::stop_source m_running;  // of the job in hand
    bool m_isRunning = false;
    std::jthread m_thread;       // last: starts when all else is there
};

} // namespace app
