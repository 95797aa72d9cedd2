#include "app/command_line/bench_sweep.h"

#include "app/command_line/bench_limits.h"

#include "core/experiments/ablation.h"
#include "core/experiments/patching.h"

namespace app {

namespace {

constexpr core::Index sweepTokens = 12;
constexpr std::size_t plainRuns = 24;

/// A text of so many different tokens.
core::ForwardInput someText(core::Index vocabulary, core::Index step)
{
    core::ForwardInput input;
    for (core::Index i = 0; i < sweepTokens; ++i)
        input.ids.push_back(core::TokenId((i * step + 17) % vocabulary));
    return input;
}

core::Json rowOf(const std::string& what, std::size_t runs, double ms, double plainMs)
{
    return {{"what", what}, {"runs", runs}, {"ms", ms}, {"plain_ms", plainMs * double(runs)},
        {"share", ms / (plainMs * double(runs))}};
}

} // namespace

core::Json benchSweep(const BenchRequest& request)
{
    const core::Setup& setup = *request.setup;
    core::RunControl control;
    control.stop = request.stop;
    const core::Index vocabulary = setup.config.vocabulary;
    const core::Metric metric = core::parseMetric("logit_difference:#1,#2@-1", setup);
    const core::Measurement other{setup, someText(vocabulary, 7919), metric};
    const core::ForwardInput clean = someText(vocabulary, 104729);
    const core::ChangedRuns runs(other, control); // reads and packs the weights

    std::vector<core::Changes> plain;
    const std::vector<core::MeasuredPlace> heads = core::headsIn(runs.planned());
    for (std::size_t i = 0; i < plainRuns && !heads.empty(); ++i)
        plain.push_back({{.at = heads[i * heads.size() / plainRuns].at}});
    runs.values(plain);
    const double plainMs = milliseconds([&] { runs.values(plain, core::RunWay::Plain); }) / double(std::max<std::size_t>(1, plain.size()));

    core::Json rows = core::Json::array();
    std::size_t count = 0;
    const double ablated = milliseconds([&] { count = core::ablate(runs, {}, control).places.size(); });
    rows.push_back(rowOf("ablate heads", count, ablated, plainMs));
    std::size_t all = 0;
    double allMs = 0;
    for (const char* part : {"stream", "attention", "feed_forward", "heads"}) {
        const double ms
            = milliseconds([&] { count = core::patch(other, {clean, core::patchedPart(part)}, control).map.places.size(); });
        rows.push_back(rowOf(std::string("patch ") + part, count, ms, plainMs));
        all += count;
        allMs += ms;
    }
    rows.push_back(rowOf("patch all", all, allMs, plainMs));
    return {{"model", setup.model->name}, {"tokens", sweepTokens}, {"sweep", rows}};
}

} // namespace app
