#include "widgets/views/norm/normalised.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

constexpr const char* kFamily = "norm.kind";

struct NormalisedWords
{
    Q_DECLARE_TR_FUNCTIONS(NormAxes)
};

Grid patchOf(const Grid& grid)
{
    Grid patch = grid;
    patch.columns = std::min(patch.columns, shownDimensions);
    return patch;
}

int placeInFamily(const std::string& value)
{
    const core::ChoiceKey* key = core::findChoiceKey(kFamily);
    const auto found = std::find(key->words.begin(), key->words.end(), value);
    return found == key->words.end() ? 0 : int(found - key->words.begin());
}

} // namespace

Family familyOfNorms() { return {kFamily, {"*ln*"}}; }

GridOf normalisedOf(const FigureData& data)
{
    return [data](const RunResult& run) {
        const auto slot = chosenSlot(run, data);
        const core::Tensor* tensor = slot ? run.trace->find(slot->name + ".normalized") : nullptr;
        return tensor ? patchOf(gridOf(*tensor)) : Grid();
    };
}

namespace {

Normalised normalised(const RunPtr& run, const FigureData& data, const QString& name, int pen)
{
    Normalised one{.name = name, .run = run, .pen = pen};
    const auto slot = run ? chosenSlot(*run, data) : std::nullopt;
    if (!slot) {
        one.why = NormalisedWords::tr("No norm: nothing is normalised here.");
        return one;
    }
    const core::Tensor* scale = run->trace->find(slot->name + ".scale");
    one.map = normalisedOf(data)(*run);
    if (one.map.isEmpty()) {
        one.why = whyNotRecorded(slot->name + ".normalized");
        return one;
    }
    one.width = run->trace->at(slot->name + ".normalized").columns();
    one.isOverTokens = scale->axes().front() == core::axis::dModel;
    one.scales = one.isOverTokens ? patchOf(gridOf(*scale)) : gridOf(*scale).transposed();
    return one;
}

} // namespace

std::string normKindOf(const RunResult& run)
{
    return run.setup && !run.setup->config.blocks.empty() ? std::string(core::infoOf(run.setup->config.blocks.front().norm).id)
                                                          : std::string();
}

std::vector<Normalised> normalisedKinds(const FigureData& data)
{
    std::vector<Normalised> all;
    if (data.side == Side::Both || data.side == Side::Delta) {
        const auto [a, b] = slotNames(data, fairnessOf(data));
        all.push_back(normalised(data.a, data, a.isEmpty() ? QStringLiteral("A") : a, 0));
        all.push_back(normalised(data.b, data, b.isEmpty() ? QStringLiteral("B") : b, 1));
        return all;
    }
    const RunPtr& run = shownRun(data);
    const core::ChoiceKey* key = core::findChoiceKey(kFamily);
    const std::vector<KindRun> kinds = kindsOf(data, familyOfNorms());
    if (kinds.empty()) {
        const std::string kind = normKindOf(*run);
        all.push_back(normalised(
            run, data, kind.empty() ? NormalisedWords::tr("this run") : choiceText(kFamily, kind), placeInFamily(kind)));
        return all;
    }
    const std::string ofA = normKindOf(*data.a);
    for (const KindRun& kind : kinds) {
        if (kind.value == "none")
            continue; // there is nothing to frame
        const int place = placeInFamily(kind.value);
        Normalised one = normalised(kind.run, data, choiceText(kFamily, kind.value), place);
        if (!kind.run)
            one.why = coreText(kind.why);
        one.slot = kind.value == ofA ? ownMark(data) : QString();
        one.formula = std::size_t(place) < key->formulas.size() ? coreText(key->formulas[std::size_t(place)]) : QString();
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace widgets
