#include "app/session/classroom.h"

#include "core/base/error.h"
#include "core/model/choices.h"
#include "widgets/views/shared/view.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace app {

namespace {

QStringList pageWords()
{
    QStringList ids;
    for (const widgets::ViewInfo& view : widgets::allViews())
        ids << QLatin1String(view.id);
    return ids;
}

QStringList readWords(
    const QJsonObject& hide, const char* key, const QStringList& known, const char* problem, const std::string& file)
{
    QStringList words;
    for (const QJsonValue& word : hide[QLatin1String(key)].toArray()) {
        const bool isChoice = key == std::string_view("controls") && core::findChoiceKey(word.toString().toStdString());
        if (!known.contains(word.toString()) && !isChoice)
            throw core::Error({.file = file,
                .where = std::string("hide: ") + key,
                .problem = problem,
                .expected = known.join(QStringLiteral(", ")).toStdString(),
                .found = word.toString().toStdString()});
        words << word.toString();
    }
    return words;
}

} // namespace

bool Classroom::hidesMoreThan(const Classroom& other) const
{
    const auto isBeyond = [](const QStringList& these, const QStringList& those) {
        return std::ranges::any_of(these, [&](const QString& word) { return !those.contains(word); });
    };
    return isBeyond(pages, other.pages) || isBeyond(controls, other.controls);
}

const QStringList& controlWords()
{
    static const QStringList all{"menu", "prompt", "compare", "present", "export", "diagram", "choices", "tensor", "tokens",
        "switches", "concepts", "symbols"};
    return all;
}

Classroom readClassroom(const QJsonValue& hide, const std::string& file)
{
    const QStringList pages = pageWords();
    const auto isWrong = [](const QJsonValue& list) { return !list.isUndefined() && !list.isArray(); };
    if (!hide.isUndefined() && (!hide.isObject() || isWrong(hide.toObject().value("pages")) || isWrong(hide.toObject().value("controls"))))
        throw core::Error({.file = file,
            .where = "hide",
            .problem = CUTAWAY_TR("missing or of the wrong type"),
            .expected = "{\"pages\": [...], \"controls\": [...]}"});
    for (const QString& key : hide.toObject().keys())
        if (key != QLatin1String("pages") && key != QLatin1String("controls"))
            throw core::Error({.file = file,
                .where = "hide",
                .problem = CUTAWAY_TR("unknown word"),
                .expected = "pages, controls",
                .found = key.toStdString()});
    Classroom classroom{readWords(hide.toObject(), "pages", pages, CUTAWAY_TR("unknown page"), file),
        readWords(hide.toObject(), "controls", controlWords(), CUTAWAY_TR("unknown control"), file)};
    if (std::ranges::all_of(pages, [&](const QString& page) { return classroom.pages.contains(page); }))
        throw core::Error({.file = file, .where = "hide: pages", .problem = CUTAWAY_TR("no page is left")});
    return classroom;
}

QJsonObject classroomJson(const Classroom& classroom)
{
    QJsonObject hide;
    if (!classroom.pages.isEmpty())
        hide["pages"] = QJsonArray::fromStringList(classroom.pages);
    if (!classroom.controls.isEmpty())
        hide["controls"] = QJsonArray::fromStringList(classroom.controls);
    return hide;
}

} // namespace app
