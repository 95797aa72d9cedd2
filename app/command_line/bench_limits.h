#pragma once

// What the measurements of `bench` share: the clock, texts, and the limits of the machine that they are compared with.

#include "app/command_line/bench_engine.h"

#include "core/base/products.h"
#include "core/run/forward.h"
#include "core/run/roofline.h"

#include <functional>
#include <vector>

namespace app {

double milliseconds(const std::function<void()>& work);

/// Times of undisturbed runs. A run that lost a core to another process is void; it counts only when no other was possible.
struct Times
{
    std::vector<double> clean, disturbed; // milliseconds

    void add(const std::function<void()>& work); // runs it, again when disturbed
    void add(const Times& others);
    const std::vector<double>& valid() const { return clean.empty() ? disturbed : clean; }
    double fastest() const;
    double median() const;
    core::Json spread() const;
};

double medianOf(std::vector<double> numbers);

/// The plain product that passes are compared with: 1024 × 3072 × 1024.
class LimitProduct
{
public:
    LimitProduct();
    void measure(); // three more times
    double gflops() const; // of the fastest
    const Times& times() const { return m_times; }

private:
    void run();

    core::PackedMatrix m_matrix;
    std::vector<float> m_x, m_y;
    Times m_times;
};

/// What all threads read together from memory far larger than the caches. Holds 512 MiB.
class LimitRead
{
public:
    LimitRead();
    void measure(); // twice more
    double bytesPerSecond() const; // of the fastest
    double now() const { return m_now; } // bytes a second, of the faster of the last two: on a shared machine it changes

private:
    double bytes() const;

    std::vector<float> m_memory, m_sums;
    Times m_times;
    double m_now = 0;
};

std::vector<core::TokenId> someIds(core::Index count, core::Index vocabulary);

core::RunControl controlOf(const BenchRequest& request);

core::TraceRequest recordNothing();

/// `share` of the roofline that a pass of so many milliseconds reaches, its `roofline_ms`, and the five operations of the pass that
/// lose most: `losses` [{"operation", "ms", "bound_ms"}]. One more pass is run for these.
core::Json rooflineOf(const BenchRequest& request, const core::ForwardInput& input, const core::TraceRequest& trace,
    const core::MachineLimits& limits, double ms);

} // namespace app
