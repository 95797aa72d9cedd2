#include "core/analysis/operation_time.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int fewPasses = 5, maxPasses = 31;
constexpr std::chrono::milliseconds enough{150}; // of all passes together, when there are a few
constexpr std::chrono::milliseconds most{800};   // also when there are fewer
constexpr std::chrono::seconds slow{3};          // a first pass, which reads and packs the weights, is then not repeated

std::int64_t nanoseconds(Clock::duration time) { return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count(); }

std::int64_t median(std::vector<std::int64_t> numbers)
{
    const auto middle = numbers.begin() + std::ptrdiff_t(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
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
        const auto found = m_places.find({operationOf(tensor), layerOf(tensor), tensor.starts_with("encoder.")});
        return m_last = found == m_places.end() ? m_last : found->second;
    }

private:
    std::map<std::tuple<Operation, int, bool>, std::size_t> m_places;
    std::size_t m_last = 0;
};

struct Passes
{
    const Setup& setup;
    const ForwardInput input;
    const TraceRequest request;
    const RunControl& control;

    /// One pass; the time from the embedding to the logits. `tick` is called with each tensor, `last` is when it began.
    std::int64_t run(const std::function<void(std::string_view)>& tick, Clock::time_point& last) const
    {
        Clock::time_point start = Clock::now(), end = start;
        const RunControl timed{control.stop,
            [&](double fraction, std::string_view) {
                end = Clock::now();
                if (fraction == 0.0)
                    start = last = end;
            },
            tick};
        forward(setup, input, request, timed);
        if (setup.config.outputHead == OutputHead::None) // whose last progress is before the last norm
            end = Clock::now();
        return nanoseconds(end - start);
    }
};

} // namespace

std::int64_t OperationTimes::sum() const { return std::accumulate(operations.begin(), operations.end(), std::int64_t(0)); }

OperationTimes measuredTimes(
    const Setup& setup, const std::vector<TokenId>& ids, const std::vector<TokenId>& decoderIds, const RunControl& control)
{
    const auto source = Index(ids.size());
    const TextLength length{setup.config.hasEncoder() ? std::max<Index>(1, Index(decoderIds.size())) : source, source};
    const std::vector<OperationCost> costs = operationCosts(setup.config, length);
    Places places(costs);
    ForwardInput input{ids, {}};
    input.decoderIds = decoderIds;
    const Passes passes{setup, std::move(input), costRequest(setup.config, length), control};

    std::vector<std::vector<std::int64_t>> ofOperations(costs.size());
    std::vector<std::int64_t> ofWhole;
    std::vector<std::int64_t> now(costs.size());
    Clock::time_point last;
    const auto tick = [&](std::string_view tensor) {
        const Clock::duration passed = Clock::now() - last;
        now[places.of(tensor)] += nanoseconds(passed);
        last = Clock::now(); // what the clock itself takes is nobody's
    };
    Clock::time_point begin = Clock::now();
    bool isWarm = false;
    OperationTimes times;
    const auto goesOn = [&] {
        const Clock::duration taken = Clock::now() - begin;
        return times.passes == 0 || (times.passes < maxPasses && taken < (times.passes < fewPasses ? most : enough));
    };
    while (goesOn()) {
        std::fill(now.begin(), now.end(), 0);
        const std::int64_t clocked = passes.run(tick, last);
        if (!isWarm && clocked < nanoseconds(slow)) {
            isWarm = true;
            begin = Clock::now();
            continue;
        }
        isWarm = true;
        for (std::size_t i = 0; i < now.size(); ++i)
            ofOperations[i].push_back(now[i]);
        ofWhole.push_back(passes.run({}, last));
        ++times.passes;
        control.progress(double(times.passes) / maxPasses, "measuring");
    }
    times.whole = median(ofWhole);
    for (std::vector<std::int64_t>& each : ofOperations)
        times.operations.push_back(median(std::move(each)));
    return times;
}

} // namespace core
