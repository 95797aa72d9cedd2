#include "app/command_line/model_json.h"

#include "app/base/error_text.h"
#include "app/base/languages.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/run/cost.h"
#include "core/run/weights_choice.h"

#include <optional>
#include <variant>

namespace app {

namespace {

/// Widths that follow from others as the numbers that they are.
void fillInWidths(core::BlockConfig& block, core::Index dModel)
{
    std::visit(
        [&](auto& kind) {
            if constexpr (requires { kind.expertWidth(block.dFf); }) {
                kind.dExpert = kind.expertWidth(block.dFf);
                if (kind.shared > 0)
                    kind.dShared = kind.sharedWidth(block.dFf);
            }
        },
        block.feedForward);
    std::visit(
        [&](auto& kind) {
            if constexpr (requires { kind.innerWidth(dModel); })
                kind.dInner = kind.innerWidth(dModel);
            if constexpr (requires { kind.stepRank(dModel); })
                kind.dtRank = kind.stepRank(dModel);
        },
        block.mixer);
}

} // namespace

core::Choices runningChoices(const core::Setup& setup)
{
    core::Setup shown = setup;
    for (core::BlockConfig& block : shown.config.blocks)
        fillInWidths(block, shown.config.dModel);
    return core::describeSetup(shown);
}

core::Json parametersJson(const core::Setup& setup)
{
    const core::Cost cost = core::countParameters(setup.specs);
    return {{"total", cost.parameters}, {"active", cost.active}, {"embedding", cost.embedding}, {"attention", cost.attention},
        {"mixer", cost.mixer}, {"feed_forward", cost.feedForward}, {"norm", cost.norm}, {"output", cost.output}};
}

core::Json weightsJson(const core::WeightsOrigin& origin)
{
    core::Json changed = core::Json::array();
    for (const core::ChangedChoice& choice : origin.changed)
        changed.push_back({{"key", choice.key}, {"trained_with", choice.trainedWith}, {"run_as", choice.runAs}});
    return {{"how", core::wordOf(origin.how)}, {"model", origin.model}, {"changed", std::move(changed)},
        {"identity", origin.identity}, {"seeded", origin.seeded}};
}

core::Json listingJson(const core::ModelListing& listing)
{
    core::Json row{{"id", listing.id}, {"title", coreText(listing.title).toStdString()}, {"path", listing.path},
        {"trained", listing.trained}, {"bundled", listing.bundled}};
    try {
        if (const auto history = listing.path.empty() ? std::nullopt : core::trainingHistoryOf(listing.path)) {
            for (const auto& [language, words] : history->purpose)
                row[language.empty() ? "purpose" : "purpose_" + language] = words;
            row["title"] = core::wordsIn(history->purpose, currentLanguage().toStdString());
            const auto number = [](std::optional<double> value) { return value ? core::Json(*value) : core::Json(); };
            row["losses"] = {{"training", number(history->last("loss"))}, {"held_out", number(history->last("held_out"))},
                {"second_copy", number(history->last("second_copy"))}};
            row["scores"] = {{"induction", number(history->best("induction"))}, {"previous", number(history->best("previous"))}};
        }
    } catch (const core::Error& error) {
        row["problem"] = errorText(error.parts()).toStdString();
    }
    return row;
}

void addDetails(core::Json& row, const core::ModelListing& listing)
{
    try {
        const core::SetupPtr setup = core::configure(core::openModel(listing.id), {});
        row["choices"] = core::describe(setup->config).toJson();
        row["parameters"] = parametersJson(*setup);
        row["snapshots"] = listing.path.empty() ? std::vector<long>() : core::snapshotSteps(listing.path);
    } catch (const core::Error& error) {
        row["problem"] = errorText(error.parts()).toStdString();
    }
}

} // namespace app
