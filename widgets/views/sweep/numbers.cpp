#include "widgets/views/sweep/numbers.h"

#include "core/experiments/steering.h"
#include "core/model/choice_values.h"
#include "core/run/same_weights.h"
#include "core/run/weights_choice.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/views/circuits/map_numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace widgets {

namespace {

struct SweepWords
{
    Q_DECLARE_TR_FUNCTIONS(Sweep)
};

struct ChoiceWords
{
    Q_DECLARE_TR_FUNCTIONS(Choices)
};

NeedId rowsId(const core::SweepRequest& request, const std::string& value, const RunPtr& run)
{
    return {run->trace, {},
        "sweep " + request.key + "=" + value + " seeds " + std::to_string(request.seeds) + " of " + request.measured};
}

/// Of its choices checked, and of the run that its rows are compared with.
NeedId beginningId(const FigureData& data, const core::SweepRequest& request, const RunPtr& run)
{
    return {run->trace, {},
        "beginning of the sweep " + sweptWords(data, run).toStdString() + " seeds " + std::to_string(request.seeds) + " of "
            + request.measured};
}

/// The setup that is swept, and the run that its rows are compared with; null: with none.
struct Beginning
{
    core::SetupPtr setup;
    std::shared_ptr<const core::Trace> untouched;

    std::size_t bytes() const { return untouched ? untouched->bytes() : 0; }
};

/// A token in the words of a run's own tokenizer; its id where it has none.
std::string textOf(const RunResult& run, core::TokenId id)
{
    const core::Model& model = *run.setup->model;
    return model.tokenizer && id < run.setup->config.vocabulary ? model.tokenizer->tokenText(id) : "#" + std::to_string(id);
}

} // namespace

core::SetupPtr sweptSetup(const core::Setup& setup)
{
    core::Choices said = setup.said;
    const core::ModelPtr weights = core::chooseWeights(setup.model, said).source;
    said.set("weights", "keep");
    return core::configure(weights, said);
}

std::string measuredIn(const FigureData& data, const RunPtr& run)
{
    const std::string own = ablationMetric(data, run);
    if (run != data.b || run == data.a || data.mode == SlotMode::B || !saysAnswer(data) || !data.a->setup)
        return own;
    const std::string ofA = ablationMetric(data, data.a);
    if (ofA.empty() || own.empty())
        return own;
    const core::TokenId answer = core::parseMetric(ofA, *data.a->setup).token;
    return textOf(*data.a, answer) == textOf(*run, answer) ? ofA : own;
}

QString sweptWords(const FigureData& data, const RunPtr& run)
{
    if (const QString said = sweptOption.in(data); !said.isEmpty())
        return said;
    const int layers = int(run->setup->config.layers());
    QStringList values;
    for (int some = 1; some < layers; some *= 2)
        values << QString::number(some);
    return QStringLiteral("sizes.layers=") + (values << QString::number(layers)).join(QLatin1Char(','));
}

std::optional<core::SweepRequest> sweepOf(const FigureData& data, const RunPtr& run)
{
    try {
        core::SweepRequest request = core::sweepOver(sweptWords(data, run).toStdString());
        request.seeds = std::clamp(seedsOption.in(data, 0), seedsOption.least, seedsOption.most);
        request.input = core::inputOf(*run->trace);
        request.inForce = core::saidInForce(*run->trace);
        request.measured = measuredIn(data, run);
        return request;
    } catch (const core::Error&) {
        return {};
    }
}

Needs sweepNeeds(const FigureData& data)
{
    Needs needs, parts;
    for (const RunPtr& run : drawnRuns(data)) {
        const std::optional<core::SweepRequest> request = run->setup ? sweepOf(data, run) : std::nullopt;
        if (!request || request->measured.empty())
            continue;
        const NeedId beginning = beginningId(data, *request, run);
        needs.push_back(derivedNeed(beginning, [run, request = *request](const core::RunControl& control) {
            core::SetupPtr swept = sweptSetup(*run->setup);
            core::checkSweep(*swept, request);
            return Beginning{std::move(swept), core::sweepUntouched(*run->setup, request, control)};
        }));
        const auto* const begun = data.results.value<Beginning>(beginning);
        for (std::size_t value = 0; begun && value < request->values.size(); ++value) {
            Need need = derivedNeed(rowsId(*request, request->values[value], run),
                [request = *request, value, begun = *begun](const core::RunControl& control) {
                    return core::sweepValue(*begun.setup, request, value, begun.untouched, control);
                });
            need.isPart = value > 0;
            (need.isPart ? parts : needs).push_back(std::move(need));
        }
    }
    std::ranges::move(parts, std::back_inserter(needs));
    return needs;
}

std::vector<core::SweepRow> sweptRows(const FigureData& data, const RunPtr& run)
{
    std::vector<core::SweepRow> rows;
    if (const std::optional<core::SweepRequest> request = run && run->setup ? sweepOf(data, run) : std::nullopt)
        for (const std::string& value : request->values)
            if (const NeedId id = rowsId(*request, value, run); data.results.find(id)) {
                if (const auto* const some = data.results.value<std::vector<core::SweepRow>>(id))
                    rows.insert(rows.end(), some->begin(), some->end());
                else // refused
                    rows.push_back({value, {}, std::numeric_limits<double>::quiet_NaN()});
            }
    return rows;
}

std::vector<core::SweepRow> sideRows(const FigureData& data)
{
    if (data.side != Side::Delta)
        return sweptRows(data, shownRun(data));
    std::vector<core::SweepRow> rows;
    const std::vector<core::SweepRow> others = sweptRows(data, data.b);
    for (core::SweepRow row : sweptRows(data, data.a)) {
        const auto other = std::ranges::find_if(
            others, [&](const core::SweepRow& one) { return one.value == row.value && one.seed == row.seed; });
        if (other == others.end())
            continue;
        row.result = other->result - row.result;
        rows.push_back(std::move(row));
    }
    return rows;
}

QString measuredWords(const FigureData& data, const RunPtr& run)
{
    const std::string measured = measuredIn(data, run);
    if (!core::isMetric(measured))
        return SweepWords::tr("mean of %1").arg(QString::fromStdString(measured));
    try {
        return metricWords(core::parseMetric(measured, *run->setup), *run);
    } catch (const core::Error&) { // which the worker says
        return QString::fromStdString(measured);
    }
}

QString sweptValueText(const std::string& key, const std::string& value)
{
    const core::ChoiceKey* const known = core::findChoiceKey(key.substr(0, key.find('@')));
    if (known && known->type == core::ChoiceType::Bool)
        return value == "true" ? ChoiceWords::tr("yes")
            : value == "false" ? ChoiceWords::tr("no")
                               : QString::fromStdString(value);
    return known && std::ranges::find(known->words, value) != known->words.end() && !known->wordLabels.empty()
        ? choiceText(known->id, core::Json(value))
        : QString::fromStdString(value);
}

} // namespace widgets
