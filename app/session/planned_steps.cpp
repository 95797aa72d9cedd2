#include "app/session/planned_steps.h"

#include "app/session/session_file.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"

#include <QJsonArray>

#include <algorithm>
#include <filesystem>

namespace app {

namespace {

constexpr qsizetype maxSteps = 1000;

core::Error problemOf(const std::string& file, const std::string& where, const char* problem, const char* expected)
{
    return core::Error({.file = file, .where = where, .problem = problem, .expected = expected});
}

/// The words of the list with those of the step in their place.
QJsonObject sessionOf(const QJsonObject& list, const QJsonObject& step)
{
    QJsonObject session = list;
    session.remove(QStringLiteral("steps"));
    session.remove(QStringLiteral("keeps_text"));
    if (step.contains("text") || step.contains("ids"))
        for (const char* key : {"text", "ids"})
            session.remove(QLatin1String(key));
    for (auto member = step.begin(); member != step.end(); ++member)
        session[member.key()] = member.value();
    QJsonObject choices = list["choices"].toObject();
    const QJsonObject own = step["choices"].toObject();
    for (auto choice = own.begin(); choice != own.end(); ++choice)
        choices[choice.key()] = choice.value();
    session["choices"] = choices;
    return session;
}

} // namespace

bool PlannedSteps::isAbout(const std::string& model) const
{
    const std::string name = core::withoutStep(model);
    return std::ranges::any_of(steps, [&](const PlannedStep& step) {
        const SlotsRequest& request = step.contents.request;
        return core::withoutStep(request.a.model) == name || (request.b && core::withoutStep(request.b->model) == name);
    });
}

void PlannedSteps::runOn(const RunRequest& slot)
{
    if (slot.text.empty())
        return;
    const auto run = [&](RunRequest& own) {
        own.text = own.targetText = slot.text;
        own.ids.clear();
        own.targetIds.clear();
    };
    for (PlannedStep& step : steps) {
        run(step.contents.request.a);
        if (step.contents.request.b)
            run(*step.contents.request.b);
    }
}

PlannedStep plannedStepOf(const QJsonObject& list, const QJsonObject& step, const std::string& file)
{
    if (!step["title"].isString())
        throw problemOf(file, "title", CUTAWAY_TR("missing or of the wrong type"), "string");
    const QJsonObject session = sessionOf(list, step);
    if (!session["model"].isString())
        throw problemOf(file, "model", CUTAWAY_TR("missing or of the wrong type"), "string");
    return {step["title"].toString(), readSession(session, file), step["notes"].toString()};
}

bool isPlannedStepsFile(const std::string& path) { return jsonObjectOf(path)["steps"].isArray(); }

PlannedSteps readPlannedSteps(const std::string& path) { return plannedStepsOf(jsonObjectOf(path), path); }

PlannedSteps plannedStepsOf(const QJsonObject& list, const std::string& file)
{
    const QJsonArray steps = list["steps"].toArray();
    if (steps.isEmpty() || steps.size() > maxSteps)
        throw core::Error({.file = file,
            .where = "steps",
            .problem = CUTAWAY_TR("a list of planned steps needs at least one step"),
            .expected = "1 to " + std::to_string(maxSteps),
            .found = std::to_string(steps.size())});
    PlannedSteps read{list["title"].toString(), {}, list["keeps_text"].toBool()};
    for (const QJsonValue& step : steps)
        try {
            read.steps.push_back(plannedStepOf(list, step.toObject(), file));
        } catch (const core::Error& error) {
            core::Error::Parts parts = error.parts();
            parts.where = "steps[" + std::to_string(read.steps.size()) + "]: " + parts.where;
            throw core::Error(parts);
        }
    return read;
}

std::string lectureFile(const QString& language)
{
    const std::filesystem::path folder = core::bundledModelsFolder();
    const std::filesystem::path file = folder.parent_path() / "lectures" / ("lecture." + language.toStdString() + ".json");
    std::error_code ignored;
    return !folder.empty() && std::filesystem::exists(file, ignored) ? file.string() : std::string();
}

} // namespace app
