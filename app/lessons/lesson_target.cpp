#include "app/lessons/lesson_target.h"

#include "app/lessons/lesson_members.h"

#include "core/base/error.h"
#include "core/model/choices.h"
#include "widgets/views/shared/view.h"

#include <algorithm>

namespace app {

namespace {

const QStringList& simpleTargets()
{
    static const QStringList all{"picture", "caption", "title", "prompt", "tokens", "compare", "choices", "diagram"};
    return all;
}

const QStringList& namedTargets()
{
    static const QStringList all{"map", "cell", "plot", "line", "bars", "node", "page", "switch", "control"};
    return all;
}

const QStringList& pictureTargets()
{
    static const QStringList all{"map", "cell", "plot", "line", "bars", "node"};
    return all;
}

bool isPage(const QString& id)
{
    return std::ranges::any_of(widgets::allViews(), [&](const widgets::ViewInfo& view) { return id == QLatin1String(view.id); });
}

} // namespace

bool LessonTarget::isInPicture() const { return pictureTargets().contains(kind); }

LessonTarget readLessonTarget(const QJsonValue& words, const std::string& file, const std::string& where)
{
    const auto unknown = [&](const QString& found) {
        throw core::Error({.file = file,
            .where = where,
            .problem = CUTAWAY_TR("a lesson points at a part of the window"),
            .expected = (simpleTargets() + namedTargets()).join(QStringLiteral(", ")).toStdString(),
            .found = found.toStdString()});
    };
    if (words.isString()) {
        if (!simpleTargets().contains(words.toString()))
            unknown(words.toString());
        return {words.toString()};
    }
    if (!words.isObject())
        refuseMember(file, where, "string or object", words);
    const QJsonObject object = words.toObject();
    LessonTarget target;
    for (const QString& kind : namedTargets())
        if (object.contains(kind))
            target.kind = kind;
    if (target.kind.isEmpty())
        unknown(object.keys().join(QStringLiteral(", ")));
    QStringList allowed{target.kind, QStringLiteral("index")};
    if (target.kind == QLatin1String("cell"))
        allowed << QStringLiteral("row") << QStringLiteral("column");
    refuseUnknown(object, allowed, file, where);
    requireType(object, {target.kind}, target.kind == QLatin1String("plot") ? "string or number" : "string", file, where);
    requireType(object, {QStringLiteral("index"), QStringLiteral("row"), QStringLiteral("column")}, "number", file, where);
    target.name = object[target.kind].toString();
    const QJsonValue named = object[target.kind];
    target.index = named.isDouble() ? named.toInt() : object["index"].toInt();
    target.row = object["row"].toInt();
    target.column = object["column"].toInt();
    if (target.kind == QLatin1String("page") && !isPage(target.name))
        throw core::Error(
            {.file = file, .where = where, .problem = CUTAWAY_TR("unknown page"), .found = target.name.toStdString()});
    if (target.kind == QLatin1String("switch") && !core::findChoiceKey(target.name.toStdString()))
        throw core::Error(
            {.file = file, .where = where, .problem = CUTAWAY_TR("unknown choice"), .found = target.name.toStdString()});
    return target;
}

QString targetText(const LessonTarget& target)
{
    QString text = target.kind;
    if (!target.name.isEmpty())
        text += QLatin1Char(' ') + target.name;
    if (target.kind == QLatin1String("cell"))
        text += QStringLiteral(" [%1, %2]").arg(target.row).arg(target.column);
    return target.index > 0 ? text + QStringLiteral(" #%1").arg(target.index) : text;
}

} // namespace app
