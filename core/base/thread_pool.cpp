#include "core/base/thread_pool.h"

#include "core/base/library_threads.h"
#include "core/base/one_thread.h"
#include "core/base/slice_scope.h"

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
constexpr int kHelperSpins = 8 * kSpins; // after jobs of a pass: the next ones are near

std::atomic<int> chosenThreads{0};

/// The jobs of one run, for as many threads as come.
struct Jobs
{
    const std::function<void(Index)>* job = nullptr;
    Index count = 0;
    Index chunk = 1;
    std::atomic<Index> next{0};
    std::mutex mutex; // of the failure
    std::exception_ptr failure;

    void begin(Index first, Index end, const std::function<void(Index)>& what, Index together)
    {
        job = &what;
        count = end;
        chunk = together;
        next.store(first, std::memory_order_relaxed);
        failure = nullptr;
    }

    void take()
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

    void rethrow()
    {
        if (failure)
            std::rethrow_exception(std::exchange(failure, nullptr));
    }
};

/// A run within a job that has one thread (OneThread): threads of the pool that have no job left take its jobs as well, so that
/// none waits for the longest pass, or for one whose core another process has.
struct Offer
{
    Jobs jobs;
    std::mutex mutex;
    std::condition_variable left;
    std::atomic<bool> hasJobs{false}; // that no thread has begun
    std::atomic<int> helpers{0}; // changes under the mutex, while there are such
    int slices = 0; // as matrices are cut on the thread that offers
};

/// Where the calling thread offers what it runs; null: outside of a job, or within one that is offered.
thread_local Offer* offerOfThread = nullptr;

} // namespace

struct ThreadPool::State
{
    explicit State(int threads)
        : offers(std::size_t(threads))
    {
    }

    std::mutex callers; // one run at a time has the threads
    std::mutex mutex;
    std::condition_variable wake; // a run, or an offer
    std::atomic<unsigned> generation{0};
    std::atomic<int> left{0}; // workers still in the current run
    std::atomic<bool> quit{false};

    Jobs current; // written before generation changes, read after
    std::vector<Offer> offers; // of each thread that takes part; the caller's is the first
    std::atomic<int> open{0}; // offers that have jobs
    std::atomic<int> waiting{0}, asleep{0}; // threads that would help; of them those that are to be woken

    std::vector<std::thread> workers;

    bool owns(const Offer* offer) const { return offer >= offers.data() && offer < offers.data() + offers.size(); }

    void takePart(std::size_t thread)
    {
        Offer* const before = std::exchange(offerOfThread, &offers[thread]);
        current.take();
        offerOfThread = before;
    }

    /// The jobs of a run within a job, of which others may take some.
    void share(Index count, const std::function<void(Index)>& job, Index chunk)
    {
        Offer& offer = *std::exchange(offerOfThread, nullptr);
        {
            const std::lock_guard lock(offer.mutex);
            offer.jobs.begin(0, count, job, chunk);
            offer.slices = sliceCores(0);
            ++open;
            offer.hasJobs = true;
        }
        if (asleep > 0) {
            const std::lock_guard lock(mutex);
            wake.notify_all();
        }
        takeFrom(offer);
        for (int spins = 0; offer.helpers > 0 && spins < kSpins; ++spins)
            pause();
        std::unique_lock lock(offer.mutex);
        offer.left.wait(lock, [&] { return offer.helpers == 0; });
        offerOfThread = &offer;
        offer.jobs.rethrow();
    }

    void takeFrom(Offer& offer)
    {
        offer.jobs.take();
        if (offer.hasJobs.exchange(false))
            --open;
    }

    /// Takes jobs of an offer; false where there is none.
    bool help()
    {
        if (open == 0)
            return false;
        for (Offer& offer : offers) {
            if (!offer.hasJobs)
                continue;
            std::unique_lock lock(offer.mutex);
            if (!offer.hasJobs)
                continue;
            ++offer.helpers;
            lock.unlock();
            {
                const OneThread alone;
                const FixedSlices same(offer.slices);
                takeFrom(offer);
            }
            lock.lock();
            if (--offer.helpers == 0)
                offer.left.notify_all();
            return true;
        }
        return false;
    }

    /// Until `isOver`, helping others: spins briefly after each time, then sleeps.
    template <typename IsOver> void wait(const IsOver& isOver)
    {
        ++waiting;
        int spins = 0;
        while (!isOver()) {
            if (help()) {
                spins = kSpins - kHelperSpins;
            } else if (++spins < kSpins) {
                pause();
            } else {
                std::unique_lock lock(mutex);
                ++asleep;
                wake.wait(lock, [&] { return isOver() || open > 0; });
                --asleep;
                spins = 0;
            }
        }
        --waiting;
    }
};

ThreadPool::ThreadPool(int threads)
    : m_threads(std::max(1, threads))
    , m_state(std::make_unique<State>(m_threads))
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

void ThreadPool::work(int worker)
{
    makeLibrariesSingleThreaded();
    State& state = *m_state;
    unsigned seen = 0;
    for (;;) {
        state.wait([&] { return state.generation.load(std::memory_order_acquire) != seen || state.quit; });
        if (state.quit)
            return;
        seen = state.generation.load(std::memory_order_acquire);
        state.takePart(std::size_t(worker));
        if (state.left.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            const std::lock_guard lock(state.mutex);
            state.wake.notify_all();
        }
    }
}

void ThreadPool::run(Index count, const std::function<void(Index)>& job, Index chunk)
{
    State& state = *m_state;
    makeLibrariesSingleThreaded();
    if (OneThread::holds()) {
        const bool isOfJob = state.owns(offerOfThread);
        if (isOfJob && count > chunk && state.waiting > 0)
            return state.share(count, job, std::max<Index>(1, chunk));
        for (Index i = 0; i < count; ++i)
            job(i);
        return;
    }
    std::unique_lock turn(state.callers, std::try_to_lock);
    Index first = 0;
    while (!turn && first < count) { // another call has the threads
        job(first++);
        std::ignore = turn.try_lock();
    }
    if (first >= count)
        return;
    state.current.begin(first, count, job, std::max<Index>(1, chunk));
    const bool alone = m_threads == 1 || count - first <= chunk;
    if (!alone) {
        state.left.store(m_threads - 1, std::memory_order_relaxed);
        {
            const std::lock_guard lock(state.mutex);
            state.generation.fetch_add(1, std::memory_order_release);
        }
        state.wake.notify_all();
    }
    state.takePart(0);
    if (!alone)
        state.wait([&] { return state.left.load(std::memory_order_acquire) == 0; });
    state.current.rethrow();
}

ThreadPool& ThreadPool::shared()
{
    static ThreadPool pool(chosenThreads > 0 ? chosenThreads.load() : int(std::max(1u, std::thread::hardware_concurrency())));
    return pool;
}

void ThreadPool::setThreads(int threads) { chosenThreads = threads; }

} // namespace core
