#include "app/command_line/bench_large.h"

#include "app/base/platform.h"
#include "app/command_line/bench_limits.h"

#include "core/base/thread_pool.h"
#include "core/files/library/model_files.h"
#include "core/run/kv_cache.h"
#include "core/run/weights_in_memory.h"

#include <algorithm>
#include <chrono>
#include <memory>

namespace app {

namespace {

constexpr core::Index textTokens = 64;
constexpr int measuredRuns = 3, tokensARun = 3;
constexpr double openBoundMs = 200; // what opening may take, whatever the size of the file

/// Patterns and stream of all layers.
core::TraceRequest patternsAndStream(const core::ModelConfig& config)
{
    const core::Plan all = core::plan(config, 1);
    core::TraceRequest request;
    for (const char* pattern : {"*.resid_pre", "*.resid_mid", "*.resid_post", "*.attn.pattern"})
        if (std::ranges::any_of(all.tensors, [&](const core::PlannedTensor& one) { return core::matchesPattern(pattern, one.name); }))
            request.patterns.push_back(pattern);
    request.nothing = request.patterns.empty();
    return request;
}

/// What was measured, in milliseconds.
struct Measured
{
    double open = 0, firstLayer = 0, firstTrace = 0;
    Times trace, token;
    struct Token
    {
        double bound, ms;
    };
    std::vector<Token> tokens; // each beside its bound at the speed of memory just before
    std::size_t peak = 0, traceBytes = 0, cacheBytes = 0;
};

/// The least time of one more token, in milliseconds.
double tokenBound(const core::Setup& setup, const core::MachineLimits& limits)
{
    double seconds = 0;
    for (const core::BoundStep& step : core::roofline(setup, core::plan(setup.config, 1, recordNothing()), limits))
        seconds += step.seconds;
    return seconds * 1e3;
}

/// What the machine reaches, measured between the runs.
struct Limits
{
    LimitProduct product;
    LimitRead reading;
    core::MachineLimits reached() const { return {product.gflops() * 1e9, reading.bytesPerSecond()}; }
};

/// Opens the model, traces the text, first with the weights still in the file, and goes on with single tokens. Once the peak of the
/// memory is known, traces and tokens take turns with the limits.
Measured measure(BenchRequest& request, const std::string& model, core::TraceRequest& recorded, std::unique_ptr<Limits>& limits)
{
    Measured found;
    const std::size_t idle = residentBytes();
    resetPeak();
    found.open = milliseconds([&] { request.setup = core::configure(core::openModel(model), {}); });
    const core::Setup& setup = *request.setup;
    const core::ForwardInput text{someIds(textTokens, setup.config.vocabulary)};
    recorded = patternsAndStream(setup.config);
    core::RunControl control = controlOf(request);
    const auto start = std::chrono::steady_clock::now();
    control.onProgress = [&](double, std::string_view stage) {
        if (stage == "block" && found.firstLayer == 0)
            found.firstLayer = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    std::shared_ptr<const core::Trace> trace;
    found.firstTrace = milliseconds([&] { trace = core::forward(setup, text, recorded, control); });
    found.traceBytes = trace->bytes();
    control.onProgress = nullptr;
    const auto traced = [&] {
        trace = nullptr;
        trace = core::forward(setup, text, recorded, control);
    };
    std::unique_ptr<core::KvCache> cache;
    const auto token = [&] {
        cache->truncate(textTokens); // always the same step
        core::forward(setup, {someIds(1, setup.config.vocabulary)}, recordNothing(), control, cache.get());
    };
    found.trace.add(traced);
    if (setup.config.topology == core::Topology::CausalDecoder && setup.config.outputHead != core::OutputHead::None) {
        cache = std::make_unique<core::KvCache>(setup.config, textTokens + 1);
        core::forward(setup, text, recordNothing(), control, cache.get());
        found.token.add(token);
        found.cacheBytes = cache->bytes();
    }
    const std::size_t peak = peakResidentBytes();
    found.peak = peak > idle ? peak - idle : 0;
    limits = std::make_unique<Limits>();
    for (int run = 0; run < measuredRuns; ++run) {
        limits->product.measure();
        found.trace.add(traced);
        for (int step = 0; cache && step < tokensARun; ++step) {
            limits->reading.measure();
            Times time;
            time.add(token);
            found.tokens.push_back({tokenBound(setup, {limits->product.gflops() * 1e9, limits->reading.now()}), time.fastest()});
            found.token.add(time);
        }
    }
    return found;
}

core::Json beside(double ms, double boundMs) { return {{"ms", ms}, {"bound_ms", boundMs}, {"share", boundMs / ms}}; }

/// The bound until the first layer is there.
double firstLayerBound(const std::vector<core::BoundStep>& bounds)
{
    double seconds = 0;
    for (const core::BoundStep& step : bounds) {
        if (step.tensor.starts_with("blocks.1.") || step.tensor.find(".blocks.1.") != std::string::npos)
            break;
        seconds += step.seconds;
    }
    return seconds;
}

} // namespace

core::Json benchLarge(BenchRequest request, const std::string& model)
{
    core::TraceRequest recorded;
    std::unique_ptr<Limits> measured;
    const Measured found = measure(request, model, recorded, measured);
    const core::Setup& setup = *request.setup;
    const core::MachineLimits limits = measured->reached();

    const core::ForwardInput text{someIds(textTokens, setup.config.vocabulary)};
    const core::Plan planned = core::plan(setup.config, textTokens, recorded);
    const auto bounds = core::roofline(setup, planned, limits);
    core::Json trace = rooflineOf(request, text, recorded, limits, found.trace.fastest());
    trace.update({{"tokens", textTokens}, {"first_ms", found.firstTrace}, {"ms", found.trace.fastest()},
        {"bound_ms", trace["roofline_ms"]}, {"share", trace["roofline_share"]},
        {"share_of_sgemm", (planned.productFlops + planned.attentionFlops) / found.trace.fastest() * 1e3 / limits.flopsPerSecond},
        {"times", found.trace.spread()}});
    trace.erase("roofline_ms");
    trace.erase("roofline_share");

    const std::size_t stored = core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored);
    const std::size_t bound = stored + found.traceBytes + found.cacheBytes;
    core::Json large{{"open", beside(found.open, openBoundMs)},
        {"first_picture", beside(found.open + found.firstLayer, 1e3 * firstLayerBound(bounds))}, {"trace", std::move(trace)},
        {"memory", {{"peak_bytes", found.peak}, {"stored_bytes", stored}, {"trace_bytes", found.traceBytes},
                       {"cache_bytes", found.cacheBytes}, {"bound_bytes", bound}, {"share", double(bound) / double(found.peak)}}}};
    if (std::vector<Measured::Token> tokens = found.tokens; !tokens.empty()) {
        std::ranges::sort(tokens, {}, [](const Measured::Token& one) { return one.bound / one.ms; });
        const auto& [least, ms] = tokens[tokens.size() / 2]; // the one in the middle
        large["one_more_token"] = beside(ms, least);
        large["one_more_token"]["times"] = found.token.spread();
    }
    controlOf(request).check();
    return {{"model", setup.model->name}, {"threads", core::ThreadPool::shared().threads()}, {"sgemm_gflops", limits.flopsPerSecond * 1e-9},
        {"read_gb_per_s", limits.bytesPerSecond * 1e-9}, {"large", std::move(large)}};
}

} // namespace app
