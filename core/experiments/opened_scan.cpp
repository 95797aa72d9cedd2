#include "core/experiments/opened_scan.h"

#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "core/run/forward.h"
#include "core/trace/trace_request.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// Whether the model has the tensor that was scanned, with as many numbers for a token.
bool fits(const Setup& setup, const Scan& scan)
{
    const auto pattern = parseNamePattern(scan.at);
    if (!pattern)
        return false;
    const std::vector<PlannedTensor> planned = plan(setup.config, 1, {.patterns = {"*"}}).tensors;
    const auto found
        = std::find_if(planned.begin(), planned.end(), [&](const PlannedTensor& tensor) { return tensor.name == pattern->name; });
    const std::ptrdiff_t vectors = scan.along.empty() ? 0 : 1; // one number for each
    if (found == planned.end() || std::ssize(found->shape) != std::ssize(scan.shape) + 1 + vectors)
        return false;
    const std::ptrdiff_t first = pattern->heads.empty() ? 1 : 2; // some heads only
    return std::equal(found->shape.begin() + first, found->shape.end() - vectors, scan.shape.begin() + first - 1);
}

SetupPtr setupOf(const Scan& scan)
{
    try {
        const Json said = scan.choices.empty() ? Json::object() : parseJson(scan.choices, "choices");
        SetupPtr setup = configure(openModel(scan.model), Choices::fromJson(said));
        return fits(*setup, scan) ? setup : nullptr;
    } catch (const Error&) {
        return nullptr;
    }
}

} // namespace

OpenedScan openScan(const std::string& file)
{
    OpenedScan opened{readScan(file), nullptr};
    opened.setup = setupOf(opened.scan);
    return opened;
}

TracePtr traceOfScan(const std::string& file)
{
    const OpenedScan opened = openScan(file);
    auto trace = std::make_shared<Trace>();
    trace->model = file;
    std::vector<float> values;
    const std::vector<ScanHit>& top = opened.scan.channels[peakChannel(opened.scan)].top;
    for (std::size_t i = 0; !top.empty() && i < top.front().ids.size(); ++i)
        if (const TokenId id = top.front().ids[i]; id >= 0) {
            trace->ids.push_back(id);
            const bool hasWords = opened.setup && opened.setup->model->tokenizer && id < opened.setup->config.vocabulary;
            trace->tokens.push_back(hasWords ? opened.setup->model->tokenizer->tokenText(id) : "#" + std::to_string(id));
            values.push_back(top.front().values[i]);
        }
    Tensor tensor(scanValues, {axis::token}, {Index(values.size())});
    std::copy(values.begin(), values.end(), tensor.data());
    trace->add({std::move(tensor), {}});
    return trace;
}

bool isOfScan(const Trace& trace) { return trace.find(scanValues) != nullptr; }

double peakOf(const Scan& scan, std::size_t channel)
{
    const ScanChannel& one = scan.channels[channel];
    const double count = std::max(1.0, double(scan.tokens)), mean = one.sum / count;
    const double spread = std::sqrt(std::max(0.0, one.squares / count - mean * mean));
    return spread > 0 && std::isfinite(spread) ? (double(one.most) - mean) / spread : 0;
}

std::size_t peakChannel(const Scan& scan)
{
    std::size_t most = 0;
    double peak = peakOf(scan, 0);
    for (std::size_t channel = 1; channel < scan.channels.size(); ++channel)
        if (const double one = peakOf(scan, channel); one > peak) {
            most = channel;
            peak = one;
        }
    return most;
}

} // namespace core
