#include "app/command_line/bench_large.h"

#include "app/base/platform.h"
#include "app/command_line/bench_limits.h"

#include "core/base/thread_pool.h"
#include "core/files/library/model_files.h"
#include "core/run/kv_cache.h"
#include "core/run/weights_in_memory.h"

#include <algorithm>
#include <chrono>

namespace app {

namespace {

constexpr core::Index textTokens = 64;
constexpr int traceRuns = 3, tokenRuns = 8;
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
    std::size_t peak = 0, traceBytes = 0, cacheBytes = 0;
};

/// Opens the model, traces the text, first with the weights still in the file, and goes on with single tokens.
Measured measure(BenchRequest& request, const std::string& model, core::TraceRequest& recorded)
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
    for (int run = 0; run < traceRuns; ++run)
        found.trace.add([&] {
            trace = nullptr;
            trace = core::forward(setup, text, recorded, control);
        });
    if (setup.config.topology == core::Topology::CausalDecoder && setup.config.outputHead != core::OutputHead::None) {
        core::KvCache cache(setup.config, textTokens + 1);
        core::forward(setup, text, recordNothing(), control, &cache);
        const core::ForwardInput one{someIds(1, setup.config.vocabulary)};
        for (int run = 0; run < tokenRuns; ++run)
            found.token.add([&] {
                cache.truncate(textTokens); // always the same step
                core::forward(setup, one, recordNothing(), control, &cache);
            });
        found.cacheBytes = cache.bytes();
    }
    const std::size_t peak = peakResidentBytes();
    found.peak = peak > idle ? peak - idle : 0;
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
    const Measured found = measure(request, model, recorded);
    const core::Setup& setup = *request.setup;
    LimitProduct product;
    product.measure();
    const core::MachineLimits limits{product.gflops() * 1e9, readBandwidth(request.stop) * 1e9};

    const core::ForwardInput text{someIds(textTokens, setup.config.vocabulary)};
    const core::Plan planned = core::plan(setup.config, textTokens, recorded);
    const auto bounds = core::roofline(setup, planned, limits);
    core::Json trace = rooflineOf(request, text, recorded, limits, found.trace.fastest());
    trace.update({{"tokens", textTokens}, {"first_ms", found.firstTrace}, {"ms", found.trace.fastest()},
        {"bound_ms", trace["roofline_ms"]}, {"share", trace["roofline_share"]},
        {"share_of_sgemm", (planned.productFlops + planned.attentionFlops) / found.trace.fastest() * 1e-6 / product.gflops()},
        {"times", found.trace.spread()}});
    trace.erase("roofline_ms");
    trace.erase("roofline_share");

    const std::size_t stored = core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored);
    const std::size_t bound = stored + found.traceBytes + found.cacheBytes;
    core::Json large{{"open", beside(found.open, openBoundMs)},
        {"first_picture", beside(found.open + found.firstLayer, 1e3 * firstLayerBound(bounds))}, {"trace", std::move(trace)},
        {"memory", {{"peak_bytes", found.peak}, {"stored_bytes", stored}, {"trace_bytes", found.traceBytes},
                       {"cache_bytes", found.cacheBytes}, {"bound_bytes", bound}, {"share", double(bound) / double(found.peak)}}}};
    if (!found.token.valid().empty()) {
        double seconds = 0;
        for (const core::BoundStep& step : core::roofline(setup, core::plan(setup.config, 1, recordNothing()), limits))
            seconds += step.seconds;
        large["one_more_token"] = beside(found.token.fastest(), 1e3 * seconds);
        large["one_more_token"]["times"] = found.token.spread();
    }
    controlOf(request).check();
    return {{"model", setup.model->name}, {"threads", core::ThreadPool::shared().threads()}, {"sgemm_gflops", product.gflops()},
        {"read_gb_per_s", limits.bytesPerSecond * 1e-9}, {"large", std::move(large)}};
}

} // namespace app
