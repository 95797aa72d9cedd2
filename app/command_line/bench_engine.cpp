#include "app/command_line/bench_engine.h"

#include "app/base/platform.h"
#include "app/command_line/bench_limits.h"

#include "core/base/thread_pool.h"
#include "core/files/library/built_in_models.h"
#include "core/run/forward.h"
#include "core/run/weights_in_memory.h"

#include <algorithm>
#include <thread>

namespace app {

namespace {

constexpr int rounds = 8; // of passes, with products beside them
constexpr core::Index longTokens = 4096;
constexpr core::Index toggleTokens = 16;
constexpr const char* toggled[] = {"norm.placement=post", "norm.placement=sandwich", "norm.placement=deep_norm",
    "norm.kind=layer_norm", "position.kind=alibi", "position.kind=shaw", "attention.kind=multi_query", "attention.kind=latent",
    "mask.kind=sliding_window", "activation.kind=gelu", "feed_forward.kind=plain", "feed_forward.kind=mixture",
    "mixer.kind=retention", "block.layout=parallel_two_norms"};
constexpr core::Index decodePrompt = 64;
constexpr int decodeRounds = 12, stepsARound = 4; // each beside a reading of memory

struct Pass
{
    core::Index tokens = 0;
    core::ForwardInput input;
    Times plain, traced;
    std::size_t peak = 0, weights = 0, trace = 0;
};

void measure(Pass& pass, const BenchRequest& request, LimitProduct& limit, std::size_t idle)
{
    const core::RunControl control = controlOf(request);
    const core::Setup& setup = *request.setup;
    resetPeak();
    {
        // Reads and packs the weights, and leaves trace memory to be recycled.
        const std::shared_ptr<const core::Trace> trace = core::forward(setup, pass.input, {}, control);
        pass.trace = trace->bytes();
    }
    for (int round = 0; round < rounds; ++round) {
        limit.measure();
        pass.plain.add([&] { core::forward(setup, pass.input, recordNothing(), control); });
        pass.traced.add([&] { core::forward(setup, pass.input, {}, control); });
    }
    pass.weights = setup.weights.bytesInUse();
    const std::size_t peak = peakResidentBytes();
    pass.peak = peak > idle ? peak - idle : 0;
}

core::Json row(const Pass& pass, const BenchRequest& request, const core::MachineLimits& limits)
{
    const double limit = limits.flopsPerSecond * 1e-9;
    const core::Plan plan = core::plan(request.setup->config, pass.tokens);
    const double gflops = (plan.productFlops + plan.attentionFlops) / pass.traced.fastest() * 1e-6;
    core::Json row{{"tokens", pass.tokens}, {"forward_ms", pass.plain.fastest()}, {"forward_trace_ms", pass.traced.fastest()},
        {"gflops", gflops}, {"share_of_sgemm", gflops / limit}, {"peak_rss_bytes", pass.peak}, {"weights_bytes", pass.weights},
        {"trace_bytes", pass.trace}, {"memory_ratio", double(pass.peak) / double(pass.weights + pass.trace)},
        {"forward_trace", pass.traced.spread()}, {"forward", pass.plain.spread()}};
    row.update(rooflineOf(request, pass.input, {}, limits, pass.traced.fastest()));
    return row;
}

/// A thread that never rests, like a neighbour's program.
class BusyNeighbour
{
public:
    BusyNeighbour()
        : m_thread([](const std::stop_token& stop) {
            volatile unsigned counter = 0;
            while (!stop.stop_requested())
                counter = counter + 1;
        })
    {
    }

private:
    std::jthread m_thread;
};

/// The same passes next to one busy thread: fastest of a few, and how many times longer than alone.
core::Json withBusyThread(std::vector<Pass>& passes, const BenchRequest& request)
{
    const BusyNeighbour neighbour;
    core::Json rows = core::Json::array();
    for (const Pass& pass : passes) {
        std::vector<double> times;
        for (int i = 0; i < rounds; ++i)
            times.push_back(milliseconds([&] { core::forward(*request.setup, pass.input, {}, controlOf(request)); }));
        std::ranges::sort(times);
        rows.push_back({{"tokens", pass.tokens}, {"forward_trace_ms", times[times.size() / 2]},
            {"ratio", times[times.size() / 2] / pass.traced.median()}});
    }
    return rows;
}

/// One token after another with a cache, the memory read in between.
void addDecoding(core::Json& report, const BenchRequest& request, LimitRead& reading)
{
    const core::Setup& setup = *request.setup;
    const core::RunControl control = controlOf(request);
    if (setup.config.topology != core::Topology::CausalDecoder)
        return;
    core::KvCache cache(setup.config, decodePrompt + 1);
    core::forward(setup, {someIds(decodePrompt, setup.config.vocabulary), {}}, recordNothing(), control, &cache);
    const auto held = core::WeightsInMemory::of(setup, core::WeightsInMemory::ordinaryBudget());
    const auto form = held.word() == "float32" ? core::MatrixForm::Packed : core::MatrixForm::Stored;
    const double bytesPerNumber = double(sizeof(float)) * double(core::WeightsInMemory::bytes(setup, form))
        / double(core::WeightsInMemory::bytes(setup, core::MatrixForm::Packed));
    const double weightBytes = core::plan(setup.config, 1).productFlops / 2 * bytesPerNumber;
    Times times;
    std::vector<double> shares;
    for (int round = 0; round < decodeRounds; ++round) {
        reading.measure();
        Times steps;
        for (int i = 0; i < stepsARound; ++i)
            steps.add([&] {
                // Always the same step, so that repeated and void runs compare.
                cache.truncate(decodePrompt);
                core::forward(setup, {someIds(1, setup.config.vocabulary), {}}, recordNothing(), control, &cache);
            });
        shares.push_back(weightBytes / steps.fastest() * 1e3 / reading.now());
        times.add(steps);
    }
    report["decode_ms_per_token"] = times.fastest();
    report["decode"] = times.spread();
    report["share_of_read_bandwidth"] = medianOf(shares);
}

} // namespace

core::Json benchLongText(const BenchRequest& request)
{
    const core::Index vocabulary = request.setup->config.vocabulary;
    core::forward(*request.setup, {someIds(4, vocabulary)}, recordNothing(), controlOf(request)); // the weights
    const core::ForwardInput input{someIds(longTokens, vocabulary)};
    const std::size_t before = residentBytes();
    const auto most = [&](const core::TraceRequest& trace) {
        resetPeak();
        core::forward(*request.setup, input, trace, controlOf(request));
        return std::max(peakResidentBytes(), before) - before;
    };
    const std::size_t nothing = most(recordNothing());
    core::TraceRequest oneHead;
    oneHead.patterns = {"blocks.0.attn.pattern[0]"};
    return {{"model", request.setup->model->name},
        {"long_text",
            {{"tokens", longTokens}, {"bytes_recording_nothing", nothing}, {"bytes_recording_one_head", most(oneHead)}}}};
}

namespace {

/// One choice after another on the small built-in model, each for the first time in this process: configuring it, making the
/// weights that it needs and running what the choice changes.
core::Json toggles(const BenchRequest& request)
{
    const core::ModelPtr model = core::makeBuiltInModel("untrained");
    const core::SetupPtr setup = core::configure(model, {});
    core::ForwardInput input{someIds(toggleTokens, setup->config.vocabulary)};
    const core::RunControl control = controlOf(request);
    input.earlierSetup = setup;
    for (int i = 0; i < 2; ++i)
        input.earlier = core::forward(*setup, input, {}, control);
    core::Json rows = core::Json::array();
    for (const char* said : toggled) {
        core::Choices choices;
        choices.setText(said, int(setup->config.layers()));
        rows.push_back({{"choice", said},
            {"ms", milliseconds([&] { core::forward(*core::configure(model, choices), input, {}, control); })}});
    }
    return rows;
}

} // namespace

core::Json benchEngine(const BenchRequest& request)
{
    LimitProduct limit;
    const std::size_t idle = residentBytes();
    std::vector<Pass> passes;
    for (const long tokens : request.tokens) {
        Pass& pass = passes.emplace_back();
        pass.tokens = tokens;
        pass.input.ids = someIds(tokens, request.setup->config.vocabulary);
        measure(pass, request, limit, idle);
    }
    core::Json report{{"model", request.setup->model->name}, {"threads", core::ThreadPool::shared().threads()},
        {"sgemm_gflops", limit.gflops()}, {"sgemm", limit.times().spread()}, {"forward", core::Json::array()}};
    LimitRead reading;
    reading.measure();
    addDecoding(report, request, reading);
    report["read_gb_per_s"] = reading.bytesPerSecond() * 1e-9;
    for (const Pass& pass : passes)
        report["forward"].push_back(row(pass, request, {limit.gflops() * 1e9, reading.bytesPerSecond()}));
    if (request.withBusyProcess)
        report["beside_busy_process"] = withBusyThread(passes, request);
    report["toggles"] = toggles(request);
    controlOf(request).check();
    return report;
}

} // namespace app
