#include "app/command_line/bench_limits.h"

#include "app/base/platform.h"

#include "core/base/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace app {

namespace {

constexpr int limitRuns = 3;
constexpr int attemptsARun = 4; // a disturbed run is repeated at most this often
constexpr core::Index limitTokens = 1024, limitOut = 3072, limitIn = 1024;
constexpr int readRuns = 2;
constexpr std::size_t readNumbers = std::size_t(128) << 20;
constexpr core::Index readChunks = 64, readChunkSpacing = 16; // sums of two threads do not share a line of the cache
constexpr int clockedRuns = 3;
constexpr std::size_t shownLosses = 5;

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

void Times::add(const Times& others)
{
    clean.insert(clean.end(), others.clean.begin(), others.clean.end());
    disturbed.insert(disturbed.end(), others.disturbed.begin(), others.disturbed.end());
}

double Times::fastest() const { return *std::ranges::min_element(valid()); }

double Times::median() const { return medianOf(valid()); }

core::Json Times::spread() const
{
    return {{"fastest_ms", fastest()}, {"median_ms", median()}, {"slowest_ms", *std::ranges::max_element(valid())},
        {"runs", valid().size()}, {"void_runs", disturbed.size()}, {"void", clean.empty()}};
}

double medianOf(std::vector<double> numbers)
{
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
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

double LimitProduct::gflops() const { return 2.0 * double(limitTokens * limitOut * limitIn) / m_times.fastest() * 1e-6; }

void LimitProduct::run() { m_matrix.multiply(m_x.data(), limitTokens, {}, m_y.data(), limitOut, core::ThreadPool::shared(), {}); }

LimitRead::LimitRead()
    : m_memory(readNumbers, 1.f)
    , m_sums(std::size_t(readChunks) * readChunkSpacing)
{
}

void LimitRead::measure()
{
    const std::size_t length = m_memory.size() / std::size_t(readChunks);
    Times times;
    for (int run = 0; run < readRuns; ++run)
        times.add([&] {
            core::ThreadPool::shared().run(readChunks, [&](core::Index chunk) {
                const Eigen::Map<const Eigen::ArrayXf> values(m_memory.data() + std::size_t(chunk) * length, core::Index(length));
                m_sums[std::size_t(chunk * readChunkSpacing)] = values.sum();
            });
        });
    m_now = bytes() / times.fastest() * 1e3;
    m_times.add(times);
    volatile float keep = std::accumulate(m_sums.begin(), m_sums.end(), 0.f);
    (void)keep;
}

double LimitRead::bytesPerSecond() const { return bytes() / m_times.fastest() * 1e3; }

double LimitRead::bytes() const { return double(m_memory.size() * sizeof(float)); }

std::vector<core::TokenId> someIds(core::Index count, core::Index vocabulary)
{
    std::vector<core::TokenId> ids;
    for (core::Index i = 0; i < count; ++i)
        ids.push_back(core::TokenId((i * 7919 + 17) % vocabulary));
    return ids;
}

core::RunControl controlOf(const BenchRequest& request)
{
    core::RunControl control;
    control.stop = request.stop;
    return control;
}

core::TraceRequest recordNothing()
{
    core::TraceRequest request;
    request.nothing = true;
    return request;
}

core::Json rooflineOf(const BenchRequest& request, const core::ForwardInput& input, const core::TraceRequest& trace,
    const core::MachineLimits& limits, double ms)
{
    const core::Setup& setup = *request.setup;
    const auto bounds = core::roofline(setup, core::plan(setup.config, core::Index(input.ids.size()), trace), limits);
    std::vector<core::MadeAt> fastest;
    for (int run = 0; run < clockedRuns; ++run) {
        std::vector<core::MadeAt> made;
        core::RunControl control = controlOf(request);
        const auto start = std::chrono::steady_clock::now();
        control.onMade = [&](std::string_view tensor) {
            const auto now = std::chrono::steady_clock::now();
            made.push_back({std::string(tensor), std::chrono::duration<double>(now - start).count()});
        };
        core::forward(setup, input, trace, control);
        if (fastest.empty() || made.back().seconds < fastest.back().seconds)
            fastest = std::move(made);
    }
    double bound = 0;
    for (const core::BoundStep& step : bounds)
        bound += step.seconds;
    core::Json losses = core::Json::array();
    for (const core::OperationTime& time : core::operationTimes(bounds, fastest))
        if (losses.size() < shownLosses)
            losses.push_back({{"operation", time.operation}, {"ms", time.seconds * 1e3}, {"bound_ms", time.bound * 1e3}});
    return {{"roofline_ms", bound * 1e3}, {"roofline_share", bound * 1e3 / ms}, {"losses", losses}};
}

} // namespace app
