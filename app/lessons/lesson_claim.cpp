#include "app/lessons/lesson_claim.h"

#include "app/lessons/lesson_members.h"

#include "core/base/error.h"
#include "core/model/choices.h"
#include "core/model/model_config.h"
#include "widgets/figure/sides.h"

#include <cmath>

namespace app {

namespace {

const QStringList& claimWords()
{
    static const QStringList all{"value", "above", "below", "is", "near", "within", "choice", "slot", "figure", "options",
        "select", "shown", "text", "not", "shape"};
    return all;
}

/// A number of the file, or the value of this name.
std::optional<double> numberOf(const QJsonValue& said, const LessonAnswers& known)
{
    if (said.isDouble())
        return said.toDouble();
    const auto at = known.find(said.toString());
    if (at == known.end() || !std::holds_alternative<double>(at->second))
        return {};
    return std::get<double>(at->second);
}

bool isValueSo(const QJsonObject& words, const LessonAnswers& known)
{
    const auto at = known.find(words["value"].toString());
    if (at == known.end())
        return false;
    if (words["is"].isString())
        return std::holds_alternative<QString>(at->second) && std::get<QString>(at->second) == words["is"].toString();
    if (!std::holds_alternative<double>(at->second))
        return false;
    const double value = std::get<double>(at->second);
    const auto compares = [&](const char* word, auto is) {
        if (!words.contains(QLatin1String(word)))
            return true;
        const std::optional<double> other = numberOf(words[QLatin1String(word)], known);
        return other && is(*other);
    };
    const double within = words["within"].toDouble(0.05); // of the other number
    return compares("above", [&](double other) { return value > other; })
        && compares("below", [&](double other) { return value < other; })
        && compares("is", [&](double other) { return value == other; })
        && compares("near", [&](double other) { return std::abs(value - other) <= within * std::abs(other); });
}

bool isChoiceSo(const QJsonObject& words, const LessonScene& scene)
{
    const auto isOf = [&](const widgets::RunPtr& run) {
        if (!run || !run->setup)
            return false;
        const core::Json value = core::describe(run->setup->config).value(words["choice"].toString().toStdString());
        const QJsonValue wanted = words["is"];
        if (wanted.isBool() || wanted.isDouble())
            return wanted.isBool() ? value == core::Json(wanted.toBool()) : value == core::Json(wanted.toDouble());
        return !value.is_null() && core::plainText(value) == wanted.toString().toStdString();
    };
    const QString slot = words["slot"].toString();
    return (slot != QLatin1String("b") && isOf(scene.data.a)) || (slot != QLatin1String("a") && isOf(scene.data.b));
}

bool isSelected(const QJsonObject& wanted, const widgets::Selection& at)
{
    const std::pair<const char*, int> places[]
        = {{"layer", at.layer}, {"head", at.head}, {"query", at.query}, {"key", at.key}, {"dim", at.dim}};
    return std::ranges::all_of(
        places, [&](const auto& place) { return wanted[QLatin1String(place.first)].toInt(place.second) == place.second; });
}

bool isFigureSo(const QJsonObject& words, const LessonScene& scene)
{
    if (words.contains("figure") && (!scene.figure || words["figure"].toString() != QLatin1String(scene.figure->id)))
        return false;
    const QJsonObject options = words["options"].toObject();
    for (auto option = options.begin(); option != options.end(); ++option)
        if (scene.data.options.value(option.key()).toString() != option.value().toVariant().toString())
            return false;
    return true;
}

/// A word of the wrong type would be as if it were not there.
void checkTypes(const QJsonObject& words, const std::string& file, const std::string& where)
{
    requireType(words, {"value", "choice", "figure", "shown", "text"}, "string", file, where);
    requireType(words, {"above", "below", "near"}, "number or string", file, where);
    requireType(words, {"is"}, "number or string or boolean", file, where);
    requireType(words, {"within"}, "number", file, where);
    requireType(words, {"options", "select"}, "object", file, where);
    requireType(words, {"not"}, "boolean", file, where);
    requireWord(words, "slot", {"a", "b"}, file, where);
    requireWord(words, "shape", guessShapes(), file, where);
    const QStringList places{"layer", "head", "query", "key", "dim"};
    const std::string select = placeOf(where, "select");
    refuseUnknown(words["select"].toObject(), places, file, select);
    requireType(words["select"].toObject(), places, "number", file, select);
}

} // namespace

const QStringList& guessShapes()
{
    static const QStringList all{"rises", "stays", "falls"};
    return all;
}

LessonClaim readLessonClaim(const QJsonObject& words, const std::string& file, const std::string& where)
{
    refuseUnknown(words, claimWords(), file, where);
    checkTypes(words, file, where);
    const auto refuse = [&](const char* problem, const std::string& expected, const QJsonValue& found) {
        throw core::Error(
            {.file = file, .where = where, .problem = problem, .expected = expected, .found = found.toString().toStdString()});
    };
    const bool isOfValue = words.contains("value");
    bool compares = false;
    for (const char* word : {"above", "below", "is", "near"})
        compares |= words.contains(QLatin1String(word));
    const bool isOfWindow = words.contains("figure") || words.contains("options") || words.contains("select")
        || words.contains("shown") || words.contains("text");
    if ((!isOfValue && !words.contains("choice") && !isOfWindow) || (isOfValue && !compares)
        || (words.contains("choice") && !words.contains("is")))
        refuse(CUTAWAY_TR("a claim says what must be so"),
            "value with above, below, is or near; choice with is; figure, options, select, shown, text", {});
    if (words.contains("choice") && !core::findChoiceKey(words["choice"].toString().toStdString()))
        refuse(CUTAWAY_TR("unknown choice"), {}, words["choice"]);
    if (words.contains("figure") && !widgets::findFigure(words["figure"].toString()))
        refuse(CUTAWAY_TR("unknown figure"), {}, words["figure"]);
    if (words.contains("shown") && !widgets::slotModeOf(words["shown"].toString()))
        refuse(CUTAWAY_TR("unknown value"), widgets::slotModeWords().join(QStringLiteral(", ")).toStdString(), words["shown"]);
    return {words};
}

std::optional<double> exampleOf(const LessonClaim& answer, const LessonAnswers& known)
{
    for (const char* word : {"near", "is"})
        if (const auto number = numberOf(answer.words[QLatin1String(word)], known))
            return number;
    const auto above = numberOf(answer.words["above"], known), below = numberOf(answer.words["below"], known);
    if (above && below)
        return *above > 0 && *below > 0 ? std::sqrt(*above * *below) : (*above + *below) / 2;
    return above ? above : below;
}

QStringList valuesOf(const LessonClaim& claim)
{
    QStringList names;
    if (claim.words.contains("value"))
        names << claim.words["value"].toString();
    for (const char* word : {"above", "below", "near"})
        if (claim.words[QLatin1String(word)].isString())
            names << claim.words[QLatin1String(word)].toString();
    return names;
}

bool holds(const LessonClaim& claim, const LessonScene& scene, const LessonAnswers& known)
{
    const QJsonObject& words = claim.words;
    for (const QString& name : valuesOf(claim))
        if (!known.contains(name))
            return false;
    const bool isSo = (!words.contains("value") || isValueSo(words, known))
        && (!words.contains("choice") || isChoiceSo(words, scene)) && isFigureSo(words, scene)
        && isSelected(words["select"].toObject(), scene.data.selection)
        && (!words.contains("shown") || words["shown"].toString() == widgets::slotModeWord(scene.data.mode))
        && (!words.contains("text") || scene.text.contains(words["text"].toString()));
    return isSo != words["not"].toBool();
}

} // namespace app
