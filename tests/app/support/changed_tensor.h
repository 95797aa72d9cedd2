#pragma once

// A run, and what a figure has of it, with other numbers in some of its tensors.

#include "core/trace/trace.h"
#include "tests/widgets/support/fulfilled.h"
#include "widgets/figure/figure.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace support {

using ChangeTensor = std::function<void(core::Tensor& tensor)>;

/// The run with other numbers, that `change` puts into the tensors with this name; without a name into all.
inline widgets::RunPtr withTensorChanged(const widgets::RunPtr& run, const std::string& name, const ChangeTensor& change)
{
    std::vector<core::TraceEntry> entries = run->trace->entries();
    for (core::TraceEntry& entry : entries)
        if (name.empty() || entry.name() == name) {
            core::Tensor other(entry.name(), entry.tensor.axes(), entry.tensor.shape());
            std::copy_n(entry.tensor.data(), entry.tensor.size(), other.data());
            change(other);
            entry.tensor = other;
        }
    auto changed = std::make_shared<widgets::RunResult>(*run);
    changed->trace = std::make_shared<core::Trace>(run->trace->withEntries(std::move(entries)));
    return changed;
}

/// With another number in every place: 0 and the mask stay; all else moves, and not in proportion.
inline void changeEveryNumber(core::Tensor& tensor)
{
    for (core::Index i = 0; i < tensor.size(); ++i)
        tensor.data()[i] *= 0.6F + 0.07F * float(i % 7);
}

/// Further runs change as the run does; what is computed of it is computed anew.
inline widgets::FigureData withTensorChanged(
    const widgets::FigureInfo& figure, const widgets::FigureData& data, const std::string& name, const ChangeTensor& change)
{
    widgets::FigureData changed = data;
    changed.a = withTensorChanged(data.a, name, change);
    changed.results = {};
    const widgets::Needs before = figure.needs ? figure.needs(data) : widgets::Needs(),
                         after = figure.needs ? figure.needs(changed) : widgets::Needs();
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
        if (const widgets::RunPtr run = before[i].run ? data.results.run(before[i].id) : nullptr)
            changed.results.add(after[i].id, widgets::resultOfRun(withTensorChanged(run, name, change)));
    return fulfilled(figure, changed);
}

} // namespace support
