#pragma once

// How `bench` measures: times of runs that no other process disturbed, and the plain matrix product that they are compared with.

#include "core/base/products.h"
#include "core/io/json.h"

#include <functional>
#include <vector>

namespace app {

double milliseconds(const std::function<void()>& work);

/// Times of undisturbed runs. A run that lost a core to another process is void; it counts only when no other was possible.
struct Times
{
    std::vector<double> clean, disturbed; // ms

    void add(const std::function<void()>& work);
    const std::vector<double>& valid() const { return clean.empty() ? disturbed : clean; }
    double fastest() const;
    double median() const;

    /// fastest_ms, median_ms, slowest_ms, runs, void_runs, void.
    core::Json spread() const;
};

/// The plain product of large matrices, on all threads.
class LimitProduct
{
public:
    LimitProduct();
    void measure();
    double gflops() const; // of the fastest
    const Times& times() const { return m_times; }

private:
    void run();

    core::PackedMatrix m_matrix;
    std::vector<float> m_x, m_y;
    Times m_times;
};

} // namespace app
