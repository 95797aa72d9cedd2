// Ratios of the published models over their year or their size: width of the feed-forward and of all heads, width over depth,
// vocabulary. Each with the values that most have agreed on, and the exceptions by name.

#include "widgets/figure/sentences.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/model_points.h"
#include "widgets/views/atlas/pages.h"
#include "widgets/views/shared/figure_room.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

using core::AtlasModel;

constexpr double firstYear = 2017, lastYear = 2026, mineYear = 2026.25, yearsEnd = 2026.6;

struct Level
{
    double y;
    QString (*text)();
};

struct RatioChart
{
    QString (*axis)();
    double (*value)(const AtlasModel& model);
    QCPRange range;
    bool isLogarithmic = false;
    bool tellsGates = false; // hollow points have none
    std::vector<Level> levels = {};
    QCPRange band = {0, 0}; // of most; empty: none
    std::vector<const char*> named = {}; // ids
};

double known(core::Index size) { return size > 0 ? double(size) : std::numeric_limits<double>::quiet_NaN(); }

const RatioChart feedForwardChart{[] { return QStringLiteral("d_ff / d_model"); },
    [](const AtlasModel& m) { return m.feedForwardRatio(); }, {1.6, 9.2}, false, true,
    {{4, [] { return AtlasWords::tr("4: two matrices"); }}, {8.0 / 3, [] { return AtlasWords::tr("8/3: three matrices"); }}}, {},
    {"t5-11b", "lamda-137b", "gemma-2b", "gemma-7b", "gemma-2-27b", "gemma-3-1b", "qwen2.5-1.5b", "llama-2-70b", "deepseek-v2",
        "t5-v1.1-xxl"}};

const RatioChart headsChart{[] { return AtlasWords::tr("heads · d_head / d_model"); },
    [](const AtlasModel& m) { return m.headRatio(); }, {0.4, 3.6}, false, false,
    {{1, [] { return AtlasWords::tr("1: heads as wide as the stream"); }}}, {},
    {"t5-11b", "palm-540b", "lamda-137b", "gemma-7b", "deepseek-v2", "deepseek-v3", "gemma-3-27b", "qwen3-0.6b", "gpt-oss-120b",
        "kimi-k2"}};

const RatioChart depthChart{[] { return AtlasWords::tr("d_model / layers"); },
    [](const AtlasModel& m) { return known(m.size("d_model")) / known(m.size("layers")); }, {0, 300}, false, false, {},
    {100, 200},
    {"gpt-3-175b", "t5-11b", "smollm-135m", "gpt2", "gpt2-xl", "jurassic-1-178b", "mt-nlg-530b", "palm-540b", "lamda-137b",
        "pangu-alpha-200b", "llama-3-8b", "qwen3-235b-a22b", "opt-66b", "bloom-176b"}};

const RatioChart vocabularyChart{[] { return AtlasWords::tr("vocabulary, tokens"); },
    [](const AtlasModel& m) { return known(m.size("vocab")); }, {20'000, 400'000}, true, false,
    {{32'000, [] { return QStringLiteral("32 k"); }}, {128'000, [] { return QStringLiteral("128 k"); }},
        {256'000, [] { return QStringLiteral("256 k"); }}},
    {},
    {"transformer-base", "gpt2", "palm-540b", "bloom-176b", "llama-7b", "llama-3-8b", "gemma-2b", "qwen3-8b", "gpt-oss-120b",
        "mt5-xxl", "deepseek-v3", "jurassic-1-178b", "glm-130b"}};

bool isOverSize(const FigureData& data) { return atlasOverOption.is(data, "size"); }

double timeOf(const AtlasModel& model, bool isMine) { return isMine && model.year == 0 ? mineYear : model.time(); }

std::vector<ModelPoint> pointsOf(const FigureData& data, const RatioChart& chart)
{
    FigureData whole = data;
    whole.options = {{atlasModelsOption.name(), QStringLiteral("all")}};
    const bool overSize = isOverSize(data);
    const std::vector<MyModel> mine = myModels(data);
    const AtlasModel* const selected = selectedModel(data);
    std::vector<ModelPoint> points;
    const auto add = [&](const AtlasModel& model, ModelPoint::Mark mark, const QString& name) {
        ModelPoint point;
        point.id = QString::fromStdString(model.id);
        point.name = name;
        point.mark = mark;
        point.x = overSize ? known(core::Index(model.parameters)) : timeOf(model, mark != ModelPoint::Plain);
        point.y = chart.value(model);
        const std::string kind = model.word("feed_forward.kind");
        point.isHollow = chart.tellsGates && kind != "gated" && kind != "mixture";
        const bool isNamed = std::ranges::any_of(chart.named, [&](const char* id) { return model.id == id; });
        if (isNamed || mark != ModelPoint::Plain)
            point.label
                = point.y > chart.range.upper ? QStringLiteral("%1: %2").arg(name, QString::number(point.y, 'g', 3)) : name;
        if (mark != ModelPoint::Plain && point.y <= chart.range.upper)
            point.label
                = QStringLiteral("%1 %2").arg(name, chart.isLogarithmic ? sizeText(point.y) : QString::number(point.y, 'g', 3));
        if (std::isfinite(point.x) && std::isfinite(point.y))
            points.push_back(point);
    };
    for (const AtlasModel* model : tableModels(whole)) {
        const bool isMine = std::ranges::any_of(mine, [&](const MyModel& one) { return one.model.id == model->id; });
        if (!isMine)
            add(*model, model == selected ? ModelPoint::Selected : ModelPoint::Plain, QString::fromStdString(model->name));
    }
    for (const MyModel& one : mine)
        add(one.model, one.side == Side::B ? ModelPoint::MineB : ModelPoint::MineA, one.name);
    return points;
}

/// Years in their middle: as many as have room beside each other, the last of them in any case.
class YearTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double, const QCPRange&) override
    {
        const double step = std::ceil((lastYear - firstYear) / tickCount());
        QVector<double> ticks;
        for (double year = lastYear - 1; year >= firstYear; year -= step)
            ticks.prepend(year + 0.5);
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return QString::number(int(tick)); }
    int getSubTickCount(double) override { return 0; }
};

void setUpYears(QCPAxis* axis)
{
    axis->setTicker(QSharedPointer<YearTicker>::create());
    axis->setRange(firstYear, yearsEnd);
    axis->setLabel(AtlasWords::tr("published; a year is named at its middle, equal points stand side by side"));
}

void setUpSizes(QCPAxis* axis, const std::vector<ModelPoint>& points)
{
    double least = 5e7, most = 2e12;
    for (const ModelPoint& point : points) {
        least = std::min(least, 0.6 * point.x);
        most = std::max(most, 1.6 * point.x);
    }
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (double size = 1e4; size < 1e14; size *= 10)
        ticker->addTick(size, sizeText(size));
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTicker(ticker);
    axis->setRange(least, most);
    axis->setLabel(AtlasWords::tr("parameters"));
}

void addBand(QCPAxisRect* rect, const QCPRange& band, const FigureStyle& style)
{
    auto* const item = new QCPItemRect(rect->parentPlot());
    QColor shade = themeOf(style).accent;
    shade.setAlphaF(0.1F);
    item->setPen(Qt::NoPen);
    item->setBrush(shade);
    item->setSelectable(false);
    item->setLayer(QStringLiteral("grid"));
    item->setClipAxisRect(rect);
    for (QCPItemPosition* const corner : {item->topLeft, item->bottomRight}) {
        corner->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        corner->setAxisRect(rect);
        corner->setTypeX(QCPItemPosition::ptAxisRectRatio);
        corner->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    item->topLeft->setCoords(0, band.upper);
    item->bottomRight->setCoords(1, band.lower);
}

void drawChart(QCPAxisRect* rect, const Drawing& drawing, const RatioChart& chart)
{
    const auto& [plot, data, style] = drawing;
    QCPAxis* const x = rect->axis(QCPAxis::atBottom);
    QCPAxis* const y = rect->axis(QCPAxis::atLeft);
    std::vector<ModelPoint> points = pointsOf(data, chart);
    auto* const marks = new ModelPoints(rect, style); // before the axes have their ranges
    marks->setName(QLatin1String(pointsName));
    if (isOverSize(data))
        setUpSizes(x, points);
    else
        setUpYears(x);
    x->grid()->setVisible(false);
    QCPRange range = chart.range;
    for (const ModelPoint& point : points) // mine is never below
        range.lower = std::min(range.lower, chart.isLogarithmic ? 0.8 * point.y : point.y - 0.04 * range.size());
    if (chart.isLogarithmic) {
        y->setScaleType(QCPAxis::stLogarithmic);
        auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        for (const double tick : {1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5})
            ticker->addTick(tick, sizeText(tick));
        y->setTicker(ticker);
    } else {
        y->setTicker(QSharedPointer<NumberTicker>::create());
    }
    y->setRange(range);
    y->setLabel(chart.axis());
    if (chart.band.size() > 0)
        addBand(rect, chart.band, style);
    for (const Level& level : chart.levels)
        addLevelMark(rect, level.y, level.text(), style);
    marks->setPoints(std::move(points));
}

template <const RatioChart& chart>
void drawPageOf(const Drawing& drawing)
{
    drawChart(drawing.plot.addAxisRect(0, 0, drawing.style), drawing, chart);
}

/// The values of all published models that have one.
std::vector<double> valuesOf(const RatioChart& chart, bool (*isIn)(const AtlasModel& model))
{
    FigureData all;
    all.options = {{atlasModelsOption.name(), QStringLiteral("all")}};
    std::vector<double> values;
    for (const AtlasModel* model : tableModels(all))
        if (const double value = chart.value(*model); std::isfinite(value) && isIn(*model))
            values.push_back(value);
    std::ranges::sort(values);
    return values;
}

qsizetype within(const std::vector<double>& values, double least, double most)
{
    return std::ranges::count_if(values, [&](double value) { return value >= least && value <= most; });
}

bool isAny(const AtlasModel&) { return true; }

/// "main has 2.67." for slots and the selected model.
QString ownSentence(const FigureData& data, const RatioChart& chart)
{
    QStringList parts;
    const auto add = [&](const QString& name, const AtlasModel& model) {
        if (const double value = chart.value(model); std::isfinite(value))
            parts << AtlasWords::tr("%1: %2").arg(
                name, chart.isLogarithmic ? formatCount(qint64(value)) : QString::number(value, 'g', 3));
    };
    for (const MyModel& mine : myModels(data))
        add(mine.name, mine.model);
    if (const AtlasModel* selected = selectedModel(data))
        add(QString::fromStdString(selected->name), *selected);
    parts.removeDuplicates();
    return parts.isEmpty() ? QString() : parts.join(AtlasWords::tr("; ")) + AtlasWords::tr(".");
}

QString headsSentence(const FigureData& data)
{
    const std::vector<double> values = valuesOf(headsChart, isAny);
    return joinedSentences(
        {AtlasWords::tr("In %1 of %2 models the heads together are as wide as the stream; T5-11B has 16 times its "
                        "width, LaMDA 2, PaLM two thirds.")
                .arg(within(values, 0.999, 1.001))
                .arg(values.size()),
            ownSentence(data, headsChart)});
}

QString depthSentence(const FigureData& data)
{
    const std::vector<double> values = valuesOf(depthChart, isAny);
    return joinedSentences(
        {AtlasWords::tr("Band: 100–200 numbers of width per layer, where %1 of %2 models are; below it %3, above it %4.")
                .arg(within(values, 100, 200))
                .arg(values.size())
                .arg(within(values, 0, 99.999))
                .arg(within(values, 200.001, 1e9)),
            ownSentence(data, depthChart)});
}

QString vocabularySentence(const FigureData& data)
{
    const auto median = [](const std::vector<double>& values) {
        return values.empty() ? QString() : formatCount(qint64(values[values.size() / 2]));
    };
    return joinedSentences(
        {AtlasWords::tr("Half of the models until 2023 have at most %1 tokens, half of those since 2024 at most %2.")
                .arg(median(valuesOf(vocabularyChart, [](const AtlasModel& m) { return m.year <= 2023; })),
                    median(valuesOf(vocabularyChart, [](const AtlasModel& m) { return m.year >= 2024; }))),
            ownSentence(data, vocabularyChart)});
}

QString feedForwardCaption(const FigureData& data)
{
    return joinedSentences({feedForwardSentence(data), ownSentence(data, feedForwardChart)});
}

template <const RatioChart& chart>
QString tableOf(const FigureData& data)
{
    QString text = QStringLiteral("model,year,parameters,value\n");
    FigureData all = data;
    all.options = {{atlasModelsOption.name(), QStringLiteral("all")}};
    for (const AtlasModel* model : tableModels(all))
        if (const double value = chart.value(*model); std::isfinite(value))
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(QString::fromStdString(model->id))
                        .arg(model->year)
                        .arg(model->parameters)
                        .arg(QString::number(value, 'g', 9));
    return text;
}

QString pointsSubtitle(const FigureData&) { return AtlasWords::tr("Each point: a published model. ▲ beyond the axis."); }
QString gatesSubtitle(const FigureData&)
{
    return AtlasWords::tr("Each point: a published model. Hollow: not gated. ▲ beyond the axis.");
}
FigureOptions options(const FigureData&) { return {atlasOverOption}; }

} // namespace

void drawFeedForwardRatio(QCPAxisRect* rect, const Drawing& drawing) { drawChart(rect, drawing, feedForwardChart); }

QString feedForwardSentence(const FigureData&)
{
    const auto isGated = [](const AtlasModel& m) {
        const std::string kind = m.word("feed_forward.kind");
        return kind == "gated" || kind == "mixture";
    };
    const std::vector<double> gated = valuesOf(feedForwardChart, isGated);
    const std::vector<double> plain
        = valuesOf(feedForwardChart, [](const AtlasModel& m) { return m.word("feed_forward.kind") == "plain"; });
    return AtlasWords::tr(
        "Without a gate %1 of %2 feed-forwards are exactly 4 times as wide as the stream; with one, %3 of %4 are 2.5–2.9 times.")
        .arg(within(plain, 3.999, 4.001))
        .arg(plain.size())
        .arg(within(gated, 2.5, 2.9))
        .arg(gated.size());
}

const FigurePage atlasFeedForwardPage{.id = "feed_forward",
    .title = QT_TRANSLATE_NOOP("figures", "How wide is the feed-forward?"),
    .draw = drawPageOf<feedForwardChart>,
    .caption = feedForwardCaption,
    .subtitle = gatesSubtitle,
    .table = tableOf<feedForwardChart>,
    .options = options,
    .minPanel = minPanelOf<220, 130>,
    .minRoom = {220, 110},
    .concepts = "C30"};

const FigurePage atlasHeadsPage{.id = "heads",
    .title = QT_TRANSLATE_NOOP("figures", "How wide are all heads together?"),
    .draw = drawPageOf<headsChart>,
    .caption = headsSentence,
    .subtitle = pointsSubtitle,
    .table = tableOf<headsChart>,
    .options = options,
    .minPanel = minPanelOf<220, 130>,
    .minRoom = {220, 110},
    .concepts = "C31"};

const FigurePage atlasDepthPage{.id = "depth",
    .title = QT_TRANSLATE_NOOP("figures", "How wide is a model for its depth?"),
    .draw = drawPageOf<depthChart>,
    .caption = depthSentence,
    .subtitle = pointsSubtitle,
    .table = tableOf<depthChart>,
    .options = options,
    .minPanel = minPanelOf<220, 130>,
    .minRoom = {220, 110},
    .concepts = "C32"};

const FigurePage atlasVocabularyPage{.id = "vocabulary",
    .title = QT_TRANSLATE_NOOP("figures", "How many tokens does a model know?"),
    .draw = drawPageOf<vocabularyChart>,
    .caption = vocabularySentence,
    .subtitle = pointsSubtitle,
    .table = tableOf<vocabularyChart>,
    .options = options,
    .minPanel = minPanelOf<220, 130>,
    .minRoom = {220, 110},
    .concepts = "C33"};

} // namespace widgets
