#include "app/command_line/bench_times.h"

#include "app/base/platform.h"

#include "core/base/thread_pool.h"

#include <algorithm>
#include <chrono>

namespace app {

namespace {

constexpr int limitRuns = 3;
constexpr int attemptsARun = 4; // a disturbed run is repeated at most this often
constexpr core::Index limitTokens = 1024, limitOut = 3072, limitIn = 1024;

} // namespace

double milliseconds(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void Times::add(const std::function<void()>& work)
{
    for (int attempt = 0; attempt < attemptsARun; ++attempt) {
        const long before = involuntarySwitches();
        const double time = milliseconds(work);
        // The scheduler may move a thread a few times per second even on an idle machine.
        const bool isClean = involuntarySwitches() - before <= 1 + long(time / 100);
        (isClean ? clean : disturbed).push_back(time);
        if (isClean)
            return;
    }
}

double Times::fastest() const { return *std::ranges::min_element(valid()); }

double Times::median() const
{
    std::vector<double> sorted = valid();
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
}

core::Json Times::spread() const
{
    return {{"fastest_ms", fastest()}, {"median_ms", median()}, {"slowest_ms", *std::ranges::max_element(valid())},
        {"runs", valid().size()}, {"void_runs", disturbed.size()}, {"void", clean.empty()}};
}

LimitProduct::LimitProduct()
    : m_matrix(limitOut, limitIn,
        [](core::Index row, core::Index rows, float* out) {
            for (core::Index i = 0; i < rows * limitIn; ++i)
                out[i] = float((row * limitIn + i) % 251) * 0.004f - 0.5f;
        })
    , m_x(std::size_t(limitTokens * limitIn), 0.25f)
    , m_y(std::size_t(limitTokens * limitOut))
{
    for (int i = 0; i < limitRuns; ++i)
        run(); // pages and primitives
}

void LimitProduct::measure()
{
    for (int i = 0; i < limitRuns; ++i)
        m_times.add([this] { run(); });
}

double LimitProduct::gflops() const
{
    return 2.0 * double(limitTokens * limitOut * limitIn) / m_times.fastest() * 1e-6;
}

void LimitProduct::run()
{
    m_matrix.multiply(m_x.data(), limitTokens, {}, m_y.data(), limitOut, core::ThreadPool::shared(), {});
}

} // namespace app
