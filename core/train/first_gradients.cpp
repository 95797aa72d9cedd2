#include "core/train/first_gradients.h"

#include "core/run/metric.h"
#include "core/run/untrained.h"
#include "core/train/batch_gradient.h"
#include "core/train/training_measures.h"

#include <algorithm>

namespace core {

namespace {

Index weightsOf(const Setup& setup)
{
    Index sum = 0;
    for (const WeightSpec& spec : setup.specs)
        if (spec.sharedWith.empty())
            sum += elements(spec.shape);
    return sum;
}

void require(const Setup& setup, const std::vector<TokenId>& ids)
{
    const auto refuse = [](const char* problem, const std::string& expected, const std::string& found) {
        throw Error({ErrorKind::BadInput, "", "gradient", problem, expected, found});
    };
    if (setup.config.hasEncoder())
        refuse(CUTAWAY_TR("the first gradient is of models with one stack"), "1", "2");
    if (setup.config.outputHead == OutputHead::None)
        refuse(CUTAWAY_TR("the model has no logits, so that there is no loss"), "", "");
    if (ids.size() < 2 && setup.config.outputHead != OutputHead::MaskedLanguage)
        refuse(CUTAWAY_TR("one token has no next one to be predicted: add a word"), "2 tokens or more", std::to_string(ids.size()));
    if (weightsOf(setup) > maxFirstWeights)
        refuse(CUTAWAY_TR("a model of this size takes minutes for each placement"), std::to_string(maxFirstWeights),
            std::to_string(weightsOf(setup)));
}

FirstGradient gradientOf(const Setup& setup, const std::vector<TokenId>& ids, const RunControl& control)
{
    const TrainedWeights weights(setup, {});
    std::vector<TrainingRow> rows{{.ids = ids, .targets = targetsOf({}, setup.config, ids)}};
    hideSeenTargets(setup.config, rows.front());
    const BatchGradient batch = gradientOfBatch(weights, rows, {}, control);
    return {.placement = {}, .loss = batch.loss, .layers = gradientByLayer(weights, batch.gradients)};
}

} // namespace

std::vector<FirstGradient> firstGradients(const Setup& setup, const std::vector<TokenId>& ids, const RunControl& control)
{
    require(setup, ids);
    const ModelPtr seeded = untrained(*setup.model);
    const std::vector<std::string>& placements = findChoiceKey("norm.placement")->words;
    std::vector<FirstGradient> all;
    for (const std::string& placement : placements) {
        control.progress(double(all.size()) / double(placements.size()), "gradient");
        try {
            Choices said = setup.said;
            said.set("norm.placement", placement);
            all.push_back(gradientOf(*configure(seeded, said), ids, {control.stop, {}, {}}));
        } catch (const Error& error) {
            all.push_back({.placement = {}, .layers = {}, .why = error.what()});
        }
        all.back().placement = placement;
    }
    return all;
}

} // namespace core
