#include "widgets/views/positions/loss_lines.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/train/training_corpus.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/positions/added_cells.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

using Siblings = std::vector<core::PositionSibling>;

NeedId siblingsId() { return {{}, {}, "models that differ in their positions"}; }

NeedId lossId(const FigureData& data, const std::string& name)
{
    return {{}, {},
        (isOfLosses(data) ? "loss by position of " : "scores by distance of ") + name + " over "
            + lossRowsOption.in(data).toStdString() + " rows"};
}

Need lossNeed(const FigureData& data, const std::string& name)
{
    const core::Index rows = lossRowsOption.in(data).toInt();
    if (isOfLosses(data))
        return derivedNeed(lossId(data, name), [name, rows](const core::RunControl& control) {
            const core::SetupPtr sibling = siblingSetup(name);
            return core::lossByPosition(*sibling, heldOutRows(*sibling, rows), control);
        });
    return derivedNeed(lossId(data, name), [name, rows](const core::RunControl& control) {
        const core::SetupPtr sibling = siblingSetup(name);
        return core::scoreByDistance(*sibling, heldOutRows(*sibling, rows), control);
    });
}

/// The models of a run's own kind in front, then the first seed of each kind, then other seeds.
Siblings inOrder(const FigureData& data)
{
    const auto* const found = data.results.value<Siblings>(siblingsId());
    Siblings all = found ? *found : Siblings();
    const std::string own = ownPositionKind(*shownRun(data), 0);
    std::ranges::stable_sort(
        all, {}, [&](const core::PositionSibling& sibling) { return std::pair(sibling.seed, sibling.kind == own ? 0 : 1); });
    return all;
}

/// What the line is of, where it is there.
std::vector<double> numbersOf(const LossLine& line, const FigureData& data)
{
    if (line.loss)
        return line.loss->mean;
    if (!line.scores)
        return {};
    return lossOfOption.is(data, "weights") ? line.scores->weight : line.scores->score;
}

} // namespace

bool isOfLosses(const FigureData& data) { return lossOfOption.is(data, "loss") || lossOfOption.is(data, "added"); }

std::vector<std::vector<core::TokenId>> heldOutRows(const core::Setup& setup, core::Index rows)
{
    return core::TrainingCorpus(setup.model, {}).heldOutIds(rows, lossEndTo);
}

std::vector<LossLine> lossLines(const FigureData& data)
{
    std::vector<LossLine> lines;
    const std::string a = ownPositionKind(*shownRun(data), 0);
    const std::string b = data.side == Side::Both && data.b ? ownPositionKind(*data.b, 0) : std::string();
    for (const core::PositionSibling& sibling : inOrder(data)) {
        LossLine line{.sibling = sibling, .slot = {}, .numbers = {}};
        if (isOfLosses(data))
            line.loss = data.results.value<core::LossByPosition>(lossId(data, sibling.name));
        else
            line.scores = data.results.value<core::ScoreByDistance>(lossId(data, sibling.name));
        const std::vector<double> numbers = numbersOf(line, data);
        line.numbers = core::smoothed(numbers, isOfLosses(data) ? lossSmoothWidth : 1);
        line.atEnd = core::meanBetween(numbers, lossEndFrom, lossEndTo);
        line.isOtherSeed = std::ranges::any_of(lines, [&](const LossLine& other) { return other.sibling.kind == sibling.kind; });
        if (sibling.kind == a)
            line.slot = data.b && shownRun(data) == data.b ? QStringLiteral("B") : QStringLiteral("A");
        else if (sibling.kind == b)
            line.slot = QStringLiteral("B");
        lines.push_back(std::move(line));
    }
    std::erase_if(lines, [](const LossLine& line) { return line.numbers.empty(); });
    return lines;
}

LineChart* addLossChart(QCPAxisRect* rect, const FigureStyle& style)
{
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atBottom)->setLabel(Positions::tr("position in the text"));
    rect->axis(QCPAxis::atLeft)->setLabel(Positions::tr("loss, nats per token"));
    return new LineChart(rect, style);
}

QCPGraph* addLossLine(LineChart& chart, const std::vector<double>& smoothed, const QString& label, const LineStyle& line)
{
    QVector<double> x, y;
    for (const double value : smoothed) {
        x << double(x.size());
        y << value;
    }
    return chart.addLine(x, y, label, line);
}

core::SetupPtr siblingSetup(const std::string& name)
{
    return core::configure(core::openModel(core::bundledModelsFolder() + "/" + name), {});
}

Siblings firstSeeds(const FigureData& data)
{
    Siblings first;
    for (const core::PositionSibling& sibling : inOrder(data))
        if (std::ranges::none_of(first, [&](const core::PositionSibling& other) { return other.kind == sibling.kind; }))
            first.push_back(sibling);
    return first;
}

std::size_t wantedLossLines(const FigureData& data) { return inOrder(data).size(); }

Needs lossNeeds(const FigureData& data)
{
    if (!shownRun(data) || !whyNoLoss(data).isEmpty())
        return {};
    Needs all{derivedNeed(siblingsId(), [](const core::RunControl&) { return core::positionSiblings(); })};
    for (const core::PositionSibling& sibling : inOrder(data)) {
        all.push_back(lossNeed(data, sibling.name));
        all.back().isPart = all.size() > 2; // one line makes a picture
    }
    if (isOfLosses(data))
        addAddedNeeds(all, data);
    return all;
}

QString whyNoLoss(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run->setup || !core::isBundledModel(run->setup->model->path))
        return Positions::tr("This model has no siblings trained with other positions. Open the model main.");
    if (run->setup->config.topology != core::Topology::CausalDecoder)
        return Positions::tr("Only a causal decoder has a loss at each position. Open the model main.");
    if (const NeedResult* const found = data.results.find(siblingsId()); found && inOrder(data).empty())
        return Positions::tr("No models trained with other positions come with this program.");
    return {};
}

} // namespace widgets
