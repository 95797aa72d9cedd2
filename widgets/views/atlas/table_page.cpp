// The models as a table, and where there is room the width of their feed-forward and the shares of their choices beside it.

#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/model_table.h"
#include "widgets/views/atlas/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/side_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr double widthWithCharts = 940, heightWithCharts = 330; // px of ordinary type

/// Slots are above the rows of the atlas; a slot that is one of these is not in them again.
struct Rows
{
    std::vector<MyModel> mine;
    std::vector<const core::AtlasModel*> others;
};

Rows rowsOf(const FigureData& data)
{
    Rows rows{myModels(data), tableModels(data)};
    for (const MyModel& mine : rows.mine)
        std::erase_if(rows.others, [&](const core::AtlasModel* model) { return model->id == mine.model.id; });
    return rows;
}

ModelRow rowOf(const core::AtlasModel& model, const core::AtlasModel* mine)
{
    ModelRow row;
    for (const AtlasColumn& column : atlasColumns()) {
        row.cells << column.text(model);
        row.areMuted.push_back(mine && mine != &model && column.isChoice && column.text(*mine) == row.cells.back());
        if (column.number)
            row.numbers.push_back(column.number(model));
    }
    return row;
}

void drawTable(QCPAxisRect* rect, const Drawing& drawing)
{
    const FigureData& data = drawing.data;
    const Rows shown = rowsOf(data);
    const core::AtlasModel* const mine = shown.mine.empty() ? nullptr : &shown.mine.front().model;
    const core::AtlasModel* const selected = selectedModel(data);
    std::vector<ModelColumn> columns;
    for (const AtlasColumn& column : atlasColumns())
        columns.push_back({column.title(), QLatin1String(column.id), column.number != nullptr});
    std::vector<ModelRow> rows;
    for (const MyModel& one : shown.mine) {
        rows.push_back(rowOf(one.model, mine));
        rows.back().cells[0] = one.name;
        rows.back().mark = one.side == Side::B ? ModelRow::MineB : ModelRow::MineA;
        rows.back().isPinned = true;
        if (!one.isPublished) // no year
            rows.back().numbers.front() = std::numeric_limits<double>::quiet_NaN();
    }
    for (const core::AtlasModel* model : shown.others) {
        rows.push_back(rowOf(*model, mine));
        if (!model->courseSays.empty())
            rows.back().cells[0] += QStringLiteral(" *");
        if (model == selected)
            rows.back().mark = ModelRow::Selected;
    }
    auto* const table = new ModelTable(rect, drawing.style);
    table->setName(QLatin1String(tableName));
    table->setRows(std::move(columns), std::move(rows), atlasFromOption.in(data, 0));
    const auto [column, isDownwards] = sortedBy(data);
    table->setSorted(int(column - atlasColumns().data()), isDownwards);
    const auto at = std::ranges::find(shown.others, selected);
    if (at != shown.others.end()) // arrow keys go from there
        table->setPinned({int(shown.mine.size() + std::size_t(at - shown.others.begin())), 0});
}

void draw(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const QSizeF room = roomOf(style);
    QCPLayoutGrid* const page = plot.panel();
    QCPAxisRect* const table = plot.addAxisRect(0, 0, style);
    drawTable(table, drawing);
    if (room.width() < widthWithCharts || room.height() < heightWithCharts)
        return;
    SidePanel charts(*page, plot, 0, 1, style);
    drawFeedForwardRatio(charts.add(AtlasWords::tr("How wide is the feed-forward? d_ff / d_model"), 1.15), drawing);
    const std::size_t strips = room.height() > 420 ? 4 : 3;
    drawShares(charts.add(AtlasWords::tr("Which share of the year's models chose it?")), drawing, strips);
    page->setColumnStretchFactor(0, 1.55);
    page->setColumnStretchFactor(1, 1);
    page->setColumnSpacing(space::xl);
}

QString subtitle(const FigureData& data)
{
    const auto count = qlonglong(rowsOf(data).others.size());
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
    return AtlasWords::tr("The course says of %1: “%2”. The fact: %3.")
        .arg(QString::fromStdString(model.name), QString::fromStdString(core::wordsIn(model.courseSays, language)),
            QString::fromStdString(core::wordsIn(model.fact, language)));
}

QString caption(const FigureData& data)
{
    const std::vector<MyModel> mine = myModels(data);
    const core::AtlasModel* selected = selectedModel(data);
    if (mine.size() > 1 && !selected)
        selected = &mine[1].model;
    if (!selected || mine.empty() || selected->id == mine.front().model.id)
        return joinedSentences({shareSentence(data), feedForwardSentence(data)});
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

QString table(const FigureData& data)
{
    QString text;
    QStringList heads;
    for (const AtlasColumn& column : atlasColumns())
        heads << QLatin1String(column.id);
    text = heads.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const core::AtlasModel* model : tableRows(data)) {
        if (!model)
            continue;
        QStringList cells;
        for (const AtlasColumn& column : atlasColumns()) {
            QString cell = column.text(*model);
            cell.remove(QLatin1Char('"'));
            cells << (cell.contains(QLatin1Char(',')) ? QStringLiteral("\"%1\"").arg(cell) : cell);
        }
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

FigureOptions options(const FigureData&)
{
    QStringList orders, ids;
    for (const AtlasColumn& column : atlasColumns())
        orders << QLatin1String(column.id) << QLatin1Char('-') + QLatin1String(column.id);
    FigureData all;
    all.options.insert(atlasModelsOption.name(), QStringLiteral("all"));
    for (const core::AtlasModel* model : tableModels(all))
        ids << QString::fromStdString(model->id);
    return {atlasModelsOption, atlasSortOption.oneOf(orders), atlasSearchOption, atlasModelOption.oneOf(ids), atlasFromOption};
}

} // namespace

std::vector<const core::AtlasModel*> tableRows(const FigureData& data)
{
    const Rows rows = rowsOf(data);
    std::vector<const core::AtlasModel*> models;
    for (const MyModel& mine : rows.mine)
        models.push_back(mine.isPublished ? core::findAtlasModel(mine.model.id) : nullptr);
    models.insert(models.end(), rows.others.begin(), rows.others.end());
    return models;
}

const FigurePage atlasTablePage{.id = "table",
    .title = QT_TRANSLATE_NOOP("figures", "Which choices won?"),
    .draw = draw,
    .caption = caption,
    .subtitle = subtitle,
    .table = table,
    .options = options,
    .minPanel = minPanelOf<300, 140>,
    .minRoom = {240, 110},
    .concepts = "C38 C39 C40"};

} // namespace widgets
