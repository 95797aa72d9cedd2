#pragma once

// Stopping what opens files: readers and tokenizers are many calls deep, so the stop that counts on this thread is set once,
// around all of it, and asked for where time passes. What computes takes a RunControl instead.

#include <stop_token>

namespace core {

/// For its lifetime checkStop() on its thread checks this stop. Scopes nest; the innermost counts.
class StopScope
{
public:
    explicit StopScope(std::stop_token stop);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

private:
    friend void checkStop();
    std::stop_token m_stop;
    const StopScope* m_outer;
};

/// Throws Stopped when the stop of this thread's scope was requested; without a scope does nothing. Costs nanoseconds.
void checkStop();

} // namespace core
