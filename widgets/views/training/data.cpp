#include "widgets/views/training/data.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/kept_history.h"
#include "core/files/library/training_history.h"
#include "core/files/library/training_runs.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/need_store.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/sentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <typeinfo>
#include <utility>

namespace widgets {

namespace {

/// A history, or why it cannot be read.
struct ReadHistory
{
    std::shared_ptr<const core::TrainingHistory> history;
    std::string problem = {}; // English, context "core"

    std::size_t bytes() const { return 0; } // the program keeps it
};

ReadHistory readHistory(const std::string& path)
{
    try {
        return {core::keptTrainingHistory(path)};
    } catch (const core::Error& error) {
        return {nullptr, error.parts().problem};
    }
}

NeedId idOf(const core::TrainingRun& run) { return {{}, {}, "history " + run.path}; }

/// The known trainings of these names, in the order of the names.
std::vector<core::TrainingRun> runsOf(const QStringList& names)
{
    std::vector<core::TrainingRun> runs;
    for (const QString& name : names)
        if (std::optional<core::TrainingRun> found = core::trainingRun(name.toStdString()))
            runs.push_back(std::move(*found));
    return runs;
}

QStringList namesOfRun(const RunPtr& run)
{
    if (!run)
        return {};
    QStringList names{QString::fromStdString(core::withoutStep(run->trace->model))};
    if (run->setup && !run->setup->origin.model.empty())
        names << QString::fromStdString(core::withoutStep(run->setup->origin.model));
    names.removeDuplicates();
    return names;
}

/// Whether none of the known trainings made its model: it is being trained, or is in a folder of its own.
bool isUnknown(const RunPtr& run)
{
    if (!run || !run->setup)
        return false;
    const std::string& path = run->setup->model->path;
    if (path.empty())
        return true;
    return std::ranges::none_of(runsOf(namesOfRun(run)),
        [&](const core::TrainingRun& one) { return path.starts_with(std::filesystem::path(one.path).parent_path().string()); });
}

NeedId ownId(const RunPtr& run) { return {run->trace, {}, "training of its model"}; }

/// The history of a model that no known training made; null: it has none, or it is not read yet.
std::shared_ptr<const core::TrainingHistory> ownHistory(const FigureData& data, const RunPtr& run)
{
    const auto* const read = run ? data.results.value<ReadHistory>(ownId(run)) : nullptr; // asked for where isUnknown()
    return read ? read->history : nullptr;
}

bool hasTrainedElsewhere(const FigureData& data)
{
    return runsOption.in(data).isEmpty() && (ownHistory(data, data.a) || ownHistory(data, data.b));
}

QStringList shownNames(const FigureData& data)
{
    if (hasTrainedElsewhere(data)) {
        QStringList names;
        for (const RunPtr& run : {data.a, data.b})
            if (!isUnknown(run))
                names += namesOfRun(run);
        return names;
    }
    if (!runsOption.in(data).isEmpty())
        return runsOption.listIn(data);
    return showOption.in(data) == QLatin1String("depth") ? placementTrainings() : namesOfRun(shownRun(data));
}

double warmUpOf(const Training& training)
{
    const core::Json& recipe = training.history->training;
    return recipe.is_object() && recipe.contains("warmup") && recipe["warmup"].is_number() ? recipe["warmup"].get<double>() : 0;
}

/// Of models that differ in nothing but the placement of their norms, this is what pictures call them.
void callByPlacement(std::vector<Training>& shown)
{
    static const std::string key = "norm.placement";
    const auto others = [](const Training& training) {
        std::map<std::string, core::Json> choices = training.history->choices.all();
        choices.erase(key);
        return choices;
    };
    QStringList words;
    for (const Training& training : shown) {
        if (!training.history->choices.has(key) || others(training) != others(shown.front()))
            return;
        const QString placement = choiceText(key, training.history->choices.value(key));
        const bool isWarmed
            = std::ranges::any_of(shown, [&](const Training& other) { return warmUpOf(other) < warmUpOf(training) / 10; });
        words << (isWarmed ? TrainingText::tr("%1, warm-up").arg(placement) : placement);
    }
    if (shown.size() > 1 && words.removeDuplicates() == 0)
        for (std::size_t i = 0; i < shown.size(); ++i)
            shown[i].words = words[qsizetype(i)];
}

/// "gradient_layers[3]", "induction[1][2]": what follows the name of a column, for each of its numbers at one point.
QStringList places(const core::Tensor& column)
{
    QStringList result{QString()};
    for (int axis = 1; axis < column.rank(); ++axis) {
        QStringList longer;
        for (const QString& before : std::as_const(result))
            for (core::Index i = 0; i < column.dim(axis); ++i)
                longer << before + QStringLiteral("[%1]").arg(i);
        result = longer;
    }
    return result;
}

} // namespace

QStringList placementTrainings()
{
    return {QStringLiteral("pre12"), QStringLiteral("post12"), QStringLiteral("deepnorm12"), QStringLiteral("main"),
        QStringLiteral("post"), QStringLiteral("sandwich"), QStringLiteral("branch-output"), QStringLiteral("deepnorm"),
        QStringLiteral("no-norm")};
}

QStringList seedsOfMain() { return {QStringLiteral("main"), QStringLiteral("main-seed2"), QStringLiteral("main-seed3")}; }

QStringList trainingNames()
{
    QStringList names;
    for (const core::TrainingRun& run : core::trainingRuns())
        names << QString::fromStdString(run.name);
    return names;
}

std::shared_ptr<const core::TrainingHistory> historyOf(const QString& name)
{
    const std::vector<core::TrainingRun> found = runsOf({name});
    return found.empty() ? nullptr : historyAt(found.front().path);
}

std::shared_ptr<const core::TrainingHistory> historyAt(const std::string& path) { return readHistory(path).history; }

Needs trainingsNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : {data.a, data.b})
        if (isUnknown(run) && runsOption.in(data).isEmpty())
            needs.push_back(derivedNeed(ownId(run), [path = run->setup->model->path](const core::RunControl&) {
                return core::hasHistory(path) ? readHistory(core::historyFile(path)) : ReadHistory{};
            }));
    const QStringList names = shownNames(data);
    for (const core::TrainingRun& run : runsOf(names.size() == 2 ? names + seedsOfMain() : names))
        needs.push_back(derivedNeed(idOf(run), [path = run.path](const core::RunControl&) { return readHistory(path); }));
    return needs;
}

std::vector<Training> trainingsOf(const FigureData& data, const QStringList& names, QString* problem)
{
    std::vector<Training> shown;
    for (const core::TrainingRun& run : runsOf(names)) {
        const auto* const read = data.results.value<ReadHistory>(idOf(run));
        if (read && read->history)
            shown.push_back({QString::fromStdString(run.name), read->history});
        else if (read && problem)
            *problem = QCoreApplication::translate("core", read->problem.c_str());
    }
    return shown;
}

void keepHistory(NeedStore& store, const RunPtr& run, const std::shared_ptr<const core::TrainingHistory>& history)
{
    const auto read = std::make_shared<const ReadHistory>(ReadHistory{history});
    store.keep(ownId(run), NeedResult{read, &typeid(ReadHistory), sizeof(ReadHistory), {}});
}

std::vector<Training> trainingsOfRuns(const FigureData& data)
{
    std::vector<Training> shown;
    for (const RunPtr& run : {data.a, data.b}) {
        const QString name = run ? QString::fromStdString(core::withoutStep(run->trace->model)) : QString();
        if (const auto history = ownHistory(data, run))
            shown.push_back({name, history, laneWords(name, *history)});
        else
            for (Training& training : trainingsOf(data, namesOfRun(run)))
                shown.push_back(std::move(training));
    }
    return shown;
}

std::vector<Training> shownTrainings(const FigureData& data, QString* problem)
{
    std::vector<Training> shown
        = hasTrainedElsewhere(data) ? trainingsOfRuns(data) : trainingsOf(data, shownNames(data), problem);
    callByPlacement(shown);
    return shown;
}

double shownStep(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run)
        return -1;
    const std::optional<core::SnapshotName> snapshot = core::snapshotName(run->trace->model);
    if (!snapshot)
        return -1;
    bool isStep = false;
    const double step = QString::fromStdString(snapshot->step).toDouble(&isStep);
    const std::vector<Training> shown = shownTrainings(data);
    const bool isShown = !shown.empty() && shown.front().name == QString::fromStdString(snapshot->model);
    return isStep && isShown ? step : -1;
}

QVector<double> columnOf(const core::TrainingHistory& history, const char* name)
{
    const core::Tensor* column = history.column(name);
    if (!column || column->rank() != 1)
        return {};
    return QVector<double>(column->values().begin(), column->values().end());
}

QVector<double> bestHead(const core::TrainingHistory& history, const char* name)
{
    const core::Tensor* column = history.column(name);
    if (!column || column->rank() != 3)
        return {};
    QVector<double> best;
    for (core::Index point = 0; point < column->dim(0); ++point) {
        double largest = qQNaN();
        for (const float value : column->part(point, 1).values())
            if (std::isfinite(value) && !(double(value) <= largest))
                largest = double(value);
        best << largest;
    }
    return best;
}

Grid rowsOverPoints(const core::TrainingHistory& history, const char* name)
{
    const core::Tensor* column = history.column(name);
    if (!column || column->rank() < 2)
        return {};
    const core::Index points = column->dim(0);
    return Grid{column->owner(), column->data(), points, column->size() / points, column->size() / points, 1}.transposed();
}

QString trainingTable(const std::vector<Training>& trainings)
{
    // The same columns for all: a shallow model leaves those of the deeper layers empty.
    std::map<std::string, QStringList> columns;
    for (const Training& training : trainings)
        for (const auto& [name, column] : training.history->columns)
            if (const QStringList all = places(column); all.size() > columns[name].size())
                columns[name] = all;
    columns.erase("step");
    QStringList head{QStringLiteral("run"), QStringLiteral("step")};
    for (const auto& [name, all] : columns)
        for (const QString& place : all)
            head << QString::fromStdString(name) + place;
    QString table = head.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const Training& training : trainings) {
        const core::TrainingHistory& history = *training.history;
        for (core::Index point = 0; point < history.points(); ++point) {
            QStringList line{training.name, exactText(history.columns.at("step").data()[point])};
            for (const auto& [name, all] : columns) {
                const core::Tensor* column = history.column(name);
                const QStringList own = column ? places(*column) : QStringList();
                for (const QString& place : all) {
                    const qsizetype at = own.indexOf(place);
                    const float value = at < 0 ? std::nanf("") : column->part(point, 1).values()[std::size_t(at)];
                    line << (std::isfinite(value) ? exactText(value) : QString());
                }
            }
            table += line.join(QLatin1Char(',')) + QLatin1Char('\n');
        }
    }
    return table;
}

} // namespace widgets
