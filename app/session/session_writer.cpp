// Sessions, written.

#include "app/session/session_file.h"

#include "app/runs/live_models.h"
#include "app/session/model_mark.h"
#include "app/session/scenes.h"

#include "core/base/error.h"
#include "core/files/library/training_runs.h"
#include "core/io/json.h"
#include "core/trace/weight_place.h"
#include "widgets/figure/sides.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

namespace app {

namespace {

/// A path of what is beside or below the folder is named from there; any other in full.
QString relativeTo(const QString& folder, const QString& path)
{
    const QString full = QFileInfo(path).absoluteFilePath(), relative = QDir(folder).relativeFilePath(full);
    return leavesFolder(relative) || QDir::isAbsolutePath(relative) ? full : relative;
}

/// A name stays one.
QString modelFrom(const QString& folder, const QString& model)
{
    const bool isPath = model.contains(QLatin1Char('/'))
        && QFileInfo::exists(QString::fromStdString(core::withoutStep(model.toStdString())));
    if (!isPath)
        return model;
    const QString path = relativeTo(folder, model);
    return path.contains(QLatin1Char('/')) ? path : QStringLiteral("./") + path; // a word would be a name
}

/// Traces and models that interventions take numbers from are named as models are.
std::vector<core::Intervention> interventionsFrom(const QString& folder, std::vector<core::Intervention> list)
{
    for (core::Intervention& one : list)
        if (core::isOfWeight(one)) {
            one.source.file = modelFrom(folder, QString::fromStdString(core::modelOf(one.source))).toStdString();
        } else if (!one.source.file.empty()) {
            const QDir said(QString::fromStdString(one.source.folder));
            one.source.file = relativeTo(folder, said.absoluteFilePath(QString::fromStdString(one.source.file))).toStdString();
        }
    return list;
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

/// What is in the middle of a training here is elsewhere the model that it was kept as.
QString lastingName(const std::string& model)
{
    const std::string kept = isLiveName(model) ? keptAs(model) : std::string();
    return QString::fromStdString(kept.empty() ? model : kept);
}

QJsonObject slotJson(const RunRequest& slot, const QString& folder)
{
    const QString model = lastingName(slot.model);
    QJsonObject json{{"model", modelFrom(folder, model)}, {"choices", toQt(slot.said.toJson())}};
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
    if (const QString mark = modelMark(model); !mark.isEmpty())
        json["model_mark"] = mark;
    if (!slot.record.interventions.empty())
        json["interventions"] = toQt(core::toJson(interventionsFrom(folder, slot.record.interventions)));
    return json;
}

} // namespace

QByteArray writeSession(const SessionContents& contents, const QString& folder)
{
    const WindowState& state = contents.state;
    QJsonObject json = contents.others;
    const QJsonObject a = slotJson(state.a, folder);
    for (auto member = a.begin(); member != a.end(); ++member)
        json[member.key()] = member.value();
    json["schema"] = sessionSchema;
    json["figure"] = contents.figure;
    json["options"] = QJsonObject::fromVariantMap(contents.options);
    json["selection"] = selectionJson(contents.selection);
    json["figure_theme"] = widgets::themeWord(contents.figureTheme);
    if (!contents.classroom.isEmpty())
        json["hide"] = classroomJson(contents.classroom);
    if (!state.scenes.isEmpty())
        json["scenes"] = scenesJson(state.scenes, folder);
    if (!contents.page.isEmpty())
        json["page"] = contents.page;
    if (!contents.pages.isEmpty())
        json["pages"] = contents.pages;
    if (!state.whatIf.isEmpty())
        json["what_if"] = QJsonObject::fromVariantMap(state.whatIf);
    if (state.b) {
        json["b"] = slotJson(*state.b, folder);
        json["slot"] = widgets::slotModeWord(state.mode);
        json["locked"] = state.isLocked;
        json["edited"] = state.edited;
    }
    return QJsonDocument(json).toJson(QJsonDocument::Indented);
}

void replaceFile(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush() || !file.commit())
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = path.toStdString(),
            .problem = CUTAWAY_TR("the session cannot be written"),
            .found = file.errorString().toStdString()});
}

void writeSessionFile(const QString& path, const SessionContents& contents)
{
    replaceFile(path, writeSession(contents, QFileInfo(path).absolutePath()));
}

} // namespace app
