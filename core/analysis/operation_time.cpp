#include "core/analysis/operation_time.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int fewPasses = 5, maxPasses = 31;
constexpr std::chrono::milliseconds enough{150}; // of all passes together, when there are a few
constexpr std::chrono::milliseconds most{800};   // also when there are fewer
constexpr std::chrono::seconds slow{3};          // a first pass, which reads and packs the weights, is then not repeated

std::int64_t nanoseconds(Clock::duration time) { return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count(); }

TimeRange rangeOf(std::vector<std::int64_t> times)
{
    std::ranges::sort(times);
    const double outside = times.size() < passesForHalf ? 0 : 0.25;
    const auto at = [&](double part) { return times[std::size_t(double(times.size() - 1) * part + 0.5)]; };
    return {at(outside), at(0.5), at(1 - outside)};
}

/// Where the operations of a pass are in their list.
class Places
{
public:
    explicit Places(const std::vector<OperationCost>& costs)
    {
        for (std::size_t i = 0; i < costs.size(); ++i)
            m_places.emplace(std::tuple(costs[i].operation, costs[i].layer, costs[i].isOfEncoder), i);
    }

    /// Every name that a pass makes is in its plan; a name that only a run has belongs to what came before.
    std::size_t of(std::string_view tensor)
    {
        const NameParts parts = partsOfName(tensor);
        const auto found = m_places.find({operationOf(tensor), int(parts.layer), parts.isOfEncoder});
        return m_last = found == m_places.end() ? m_last : found->second;
    }

private:
    std::map<std::tuple<Operation, int, bool>, std::size_t> m_places;
    std::size_t m_last = 0;
};

/// The passes of one model, and what they took.
class Passes
{
public:
    Passes(const TimedModel& model, const RunControl& control)
        : m_setup(model.setup)
        , m_input{model.ids, {}}
        , m_control(control)
    {
        m_input.decoderIds = model.decoderIds;
        const auto source = Index(model.ids.size());
        const bool hasEncoder = m_setup.config.hasEncoder();
        const TextLength length{hasEncoder ? std::max<Index>(1, Index(model.decoderIds.size())) : source, source};
        m_request = costRequest(m_setup.config, length);
        const std::vector<OperationCost> costs = operationCosts(m_setup.config, length);
        m_places = std::make_unique<Places>(costs);
        m_now.resize(costs.size());
        m_ofOperations.resize(costs.size());
    }

    /// One pass with the clock, which is not counted where it was the first and took less than seconds, and one without. Whether
    /// they count.
    bool turn()
    {
        std::fill(m_now.begin(), m_now.end(), 0);
        const std::int64_t clocked = run([this](std::string_view tensor) {
            m_now[m_places->of(tensor)] += nanoseconds(Clock::now() - m_last);
            m_last = Clock::now(); // the time of the clock itself belongs to no operation
        });
        if (!std::exchange(m_isWarm, true) && clocked < nanoseconds(slow))
            return false;
        for (std::size_t i = 0; i < m_now.size(); ++i)
            m_ofOperations[i].push_back(m_now[i]);
        m_ofWhole.push_back(run({}));
        return true;
    }

    int count() const { return int(m_ofWhole.size()); }

    /// REQUIRES: a turn counted.
    OperationTimes times() const
    {
        OperationTimes times{.passes = count(), .operations = {}, .whole = rangeOf(m_ofWhole)};
        for (const std::vector<std::int64_t>& each : m_ofOperations)
            times.operations.push_back(rangeOf(each));
        return times;
    }

private:
    /// The time from the embedding to the logits. `tick` is called with each tensor.
    std::int64_t run(const std::function<void(std::string_view)>& tick)
    {
        Clock::time_point start = Clock::now(), end = start;
        const RunControl timed{m_control.stop,
            [&](double fraction, std::string_view) {
                end = Clock::now();
                if (fraction == 0.0)
                    start = m_last = end;
            },
            tick};
        forward(m_setup, m_input, m_request, timed);
        if (m_setup.config.outputHead == OutputHead::None) // whose last progress is before the last norm
            end = Clock::now();
        return nanoseconds(end - start);
    }

    const Setup& m_setup;
    ForwardInput m_input;
    TraceRequest m_request;
    const RunControl& m_control;
    std::unique_ptr<Places> m_places;
    Clock::time_point m_last;
    bool m_isWarm = false;
    std::vector<std::int64_t> m_now, m_ofWhole;
    std::vector<std::vector<std::int64_t>> m_ofOperations;
};

} // namespace

std::int64_t OperationTimes::sum() const
{
    std::int64_t sum = 0;
    for (const TimeRange& each : operations)
        sum += each.middle;
    return sum;
}

std::vector<OperationTimes> measuredInTurns(const std::vector<TimedModel>& models, const RunControl& control)
{
    std::vector<Passes> all;
    for (const TimedModel& model : models)
        all.emplace_back(model, control);
    Clock::time_point begin = Clock::now();
    const auto goesOn = [&] {
        const int passes = all.empty() ? maxPasses : all.back().count();
        const Clock::duration taken = (Clock::now() - begin) / int(std::max<std::size_t>(1, all.size()));
        return passes == 0 || (passes < maxPasses && taken < (passes < fewPasses ? most : enough));
    };
    while (goesOn()) {
        for (Passes& each : all)
            if (!each.turn())
                begin = Clock::now(); // warm now
        control.progress(all.empty() ? 1.0 : double(all.back().count()) / maxPasses, "measuring");
    }
    std::vector<OperationTimes> times;
    for (const Passes& each : all)
        times.push_back(each.times());
    return times;
}

OperationTimes measuredTimes(const TimedModel& model, const RunControl& control)
{
    return measuredInTurns({model}, control).front();
}

} // namespace core
