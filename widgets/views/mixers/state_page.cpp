// The state of a mixer over the tokens: what each token writes, what the state holds after it, what each token reads it with, and
// how much of the state before a token keeps.

#include "widgets/figure/sentences.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixers/data.h"
#include "widgets/views/mixers/pages.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double lowestStrip = 62, labelsOfTokens = 40, wideForTwo = 620;
constexpr double shortestBar = 24;

QString whyNotOf(const RunResult& run, const FigureData& data)
{
    if (QString reason = whyNoMatrix(run, data); !reason.isEmpty())
        return reason;
    return isAttentionMixer(run, mixerLayer(run, data.selection)) ? Mixers::tr(
               "Attention keeps no state: each token reads all keys and values again. Retention and the recurrences keep one.")
                                                                  : QString();
}

QString whyNotMixerState(const FigureData& data)
{
    QString reason = whyNoTokens(data);
    if (reason.isEmpty())
        reason = whyNotOf(*shownRun(data), data);
    if (reason.isEmpty() && data.side == Side::Delta)
        reason = whyNotOf(*data.b, data);
    return reason;
}

Needs mixerStateNeeds(const FigureData& data)
{
    Needs all;
    if (!shownRun(data) || !whyNoTokens(data).isEmpty())
        return all;
    for (const RunPtr& run : drawnRuns(data))
        if (whyNotOf(*run, data).isEmpty())
            all.push_back(mixerStatesNeed(run, data));
    return all;
}

/// One strip: numbers [state, token].
struct Strip
{
    const char* name;
    core::Matrix core::MixerStates::*part;
    int rank; // lower: it is kept where there is less room
};
constexpr std::array<Strip, 4> strips{{{"written", &core::MixerStates::written, 1}, {"state", &core::MixerStates::state, 0},
    {"read", &core::MixerStates::read, 2}, {"decay", &core::MixerStates::decay, 3}}};

QString headingOf(const Strip& strip, const core::MixerStates& states)
{
    switch (strip.rank) {
    case 0:
        return states.areNorms ? Mixers::tr("The state after the token: the norm of each row")
            : states.isMean    ? Mixers::tr("The state after the token: the weighted mean of the values so far")
                               : Mixers::tr("The state after the token");
    case 1:
        return Mixers::tr("Written: what the token's value enters with");
    case 2:
        return Mixers::tr("Read: what the token reads the state with");
    default:
        return Mixers::tr("Decay: what the token keeps of the state before");
    }
}

/// What a page without room for the strip leaves out.
QString shortName(const Strip& strip)
{
    return strip.rank == 1 ? Mixers::tr("what is written")
        : strip.rank == 2  ? Mixers::tr("what is read")
                           : Mixers::tr("the decay");
}

Grid gridOfStrip(const core::MixerStates* states, const Strip& strip)
{
    return states ? gridOf(states->*strip.part).transposed() : Grid();
}

ScaleChoice choiceOf(const Strip& strip, const core::MixerStates& states)
{
    if (strip.rank == 3)
        return {ColorMapId::Viridis, ScalePolicy::Fixed01};
    const core::Matrix& numbers = states.*strip.part;
    return numbers.size() > 0 && numbers.minCoeff() < 0 ? ScaleChoice{ColorMapId::RdBu, ScalePolicy::SymmetricMax}
                                                        : ScaleChoice{ColorMapId::Viridis, ScalePolicy::ZeroToMax};
}

int columnsOf(const FigureStyle& style) { return roomOf(style).width() >= wideForTwo ? 2 : 1; }

/// The strips that there is room for, in the order of the page.
std::vector<Strip> shownStrips(const FigureStyle& style, QStringList& leftOut)
{
    const int lines = std::max(1, int((pictureHeight(style) - labelsOfTokens) / lowestStrip));
    std::vector<Strip> shown;
    for (const Strip& strip : strips)
        if (strip.rank < lines * columnsOf(style))
            shown.push_back(strip);
        else
            leftOut << shortName(strip);
    return shown;
}

/// The cell of the selected token; of no chosen number that of the largest magnitude.
Cell pinnedCell(const FigureData& data, const Grid& grid)
{
    const int token = data.selection.query;
    if (token < 0 || token >= grid.columns)
        return {};
    const int row = data.selection.dim;
    return {row >= 0 && row < grid.rows ? row : int(largestInRow(grid.transposed(), token)), token};
}

void drawStrip(const Drawing& drawing, const Strip& strip, GridAxisRect* rect, const core::MixerStates& states)
{
    const auto& [plot, data, style] = drawing;
    const GridOf numbers = [&](const RunResult& run) { return gridOfStrip(mixerStatesOf(data, pointerTo(data, run)), strip); };
    const Grid grid = sideGrid(data, numbers);
    const ColorScale scale = sideScale(data, choiceOf(strip, states), numbers);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowNumbers(int(grid.rows));
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QLatin1String(strip.name));
    map->setData(grid, scale);
    map->setNumbers(false);
    map->setPinned(pinnedCell(data, grid));
    if (style.showColorBar)
        (new ColorBar(rect, scale, QString(), style))->setShortest(shortestBar);
}

void drawMixerState(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::MixerStates* const states = mixerStatesOf(data, shownRun(data));
    if (!states)
        return;
    QStringList leftOut;
    const std::vector<Strip> shown = shownStrips(style, leftOut);
    auto* const page = plot.makeGrid();
    page->setRowSpacing(space::xs);
    page->setColumnSpacing(space::l);
    const int columns = columnsOf(style), count = int(shown.size());
    int room = 0;
    std::vector<GridAxisRect*> rects;
    for (int i = 0; i < count; ++i) {
        const Strip& strip = shown[std::size_t(i)];
        const int below = plot.panel()->rowCount(), row = i / columns * 2, column = i % columns;
        page->addElement(row, column, plot.addPanelTitle(below, 0, headingOf(strip, *states), style));
        page->setRowStretchFactor(row, 0.001);
        GridAxisRect* const rect = plot.addGridRect(below + 1, 0, style);
        page->addElement(row + 1, column, rect);
        drawStrip(drawing, strip, rect, *states);
        if (i + columns >= count)
            labelColumns(*rect, *shownRun(data)->trace);
        room = std::max(room, rect->roomRight());
        rects.push_back(rect);
    }
    for (GridAxisRect* const rect : rects)
        rect->setRoomRight(room); // the time of all is below each other
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, page);
    sayNoRoomFor(plot, leftOut, style);
}

QString mixerStateSubtitle(const FigureData& data)
{
    const core::MixerStates* const states = mixerStatesOf(data, shownRun(data));
    const RunResult& run = *shownRun(data);
    if (states && states->areLanes)
        return Mixers::tr("Layer %1: a column is a token, a row a channel, whose state is one number.")
            .arg(counted(mixerPlace(run, data, true).layer));
    return Mixers::tr("The state of %1: a column is a token, a row one of its %2 rows.")
        .arg(mixerPlaceText(run, data, true))
        .arg(states ? states->columns() : 0);
}

/// Mean decay of a step, without the first, which has nothing to keep.
double meanDecay(const core::MixerStates& states)
{
    const core::Index steps = states.decay.rows() - 1;
    return steps < 1 ? std::nan("") : double(states.decay.bottomRows(steps).cast<double>().mean());
}

QString mixerStateCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return {};
    QStringList sentences;
    for (const RunPtr& run : panelRuns(data)) {
        const core::MixerStates* const states = mixerStatesOf(data, run);
        if (!states)
            continue;
        const core::MixerForm form = core::mixerFormOf(*run->setup, mixerLayer(*run, data.selection));
        QString sentence = Mixers::tr("%1 keeps %2 numbers in this layer, however long the text.")
                               .arg(shortMixerName(mixerKind(*run, mixerLayer(*run, data.selection))),
                                   formatCount(form.lanes * form.states * form.width));
        if (const double decay = meanDecay(*states); std::isfinite(decay))
            sentence += QLatin1Char(' ')
                + (decay > 0 && decay < 1 ? Mixers::tr("A step keeps %1 of it on average: half is left after %2 tokens.")
                                                .arg(formatPercent(decay), formatNumber(std::log(0.5) / std::log(decay), 2))
                                          : Mixers::tr("A step keeps %1 of it on average.").arg(formatPercent(decay)));
        sentences << slotPrefix(data, run) + sentence;
    }
    return joinedSentences(sentences);
}

QString mixerStateTable(const FigureData& data)
{
    QString text = QStringLiteral("layer,lane,token,number,written,state,read,decay\n");
    for (const RunPtr& run : panelRuns(data)) {
        const core::MixerStates* const states = mixerStatesOf(data, run);
        if (!states)
            continue;
        const core::MixerPlace place = mixerPlace(*run, data, true);
        for (core::Index t = 0; t < states->state.rows(); ++t)
            for (core::Index i = 0; i < states->columns(); ++i)
                text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8\n")
                            .arg(place.layer)
                            .arg(states->areLanes ? i : place.lane)
                            .arg(t)
                            .arg(states->areLanes ? 0 : i)
                            .arg(exactText(states->written(t, i)), exactText(states->state(t, i)), exactText(states->read(t, i)),
                                exactText(states->decay(t, i)));
    }
    return text;
}

} // namespace

const FigurePage mixerStatePage{.id = "state",
    .title = QT_TRANSLATE_NOOP("figures", "What does the state hold after each token?"),
    .draw = drawMixerState,
    .caption = mixerStateCaption,
    .whyNot = whyNotMixerState,
    .subtitle = mixerStateSubtitle,
    .table = mixerStateTable,
    .needs = mixerStateNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {channelOption}; },
    .minPanel = minPanelOf<240, 150>,
    .minRoom = {160, 90},
    .concepts = "C42"};

} // namespace widgets
