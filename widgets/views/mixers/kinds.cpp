#include "widgets/views/mixers/kinds.h"

#include "core/run/forward.h"
#include "widgets/figure/choice_text.h"
#include "widgets/plot/figure_style.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_words.h"

#include <algorithm>
#include <array>

namespace widgets {

namespace {

constexpr core::Index writtenTokens = 12; // beyond the text: enough to see what grows

std::vector<std::string> allKinds()
{
    const core::ChoiceKey* const key = core::findChoiceKey("mixer.kind");
    return key ? key->words : std::vector<std::string>();
}

std::string ownKind(const FigureData& data, const RunPtr& run) { return mixerKind(*run, mixerLayer(*run, data.selection)); }

/// The runs whose kinds are compared: one unless both slots are shown.
std::vector<RunPtr> comparedRuns(const FigureData& data)
{
    std::vector<RunPtr> runs;
    if (!shownRun(data) || !whyNoTokens(data).isEmpty())
        return runs;
    for (const RunPtr& run : showsBoth(data) ? drawnRuns(data) : std::vector<RunPtr>{shownRun(data)})
        if (run->setup)
            runs.push_back(run);
    return runs;
}

Needs runNeeds(const FigureData& data, const RunPtr& run)
{
    Needs all;
    for (const std::string& kind : allKinds())
        if (kind != ownKind(data, run)) {
            all.push_back(mixerRunNeed(run, kind));
            all.back().isPart = true;
        }
    return all;
}

NeedId growthId(const RunPtr& run) { return {run->trace, {}, "cache of its mixer"}; }

} // namespace

std::vector<MixerKind> mixerKinds(const FigureData& data, const RunPtr& of)
{
    std::vector<MixerKind> kinds;
    for (const std::string& kind : allKinds()) {
        if (kind == ownKind(data, of)) {
            kinds.push_back({kind, true, of});
            continue;
        }
        const Need need = mixerRunNeed(of, kind);
        if (const NeedResult* const result = data.results.find(need.id)) {
            kinds.push_back({kind, false, data.results.run(need.id)});
            if (!kinds.back().run)
                kinds.back().why = coreText(result->why);
        }
    }
    return kinds;
}

Needs mixerKindNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : comparedRuns(data)) {
        if (whyNoMatrix(*run, data).isEmpty())
            all.push_back(mixerMatrixNeed(run, data));
        std::ranges::move(runNeeds(data, run), std::back_inserter(all));
        for (const MixerKind& kind : mixerKinds(data, run))
            if (!kind.isOwn && kind.run && whyNoMatrix(*kind.run, data).isEmpty()) {
                all.push_back(mixerMatrixNeed(kind.run, data));
                all.back().isPart = true;
            }
    }
    return all;
}

bool canWrite(const RunResult& run)
{
    if (!run.setup)
        return false;
    const core::ModelConfig& config = run.setup->config;
    const std::optional<core::Index> longest = core::longestText(config);
    return config.topology != core::Topology::Encoder && config.outputHead != core::OutputHead::None && config.generates()
        && (!longest || *longest > core::Index(streamTokens(*run.trace).size()));
}

Needs mixerGrowthNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : comparedRuns(data)) {
        std::ranges::move(runNeeds(data, run), std::back_inserter(all));
        for (const MixerKind& kind : mixerKinds(data, run))
            if (kind.run && canWrite(*kind.run)) {
                all.push_back(derivedNeed(growthId(kind.run), [run = kind.run](const core::RunControl& control) {
                    const core::Trace& trace = *run->trace;
                    const auto prompt = core::Index(streamTokens(trace).size());
                    return core::measuredCacheGrowth(*run->setup, {trace.ids, trace.decoderIds},
                        core::growthWithinReason(*run->setup, prompt, prompt + writtenTokens), control);
                }));
                all.back().isPart = !kind.isOwn;
            }
    }
    return all;
}

const core::CacheGrowth* mixerGrowthOf(const FigureData& data, const RunPtr& run)
{
    return run ? data.results.value<core::CacheGrowth>(growthId(run)) : nullptr;
}

QColor mixerColor(const std::string& kind, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const std::vector<std::string> kinds = allKinds();
    const std::array colors{theme.text, theme.slotA, theme.ok, theme.slotB, theme.warning, theme.o};
    return colors[std::size_t(std::ranges::find(kinds, kind) - kinds.begin()) % colors.size()];
}

std::vector<Caveat> kindsCaveats(const FigureData& data)
{
    const RunPtr& own = shownRun(data);
    if (!own || !own->setup)
        return {};
    QStringList names;
    for (const MixerKind& kind : mixerKinds(data, own))
        if (!kind.isOwn && kind.run && kind.run->setup && kind.run->setup->origin.how != core::WeightsOrigin::How::Trained)
            names << shortMixerName(kind.kind);
    return seededMixers(*own, names);
}

} // namespace widgets
