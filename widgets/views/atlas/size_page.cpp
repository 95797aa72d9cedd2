// A published model in its full size beside its replica: sizes, parameters, FLOPs, bytes of weights; and the bytes of the cache
// against the length of the text.

#include "core/files/library/replica.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/model_table.h"
#include "widgets/views/atlas/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

using core::AtlasModel;
using core::FullSize;

constexpr const char* usualModel = "llama-2-7b"; // where none is selected
constexpr double shortest = 128, longestText = 1 << 20;
constexpr int points = 40;
constexpr std::pair<const char*, double> precisions[] = {{"float32", 4}, {"float16", 2}, {"int8", 1}, {"int4", 0.5}};

const AtlasModel* shownModel(const FigureData& data)
{
    if (const AtlasModel* const selected = selectedModel(data))
        return selected;
    for (const MyModel& mine : myModels(data))
        if (mine.isPublished)
            return core::findAtlasModel(mine.model.id);
    return core::findAtlasModel(usualModel);
}

NeedId idOf(const AtlasModel& model) { return {{}, {}, "full size of " + model.id}; }

Needs atlasSizeNeeds(const FigureData& data)
{
    const AtlasModel* const model = shownModel(data);
    if (!model || core::noReplica(*model))
        return {};
    return {derivedNeed(idOf(*model), [model](const core::RunControl&) { return core::fullSizeOf(*model); })};
}

const FullSize* sizeOf(const FigureData& data)
{
    const AtlasModel* const model = shownModel(data);
    return model ? data.results.value<FullSize>(idOf(*model)) : nullptr;
}

QString whyNotAtlasSize(const FigureData& data)
{
    const AtlasModel* const model = shownModel(data);
    if (!model)
        return AtlasWords::tr("Select a model in the table: its full size is shown here.");
    if (const auto reason = core::noReplica(*model))
        return AtlasWords::tr("%1: %2. Select another model in the table.")
            .arg(QString::fromStdString(model->name), coreText(reason->parts().problem));
    return {};
}

/// A row: a name, the number in full size and that of the replica; NaN is not known.
struct SizeRow
{
    QString name;
    double full, replica;
    bool isBytes = false;
};

std::vector<SizeRow> rowsOf(const FullSize& size, const AtlasModel& model)
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const bool isKnown = size.config.has_value();
    const auto ofCost
        = [&](auto member) { return std::pair(isKnown ? double(size.cost.*member) : unknown, double(size.replicaCost.*member)); };
    std::vector<SizeRow> rows;
    const auto add = [&](const QString& name, std::pair<double, double> numbers, bool isBytes = false) {
        rows.push_back({name, numbers.first, numbers.second, isBytes});
    };
    add(AtlasWords::tr("parameters"), ofCost(&core::Cost::parameters));
    if (size.replicaCost.active != size.replicaCost.parameters)
        add(AtlasWords::tr("a token uses"), ofCost(&core::Cost::active));
    add(AtlasWords::tr("FLOPs per token"), ofCost(&core::Cost::flopsPerToken));
    const core::Choices small = core::describe(size.replica), published = core::withSizes(model).choices;
    for (const char* key : {"sizes.layers", "sizes.d_model", "sizes.heads", "sizes.kv_heads", "sizes.d_head", "sizes.d_ff",
             "mixture.experts", "mixture.top_k", "sizes.vocab", "sizes.context"}) {
        const core::Json full = published.value(key), replica = small.value(key, int(size.replica.layers()) - 1);
        if (full.is_number()
            || (replica.is_number() && std::string_view(key).starts_with("sizes.") && model.choices.has("attention.kind")))
            add(choiceName(key),
                {full.is_number() ? full.get<double>() : unknown, replica.is_number() ? replica.get<double>() : unknown});
    }
    for (const auto& [name, bytes] : precisions)
        add(AtlasWords::tr("weights in %1").arg(QLatin1String(name)),
            {isKnown ? bytes * double(size.cost.parameters) : unknown, bytes * double(size.replicaCost.parameters)}, true);
    return rows;
}

QString textOf(double number, bool isBytes)
{
    if (std::isnan(number))
        return QStringLiteral("–");
    return isBytes ? formatBytes(std::int64_t(number)) : number >= 1e6 ? formatNumber(number) : formatCount(std::int64_t(number));
}

void drawTable(QCPAxisRect* rect, const Drawing& drawing, const FullSize& size, const AtlasModel& model)
{
    std::vector<ModelRow> rows;
    for (const SizeRow& row : rowsOf(size, model))
        rows.push_back({.cells = {row.name, textOf(row.full, row.isBytes), textOf(row.replica, row.isBytes)},
            .areMuted = {},
            .numbers = {row.full, row.replica}});
    auto* const table = new ModelTable(rect, drawing.style);
    table->setName(QStringLiteral("sizes"));
    table->setRows({{{}, QStringLiteral("size")}, {AtlasWords::tr("full size"), QStringLiteral("full_size"), true},
                       {AtlasWords::tr("replica"), QStringLiteral("replica"), true}},
        std::move(rows), 0);
}

void drawCache(QCPAxisRect* rect, const Drawing& drawing, const FullSize& size, const AtlasModel& model)
{
    const Theme& theme = themeOf(drawing.style);
    auto* const chart = new LineChart(rect, drawing.style);
    const double longest = std::clamp(double(std::max<core::Index>(model.size("context"), 8192)), 8192.0, longestText);
    const std::pair<QColor, Qt::PenStyle> pens[]
        = {{theme.accent, Qt::SolidLine}, {theme.slotB, Qt::DashLine}, {theme.ok, Qt::DotLine}};
    for (std::size_t i = 0; i < std::size(pens); ++i) {
        QVector<double> x, y;
        for (int at = 0; at <= points; ++at) {
            const double tokens = std::round(shortest * std::pow(longest / shortest, double(at) / points));
            if (const auto numbers = core::cacheNumbers(*size.config, core::Index(tokens)); numbers > 0) {
                x << tokens;
                y << precisions[i].second * double(numbers) / (1 << 30);
            }
        }
        if (!x.isEmpty())
            chart->addLine(x, y, QLatin1String(precisions[i].first), {.color = pens[i].first, .pen = pens[i].second});
    }
    chart->setLogarithmic(true);
    chart->fitAxes();
    QCPAxis* const tokens = rect->axis(QCPAxis::atBottom);
    tokens->setScaleType(QCPAxis::stLogarithmic);
    tokens->setTicker(QSharedPointer<LogTicker>::create());
    tokens->setLabel(AtlasWords::tr("tokens"));
    tokens->setRange(shortest, longest);
    rect->axis(QCPAxis::atLeft)->setLabel(AtlasWords::tr("cache, GiB"));
    if (double(model.size("context")) > shortest)
        addVerticalMark(rect, double(model.size("context")), AtlasWords::tr("context"), drawing.style);
}

bool hasCache(const FullSize& size) { return size.config && core::cacheNumbers(*size.config, 1024) > 0; }

void drawAtlasSize(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const FullSize& size = *sizeOf(data);
    const AtlasModel& model = *shownModel(data);
    drawTable(plot.addAxisRect(0, 0, style), drawing, size, model);
    if (!hasCache(size))
        return;
    if (roomOf(style).width() < 620)
        return sayNoRoomFor(plot, {AtlasWords::tr("the cache against the length of the text")}, style);
    drawCache(plot.addAxisRect(0, 1, style), drawing, size, model);
    plot.panel()->setColumnStretchFactor(1, 1.2);
    plot.panel()->setColumnSpacing(space::xl);
}

QString atlasSizeSubtitle(const FigureData& data)
{
    const AtlasModel* const model = shownModel(data);
    const AtlasModel* const from = model ? core::findAtlasModel(model->sizesFrom) : nullptr;
    if (from)
        return AtlasWords::tr("%1, by the sizes of %2, which was made from it: its own were not published.")
            .arg(QString::fromStdString(model->name), QString::fromStdString(from->name));
    return model ? AtlasWords::tr("%1, by its published sizes; windows keep their own tokens only.")
                       .arg(QString::fromStdString(model->name))
                 : QString();
}

QString atlasSizeCaption(const FigureData& data)
{
    const FullSize& size = *sizeOf(data);
    const AtlasModel& model = *shownModel(data);
    const QString name = QString::fromStdString(model.name);
    if (!size.config)
        return AtlasWords::tr("A size of %1 was not published: its full cost is not known.").arg(name);
    const core::Index context = model.size("context");
    const std::int64_t numbers = context > 0 ? core::cacheNumbers(*size.config, context) : 0;
    QStringList sentences{AtlasWords::tr("%1 has %2 parameters, %3 in float16; its replica has %4.")
                              .arg(name, formatCount(size.cost.parameters), formatBytes(2 * size.cost.parameters),
                                  formatCount(size.replicaCost.parameters))};
    if (numbers > 0)
        sentences << AtlasWords::tr("A text of %1 tokens fills %2 of cache in float16, %3 of the weights.")
                         .arg(formatCount(context), formatBytes(2 * numbers),
                             formatPercent(double(numbers) / double(size.cost.parameters)));
    return joinedSentences(sentences);
}

QString atlasSizeTable(const FigureData& data)
{
    QString text = QStringLiteral("quantity,full_size,replica\n");
    for (const SizeRow& row : rowsOf(*sizeOf(data), *shownModel(data)))
        text += QStringLiteral("\"%1\",%2,%3\n")
                    .arg(row.name, std::isnan(row.full) ? QString() : QString::number(row.full, 'f', 0),
                        QString::number(row.replica, 'f', 0));
    return text;
}

} // namespace

const FigurePage atlasSizePage{.id = "size",
    .title = QT_TRANSLATE_NOOP("figures", "What does the model cost in full size?"),
    .draw = drawAtlasSize,
    .caption = atlasSizeCaption,
    .whyNot = whyNotAtlasSize,
    .subtitle = atlasSizeSubtitle,
    .table = atlasSizeTable,
    .needs = atlasSizeNeeds,
    .minPanel = minPanelOf<220, 150>,
    .minRoom = {220, 120},
    .concepts = "C39 C40"};

} // namespace widgets
