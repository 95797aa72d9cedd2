#include "app/lessons/lesson_value.h"

#include "app/lessons/lesson_members.h"
#include "app/lessons/lesson_numbers.h"

#include "core/base/error.h"
#include "core/model/model_config.h"
#include "core/run/cost.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/predictions.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace app {

namespace {

using Words = std::vector<const char*>;

struct Source
{
    const char* word; // the key that names it
    Words others; // further keys that it understands
};

const std::vector<Source>& sources()
{
    static const std::vector<Source> all{{"column", {"where", "take", "give"}}, {"tensor", {"slot", "at", "take"}},
        {"next", {"slot", "position", "rank"}}, {"cost", {"slot"}}, {"choice", {"slot", "layer"}}, {"ratio", {}},
        {"difference", {}}, {"product", {}}};
    return all;
}

const Source* sourceOf(const QJsonObject& words)
{
    const auto named
        = std::ranges::find_if(sources(), [&](const Source& one) { return words.contains(QLatin1String(one.word)); });
    return named == sources().end() ? nullptr : &*named;
}

widgets::RunPtr runOf(const QJsonObject& words, const LessonScene& scene)
{
    return words["slot"].toString() == QLatin1String("b") ? scene.data.b : scene.data.a;
}

std::optional<LessonAnswer> number(std::optional<double> value)
{
    return value ? std::optional<LessonAnswer>(*value) : std::nullopt;
}

/// Of the picture, as its CSV has it.
std::optional<LessonAnswer> readColumn(const QJsonObject& words, const LessonScene& scene)
{
    if (!scene.figure || !scene.data.a || !widgets::whyNothing(*scene.figure, scene.data).isEmpty())
        return {};
    QByteArray csv;
    const widgets::Counting counting(0); // as the file of the lesson does
    try {
        csv = widgets::renderFigure(*scene.figure, scene.data, {}, widgets::FigureFormat::Csv, {});
    } catch (const core::Error&) { // nothing is drawn that has numbers
        return {};
    }
    const CsvTable table(csv);
    const std::vector<int> rows = table.rowsWhere(words["where"].toObject());
    const QString column = words["column"].toString(), give = words["give"].toString(), take = words["take"].toString();
    if (give.isEmpty())
        if (const auto cell = rows.size() == 1 ? table.cell(rows.front(), column) : std::nullopt; cell && take.isEmpty()) {
            const double value = table.storedNumber(rows.front(), column);
            return std::isnan(value) ? LessonAnswer(*cell) : LessonAnswer(value);
        }
    std::vector<double> numbers;
    for (const int row : rows)
        numbers.push_back(table.storedNumber(row, column));
    if (give.isEmpty())
        return number(taken(numbers, take));
    const auto best = take == QLatin1String("min") ? std::ranges::min_element(numbers) : std::ranges::max_element(numbers);
    const auto cell = best == numbers.end() ? std::nullopt : table.cell(rows[std::size_t(best - numbers.begin())], give);
    return cell ? std::optional<LessonAnswer>(*cell) : std::nullopt;
}

/// Of a tensor of the run, at some indices of some axes.
std::optional<LessonAnswer> readTensor(const QJsonObject& words, const LessonScene& scene)
{
    const widgets::RunPtr run = runOf(words, scene);
    const core::TraceEntry* const entry = run ? run->trace->findEntry(words["tensor"].toString().toStdString()) : nullptr;
    if (!entry)
        return {};
    return number(taken(numbersAt(*entry, words["at"].toObject()), words["take"].toString()));
}

std::optional<LessonAnswer> readNext(const QJsonObject& words, const LessonScene& scene)
{
    const widgets::RunPtr run = runOf(words, scene);
    if (!run)
        return {};
    const int tokens = int(widgets::streamTokens(*run->trace).size()), position = words["position"].toInt(-1);
    const int rank = words["rank"].toInt();
    const auto next = widgets::nextTokens(*run->trace, position < 0 ? tokens + position : position, rank + 1);
    if (rank < 0 || rank >= int(next.size()))
        return {};
    const auto& at = next[std::size_t(rank)];
    if (words["next"].toString() == QLatin1String("probability"))
        return double(at.probability);
    return LessonAnswer(widgets::tokenText(*run, at.id).trimmed());
}

/// The words of `cutaway info --json`.
std::optional<LessonAnswer> readCost(const QJsonObject& words, const LessonScene& scene)
{
    const widgets::RunPtr run = runOf(words, scene);
    if (!run || !run->setup)
        return {};
    const core::Cost cost = core::costOf(run->setup->config), stored = core::countParameters(run->setup->specs);
    const std::pair<const char*, double> all[] = {{"parameters.total", double(stored.parameters)},
        {"parameters.active", double(stored.active)}, {"parameters.embedding", double(stored.embedding)},
        {"parameters.attention", double(stored.attention)}, {"parameters.feed_forward", double(stored.feedForward)},
        {"parameters.norm", double(stored.norm)}, {"parameters.output", double(stored.output)},
        {"flops_per_token", cost.flopsPerToken}, {"kv_cache_bytes_per_token", double(cost.cacheBytesPerToken)}};
    for (const auto& [word, value] : all)
        if (words["cost"].toString() == QLatin1String(word))
            return value;
    return {};
}

std::optional<LessonAnswer> readChoice(const QJsonObject& words, const LessonScene& scene)
{
    const widgets::RunPtr run = runOf(words, scene);
    if (!run || !run->setup)
        return {};
    const core::Json value
        = core::describe(run->setup->config).value(words["choice"].toString().toStdString(), words["layer"].toInt());
    if (value.is_number())
        return value.get<double>();
    return value.is_null() ? std::nullopt : std::optional<LessonAnswer>(QString::fromStdString(core::plainText(value)));
}

std::optional<LessonAnswer> readSource(const LessonValue& value, const LessonScene& scene, const LessonAnswers& known)
{
    const QJsonObject& words = value.words;
    const QString source = QLatin1String(sourceOf(words)->word);
    if (source == QLatin1String("column"))
        return readColumn(words, scene);
    if (source == QLatin1String("tensor"))
        return readTensor(words, scene);
    if (source == QLatin1String("next"))
        return readNext(words, scene);
    if (source == QLatin1String("cost"))
        return readCost(words, scene);
    if (source == QLatin1String("choice"))
        return readChoice(words, scene);
    std::vector<double> of;
    for (const QString& name : operandsOf(value))
        if (const auto at = known.find(name); at != known.end() && std::holds_alternative<double>(at->second))
            of.push_back(std::get<double>(at->second));
    if (of.size() != 2)
        return {};
    return source == QLatin1String("ratio") ? of[0] / of[1] : source == QLatin1String("product") ? of[0] * of[1] : of[0] - of[1];
}

const QRegularExpression& placeholder()
{
    static const QRegularExpression form(QStringLiteral("\\{([a-z][a-z0-9_]*)(?::([0-6]|%|B))?\\}"));
    return form;
}

QString asText(const LessonAnswer& answer, const QString& form)
{
    if (const auto* words = std::get_if<QString>(&answer))
        return *words;
    const double value = std::get<double>(answer);
    if (form == QLatin1String("%"))
        return widgets::formatPercent(value);
    if (form == QLatin1String("B"))
        return widgets::formatBytes(std::int64_t(std::llround(value)));
    if (!form.isEmpty())
        return widgets::formatFixed(value, form.toInt());
    const bool isWhole = std::abs(value) < 1e15 && value == std::floor(value);
    return isWhole ? widgets::formatCount(std::int64_t(value)) : widgets::formatNumber(value);
}

} // namespace

LessonValue readLessonValue(const QJsonObject& words, const std::string& file, const std::string& where)
{
    QStringList sourceWords;
    for (const Source& one : sources())
        sourceWords << QLatin1String(one.word);
    const Source* const source = sourceOf(words);
    if (!source)
        throw core::Error({.file = file,
            .where = where,
            .problem = CUTAWAY_TR("a value says where it is read"),
            .expected = sourceWords.join(QStringLiteral(", ")).toStdString()});
    QStringList allowed{QLatin1String(source->word), QStringLiteral("live")};
    for (const char* word : source->others)
        allowed << QLatin1String(word);
    refuseUnknown(words, allowed, file, where);
    requireType(words, {"column", "tensor", "next", "cost", "choice", "take", "give"}, "string", file, where);
    requireType(words, {"position", "rank", "layer"}, "number", file, where);
    requireType(words, {"where", "at"}, "object", file, where);
    requireType(words, {"live"}, "boolean", file, where);
    requireWord(words, "slot", {"a", "b"}, file, where);
    LessonValue value{words, words["live"].toBool()};
    const bool isMade = QStringList{"ratio", "difference", "product"}.contains(QLatin1String(source->word));
    if (isMade && operandsOf(value).size() != 2)
        throw core::Error({.file = file,
            .where = where + ": " + source->word,
            .problem = CUTAWAY_TR("missing or of the wrong type"),
            .expected = "two names"});
    if (!knowsTake(words["take"].toString()))
        throw core::Error({.file = file,
            .where = where + ": take",
            .problem = CUTAWAY_TR("unknown value"),
            .expected = takeWords().toStdString(),
            .found = words["take"].toString().toStdString()});
    return value;
}

QStringList operandsOf(const LessonValue& value)
{
    QStringList names;
    for (const char* word : {"ratio", "difference", "product"})
        for (const QJsonValue& name : value.words[QLatin1String(word)].toArray())
            names << name.toString();
    return names;
}

std::optional<LessonAnswer> answerOf(const LessonValue& value, const LessonScene& scene, const LessonAnswers& known)
{
    return readSource(value, scene, known);
}

QString withAnswers(const QString& words, const LessonAnswers& known)
{
    QString filled;
    qsizetype from = 0;
    for (auto match = placeholder().globalMatch(words); match.hasNext();) {
        const QRegularExpressionMatch at = match.next();
        const auto answer = known.find(at.captured(1));
        filled += words.mid(from, at.capturedStart() - from);
        filled += answer == known.end() ? QStringLiteral("?") : asText(answer->second, at.captured(2));
        from = at.capturedEnd();
        const bool isFirst = at.capturedStart() == 0 || words[at.capturedStart() - 1] == QLatin1Char('\n');
        if (isFirst && from < words.size() && (words[from] == QLatin1Char('.') || words[from] == QLatin1Char(')')))
            filled += QLatin1Char('\\'); // else “2.” is the number of an item in Markdown, which is shown as “1.”
    }
    return filled + words.mid(from);
}

QStringList answerNames(const QString& words)
{
    QStringList names;
    for (auto match = placeholder().globalMatch(words); match.hasNext();)
        names << match.next().captured(1);
    return names;
}

} // namespace app
