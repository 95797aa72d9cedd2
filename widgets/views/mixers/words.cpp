#include "widgets/views/mixers/words.h"

#include "widgets/figure/choice_text.h"
#include "widgets/plot/counting.h"
#include "widgets/views/mixers/data.h"

#include <array>

namespace widgets {

QString mixerName(const std::string& kind) { return choiceText("mixer.kind", kind); }

QString shortMixerName(const std::string& kind)
{
    constexpr std::array<std::pair<const char*, const char*>, 4> names{{{"linear_recurrence", "RWKV-4"},
        {"selective_ssm", "Mamba"}, {"state_space_dual", "Mamba-2"}, {"gated_recurrence", "RG-LRU"}}};
    for (const auto& [word, name] : names)
        if (kind == word)
            return QString::fromLatin1(name);
    return mixerName(kind);
}

QString mixerPlaceText(const RunResult& run, const FigureData& data, bool ofOne)
{
    const core::MixerPlace place = mixerPlace(run, data, ofOne);
    const core::Index lanes = core::mixerLanes(*run.setup, place.layer);
    const bool areHeads = isAttentionMixer(run, int(place.layer)) || core::mixerFormOf(*run.setup, place.layer).areHeads;
    if (place.lane < 0)
        return (
            areHeads ? Mixers::tr("layer %1, mean magnitude of %2 heads") : Mixers::tr("layer %1, mean magnitude of %2 channels"))
            .arg(counted(place.layer))
            .arg(lanes);
    return (areHeads ? Mixers::tr("layer %1, head %2") : Mixers::tr("layer %1, channel %2"))
        .arg(counted(place.layer))
        .arg(counted(place.lane));
}

QString slotPrefix(const FigureData& data, const RunPtr& run)
{
    return data.side != Side::Both ? QString() : run == data.b ? QStringLiteral("B: ") : QStringLiteral("A: ");
}

std::vector<Caveat> seededMixers(const RunResult& own, const QStringList& names)
{
    if (names.isEmpty() || !own.setup || own.setup->origin.how == core::WeightsOrigin::How::Seeded)
        return {};
    return {{Mixers::tr("Not trained: %1.").arg(names.join(Mixers::tr(", "))), true}};
}

} // namespace widgets
