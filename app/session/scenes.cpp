#include "app/session/scenes.h"

#include "core/base/error.h"

#include <QJsonDocument>

namespace app {

namespace {

constexpr qsizetype maxScenes = 1000;

/// A folder that no model is below: names in full.
QJsonObject sessionOf(const PlannedStep& scene, const QString& folder)
{
    const RecipeContents& made = scene.contents;
    const WindowState state = stateOf(made);
    return QJsonDocument::fromJson(
        writeSession({state, made.figure, made.data.options, made.data.selection}, folder))
        .object();
}

} // namespace

QJsonArray scenesOf(const QJsonObject& session, const std::string& file)
{
    const QJsonArray words = session["scenes"].toArray();
    if ((session.contains("scenes") && !session["scenes"].isArray()) || words.size() > maxScenes)
        throw core::Error({.file = file,
            .where = "scenes",
            .problem = CUTAWAY_TR("missing or of the wrong type"),
            .expected = "array, " + std::to_string(maxScenes)});
    return words;
}

PlannedStep readScene(const QJsonValue& words, std::size_t at, const std::string& file)
{
    try {
        return plannedStepOf({}, words.toObject(), file);
    } catch (const core::Error& error) {
        core::Error::Parts parts = error.parts();
        parts.where = "scenes[" + std::to_string(at) + "]: " + parts.where;
        throw core::Error(parts);
    }
}

QList<PlannedStep> readScenes(const QJsonObject& session, const std::string& file)
{
    QList<PlannedStep> scenes;
    for (const QJsonValue& words : scenesOf(session, file))
        scenes << readScene(words, std::size_t(scenes.size()), file);
    return scenes;
}

QJsonArray scenesJson(const QList<PlannedStep>& scenes, const QString& folder)
{
    QJsonArray array;
    for (const PlannedStep& scene : scenes) {
        QJsonObject words = sessionOf(scene, folder);
        words.remove(QStringLiteral("schema"));
        words["title"] = scene.title;
        if (!scene.notes.isEmpty())
            words["notes"] = scene.notes;
        array.append(words);
    }
    return array;
}

PlannedStep sceneOf(const SessionContents& shown, const QString& title)
{
    RecipeContents made;
    made.request = {shown.state.a, shown.state.b};
    made.figure = shown.figure;
    made.data.options = shown.options;
    made.data.selection = shown.selection;
    made.data.mode = shown.state.mode;
    made.data.isLocked = shown.state.isLocked;
    made.whatIf = shown.state.whatIf;
    made.edited = shown.state.edited;
    return {title, made, {}};
}

RecipeInputs inputsOf(const SlotsRequest& request)
{
    const auto input = [](const RunRequest& slot) {
        return RecipeInput{slot.model, slot.said, slot.ids.empty() ? slot.text : std::string(), slot.targetText, slot.isChat};
    };
    RecipeInputs inputs{input(request.a)};
    if (request.b)
        inputs.b = input(*request.b);
    return inputs;
}

WindowState stateOf(const RecipeContents& contents)
{
    WindowState state{.a = contents.request.a, .b = contents.request.b};
    state.mode = contents.data.mode;
    state.isLocked = contents.data.isLocked;
    state.whatIf = contents.whatIf;
    state.edited = contents.edited;
    return state;
}

bool PlannedStep::operator==(const PlannedStep& other) const
{
    return title == other.title && notes == other.notes && contents.figure == other.contents.figure
        && contents.data.options == other.contents.data.options && contents.data.selection == other.contents.data.selection
        && stateOf(contents) == stateOf(other.contents);
}

} // namespace app
