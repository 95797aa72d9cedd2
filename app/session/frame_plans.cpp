#include "app/session/frame_plans.h"

#include "app/runs/continuation.h"
#include "app/runs/prompt_guide.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "core/model/choices.h"
#include "widgets/figure/options.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace app {

namespace {

struct FramePlans
{
    Q_DECLARE_TR_FUNCTIONS(FramePlans)
};

[[noreturn]] void refuse(const char* problem, const std::string& expected, const std::string& found)
{
    throw core::Error(
        {.kind = core::ErrorKind::Usage, .where = "--over", .problem = problem, .expected = expected, .found = found});
}

constexpr std::pair<const char*, int widgets::Selection::*> places[] = {{"layer", &widgets::Selection::layer},
    {"head", &widgets::Selection::head}, {"query", &widgets::Selection::query}, {"key", &widgets::Selection::key}};

/// "0..3" as 0, 1, 2, 3; any other as it is.
QStringList valuesOf(const QString& word)
{
    const QStringList ends = word.split(QStringLiteral(".."));
    bool isFrom = false, isTo = false;
    const long from = ends.value(0).toLong(&isFrom), to = ends.value(1).toLong(&isTo);
    if (ends.size() != 2 || !isFrom || !isTo)
        return {word};
    if (to < from || to - from >= maxFrames)
        refuse(CUTAWAY_TR("not a range"), "0..3", word.toStdString());
    QStringList values;
    for (long value = from; value <= to; ++value)
        values << QString::number(value);
    return values;
}

std::vector<long> keptSteps(const std::string& model)
{
    const std::string folder = isTraceFile(model) ? std::string() : folderOfModel(QString::fromStdString(model));
    return folder.empty() ? std::vector<long>() : core::snapshotSteps(folder);
}

QList<PlannedStep> trainingFrames(const FrameRange& range, const PlannedStep& base)
{
    const std::string model = core::withoutStep(base.contents.request.a.model);
    const std::vector<long> kept = keptSteps(model);
    if (kept.empty())
        refuse(CUTAWAY_TR("this model has no steps of its training"), "main", model);
    QList<PlannedStep> frames;
    for (const long step : kept) {
        if (!range.values.isEmpty() && !range.values.contains(QString::number(step)))
            continue;
        PlannedStep frame = base;
        frame.contents.request.a.model = model + "@" + std::to_string(step);
        frame.title = FramePlans::tr("Step %1 of the training").arg(QLocale().toString(qlonglong(step)));
        frames << frame;
    }
    if (frames.isEmpty()) {
        QStringList steps;
        for (const long step : kept)
            steps << QString::number(step);
        refuse(CUTAWAY_TR("no such step of the training"), steps.join(QLatin1Char(',')).toStdString(),
            range.values.join(QLatin1Char(',')).toStdString());
    }
    if (range.values.isEmpty()) {
        PlannedStep last = base;
        last.contents.request.a.model = model;
        last.contents.request.a.said.set("weights", "keep"); // of this training, as the steps before: not of a sibling
        last.title = FramePlans::tr("After the training");
        frames << last;
    }
    return frames;
}

QList<PlannedStep> generationFrames(int tokens, const PlannedStep& base, RunDesk& desk, const core::RunControl& control)
{
    Continuation writing({.temperature = 0}, tokens);
    QList<PlannedStep> frames;
    std::optional<RunRequest> request = base.contents.request.a;
    while (request) {
        PlannedStep frame = base;
        frame.contents.request.a = *request;
        const widgets::RunPtr run = desk.carryOut(*request, control);
        if (frames.isEmpty() && !canContinue(*run))
            refuse(CUTAWAY_TR("this model does not write"), {}, request->model);
        QString text;
        for (const std::string& token : widgets::streamTokens(*run->trace))
            text += QString::fromStdString(token);
        frame.title = text;
        frame.contents.data.selection.query = int(widgets::streamTokens(*run->trace).size()) - 1;
        frames << frame;
        request = writing.next(*request, *run);
    }
    return frames;
}

/// One frame; false when nothing has this key.
bool setValue(PlannedStep& frame, const QString& key, const QString& value)
{
    RecipeContents& made = frame.contents;
    if (core::findChoiceKey(key.toStdString())) {
        made.request.a.said.setText((key + QLatin1Char('=') + value).toStdString(), 0);
        return true;
    }
    const widgets::FigureInfo* const figure = widgets::findFigure(made.figure);
    const auto options = figure ? widgets::optionsOf(*figure) : widgets::FigureOptions();
    const auto option = std::ranges::find(options, key, &widgets::FigureOption::key);
    if (option != options.end()) {
        if (!widgets::isUnderstood(*option, value))
            refuse(CUTAWAY_TR("unknown value"), option->words.join(QStringLiteral(", ")).toStdString(), value.toStdString());
        made.data.options[key] = value;
        return true;
    }
    for (const auto& [name, place] : places)
        if (key == QLatin1String(name)) {
            bool isNumber = false;
            made.data.selection.*place = value.toInt(&isNumber);
            if (!isNumber)
                refuse(CUTAWAY_TR("not a whole number"), "0, 1, …", value.toStdString());
            return true;
        }
    return false;
}

} // namespace

bool hasTrainingSteps(const std::string& model) { return !keptSteps(core::withoutStep(model)).empty(); }

FrameRange readFrameRange(const QString& words)
{
    const qsizetype equals = words.indexOf(QLatin1Char('='));
    FrameRange range{words.left(equals).trimmed(), {}};
    if (equals >= 0)
        for (const QString& word : words.mid(equals + 1).split(QLatin1Char(','), Qt::SkipEmptyParts))
            range.values << valuesOf(word.trimmed());
    const bool isTraining = range.key == QLatin1String("training");
    if (range.key.isEmpty() || (range.values.isEmpty() && !isTraining) || range.values.size() > maxFrames)
        refuse(CUTAWAY_TR("not a range of frames"), "training, generation=N, KEY=V,V,…, layer=0..3", words.toStdString());
    if (range.key == QLatin1String("generation")) {
        bool isNumber = false;
        const int tokens = range.values[0].toInt(&isNumber);
        if (!isNumber || tokens < 1 || tokens >= maxFrames || range.values.size() > 1)
            refuse(CUTAWAY_TR("not a number of tokens"), "1 – " + std::to_string(maxFrames - 1), words.toStdString());
    }
    return range;
}

QList<PlannedStep> framesOver(const FrameRange& range, const PlannedStep& base, RunDesk& desk, const core::RunControl& control)
{
    if (range.key == QLatin1String("training"))
        return trainingFrames(range, base);
    if (range.key == QLatin1String("generation"))
        return generationFrames(range.values[0].toInt(), base, desk, control);
    QList<PlannedStep> frames;
    for (const QString& value : range.values) {
        PlannedStep frame = base;
        if (!setValue(frame, range.key, value))
            refuse(CUTAWAY_TR("neither a choice, nor an option of the figure, nor a place"),
                "training, generation=N, KEY=V,V,…, layer, head, query, key", range.key.toStdString());
        frame.title = QStringLiteral("%1 = %2").arg(range.key, value);
        frames << frame;
    }
    return frames;
}

} // namespace app
