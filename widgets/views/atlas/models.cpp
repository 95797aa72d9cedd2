#include "widgets/views/atlas/models.h"

#include "core/files/library/course_tables.h"
#include "core/files/library/replica.h"
#include "core/run/cost.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/atlas/table_rows.h"
#include "widgets/views/shared/figure_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

using core::AtlasModel;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The atlas; empty where it cannot be read, which whyNoAtlas() says.
const std::vector<AtlasModel>& models()
{
    static const std::vector<AtlasModel> none;
    try {
        return core::atlas();
    } catch (const core::Error&) {
        return none;
    }
}

/// The choices of a run as those of a model of the atlas.
MyModel modelOf(const RunResult& run, Side side)
{
    MyModel mine{.model = {}, .name = QString::fromStdString(run.trace->model).section(QLatin1Char('/'), -1), .side = side};
    if (const AtlasModel* published = core::replicated(run.trace->model)) {
        mine.model = *published;
        mine.name = QString::fromStdString(published->name);
        mine.isPublished = true;
        return mine;
    }
    try {
        mine.model.choices = run.setup ? core::describe(run.setup->config) : core::Choices::fromJson(run.trace->choices);
    } catch (const core::Error&) { // a trace of another program may have other choices
    }
    mine.model.name = mine.name.toStdString();
    if (run.setup)
        mine.model.parameters = core::countParameters(run.setup->specs).parameters;
    return mine;
}

const AtlasColumn* atlasColumn(const QString& id)
{
    const auto found
        = std::ranges::find_if(atlasColumns(), [&](const AtlasColumn& column) { return id == QLatin1String(column.id); });
    return found == atlasColumns().end() ? nullptr : &*found;
}

/// What a row of the table is sorted by.
struct Key
{
    double number; // NaN: by its text
    QString text;  // empty for a number
};

Key keyOf(const FigureData& data, const QString& column, const AtlasModel& model)
{
    if (const core::CourseTable* const course = courseTableOf(data)) {
        const auto at = std::ranges::find(course->columns, column.toStdString());
        const auto row = std::ranges::find(course->rows, model.id, &core::CourseRow::model);
        if (at != course->columns.end() && row != course->rows.end()) {
            const std::string& cell = row->cells[std::size_t(at - course->columns.begin())];
            const double number = core::courseNumber(cell);
            return {number, std::isnan(number) && cell != "-" ? QString::fromStdString(cell) : QString()};
        }
    }
    const AtlasColumn* const own = atlasColumn(column);
    return own->number ? Key{own->number(model), {}} : Key{unknown, own->text(model)};
}

bool hasWords(const AtlasModel& model, const QStringList& words)
{
    if (words.isEmpty())
        return true; // of most rows no text is needed
    QString all = QString::fromStdString(model.name + ' ' + model.id + ' ' + model.organisation) + QLatin1Char(' ');
    for (const AtlasColumn& column : atlasColumns())
        all += column.text(model) + QLatin1Char(' ');
    return std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace

QStringList atlasTables()
{
    return {QStringLiteral("course"), QStringLiteral("llama"), QStringLiteral("deepseek"), QStringLiteral("training"),
        QStringLiteral("all")};
}

QString shownTable(const FigureData& data)
{
    const QString said = atlasModelsOption.in(data);
    return atlasTables().contains(said) ? said : atlasTables().front();
}

std::vector<MyModel> myModels(const FigureData& data)
{
    std::vector<MyModel> mine;
    const RunPtr& a = data.a;
    const bool isOfTwo = showsBoth(data);
    if (a && (isOfTwo || shownRun(data) == a))
        mine.push_back(modelOf(*a, Side::A));
    if (data.b && (isOfTwo || shownRun(data) == data.b) && data.b != a)
        mine.push_back(modelOf(*data.b, Side::B));
    return mine;
}

const AtlasModel* selectedModel(const FigureData& data)
{
    const std::string id = atlasModelOption.in(data).toStdString();
    const auto found = std::ranges::find(models(), id, &AtlasModel::id);
    return found == models().end() ? nullptr : &*found;
}

std::vector<const AtlasModel*> tableModels(const FigureData& data)
{
    const QString which = shownTable(data);
    const std::string table = which == QLatin1String("course") ? "large" : which.toStdString();
    const QStringList words = atlasSearchOption.in(data).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<const AtlasModel*> rows;
    const auto isIn = [&](const AtlasModel& model) {
        return table == "all" || (table == "training" ? !model.training.certainty.empty() : model.tables.contains(table));
    };
    for (const AtlasModel& model : models())
        if (isIn(model) && hasWords(model, words))
            rows.push_back(&model);
    if (courseTableOf(data))
        std::ranges::sort(rows, {}, [&](const AtlasModel* model) { return model->tables.at(table); }); // as printed
    const auto [column, isDownwards] = sortedBy(data);
    if (column.isEmpty())
        return rows;
    std::vector<std::pair<Key, const AtlasModel*>> keyed;
    for (const AtlasModel* model : rows)
        keyed.emplace_back(keyOf(data, column, *model), model);
    std::ranges::stable_sort(keyed, [isDownwards = isDownwards](const auto& a, const auto& b) {
        const Key &x = a.first, &y = b.first;
        if (std::isnan(x.number) != std::isnan(y.number))
            return !std::isnan(x.number); // what is not known comes last
        if (!std::isnan(x.number) && x.number != y.number)
            return isDownwards ? x.number > y.number : x.number < y.number;
        const int order = QString::localeAwareCompare(x.text, y.text);
        return isDownwards ? order > 0 : order < 0;
    });
    rows.clear();
    for (const auto& [key, model] : keyed)
        rows.push_back(model);
    return rows;
}

std::pair<QString, bool> sortedBy(const FigureData& data)
{
    QString id = atlasSortOption.in(data);
    const bool isDownwards = id.startsWith(QLatin1Char('-'));
    id.remove(0, isDownwards ? 1 : 0);
    const core::CourseTable* const course = courseTableOf(data);
    const bool isOfCourse = course && std::ranges::find(course->columns, id.toStdString()) != course->columns.end();
    if (isOfCourse || atlasColumn(id))
        return {id, isDownwards};
    return {course ? QString() : QStringLiteral("year"), false};
}

QString sizeText(double parameters)
{
    static constexpr std::pair<double, const char*> units[] = {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}};
    for (const auto& [unit, letter] : units)
        if (parameters >= 0.9995 * unit)
            return QString::number(parameters / unit, 'g', 3) + QChar(0x2009) + QLatin1String(letter);
    return QString::number(parameters, 'f', 0);
}

QString whyNoAtlas(const FigureData& data)
{
    if (!shownRun(data))
        return whyNoTokens(data);
    try {
        core::atlas();
        return {};
    } catch (const core::Error& error) {
        return AtlasWords::tr("The atlas cannot be read: %1").arg(QString::fromUtf8(error.what()));
    }
}

} // namespace widgets
