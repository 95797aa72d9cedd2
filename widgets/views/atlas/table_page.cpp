// The models as a table, and where there is room the width of their feed-forward and the shares of their choices beside it.

#include "core/files/library/course_tables.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/model_table.h"
#include "widgets/views/atlas/pages.h"
#include "widgets/views/atlas/table_rows.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/side_panel.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double widthWithCharts = 940, heightWithCharts = 330; // px of ordinary type
constexpr double chartsWidth = 330;                              // px of ordinary type, beside a table of the course
constexpr double heightBelow = 220;                              // px of ordinary type, of charts below it

ModelTable* drawTable(QCPAxisRect* rect, const Drawing& drawing)
{
    const FigureData& data = drawing.data;
    AtlasTable shown = atlasTable(data);
    const core::AtlasModel* const selected = selectedModel(data);
    const auto at = std::ranges::find(shown.models.begin() + shown.pinned, shown.models.end(), selected);
    auto* const table = new ModelTable(rect, drawing.style);
    table->setName(QLatin1String(tableName));
    table->setRows(std::move(shown.columns), std::move(shown.rows), atlasFromOption.in(data, 0));
    table->setSorted(shown.sorted, shown.isDownwards);
    if (selected && at != shown.models.end()) // arrow keys go from there
        table->setPinned({int(at - shown.models.begin()), 0});
    return table;
}

void drawRatio(SidePanel& in, const Drawing& drawing, double stretch)
{
    drawFeedForwardRatio(in.add(AtlasWords::tr("How wide is the feed-forward? d_ff / d_model"), stretch), drawing);
}

void drawChoices(SidePanel& in, const Drawing& drawing, std::size_t strips)
{
    drawShares(in.add(AtlasWords::tr("Which share of the year's models chose it?")), drawing, strips);
}

/// Below a table that needs `high` px of height; nothing where the charts would not have theirs.
void drawChartsBelow(const Drawing& drawing, QCPAxisRect* table, double high)
{
    const auto& [plot, data, style] = drawing;
    if (roomOf(style).height() - high / typeScale(style) < heightBelow)
        return;
    table->setMinimumSize(40, int(std::ceil(high)));
    table->setMaximumSize(QWIDGETSIZE_MAX, int(std::ceil(high)));
    QCPLayoutGrid* const page = plot.panel();
    QCPLayoutGrid* const below = plot.makeGrid();
    page->addElement(1, 0, below);
    SidePanel ratio(*below, plot, 0, 0, style), choices(*below, plot, 0, 1, style);
    drawRatio(ratio, drawing, 1);
    drawChoices(choices, drawing, 4);
    below->setColumnSpacing(space::xl);
    page->setRowSpacing(space::l);
    page->setRowStretchFactor(0, 0.001);
}

void drawAtlasTable(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const QSizeF room = roomOf(style);
    QCPLayoutGrid* const page = plot.panel();
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    const ModelTable* const table = drawTable(rect, drawing);
    // A table of the course has all its columns; that of the atlas those that have room.
    const bool isOfCourse = courseTableOf(data) != nullptr;
    const bool isOfTraining = shownTable(data) == QLatin1String("training"); // which has its sources
    const double edges = 2 * space::xl * typeScale(style); // of the page, and between the columns
    const double ofTable = (table->fullWidth() + edges) / style.size.width(), left = room.width() * (1 - ofTable);
    if (room.width() < widthWithCharts || room.height() < heightWithCharts || isOfTraining)
        return;
    if (isOfCourse && left < chartsWidth) // a table of few rows has room below
        return drawChartsBelow(drawing, rect, table->fullHeight());
    SidePanel charts(*page, plot, 0, 1, style);
    drawRatio(charts, drawing, 1.15);
    drawChoices(charts, drawing, room.height() > 420 ? 4 : 3);
    page->setColumnStretchFactor(0, isOfCourse ? std::max(ofTable, 0.5) : 1.55);
    page->setColumnStretchFactor(1, isOfCourse ? 1 - std::max(ofTable, 0.5) : 1);
    page->setColumnSpacing(space::xl);
}

QString atlasTableSubtitle(const FigureData& data)
{
    const auto count = qlonglong(tableModels(data).size());
    if (courseTableOf(data))
        return AtlasWords::tr("%n published model(s) in the words of the course; → the fact where it is another. Grey: as mine.",
            nullptr, int(count));
    if (shownTable(data) == QLatin1String("training"))
        return AtlasWords::tr(
            "%n model(s) whose dropout or weight decay was published, with where; – is not known.", nullptr, int(count));
    return AtlasWords::tr(
        "%n published model(s) in the table. Grey: as mine. * the course differs. 48 : 8 = heads : key/value heads.", nullptr,
        int(count));
}

/// What the course says of a model where that is not the fact.
QString differenceSentence(const core::AtlasModel& model)
{
    if (model.courseSays.empty())
        return {};
    const std::string language = QLocale().name().toStdString();
    return AtlasWords::tr("The course says of %1: “%2”. The fact: %3 (%4).")
        .arg(QString::fromStdString(model.name), QString::fromStdString(core::wordsIn(model.courseSays, language)),
            QString::fromStdString(core::wordsIn(model.fact, language)), QString::fromStdString(model.source));
}

/// Which models the table of the course has otherwise than they are, then what of each; empty for all models and where it
/// differs nowhere.
QString differencesSentence(const FigureData& data)
{
    QStringList models, sentences;
    const core::AtlasModel* last = nullptr;
    for (const CourseDifference& one : courseDifferences(data)) {
        const QString words = AtlasWords::tr("%1 %2, in fact %3").arg(one.column, one.said, one.fact);
        const QString name = QString::fromStdString(one.model->name);
        if (one.model == last) {
            sentences.back() += AtlasWords::tr(", ") + words;
        } else {
            models << name;
            sentences << AtlasWords::tr("%1: %2").arg(name, words);
        }
        last = one.model;
    }
    if (models.isEmpty())
        return {};
    for (QString& sentence : sentences)
        sentence += AtlasWords::tr(".");
    sentences.push_front(AtlasWords::tr("The course differs from the facts for %n model(s): %1.", nullptr, int(models.size()))
                             .arg(models.join(AtlasWords::tr(", "))));
    return joinedSentences(sentences);
}

/// What the columns of experts and of the cache count; empty for a table without them.
QString countsSentence(const core::CourseTable& course)
{
    return std::ranges::find(course.columns, "experts") == course.columns.end()
        ? QString()
        : AtlasWords::tr(
            "Experts: routed + shared. KV cache: numbers per token and layer, with MLA the latent vector + the rotary key.");
}

/// What changes from the first row of the LLaMA table to the last; empty for a table without these columns.
QString growthSentence(const core::CourseTable& course)
{
    const auto cell = [&](const core::CourseRow& row, const char* column) {
        const auto at = std::ranges::find(course.columns, column);
        return at == course.columns.end() ? QString()
                                          : QString::fromStdString(row.cells[std::size_t(at - course.columns.begin())]);
    };
    if (course.rows.empty() || cell(course.rows.front(), "context").isEmpty())
        return {};
    const core::CourseRow &first = course.rows.front(), &last = course.rows.back();
    const auto sharing = std::ranges::count_if(
        course.rows, [&](const core::CourseRow& row) { return cell(row, "attention") == QLatin1String("GQA"); });
    return joinedSentences(
        {AtlasWords::tr(
             "From %1 to %2 the training tokens go from %3 to %4, the context from %5 to %6 and the vocabulary from %7 "
             "to %8.")
                .arg(cell(first, "model"), cell(last, "model"), cell(first, "tokens"), cell(last, "tokens"),
                    cell(first, "context"), cell(last, "context"), cell(first, "vocabulary"), cell(last, "vocabulary")),
            AtlasWords::tr("%1 of %2 share keys and values between heads.").arg(sharing).arg(course.rows.size())});
}

/// How many of the table dropped numbers in training, and how far weights decayed.
QString trainingSentence(const FigureData& data)
{
    static constexpr double usual = 0.1;
    int known = 0, none = 0, decays = 0, usualDecays = 0;
    for (const core::AtlasModel* model : tableModels(data)) {
        const core::AtlasTraining& training = model->training;
        known += training.dropout.has_value();
        none += training.dropout.has_value() && *training.dropout == 0;
        decays += training.weightDecay.has_value();
        usualDecays += training.weightDecay.has_value() && *training.weightDecay == usual;
    }
    return AtlasWords::tr("Of %1 models whose dropout is known %2 had none; of %3 whose weight decay is known %4 had %5.")
        .arg(known)
        .arg(none)
        .arg(decays)
        .arg(usualDecays)
        .arg(usual);
}

QString atlasTableCaption(const FigureData& data)
{
    if (shownTable(data) == QLatin1String("training"))
        return trainingSentence(data);
    const std::vector<MyModel> mine = myModels(data);
    const core::AtlasModel* selected = selectedModel(data);
    if (mine.size() > 1 && !selected)
        selected = &mine[1].model;
    const core::CourseTable* const course = courseTableOf(data);
    const bool isChosen = selected && !mine.empty() && selected->id != mine.front().model.id;
    if (const QString counts = course && !isChosen ? countsSentence(*course) : QString(); !counts.isEmpty())
        return joinedSentences({differencesSentence(data), counts});
    if (const QString growth = course && !isChosen ? growthSentence(*course) : QString(); !growth.isEmpty())
        return joinedSentences({differencesSentence(data), growth});
    if (!isChosen)
        return joinedSentences({differencesSentence(data), shareSentence(data), feedForwardSentence(data)});
    QStringList others;
    int same = 0, known = 0;
    for (const AtlasFamily& family : atlasFamilies().first(4)) {
        const int its = family.kindOf(*selected), own = family.kindOf(mine.front().model);
        known += its >= 0;
        same += its >= 0 && its == own;
        if (its >= 0 && its != own)
            others << family.kinds().value(its);
    }
    const QString name = QString::fromStdString(selected->name);
    const QString first = others.isEmpty()
        ? AtlasWords::tr("%1 makes the same %2 choices as %3.").arg(name).arg(same).arg(mine.front().name)
        : AtlasWords::tr("%1 shares %2 of %3 choices with %4; its own: %5.")
              .arg(name)
              .arg(same)
              .arg(known)
              .arg(mine.front().name, others.join(AtlasWords::tr(", ")));
    return joinedSentences({differenceSentence(*selected), first, shareSentence(data)});
}

QString quoted(QString cell)
{
    cell.remove(QLatin1Char('"'));
    return cell.contains(QLatin1Char(',')) ? QStringLiteral("\"%1\"").arg(cell) : cell;
}

/// A table of the course with its own cells; behind them the facts that are others, with their source.
QString courseText(const FigureData& data, const core::CourseTable& course)
{
    QString text;
    const auto addLine = [&](const std::vector<std::string>& cells, const QStringList& more) {
        QStringList line;
        for (const std::string& cell : cells)
            line << quoted(QString::fromStdString(cell));
        text += (line + more).join(QLatin1Char(',')) + QLatin1Char('\n');
    };
    addLine(course.columns, {QStringLiteral("fact"), QStringLiteral("source")});
    for (const core::AtlasModel* model : tableModels(data)) {
        const auto row = std::ranges::find(course.rows, model->id, &core::CourseRow::model);
        QStringList facts;
        for (std::size_t i = 0; i < course.columns.size(); ++i)
            if (const std::string fact = core::courseDifference(course.columns[i], row->cells[i], *model); !fact.empty())
                facts << QString::fromStdString(course.columns[i] + ": " + fact);
        addLine(row->cells, {quoted(facts.join(QStringLiteral("; "))), quoted(QString::fromStdString(model->source))});
    }
    return text;
}

QString atlasTableTable(const FigureData& data)
{
    if (const core::CourseTable* const course = courseTableOf(data))
        return courseText(data, *course);
    QString text;
    QStringList heads;
    const std::vector<const AtlasColumn*> columns = shownColumns(data);
    for (const AtlasColumn* column : columns)
        heads << QLatin1String(column->id);
    text = heads.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const core::AtlasModel* model : tableRows(data)) {
        if (!model)
            continue;
        QStringList cells;
        for (const AtlasColumn* column : columns)
            cells << quoted(column->text(*model));
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

FigureOptions options(const FigureData& data)
{
    QStringList columns, orders, ids;
    for (const AtlasColumn& column : atlasColumns())
        columns << QLatin1String(column.id);
    for (const char* id : {"course", "llama", "deepseek"}) { // an order of one table is ignored by the others
        FigureData other = data;
        other.options.insert(atlasModelsOption.name(), QLatin1String(id));
        if (const core::CourseTable* const course = courseTableOf(other))
            for (const std::string& column : course->columns)
                columns << QString::fromStdString(column);
    }
    columns.removeDuplicates();
    for (const QString& column : columns)
        orders << column << QLatin1Char('-') + column;
    FigureData all;
    all.options.insert(atlasModelsOption.name(), QStringLiteral("all"));
    for (const core::AtlasModel* model : tableModels(all))
        ids << QString::fromStdString(model->id);
    return {atlasModelsOption.oneOf(atlasTables()), atlasSortOption.oneOf(orders), atlasSearchOption, atlasModelOption.oneOf(ids),
        atlasFromOption};
}

} // namespace

std::vector<const core::AtlasModel*> tableRows(const FigureData& data) { return atlasTable(data).models; }

const FigurePage atlasTablePage{.id = "table",
    .title = QT_TRANSLATE_NOOP("figures", "Which choices won?"),
    .draw = drawAtlasTable,
    .caption = atlasTableCaption,
    .subtitle = atlasTableSubtitle,
    .table = atlasTableTable,
    .options = options,
    .minPanel = minPanelOf<300, 140>,
    .minRoom = {240, 110},
    .concepts = "C34 C38 C39 C40"};

} // namespace widgets
