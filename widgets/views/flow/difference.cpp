#include "widgets/views/flow/difference.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/grid.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct FlowDelta
{
    Q_DECLARE_TR_FUNCTIONS(Flow)
};

/// Both flows at the same places.
struct Pair
{
    FlowShown a, b;
    OtherProbabilities ofOther; // what A gives to B's words

    explicit Pair(const FigureData& data)
        : a(ofSide(data, Side::A))
        , b(ofSide(data, Side::B))
        , ofOther(a.results, a.owner, b.owner)
    {
    }

    int tokens() const { return std::min(a.tokens, b.tokens); }
    int last() const { return a.layers - 1; }

    /// What both say there; null: not computed yet.
    std::pair<const core::TokenProbability*, const core::TokenProbability*> at(int layer, int position) const
    {
        const LensTokens* first = a.at(layer, position);
        const LensTokens* second = b.at(layer, position);
        const bool areKnown = first && second && !first->empty() && !second->empty();
        return areKnown ? std::pair{&first->front(), &second->front()} : std::pair{nullptr, nullptr};
    }

    /// What B gives to its word there less what A gives to the same word; NaN: not computed yet.
    double change(int layer, int position) const
    {
        const auto [first, second] = at(layer, position);
        const auto before = second ? ofOther.at({layer, position}) : std::nullopt;
        return before ? second->probability - *before : std::numeric_limits<double>::quiet_NaN();
    }

    QString wordOfA(const core::TokenProbability& one) const { return tokenText(a.run, one.id); }
    QString wordOfB(const core::TokenProbability& one) const { return tokenText(b.run, one.id); }
};

/// Words of the last layer that differ.
int changedWords(const Pair& both)
{
    int count = 0;
    for (int position = 0; position < both.tokens(); ++position)
        if (const auto [a, b] = both.at(both.last(), position); a)
            count += both.wordOfA(*a) != both.wordOfB(*b);
    return count;
}

} // namespace

QString whyNoFlowDifference(const FigureData& data)
{
    const int a = layersOf(*data.a), b = layersOf(*data.b);
    return a == b
        ? QString()
        : FlowDelta::tr("A has %1 layers and B has %2: a difference needs the same depths. Look at A | B.").arg(a).arg(b);
}

void drawFlowDifference(const Drawing& drawing, int maxRows)
{
    const auto& [plot, data, style] = drawing;
    const Pair both(data);
    const std::vector<int> rows = flowLayers(both.a.run, both.a.layer, maxRows);
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(rows.size()), both.tokens(), CellShape::Fill);
    rect->setRowTokens(flowRowLabels(rows));
    labelColumns(*rect, *both.a.run.trace);

    auto* const grid = new FlowGrid(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    grid->setName(QStringLiteral("flow"));
    grid->setDifference(true);
    std::vector<core::LensPlace> places;
    for (const int layer : rows)
        for (int position = 0; position < both.tokens(); ++position)
            places.push_back({layer, position});

    std::vector<FlowCell> cells;
    for (const core::LensPlace& place : places) {
        const auto [a, b] = both.at(int(place.layer), int(place.position));
        if (!a)
            cells.push_back({{}, std::numeric_limits<double>::quiet_NaN(), false});
        else
            cells.push_back(
                {both.wordOfB(*b), both.change(int(place.layer), int(place.position)), both.wordOfA(*a) != both.wordOfB(*b)});
    }
    grid->setCells(rows, both.tokens(), std::move(cells));
    grid->setPinned({grid->rowOf(both.a.layer), both.a.position});

    // Above the key, beside the words: the same rows and columns as A and B have.
    const int above = int(QFontMetricsF(tickFont(style), &plot).height()) + space::s;
    rect->setMinimumMargins({0, above, 0, 0});
    QStringList words;
    for (int row = 0; row < grid->rows(); ++row)
        words << grid->cell({row, std::min(both.a.position, both.tokens() - 1)}).text;
    const double width
        = roomOf(style).width() < 150 ? 0 : flowWordWidth(words, style.size.width() * 0.75 / both.tokens(), style, plot);
    if (width > 0) {
        const int room = int(width) + space::m;
        rect->setRoomRight(room);
        auto* const beside = new FlowParts(grid, room, style);
        beside->setName(QStringLiteral("parts"));
        beside->setWords(words, width, quotedToken(*both.b.run.trace, both.b.position));
    }
}

QString flowDifferenceCaption(const FigureData& data)
{
    const Pair both(data);
    const int position = std::min(both.a.position, both.tokens() - 1);
    const auto [a, b] = both.at(both.last(), position);
    if (!a)
        return {};
    return FlowDelta::tr("After %1 A predicts “%2” with %3, B “%4” with %5. In the last layer %6 of %7 words differ.")
        .arg(quotedToken(*both.a.run.trace, position), both.wordOfA(*a), probabilityText(a->probability), both.wordOfB(*b),
            probabilityText(b->probability))
        .arg(changedWords(both))
        .arg(both.tokens());
}

std::vector<Metric> flowMetrics(const FigureData& data)
{
    if (!whyNoFlowDifference(data).isEmpty() || !data.a->setup || !data.b->setup)
        return {};
    const Pair both(data);
    double largest = -1;
    Selection place = data.selection;
    place.layer = both.last();
    for (int position = 0; position < both.tokens(); ++position)
        if (const double change = std::abs(both.change(both.last(), position)); change > largest) {
            largest = change;
            place.query = position;
        }
    if (largest < 0)
        return {};
    return {{FlowDelta::tr("words that differ"), FlowDelta::tr("%1 of %2").arg(changedWords(both)).arg(both.tokens()), {}},
        {FlowDelta::tr("max |Δ p|"), formatFixed(largest, 3), place, true}};
}

} // namespace widgets
