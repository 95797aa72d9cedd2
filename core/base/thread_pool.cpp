#include "core/base/thread_pool.h"

#include "core/base/library_threads.h"
#include "core/base/one_thread.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace core {

namespace {

void pause()
{
#if defined(__x86_64__)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
}

constexpr int kSpins = 2000; // about 50 µs: bridges the gap between two products, and no more

std::atomic<int> chosenThreads{0};

} // namespace

struct ThreadPool::State
{
    std::mutex callers; // one run at a time has the threads
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable done;
    std::atomic<unsigned> generation{0};
    std::atomic<int> left{0}; // workers still in the current run
    std::atomic<bool> quit{false};

    // The current run. Written before generation changes, read after.
    const std::function<void(Index)>* job = nullptr;
    Index count = 0;
    Index chunk = 1;
    std::atomic<Index> next{0};
    std::exception_ptr failure;

    std::vector<std::thread> workers;

    void takePart()
    {
        try {
            for (;;) {
                const Index first = next.fetch_add(chunk, std::memory_order_relaxed);
                if (first >= count)
                    return;
                for (Index i = first; i < std::min(first + chunk, count); ++i)
                    (*job)(i);
            }
        } catch (...) {
            next.store(count, std::memory_order_relaxed); // no further one starts
            const std::lock_guard lock(mutex);
            if (!failure)
                failure = std::current_exception();
        }
    }
};

ThreadPool::ThreadPool(int threads)
    : m_threads(std::max(1, threads))
    , m_state(std::make_unique<State>())
{
    for (int worker = 1; worker < m_threads; ++worker)
        m_state->workers.emplace_back([this, worker] { work(worker); });
}

ThreadPool::~ThreadPool()
{
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->quit = true;
    }
    m_state->wake.notify_all();
    for (std::thread& worker : m_state->workers)
        worker.join();
}

void ThreadPool::work(int)
{
    makeLibrariesSingleThreaded();
    State& state = *m_state;
    unsigned seen = 0;
    for (;;) {
        int spins = 0;
        while (state.generation.load(std::memory_order_acquire) == seen && !state.quit) {
            if (++spins < kSpins) {
                pause();
            } else {
                std::unique_lock lock(state.mutex);
                state.wake.wait(lock, [&] { return state.generation.load() != seen || state.quit; });
            }
        }
        if (state.quit)
            return;
        seen = state.generation.load(std::memory_order_acquire);
        state.takePart();
        if (state.left.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            const std::lock_guard lock(state.mutex);
            state.done.notify_all();
        }
    }
}

void ThreadPool::run(Index count, const std::function<void(Index)>& job, Index chunk)
{
    if (OneThread::holds()) {
        makeLibrariesSingleThreaded();
        for (Index i = 0; i < count; ++i)
            job(i);
        return;
    }
    State& state = *m_state;
    makeLibrariesSingleThreaded();
    std::unique_lock turn(state.callers, std::try_to_lock);
    Index first = 0;
    while (!turn && first < count) { // another call has the threads
        job(first++);
        std::ignore = turn.try_lock();
    }
    if (first >= count)
        return;
    state.job = &job;
    state.count = count;
    state.chunk = std::max<Index>(1, chunk);
    state.next.store(first, std::memory_order_relaxed);
    state.failure = nullptr;
    const bool alone = m_threads == 1 || count - first <= chunk;
    if (!alone) {
        state.left.store(m_threads - 1, std::memory_order_relaxed);
        {
            const std::lock_guard lock(state.mutex);
            state.generation.fetch_add(1, std::memory_order_release);
        }
        state.wake.notify_all();
    }
    state.takePart();
    if (!alone) {
        int spins = 0;
        while (state.left.load(std::memory_order_acquire) != 0) {
            if (++spins < kSpins) {
                pause();
            } else {
                std::unique_lock lock(state.mutex);
                state.done.wait(lock, [&] { return state.left.load() == 0; });
            }
        }
    }
    if (state.failure)
        std::rethrow_exception(std::exchange(state.failure, nullptr));
}

ThreadPool& ThreadPool::shared()
{
    static ThreadPool pool(chosenThreads > 0 ? chosenThreads.load() : int(std::max(1u, std::thread::hardware_concurrency())));
    return pool;
}

void ThreadPool::setThreads(int threads) { chosenThreads = threads; }

} // namespace core
