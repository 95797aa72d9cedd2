#pragma once

// Small runs for tests of widgets: the built-in untrained model on a few words, and copies of its trace with one number
// changed or one tensor missing.

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "widgets/run/run_result.h"

#include <algorithm>
#include <string>

namespace support {

/// The setup of a small model: 3 blocks, 4 heads, width 32, with these choices on top ("norm.placement=post").
inline core::SetupPtr tinySetup(const std::vector<std::string>& assignments = {})
{
    static const core::ModelPtr model = core::openModel("untrained"); // one, so that runs share their weights
    core::Choices said;
    for (const char* size : {"sizes.layers=3", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=64"})
        said.setText(size, 3);
    for (const std::string& assignment : assignments)
        said.setText(assignment, 3);
    return core::configure(model, said);
}

/// A full pass of it over the text.
inline widgets::RunPtr tinyRun(const std::string& text = "The cat sat on the mat",
    const std::vector<std::string>& assignments = {}, const core::TraceRequest& request = {})
{
    const core::SetupPtr setup = tinySetup(assignments);
    core::ForwardInput input;
    input.ids = setup->model->tokenizer->encode(text);
    auto trace = core::forward(*setup, input, request);
    trace->tokens.clear();
    for (const core::TokenId id : input.ids)
        trace->tokens.push_back(setup->model->tokenizer->tokenText(id));
    return std::make_shared<widgets::RunResult>(widgets::RunResult{trace, setup});
}

/// The run without some tensors; with `name`, its number at `offset` replaced.
inline widgets::RunPtr copyOf(const widgets::RunPtr& run, const std::vector<std::string>& without, const std::string& name = {},
    core::Index offset = 0, float value = 0)
{
    auto trace = std::make_shared<core::Trace>();
    trace->model = run->trace->model;
    trace->ids = run->trace->ids;
    trace->tokens = run->trace->tokens;
    if (without.empty())
        trace->lastLogits = run->trace->lastLogits;
    for (core::TraceEntry entry : run->trace->entries()) {
        const auto isPart = [&](const std::string& part) { return entry.name().find(part) != std::string::npos; };
        if (std::any_of(without.begin(), without.end(), isPart))
            continue;
        if (entry.name() == name) {
            core::Tensor changed(name, entry.tensor.axes(), entry.tensor.shape());
            std::copy_n(entry.tensor.data(), entry.tensor.size(), changed.data());
            changed.data()[offset] = value;
            entry.tensor = changed;
        }
        trace->add(std::move(entry));
    }
    return std::make_shared<widgets::RunResult>(widgets::RunResult{trace, run->setup});
}

inline widgets::RunPtr withNumber(const widgets::RunPtr& run, const std::string& name, core::Index offset, float value)
{
    return copyOf(run, {}, name, offset, value);
}

inline widgets::RunPtr without(const widgets::RunPtr& run, const std::vector<std::string>& parts) { return copyOf(run, parts); }

} // namespace support
