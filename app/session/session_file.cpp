#include "app/session/session_file.h"

#include "app/base/languages.h"
#include "app/export/figure_file.h"

#include "core/base/error.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace app {

namespace {

constexpr qint64 maxBytes = 1 << 20;

/// What is not said is as in `beside`.
void fillIn(QJsonObject& slot, const QJsonObject& beside)
{
    if (!slot.contains("said") && slot.contains("choices"))
        slot.insert(QStringLiteral("said"), slot.value(QStringLiteral("choices")));
    const bool hasText = slot.contains("text") || slot.contains("ids");
    for (const char* key : {"model", "said"})
        if (!slot.contains(QLatin1String(key)))
            slot[QLatin1String(key)] = beside[QLatin1String(key)];
    for (const char* key : {"text", "ids", "decoder_text", "decoder_ids"})
        if (!hasText && !slot.contains(QLatin1String(key)) && beside.contains(QLatin1String(key)))
            slot[QLatin1String(key)] = beside[QLatin1String(key)];
    if (!slot.contains("text"))
        slot["text"] = QString();
    if (!slot.contains("ids"))
        slot["ids"] = QJsonArray();
}

} // namespace

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
    QJsonObject nothingGiven;
    nothingGiven.insert(QStringLiteral("said"), QJsonObject());
    fillIn(session, nothingGiven);
    if (session["text"] == QString() && session["ids"].toArray().isEmpty())
        session["text"] = defaultSentence(session["model"].toString());
    if (session.value("b").isObject()) { // [] would put a null there
        QJsonObject b = session.value("b").toObject();
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
