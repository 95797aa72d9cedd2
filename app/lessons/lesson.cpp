#include "app/lessons/lesson.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_members.h"
#include "app/session/session_file.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/io/json.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <filesystem>

namespace app {

namespace {

constexpr qint64 maxBytes = 1 << 20;
constexpr int schema = 1;
constexpr qsizetype markBytes = 4096; // in which a lesson says that it is one

const QStringList sessionWords{"model", "choices", "said", "text", "ids", "decoder_text", "decoder_ids", "chat", "interventions",
    "figure", "options", "selection", "b", "slot", "locked", "edited", "what_if"};
const QStringList lessonWords{"lesson", "order", "minutes", "hide", "steps"};
const QStringList stepWords{"values", "marks", "veil", "answers", "tasks", "solution"};

/// Within the limits of JSON from outside, whose errors name the byte.
QJsonObject readObject(const std::string& path)
{
    core::readJson(path, {.bytes = std::size_t(maxBytes)});
    return jsonObjectOf(path);
}

void refuseCount(const std::string& file, const std::string& where, const char* problem, std::size_t expected, std::size_t found)
{
    if (expected != found)
        throw core::Error({.file = file,
            .where = where,
            .problem = problem,
            .expected = std::to_string(expected),
            .found = std::to_string(found)});
}

/// A value that is made of others comes after them, whatever the order of the file.
std::vector<std::pair<QString, LessonValue>> readValues(
    const QJsonObject& words, const std::string& file, const std::string& where)
{
    std::vector<std::pair<QString, LessonValue>> made, values;
    for (auto member = words.begin(); member != words.end(); ++member) {
        const std::string at = placeOf(where, "values: " + member.key().toStdString());
        if (!member.value().isObject())
            refuseMember(file, at, "object", member.value());
        const LessonValue value = readLessonValue(member.value().toObject(), file, at);
        for (const QString& name : operandsOf(value))
            if (!words.contains(name) || !operandsOf({words[name].toObject()}).isEmpty())
                throw core::Error(
                    {.file = file, .where = at, .problem = CUTAWAY_TR("no value of this name"), .found = name.toStdString()});
        (operandsOf(value).isEmpty() ? values : made).emplace_back(member.key(), value);
    }
    values.insert(values.end(), made.begin(), made.end());
    return values;
}

/// Planned steps have their titles in the file, lessons in their words.
QJsonArray withTitles(QJsonArray steps, const LessonWords& words)
{
    for (qsizetype i = 0; i < steps.size(); ++i) {
        QJsonObject step = steps[i].toObject();
        step["title"] = i < qsizetype(words.steps.size()) ? words.steps[std::size_t(i)].title : QString();
        steps[i] = step;
    }
    return steps;
}

/// The steps with their solutions on top, whose choices are on top of those of the step.
QJsonArray solved(QJsonArray steps, const std::string& file)
{
    for (qsizetype i = 0; i < steps.size(); ++i) {
        QJsonObject step = steps[i].toObject();
        const std::string where = "steps[" + std::to_string(i) + "]";
        const QJsonObject solution = objectIn(step, "solution", file, where);
        refuseUnknown(solution, sessionWords, file, placeOf(where, "solution"));
        for (const char* key : {"text", "ids"})
            if (solution.contains("text") || solution.contains("ids"))
                step.remove(QLatin1String(key));
        QJsonObject choices = step.value("choices").toObject();
        for (auto member = solution.begin(); member != solution.end(); ++member)
            step[member.key()] = member.value();
        const QJsonObject own = solution["choices"].toObject();
        for (auto choice = own.begin(); choice != own.end(); ++choice)
            choices[choice.key()] = choice.value();
        if (!choices.isEmpty())
            step["choices"] = choices;
        steps[i] = step;
    }
    return steps;
}

template <class Read>
auto readEach(const QJsonArray& list, const std::string& where, Read read)
{
    std::vector<decltype(read(QJsonValue(), where))> all;
    for (qsizetype i = 0; i < list.size(); ++i)
        all.push_back(read(list[i], where + "[" + std::to_string(i) + "]"));
    return all;
}

LessonStep readStep(const QJsonObject& words, const PlannedStep& state, const std::string& file, const std::string& where)
{
    refuseUnknown(words, sessionWords + stepWords + QStringList("title"), file, where);
    LessonStep step{state, readValues(objectIn(words, "values", file, where), file, where), {}, {}, {}, {}, {}};
    const bool asks = words.contains("tasks") || words.contains("answers");
    if (words.contains("solution") ? !asks : words.contains("tasks"))
        throw core::Error({.file = file,
            .where = where,
            .problem = CUTAWAY_TR("tasks and the solution that they lead to come together"),
            .expected = "tasks, solution"});
    const auto target = [&](const QJsonValue& one, const std::string& at) { return readLessonTarget(one, file, at); };
    const auto claim = [&](const QJsonValue& one, const std::string& at) {
        if (!one.isObject())
            refuseMember(file, at, "object", one);
        const LessonClaim read = readLessonClaim(one.toObject(), file, at);
        for (const QString& name : valuesOf(read))
            if (std::ranges::none_of(step.values, [&](const auto& value) { return value.first == name; }))
                throw core::Error(
                    {.file = file, .where = at, .problem = CUTAWAY_TR("no value of this name"), .found = name.toStdString()});
        return read;
    };
    step.marks = readEach(arrayIn(words, "marks", file, where), placeOf(where, "marks"), target);
    step.veil = readEach(arrayIn(words, "veil", file, where), placeOf(where, "veil"), target);
    step.answers = readEach(arrayIn(words, "answers", file, where), placeOf(where, "answers"), claim);
    step.tasks = readEach(arrayIn(words, "tasks", file, where), placeOf(where, "tasks"), claim);
    return step;
}

/// Words and states belong together: as many steps, answers and tasks, and no name that is not there.
void checkWords(const Lesson& lesson, const LessonWords& words, const std::string& file)
{
    refuseCount(file, "", CUTAWAY_TR("as many steps (##) as the lesson has"), lesson.steps.size(), words.steps.size());
    for (std::size_t i = 0; i < words.steps.size(); ++i) {
        const LessonText& text = words.steps[i];
        const LessonStep& step = lesson.steps[i];
        const std::string where = "steps[" + std::to_string(i) + "]";
        refuseCount(
            file, where, CUTAWAY_TR("as many answers as the step has"), step.answers.size(), std::size_t(text.answers.size()));
        refuseCount(file, where, CUTAWAY_TR("as many tasks as the step has"), step.tasks.size(), std::size_t(text.tasks.size()));
        const QString all = text.body + text.question + text.answers.join(QLatin1Char(' ')) + text.request
            + text.tasks.join(QLatin1Char(' ')) + text.after + text.notes;
        for (const QString& name : answerNames(all))
            if (std::ranges::none_of(step.values, [&](const auto& value) { return value.first == name; }))
                throw core::Error(
                    {.file = file, .where = where, .problem = CUTAWAY_TR("no value of this name"), .found = name.toStdString()});
        for (qsizetype at = all.indexOf(QLatin1String("](mark:")); at >= 0; at = all.indexOf(QLatin1String("](mark:"), at + 1)) {
            const int mark = all.mid(at + 7, all.indexOf(QLatin1Char(')'), at) - at - 7).toInt();
            if (mark < 1 || mark > int(step.marks.size()))
                throw core::Error({.file = file,
                    .where = where,
                    .problem = CUTAWAY_TR("the words point at a mark that the step does not have"),
                    .expected = "1 to " + std::to_string(step.marks.size()),
                    .found = std::to_string(mark)});
        }
    }
}

std::map<QString, LessonWords> readAllWords(const std::string& path)
{
    std::map<QString, LessonWords> words;
    for (const QString& language : languages()) {
        QFile file(lessonWordsFile(path, language));
        if (QFileInfo(file).isFile() && file.size() <= maxBytes && file.open(QIODevice::ReadOnly))
            words[language] = readLessonWords(QString::fromUtf8(file.read(maxBytes)), file.fileName().toStdString());
    }
    if (words.empty())
        throw core::Error({.file = path,
            .problem = CUTAWAY_TR("the words of the lesson are not beside it"),
            .expected = QFileInfo(lessonWordsFile(path, QStringLiteral("en"))).fileName().toStdString()});
    return words;
}

std::vector<Lesson> lessonsIn(const std::filesystem::path& folder)
{
    std::vector<Lesson> lessons;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".json" && isLessonFile(entry.path().string()))
            try {
                lessons.push_back(readLesson(entry.path().string()));
            } catch (const core::Error&) { // opening it says what is wrong
            }
    std::ranges::sort(lessons, {}, [](const Lesson& lesson) { return std::pair(lesson.order, lesson.id); });
    return lessons;
}

std::vector<std::filesystem::path> lessonFolders()
{
    std::vector<std::filesystem::path> folders;
    if (const std::filesystem::path models = core::bundledModelsFolder(); !models.empty())
        folders.push_back(models.parent_path() / "lessons");
    folders.push_back(std::filesystem::path(core::userDataFolder()) / "lessons");
    return folders;
}

} // namespace

const LessonWords& Lesson::wordsIn(const QString& language) const
{
    const auto said = words.find(language);
    return said == words.end() ? words.begin()->second : said->second;
}

QString lessonWordsFile(const std::string& lesson, const QString& language)
{
    const QFileInfo file(QString::fromStdString(lesson));
    return file.path() + QLatin1Char('/') + file.completeBaseName() + QLatin1Char('.') + language + QStringLiteral(".md");
}

bool isLessonFile(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray begin = file.read(markBytes).trimmed();
    return begin.startsWith('{') && begin.contains("\"lesson\"");
}

Lesson readLesson(const std::string& path)
{
    const QJsonObject object = readObject(path);
    refuseUnknown(object, sessionWords + lessonWords, path, "");
    if (!object["lesson"].isDouble())
        refuseMember(path, "lesson", std::to_string(schema), object["lesson"]);
    if (object["lesson"].toInt() > schema)
        throw core::Error({.file = path,
            .where = "lesson",
            .problem = CUTAWAY_TR("the lesson is of a later version of the program"),
            .expected = std::to_string(schema),
            .found = std::to_string(object["lesson"].toInt())});
    requireType(object, {QStringLiteral("order"), QStringLiteral("minutes")}, "number", path, "");
    Lesson lesson{.file = path,
        .id = QFileInfo(QString::fromStdString(path)).completeBaseName(),
        .order = object["order"].toDouble(),
        .minutes = object["minutes"].toInt(),
        .classroom = readClassroom(object["hide"], path),
        .steps = {},
        .words = readAllWords(path)};
    const QJsonArray steps = withTitles(arrayIn(object, "steps", path, ""), lesson.words.begin()->second);
    QJsonObject list = object;
    list["steps"] = steps;
    const PlannedSteps planned = plannedStepsOf(list, path);
    list["steps"] = solved(steps, path);
    const PlannedSteps solutions = plannedStepsOf(list, path);
    for (std::size_t i = 0; i < planned.steps.size(); ++i) {
        const QJsonObject words = steps[qsizetype(i)].toObject();
        lesson.steps.push_back(readStep(words, planned.steps[i], path, "steps[" + std::to_string(i) + "]"));
        if (words.contains("solution"))
            lesson.steps.back().solution = solutions.steps[i];
    }
    for (const auto& [language, said] : lesson.words)
        checkWords(lesson, said, lessonWordsFile(path, language).toStdString());
    return lesson;
}

std::vector<Lesson> allLessons()
{
    std::vector<Lesson> all;
    for (const std::filesystem::path& folder : lessonFolders())
        for (Lesson& lesson : lessonsIn(folder))
            if (std::ranges::none_of(all, [&](const Lesson& one) { return one.id == lesson.id; }))
                all.push_back(std::move(lesson));
    return all;
}

std::string lessonFile(const QString& id)
{
    std::error_code ignored;
    for (const std::filesystem::path& folder : lessonFolders())
        if (const std::filesystem::path file = folder / (id.toStdString() + ".json");
            !id.contains(QLatin1Char('/')) && std::filesystem::is_regular_file(file, ignored))
            return file.string();
    return {};
}

} // namespace app
