#include "widgets/views/atlas/table_rows.h"

#include "core/base/error.h"
#include "core/files/library/course_tables.h"
#include "core/files/library/replica.h"
#include "widgets/plot/table_words.h"

#include <algorithm>
#include <limits>

namespace widgets {

namespace {

using core::AtlasModel;

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

QString fromCore(const std::string& words) { return QString::fromStdString(words); }

/// Columns whose cells are numbers of their own, right-aligned.
bool isNumber(const std::string& column)
{
    static constexpr const char* names[]
        = {"parameters", "tokens", "L", "N", "H", "width", "heads", "layers", "kv", "ffn", "context", "vocabulary", "experts",
            "cache"};
    return std::ranges::any_of(names, [&](const char* name) { return column == name; });
}

ModelRow::Mark markOf(const MyModel& mine) { return mine.side == Side::B ? ModelRow::MineB : ModelRow::MineA; }

/// A row of a table of the course; where the fact is another it is behind the course's word.
ModelRow courseRow(const core::CourseTable& table, const core::CourseRow& row, const AtlasModel& model, const AtlasModel* mine)
{
    ModelRow shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string& column = table.columns[i];
        const std::string fact = core::courseDifference(column, row.cells[i], model);
        QString cell = row.cells[i] == "-" ? QStringLiteral("–") : courseWord(column, row.cells[i]);
        if (!fact.empty())
            cell += QStringLiteral(" → ") + courseWord(column, fact);
        shown.cells << cell;
        shown.areFacts.push_back(!fact.empty());
        const bool isChoice = i > 0 && !isNumber(column);
        shown.areMuted.push_back(
            isChoice && mine && mine != &model && fact.empty() && core::courseFact(column, *mine) == row.cells[i]);
        if (isNumber(column))
            shown.numbers.push_back(core::courseNumber(row.cells[i]));
    }
    return shown;
}

/// A model that is not in the table, in its columns.
ModelRow ownCourseRow(const core::CourseTable& table, const MyModel& mine)
{
    ModelRow shown;
    for (const std::string& column : table.columns) {
        const std::string fact = core::courseFact(column, mine.model);
        const bool isSize = column == "parameters" && mine.model.parameters > 0;
        shown.cells << (column == "model" ? mine.name
                : isSize                  ? sizeText(double(mine.model.parameters)).remove(QChar(0x2009))
                : fact.empty()            ? QStringLiteral("–")
                                          : courseWord(column, fact));
        if (isNumber(column))
            shown.numbers.push_back(isSize ? double(mine.model.parameters) : core::courseNumber(fact));
    }
    shown.mark = markOf(mine);
    shown.isPinned = true;
    return shown;
}

using Columns = std::vector<const AtlasColumn*>;

ModelRow atlasRow(const Columns& columns, const AtlasModel& model, const AtlasModel* mine)
{
    ModelRow row;
    for (const AtlasColumn* column : columns) {
        row.cells << column->text(model);
        row.areMuted.push_back(mine && mine != &model && column->isChoice && column->text(*mine) == row.cells.back());
        if (column->number)
            row.numbers.push_back(column->number(model));
    }
    return row;
}

ModelRow ownAtlasRow(const Columns& columns, const MyModel& mine, const AtlasModel* first)
{
    ModelRow row = atlasRow(columns, mine.model, first);
    row.cells[0] = mine.name;
    row.mark = markOf(mine);
    row.isPinned = true;
    if (!mine.isPublished) // no year
        row.numbers.front() = notKnown;
    return row;
}

void addColumns(AtlasTable& table, const core::CourseTable* course, const Columns& columns, const QString& sorted)
{
    if (course)
        for (const std::string& column : course->columns)
            table.columns.push_back({courseColumnTitle(column), fromCore(column), isNumber(column)});
    else
        for (const AtlasColumn* column : columns)
            table.columns.push_back({column->title(), QLatin1String(column->id), column->number != nullptr});
    const auto at = std::ranges::find(table.columns, sorted, &ModelColumn::id);
    table.sorted = at == table.columns.end() ? -1 : int(at - table.columns.begin());
}

const core::CourseRow* rowIn(const core::CourseTable& course, const AtlasModel& model)
{
    const auto found = std::ranges::find(course.rows, model.id, &core::CourseRow::model);
    return found == course.rows.end() ? nullptr : &*found;
}

} // namespace

const core::CourseTable* courseTableOf(const FigureData& data)
{
    const QString which = shownTable(data);
    try {
        return core::findCourseTable(which == QLatin1String("course") ? "large" : which.toStdString());
    } catch (const core::Error&) {
        return nullptr;
    }
}

QString courseColumnTitle(const std::string& column)
{
    static const std::pair<const char*, QString (*)()> titles[] = {{"model", [] { return AtlasWords::tr("model"); }},
        {"topology", [] { return AtlasWords::tr("topology"); }}, {"parameters", [] { return AtlasWords::tr("parameters"); }},
        {"placement", [] { return AtlasWords::tr("placement"); }}, {"norm", [] { return AtlasWords::tr("norm"); }},
        {"position", [] { return AtlasWords::tr("position"); }}, {"activation", [] { return AtlasWords::tr("activation"); }},
        {"released", [] { return AtlasWords::tr("released"); }}, {"tokens", [] { return AtlasWords::tr("tokens"); }},
        {"width", [] { return AtlasWords::tr("width"); }}, {"heads", [] { return AtlasWords::tr("heads"); }},
        {"layers", [] { return AtlasWords::tr("layers"); }}, {"attention", [] { return AtlasWords::tr("attention"); }},
        {"context", [] { return AtlasWords::tr("context"); }}, {"tokenizer", [] { return AtlasWords::tr("tokenizer"); }},
        {"vocabulary", [] { return AtlasWords::tr("vocabulary"); }}, {"kv", [] { return tableWord(QStringLiteral("kv")); }},
        {"ffn", [] { return tableWord(QStringLiteral("ffn")); }}, {"experts", [] { return AtlasWords::tr("experts"); }},
        {"cache", [] { return AtlasWords::tr("KV cache"); }}};
    for (const auto& [id, title] : titles)
        if (column == id)
            return title();
    return fromCore(column); // a letter
}

QString courseWord(const std::string& column, const std::string& word)
{
    return column == "model" || column == "tokenizer" ? fromCore(word) : tableWord(fromCore(word));
}

AtlasTable atlasTable(const FigureData& data)
{
    const core::CourseTable* const course = courseTableOf(data);
    const std::vector<MyModel> mine = myModels(data);
    const AtlasModel* const first = mine.empty() ? nullptr : &mine.front().model;
    const AtlasModel* const selected = selectedModel(data);
    AtlasTable table;
    const auto [sorted, isDownwards] = sortedBy(data);
    table.isDownwards = isDownwards;
    const Columns columns = shownColumns(data);
    addColumns(table, course, columns, sorted);
    const auto add = [&](ModelRow row, const AtlasModel* model) {
        table.rows.push_back(std::move(row));
        table.models.push_back(model);
    };
    const auto isRow = [&](const MyModel& one) { return course && one.isPublished && rowIn(*course, one.model); };
    for (const MyModel& one : mine)
        if (!isRow(one)) {
            add(course ? ownCourseRow(*course, one) : ownAtlasRow(columns, one, first),
                one.isPublished ? core::findAtlasModel(one.model.id) : nullptr);
            ++table.pinned;
        }
    for (const AtlasModel* model : tableModels(data)) {
        const auto slot
            = std::ranges::find_if(mine, [&](const MyModel& one) { return one.isPublished && one.model.id == model->id; });
        if (!course && slot != mine.end())
            continue; // in front
        ModelRow row = course ? courseRow(*course, *rowIn(*course, *model), *model, first) : atlasRow(columns, *model, first);
        if (!course && !model->courseSays.empty())
            row.cells[0] += QStringLiteral(" *");
        row.mark = slot != mine.end() ? markOf(*slot) : model == selected ? ModelRow::Selected : ModelRow::Plain;
        row.isLive = !core::noReplica(*model);
        add(std::move(row), model);
    }
    return table;
}

std::vector<CourseDifference> courseDifferences(const FigureData& data)
{
    std::vector<CourseDifference> all;
    if (const core::CourseTable* const course = courseTableOf(data))
        for (const core::CourseRow& row : course->rows)
            for (std::size_t i = 0; i < course->columns.size(); ++i)
                if (const AtlasModel* const model = core::findAtlasModel(row.model))
                    if (const std::string fact = core::courseDifference(course->columns[i], row.cells[i], *model); !fact.empty())
                        all.push_back({model, courseColumnTitle(course->columns[i]),
                            courseWord(course->columns[i], row.cells[i]), courseWord(course->columns[i], fact)});
    return all;
}

} // namespace widgets
