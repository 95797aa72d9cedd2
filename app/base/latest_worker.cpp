#include "app/base/latest_worker.h"

#include <utility>

namespace app {

LatestWorker::LatestWorker()
    : m_thread([this](const std::stop_token& end) { work(end); })
{
}

LatestWorker::~LatestWorker()
{
    m_thread.request_stop(); // before stop(), so that no further job is begun
    stop();
}

void LatestWorker::submit(Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_next = std::move(job);
        m_running.request_stop();
    }
    m_changed.notify_one();
}

void LatestWorker::stop()
{
    const std::lock_guard lock(m_mutex);
    m_next = nullptr;
    m_running.request_stop();
}

bool LatestWorker::isBusy() const
{
    const std::lock_guard lock(m_mutex);
    return m_isRunning || m_next;
}

void LatestWorker::work(const std::stop_token& end)
{
    for (;;) {
        Job job;
        std::stop_token stop;
        {
            std::unique_lock lock(m_mutex);
            m_isRunning = false;
            m_changed.wait(lock, end, [this] { return bool(m_next); });
            if (end.stop_requested())
                return;
            job = std::exchange(m_next, nullptr);
            m_running = std::stop_source();
            stop = m_running.get_token();
            m_isRunning = true;
        }
        job(stop);
    }
}

} // namespace app
