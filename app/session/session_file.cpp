#include "app/session/session_file.h"

#include "app/base/languages.h"
#include "app/export/figure_file.h"
#include "app/session/intervened.h"

#include "core/base/error.h"
#include "core/files/library/training_runs.h"
#include "core/io/json.h"
#include "core/trace/intervention.h"
#include "core/trace/weight_place.h"
#include "widgets/figure/sides.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace app {

namespace {

constexpr const char* words[] = {"b", "chat", "choices", "decoder_ids", "decoder_text", "edited", "figure", "figure_theme",
    "hide", "ids", "interventions", "locked", "model", "model_mark", "options", "page", "pages", "said", "scenes", "schema",
    "selection", "slot", "style", "text", "what_if"};

/// What is not said is as in `beside`.
void fillIn(QJsonObject& slot, const QJsonObject& beside)
{
    if (!slot.contains("said") && slot.contains("choices"))
        slot.insert(QStringLiteral("said"), slot.value(QStringLiteral("choices")));
    const bool hasText = slot.contains("text") || slot.contains("ids");
    for (const char* key : {"model", "said"})
        if (!slot.contains(QLatin1String(key)))
            slot[QLatin1String(key)] = beside[QLatin1String(key)];
    for (const char* key : {"text", "ids", "decoder_text", "decoder_ids", "chat"})
        if (!hasText && !slot.contains(QLatin1String(key)) && beside.contains(QLatin1String(key)))
            slot[QLatin1String(key)] = beside[QLatin1String(key)];
    if (!slot.contains("text"))
        slot["text"] = QString();
    if (!slot.contains("ids"))
        slot["ids"] = QJsonArray();
}

/// A model beside or below the file is named from there.
void resolveModel(QJsonObject& slot, const std::string& file)
{
    const QString model = slot.value("model").toString(); // [] would put a null there
    if (leavesFolder(model))
        throw core::Error({.file = file,
            .where = "model",
            .problem = CUTAWAY_TR("the path leaves the folder of the session"),
            .found = model.toStdString()});
    const QDir folder = QFileInfo(QString::fromStdString(file)).absoluteDir();
    const QString there = QString::fromStdString(core::withoutStep(model.toStdString()));
    if (QDir::isRelativePath(model) && model.contains(QLatin1Char('/')) && folder.exists(there))
        slot["model"] = QDir::cleanPath(folder.absoluteFilePath(model));
}

/// Files that numbers are taken from are named in full from then on: what is exported elsewhere finds them.
void resolveSources(RunRequest& slot, const std::string& file)
{
    const QDir folder = QFileInfo(QString::fromStdString(file)).absoluteDir();
    for (core::Intervention& one : slot.record.interventions) {
        const QString source = QString::fromStdString(one.source.file);
        if (leavesFolder(source))
            throw core::Error({.file = file,
                .where = "interventions: " + one.place + ".source",
                .problem = CUTAWAY_TR("the path leaves the folder of the session"),
                .found = one.source.file});
        if (!source.isEmpty() && !core::isOfWeight(one)) {
            one.source.file = QDir::cleanPath(folder.absoluteFilePath(source)).toStdString();
            one.source.folder.clear();
        }
    }
}

/// A member that is of this type where it is said.
void checkType(const QJsonObject& session, const char* key, QJsonValue::Type type, const std::string& file)
{
    const QJsonValue value = session.value(QLatin1String(key));
    if (!value.isUndefined() && value.type() != type)
        throw core::Error({.file = file,
            .where = key,
            .problem = CUTAWAY_TR("missing or of the wrong type"),
            .expected = type == QJsonValue::Object ? "object" : "string"});
}

/// The theme of a figure is a word of a session, and a member of the style of a recipe.
QJsonObject styleOf(const QJsonObject& session)
{
    return session.contains("figure_theme") ? QJsonObject{{"theme", session.value("figure_theme")}} : QJsonObject();
}

/// What a window keeps beside the picture.
void readWindow(const QJsonObject& session, RecipeContents& contents)
{
    contents.whatIf = session.value("what_if").toObject().toVariantMap();
    contents.edited = contents.request.b && session.value("edited").toInt() == 1 ? 1 : 0;
    contents.page = session.value("page").toString();
    contents.pages = session.value("pages").toObject();
    for (auto member = session.begin(); member != session.end(); ++member)
        if (!isSessionWord(member.key()))
            contents.others[member.key()] = member.value();
}

} // namespace

QString sessionEnding() { return QStringLiteral(".cutaway"); }

bool isSessionWord(const QString& key)
{
    return std::ranges::any_of(words, [&](const char* word) { return key == QLatin1String(word); });
}

bool leavesFolder(const QString& path)
{
    const QString clean = QDir::cleanPath(path);
    return QDir::isRelativePath(clean) && (clean == QLatin1String("..") || clean.startsWith(QLatin1String("../")));
}

QJsonObject readJsonObject(const std::string& path)
{
    const core::Json json = core::readJson(path, {.bytes = std::size_t(maxSessionBytes)});
    if (!json.is_object())
        throw core::Error(
            {.file = path, .problem = CUTAWAY_TR("wrong type"), .expected = CUTAWAY_TR("an object"), .found = json.type_name()});
    return QJsonDocument::fromJson(QByteArray::fromStdString(core::writeJson(json))).object();
}

Classroom classroomOf(const std::string& path) { return readClassroom(jsonObjectOf(path).value("hide"), path); }

QJsonObject jsonObjectOf(const std::string& path)
{
    try {
        const QFileInfo info(QString::fromStdString(path));
        return info.isFile() && info.size() <= maxSessionBytes ? readJsonObject(path) : QJsonObject();
    } catch (const core::Error&) {
        return {};
    }
}

bool isSessionFile(const std::string& path)
{
    const QString name = QString::fromStdString(path);
    const QJsonObject object = jsonObjectOf(path);
    const bool isOther
        = object.contains("model_type") || object.contains("style") || object.contains("steps"); // of planned_steps.h
    const bool isNamedSo = name.endsWith(sessionEnding(), Qt::CaseInsensitive) && QFileInfo(name).isFile();
    return !isOther && (object.value("model").isString() || isNamedSo);
}

RecipeContents readSessionFile(const std::string& path) { return readSession(readJsonObject(path), path); }

RecipeContents readSession(QJsonObject session, const std::string& file)
{
    if (session.value("schema").toInt() > sessionSchema)
        throw core::Error({.file = file,
            .where = "schema",
            .problem = CUTAWAY_TR("the session is of a later version of the program"),
            .expected = std::to_string(sessionSchema),
            .found = std::to_string(session.value("schema").toInt())});
    readClassroom(session.value("hide"), file); // whether it is right
    for (const char* key : {"options", "selection", "what_if", "pages", "b"})
        checkType(session, key, QJsonValue::Object, file);
    for (const char* key : {"figure", "figure_theme", "page"})
        checkType(session, key, QJsonValue::String, file);
    resolveModel(session, file);
    QJsonObject recipe = session;
    QJsonObject nothingGiven;
    nothingGiven.insert(QStringLiteral("said"), QJsonObject());
    fillIn(recipe, nothingGiven);
    if (recipe["text"] == QString() && recipe["ids"].toArray().isEmpty())
        recipe["text"] = defaultSentence(recipe["model"].toString());
    if (session.contains("b")) {
        QJsonObject b = session.value("b").toObject();
        resolveModel(b, file);
        fillIn(b, recipe);
        recipe["b"] = b;
        if (!recipe.contains("slot"))
            recipe["slot"] = "ab";
    }
    recipe["style"] = styleOf(session);
    for (const char* key : {"selection", "options"})
        if (!recipe.contains(QLatin1String(key)))
            recipe[QLatin1String(key)] = QJsonObject();
    if (!recipe.contains("figure"))
        recipe["figure"] = QString();
    RecipeContents contents = readRecipe(recipe, file);
    readWindow(session, contents);
    contents.request.a = skippingUnfit(std::move(contents.request.a));
    if (contents.request.b)
        contents.request.b = skippingUnfit(std::move(*contents.request.b));
    resolveSources(contents.request.a, file);
    if (contents.request.b)
        resolveSources(*contents.request.b, file);
    if (!contents.figure.isEmpty() && !widgets::findFigure(contents.figure))
        throw core::Error(
            {.file = file, .where = "figure", .problem = CUTAWAY_TR("unknown figure"), .found = contents.figure.toStdString()});
    return contents;
}

RecipeContents readStateFile(const std::string& path)
{
    return isSessionFile(path) ? readSessionFile(path) : readFigureFile(path).contents;
}

bool isStateFile(const std::string& path) { return isFigureFile(path) || isSessionFile(path); }

} // namespace app
