// How the cache grows while tokens are generated: measured in the running cache beside the formulas; what one more token reads.

#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/heads_cache/read_bars.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Growth
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

constexpr core::Index wantedTokens = 128;
constexpr int dots = 12; // of a line, at most
constexpr double kib = 1024;

/// The kinds whose cache was measured.
std::vector<std::pair<CachedKind, const core::CacheGrowth*>> measured(const FigureData& data)
{
    std::vector<std::pair<CachedKind, const core::CacheGrowth*>> all;
    for (const CachedKind& kind : cachedKinds(data))
        if (const core::CacheGrowth* growth = growthOf(data, kind, wantedTokens); growth && !growth->sizes.empty())
            all.emplace_back(kind, growth);
    return all;
}

std::int64_t byFormula(const CachedKind& kind)
{
    return core::cacheNumbersPerToken(kind.run->setup->config) * std::int64_t(sizeof(float));
}

void drawLines(QCPAxisRect* rect, const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    rect->axis(QCPAxis::atBottom)->setLabel(Growth::tr("tokens in the cache"));
    rect->axis(QCPAxis::atLeft)->setLabel(Growth::tr("cache, KiB"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    for (const auto& [kind, growth] : measured(data)) {
        const QColor color = kindColor(kind, data, style);
        const core::CacheSize& last = growth->sizes.back();
        const QString label = QStringLiteral("%1 %2  %3")
                                  .arg(kind.slot.isEmpty() ? kind.name : kind.slot + QLatin1Char(' ') + kind.name,
                                      formatNumber(double(last.bytes) / kib), formulaText(kind.value));
        chart->addLine({0, double(last.tokens)}, {0, double(byFormula(kind) * last.tokens) / kib}, label, {.color = color})
            ->setName(QStringLiteral("formula ") + kind.name);
        QVector<double> x, y;
        const std::size_t every = std::max<std::size_t>(1, (growth->sizes.size() + dots - 1) / dots);
        for (std::size_t i = 0; i < growth->sizes.size(); ++i)
            if ((growth->sizes.size() - 1 - i) % every == 0) {
                x << double(growth->sizes[i].tokens);
                y << double(growth->sizes[i].bytes) / kib;
            }
        QCPGraph* points = chart->addLine(x, y, QString(), {.color = color, .points = true});
        points->setLineStyle(QCPGraph::lsNone);
        points->setName(QStringLiteral("measured ") + kind.name);
    }
    chart->fitAxes(true);
    rect->axis(QCPAxis::atBottom)->setRange(0, 1.02 * rect->axis(QCPAxis::atBottom)->range().upper); // the last dots are whole
}

std::vector<ReadBar> readBars(const FigureData& data, const FigureStyle& style)
{
    std::vector<ReadBar> bars;
    for (const auto& [kind, growth] : measured(data)) {
        ReadBar bar{.name = kind.name, .color = kindColor(kind, data, style)};
        bar.weights = double(growth->weightBytes);
        bar.cache = double(growth->sizes.back().bytes);
        const std::int64_t perToken = growth->bytesPerToken();
        bar.inside = formatBytes(growth->weightBytes);
        if (perToken > 0)
            bar.below = Growth::tr("cache as large as the weights at %1 tokens").arg(formatCount(growth->weightBytes / perToken));
        bar.cacheText = formatBytes(growth->sizes.back().bytes);
        bars.push_back(std::move(bar));
    }
    return bars;
}

void drawGrowth(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    const bool isWide = roomOf(style).width() >= 640;
    auto* left = plot.makeGrid();
    auto* right = plot.makeGrid();
    for (QCPLayoutGrid* grid : {left, right})
        grid->setRowSpacing(space::xs);
    left->addElement(0, 0, plot.addPanelTitle(0, 0, Growth::tr("Measured (dots), by formula (lines)"), style));
    left->setRowStretchFactor(0, 0.001);
    QCPAxisRect* lines = plot.addAxisRect(page->rowCount(), 0, style);
    left->addElement(1, 0, lines);
    drawLines(lines, drawing);
    right->addElement(0, 0, plot.addPanelTitle(page->rowCount(), 0, Growth::tr("One more token reads: weights + cache"), style));
    right->setRowStretchFactor(0, 0.001);
    right->addElement(1, 0, new ReadBars(&plot, style, readBars(data, style)));
    page->simplify();
    page->addElement(0, 0, left);
    page->addElement(isWide ? 0 : 1, isWide ? 1 : 0, right);
    if (isWide) {
        page->setColumnStretchFactor(0, 1.25);
        page->setColumnSpacing(space::xl);
    } else {
        page->setRowStretchFactor(0, 1.6);
        page->setRowSpacing(space::m);
    }
}

QString whyNotGrowth(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (canGenerate(*run) || !measured(data).empty())
        return {};
    if (QString reason = whyNoGenerating(run->setup->config); !reason.isEmpty())
        return reason;
    const std::optional<core::Index> longest = core::longestText(run->setup->config);
    return longest && *longest <= core::Index(streamTokens(*run->trace).size())
        ? Growth::tr("The text fills the table of %1 positions, so no token can follow. Shorten the text.").arg(*longest)
        : Growth::tr("This model does not generate token by token, so its cache never grows.");
}

QString growthSubtitle(const FigureData&)
{
    return Growth::tr("Dots: bytes that all layers keep (float32); l: layers; across: tokens so far.");
}

QString growthCaption(const FigureData& data)
{
    QStringList sizes;
    bool isEqual = true;
    core::Index tokens = 0, prompt = 0;
    for (const auto& [kind, growth] : measured(data)) {
        const core::CacheSize& last = growth->sizes.back();
        tokens = std::max(tokens, last.tokens);
        prompt = growth->promptTokens;
        sizes << QStringLiteral("%1 %2").arg(kind.name, formatBytes(last.bytes));
        for (const core::CacheSize& size : growth->sizes)
            isEqual &= size.bytes == byFormula(kind) * size.tokens;
    }
    return Growth::tr("Of %1 tokens (%2 typed, then generated) the cache keeps %3: measured, %4.")
               .arg(tokens)
               .arg(prompt)
               .arg(sizes.join(Growth::tr(", ")),
                   isEqual ? Growth::tr("equal to the formulas") : Growth::tr("with what else the layers remember"))
        + QLatin1Char(' ') + Growth::tr("Bytes read are sizes added up, not counted traffic.");
}

QString growthTable(const FigureData& data)
{
    QString text = QStringLiteral("kind,tokens,measured_bytes,formula_bytes,weight_bytes\n");
    for (const auto& [kind, growth] : measured(data))
        for (const core::CacheSize& size : growth->sizes)
            text += QStringLiteral("%1,%2,%3,%4,%5\n")
                        .arg(QString::fromStdString(kind.value))
                        .arg(size.tokens)
                        .arg(size.bytes)
                        .arg(byFormula(kind) * size.tokens)
                        .arg(growth->weightBytes);
    return text;
}

} // namespace

const FigurePage growthPage{.id = "growth",
    .title = QT_TRANSLATE_NOOP("figures", "How does the cache grow, and what does one more token read?"),
    .draw = drawGrowth,
    .caption = growthCaption,
    .whyNot = whyNotGrowth,
    .subtitle = growthSubtitle,
    .table = growthTable,
    .needs = [](const FigureData& data) { return growthNeeds(data, wantedTokens); },
    .minPanel = minPanelOf<320, 190>,
    .caveats = kindCaveats,
    .minRoom = {450, 180},
    .concepts = "C14 C15"};

} // namespace widgets
