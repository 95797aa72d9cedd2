// Sinusoids against ALiBi: the four terms of an absolute score in layer 0, and how much each differs between pairs of tokens
// that are the same distance apart.

#include "core/analysis/distance_penalty.h"
#include "core/base/error.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi_numbers.h"
#include "widgets/views/alibi_pictures.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/kept_results.h"
#include "widgets/views/map_rows.h"
#include "widgets/views/side_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

constexpr std::array kTerms{"attn.scores_content_content", "attn.scores_content_position", "attn.scores_position_content",
    "attn.scores_position_position", "attn.scores_content"};
constexpr int kMostTokens = 512;

/// Layer 0 of the same weights under sinusoids with the four terms; the run itself when it holds them. Null: not possible.
core::TracePtr termsOf(const RunResult& run)
{
    const bool isSinusoidal = positionKindOf(run, 0) == "sinusoidal";
    const auto has = [&](const char* name) { return run.trace->find(core::blockName(0, name)) != nullptr; };
    if (isSinusoidal && std::all_of(kTerms.begin(), kTerms.end(), has))
        return run.trace;
    const core::BlockConfig* block = blockOf(run, 0);
    if (!block)
        return nullptr;
    const auto compute = [&]() -> core::TracePtr {
        core::TraceRequest request;
        for (const char* name : kTerms)
            request.patterns.push_back(core::blockName(0, name));
        const auto* own = std::get_if<core::Sinusoidal>(&block->position);
        core::ForwardInput input;
        input.ids = run.trace->ids;
        input.decoderIds = run.trace->decoderIds;
        try {
            return core::forward(
                core::withSameWeights(*run.setup, {.position = own ? *own : core::Sinusoidal{}, .layers = 1}), input, request);
        } catch (const core::Error&) {
            return nullptr;
        }
    };
    static KeptResults<core::TracePtr> kept;
    return kept.get(run.trace, "terms", compute);
}

/// A term of a head with what the mask hides left out; empty when there is none.
Grid termGrid(const RunResult& run, std::size_t term, int head)
{
    const core::TracePtr trace = termsOf(run);
    if (!trace)
        return {};
    return hiddenWhere(headGrid(*trace, 0, kTerms[term], head), headGrid(*run.trace, 0, "attn.scores", head));
}

std::vector<Grid> gridsOf(const RunResult& run, int head)
{
    std::vector<Grid> grids;
    for (std::size_t term = 0; term < kTerms.size(); ++term)
        grids.push_back(termGrid(run, term, head));
    return grids;
}

int headOf(const FigureData& data) { return std::clamp(data.selection.head, 0, std::max(0, headsOf(*shownRun(data), 0) - 1)); }

QString whyNotRun(const RunResult& run)
{
    const core::BlockConfig* block = blockOf(run, 0);
    if (!block)
        return Alibi::tr("The four terms need another run, and the model of this trace is not at hand.");
    if (!core::isAttention(block->mixer))
        return Alibi::tr("Layer 0 mixes its tokens without attention, so its scores have no terms.");
    if (block->qkNorm != core::QkNorm::None || block->clipQkv > 0)
        return Alibi::tr(
            "Queries and keys are normed or clipped after their projection here, so that a score is no sum of terms any more.");
    if (core::isLatent(block->sharing))
        return Alibi::tr("Latent attention compresses keys before they meet queries: there are no four terms.");
    const auto tokens = int(streamTokens(*run.trace).size());
    if (tokens > kMostTokens)
        return Alibi::tr("%1 tokens are too many for the four terms: shorten the text to %2.").arg(tokens).arg(kMostTokens);
    return termsOf(run) ? QString() : Alibi::tr("This model cannot be run with sinusoids.");
}

QString whyNot(const FigureData& data)
{
    if (data.selection.layer > 0)
        return Alibi::tr(
            "Only in layer 0 is a vector still the sum of a word and a place. What enters layer %1 went through softmax and "
            "norms that mixed the two: choose layer 0.")
            .arg(data.selection.layer);
    if (data.side == Side::Delta && data.b)
        if (QString reason = whyNotRun(*data.b); !reason.isEmpty())
            return reason;
    return whyNotRun(*shownRun(data));
}

/// Numbers by distance: the mean as a line, and between least and most a band.
void addSpread(SidePanel& panel, const FigureStyle& style, const QString& heading,
    const std::vector<core::DistanceSpread>& spreads, const QColor& color, std::pair<double, double> range)
{
    QCPAxisRect* rect = panel.add(heading, 1);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atBottom)->setLabel(Alibi::tr("distance i − j"));
    auto* chart = new LineChart(rect, style);
    QVector<double> x, mean, least, most;
    for (const core::DistanceSpread& spread : spreads) {
        x << double(spread.distance);
        mean << spread.mean;
        least << spread.least;
        most << spread.most;
    }
    QColor faint = color;
    faint.setAlphaF(0.25F);
    QCPGraph* low = chart->addLine(x, least, {}, {.color = faint});
    QCPGraph* high = chart->addLine(x, most, {}, {.color = faint});
    high->setBrush(faint);
    high->setChannelFillGraph(low);
    chart->addLine(x, mean, {}, {.color = color, .points = x.size() < 40});
    chart->fitAxes();
    rect->axis(QCPAxis::atLeft)->setRange(range.first, range.second);
}

std::vector<core::DistanceSpread> spreadOf(const std::vector<Grid>& grids)
{
    const Grid& first = grids.front();
    std::vector<float> sum(std::size_t(first.size()), 0.F);
    for (const Grid& grid : grids)
        for (core::Index row = 0; row < first.rows; ++row)
            for (core::Index column = 0; column < first.columns; ++column)
                sum[std::size_t(row * first.columns + column)] += grid.at(row, column);
    return core::spreadByDistance(sum, first.rows);
}

double widest(const std::vector<core::DistanceSpread>& spreads)
{
    double width = 0;
    for (const core::DistanceSpread& spread : spreads)
        width = std::max(width, spread.width());
    return width;
}

std::vector<core::DistanceSpread> alibiSpread(const RunResult& run, int head)
{
    const std::vector<double> slopes = slopesOf(run, 0);
    const auto length = core::Index(streamTokens(*run.trace).size());
    return core::spreadByDistance(
        core::penaltyMatrix(std::size_t(head) < slopes.size() ? slopes[std::size_t(head)] : 0, length, false), length);
}

void drawSpreads(Plot& plot, QCPLayoutGrid& page, const FigureStyle& style, const RunResult& run, int head)
{
    const Theme& theme = themeOf(style);
    const auto cross = spreadOf({termGrid(run, 1, head), termGrid(run, 2, head)}), places = spreadOf({termGrid(run, 3, head)}),
               penalty = alibiSpread(run, head);
    double low = 0, high = 0;
    for (const auto* spreads : {&cross, &places, &penalty})
        for (const core::DistanceSpread& spread : *spreads) {
            low = std::min(low, spread.least);
            high = std::max(high, spread.most);
        }
    const double room = 0.06 * std::max(1e-6, high - low);
    const std::pair range{low - room, high + room};
    auto* strip = new QCPLayoutGrid;
    strip->setColumnSpacing(space::l);
    page.addElement(page.rowCount(), 0, strip);
    SidePanel a(*strip, plot, 0, 0, style), b(*strip, plot, 0, 1, style), c(*strip, plot, 0, 2, style);
    addSpread(a, style, Alibi::tr("Sinusoids: word and place, both ways"), cross, theme.slotA, range);
    addSpread(b, style, Alibi::tr("Sinusoids: place · place"), places, theme.slotA, range);
    addSpread(c, style, Alibi::tr("ALiBi: the penalty of H%1").arg(head), penalty, theme.slotB, range);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const int head = headOf(data);
    const QStringList tokens = tokenTexts(*shownRun(data)->trace);
    const double unit = style.labelPoints / FigureStyle().labelPoints;
    const QSizeF room = roomForPicture(data, style);
    const GridsOf numbers = [&](const RunResult& run) { return gridsOf(run, head); };
    const std::vector<Grid> grids = sideGrids(data, numbers);
    const ColorScale scale = sideScale(data, {ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, numbers);

    MapRows rows;
    rows.rowTokens = tokens;
    rows.columnTokens = tokens;
    const std::array headings{Alibi::tr("word · word"), Alibi::tr("word · place"), Alibi::tr("place · word"),
        Alibi::tr("place · place"), Alibi::tr("score")};
    rows.rows.emplace_back();
    for (std::size_t term = 0; term < grids.size(); ++term)
        rows.rows[0].push_back({headings[term],
            term == 0       ? QString()
                : term == 4 ? QStringLiteral("=")
                            : QStringLiteral("+"),
            QString::fromLatin1(kTerms[term]).mid(5), Alibi::tr("score"), grids[term], scale,
            {data.selection.query, data.selection.key}, {}});
    const bool hasCharts = data.side != Side::Delta && room.height() >= 330 * unit;
    rows.width = room.width();
    rows.height = hasCharts ? room.height() * 0.56 : room.height();
    QCPLayoutGrid* page = plot.panel();
    page->addElement(0, 0, addMapRows(plot, rows, style));
    if (!hasCharts)
        return;
    const int title = page->rowCount();
    plot.addPanelTitle(
        title, 0, Alibi::tr("The same distance, other tokens: mean, and the band from least to most"), style, true);
    page->setRowStretchFactor(title, 0.001);
    drawSpreads(plot, *page, style, *shownRun(data), head);
    page->setRowStretchFactor(0, 1.25);
}

QString subtitle(const FigureData& data)
{
    const QString meaning = Alibi::tr("Layer 0, H%1 with sinusoids: (word + place) of the query times (word + place) of the key "
                                      "are four terms that add up to the score.")
                                .arg(headOf(data));
    return positionKindOf(*shownRun(data), 0) == "sinusoidal"
        ? meaning
        : meaning + QLatin1Char(' ') + Alibi::tr("Run with sinusoids on the same weights.");
}

/// The largest distance of the sum of the four terms from the score.
double deviation(const std::vector<Grid>& grids)
{
    double largest = 0;
    for (core::Index row = 0; row < grids[4].rows; ++row)
        for (core::Index column = 0; column < grids[4].columns; ++column) {
            double sum = 0;
            for (std::size_t term = 0; term < 4; ++term)
                sum += double(grids[term].at(row, column));
            if (const double off = std::abs(sum - double(grids[4].at(row, column))); std::isfinite(off))
                largest = std::max(largest, off);
        }
    return largest;
}

QString caption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int head = headOf(data);
    const std::vector<Grid> grids = gridsOf(run, head);
    return Alibi::tr("The four terms add up to the score within %1. At one distance the cross terms differ by up to %2 from pair "
                     "to pair and place · place by up to %3; ALiBi's penalty by %4: it depends on the distance alone.")
        .arg(formatNumber(deviation(grids)), formatNumber(widest(spreadOf({grids[1], grids[2]}))),
            formatNumber(widest(spreadOf({grids[3]}))), formatNumber(widest(alibiSpread(run, head))));
}

QString table(const FigureData& data)
{
    const std::vector<Grid> grids = gridsOf(*shownRun(data), headOf(data));
    QStringList lines{QStringLiteral("query,key,content_content,content_position,position_content,position_position,score")};
    for (core::Index row = 0; row < grids[4].rows; ++row)
        for (core::Index column = 0; column < grids[4].columns; ++column)
            if (std::isfinite(grids[4].at(row, column))) {
                QStringList line{QString::number(row), QString::number(column)};
                for (const Grid& grid : grids)
                    line << exactText(grid.at(row, column));
                lines << line.join(QLatin1Char(','));
            }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace

const AlibiPicture alibiTermsPicture{"terms", draw, caption, whyNot, subtitle, table};

} // namespace widgets
