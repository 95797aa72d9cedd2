#pragma once

// What a figure needs, computed for tests that draw without a window: by the function that the command line calls too.

#include "core/run/model.h"
#include "core/run/same_weights.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/need_store.h"

namespace support {

/// A further run on the model and tokens of the run that it is of.
inline widgets::RunPtr furtherRun(const widgets::FurtherRun& run, std::size_t, const core::RunControl& control)
{
    core::Choices said = run.of->setup->said;
    said.merge(run.change);
    if (!run.change.has("weights"))
        said.set("weights", "keep");
    const core::SetupPtr setup = core::configure(run.of->setup->model, said);
    const auto trace = core::forward(*setup, core::inputOf(*run.of->trace), {.patterns = run.patterns}, control);
    trace->tokens = run.of->trace->tokens;
    return std::make_shared<widgets::RunResult>(widgets::RunResult{trace, setup, {}, run.of->unseenIds});
}

/// The data with all that the figure needs of it. Nothing is computed twice in one program.
inline widgets::FigureData fulfilled(const widgets::FigureInfo& figure, widgets::FigureData data)
{
    static widgets::NeedStore store;
    widgets::fulfil(figure, data, store, furtherRun);
    return data;
}

/// The data with these runs in place of those of the kinds of a family, which are not computed.
inline widgets::FigureData withKinds(
    widgets::FigureData data, const widgets::Needs& needs, const std::vector<widgets::KindRun>& kinds)
{
    for (const widgets::Need& need : needs)
        for (const widgets::KindRun& kind : kinds)
            if (need.run && need.run->change.all().begin()->second == kind.value)
                data.results.add(need.id, widgets::resultOfRun(kind.run, kind.why));
    return data;
}

/// The same of what a figure needs.
inline widgets::FigureData withKinds(
    const widgets::FigureInfo& figure, const widgets::FigureData& data, const std::vector<widgets::KindRun>& kinds)
{
    return withKinds(data, missingNeeds(figure, data), kinds);
}

} // namespace support
