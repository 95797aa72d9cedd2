#include "app/session/session_file.h"

#include "app/base/languages.h"
#include "app/export/figure_file.h"
#include "app/session/scenes.h"

#include "core/base/error.h"
#include "widgets/figure/sides.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

namespace app {

namespace {

constexpr qint64 maxBytes = 1 << 20;
constexpr int schema = 1;

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

/// A model beside or below the file is named from there; any other as it was, a path in full.
QString relativeTo(const QString& folder, const QString& model)
{
    if (!model.contains(QLatin1Char('/')) || !QFileInfo::exists(model))
        return model;
    const QString full = QFileInfo(model).absoluteFilePath(), relative = QDir(folder).relativeFilePath(full);
    return relative.startsWith(QLatin1String("../")) ? full : relative;
}

/// The other way round.
void resolveModel(QJsonObject& slot, const std::string& file)
{
    const QString model = slot.value("model").toString(); // [] would put a null there
    const QDir folder = QFileInfo(QString::fromStdString(file)).absoluteDir();
    if (QDir::isRelativePath(model) && model.contains(QLatin1Char('/')) && folder.exists(model))
        slot["model"] = folder.absoluteFilePath(model);
}

template <class ObjectOrArray>
QJsonValue toQt(const ObjectOrArray& json)
{
    return QJsonDocument::fromJson("[" + QByteArray::fromStdString(core::writeJson(json)) + "]").array().at(0);
}

QJsonArray idsJson(const std::vector<core::TokenId>& ids)
{
    QJsonArray array;
    for (const core::TokenId id : ids)
        array.append(id);
    return array;
}

QJsonObject slotJson(const RunRequest& slot, const QString& folder)
{
    QJsonObject json{{"model", relativeTo(folder, QString::fromStdString(slot.model))}, {"choices", toQt(slot.said.toJson())}};
    if (slot.ids.empty())
        json["text"] = QString::fromStdString(slot.text);
    else
        json["ids"] = idsJson(slot.ids);
    if (!slot.targetIds.empty())
        json["decoder_ids"] = idsJson(slot.targetIds);
    else if (!slot.targetText.empty())
        json["decoder_text"] = QString::fromStdString(slot.targetText);
    if (slot.isChat)
        json["chat"] = true;
    if (!slot.record.interventions.empty())
        json["interventions"] = toQt(core::toJson(slot.record.interventions));
    return json;
}

} // namespace

QString sessionEnding() { return QStringLiteral(".cutaway"); }

QByteArray writeSession(const SessionContents& contents, const QString& folder)
{
    const WindowState& state = contents.state;
    QJsonObject json = slotJson(state.a, folder);
    json["schema"] = schema;
    json["figure"] = contents.figure;
    json["options"] = QJsonObject::fromVariantMap(contents.options);
    json["selection"] = selectionJson(contents.selection);
    if (!contents.classroom.isEmpty())
        json["hide"] = classroomJson(contents.classroom);
    if (!state.whatIf.isEmpty())
        json["what_if"] = QJsonObject::fromVariantMap(state.whatIf);
    if (!state.scenes.isEmpty())
        json["scenes"] = scenesJson(state.scenes, folder);
    if (state.b) {
        json["b"] = slotJson(*state.b, folder);
        json["slot"] = widgets::slotModeWord(state.mode);
        json["locked"] = state.isLocked;
        json["edited"] = state.edited;
    }
    return QJsonDocument(json).toJson(QJsonDocument::Indented);
}

void writeSessionFile(const QString& path, const SessionContents& contents)
{
    QSaveFile file(path);
    const QByteArray bytes = writeSession(contents, QFileInfo(path).absolutePath());
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = path.toStdString(),
            .problem = CUTAWAY_TR("the session cannot be written"),
            .found = file.errorString().toStdString()});
}

Classroom classroomOf(const std::string& path) { return readClassroom(jsonObjectOf(path).value("hide"), path); }

QJsonObject jsonObjectOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file).isFile() || file.size() > maxBytes || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.read(file.size());
    return bytes.trimmed().startsWith('{') ? QJsonDocument::fromJson(bytes).object() : QJsonObject();
}

bool isSessionFile(const std::string& path)
{
    const QJsonObject object = jsonObjectOf(path);
    const bool isOther
        = object.contains("model_type") || object.contains("style") || object.contains("steps"); // of planned_steps.h
    return object["model"].isString() && !isOther;
}

RecipeContents readSessionFile(const std::string& path) { return readSession(jsonObjectOf(path), path); }

RecipeContents readSession(QJsonObject session, const std::string& file)
{
    if (session.value("schema").toInt() > schema)
        throw core::Error({.file = file,
            .where = "schema",
            .problem = CUTAWAY_TR("the session is of a later version of the program"),
            .expected = std::to_string(schema),
            .found = std::to_string(session.value("schema").toInt())});
    readClassroom(session.value("hide"), file); // whether it is right
    resolveModel(session, file);
    QJsonObject nothingGiven;
    nothingGiven.insert(QStringLiteral("said"), QJsonObject());
    fillIn(session, nothingGiven);
    if (session["text"] == QString() && session["ids"].toArray().isEmpty())
        session["text"] = defaultSentence(session["model"].toString());
    if (session.value("b").isObject()) { // [] would put a null there
        QJsonObject b = session.value("b").toObject();
        resolveModel(b, file);
        fillIn(b, session);
        session["b"] = b;
        if (!session.contains("slot"))
            session["slot"] = "ab";
    }
    for (const char* key : {"selection", "options", "style"})
        if (!session.contains(QLatin1String(key)))
            session[QLatin1String(key)] = QJsonObject();
    if (!session.contains("figure"))
        session["figure"] = QString();
    RecipeContents contents = readRecipe(session, file);
    contents.whatIf = session.value("what_if").toObject().toVariantMap();
    contents.edited = contents.request.b && session.value("edited").toInt() == 1 ? 1 : 0;
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
