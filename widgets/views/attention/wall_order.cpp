#include "widgets/views/attention/wall_order.h"

#include "widgets/figure/sides.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/weighing.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

constexpr std::array kScores{
    WallScore{"previous", QT_TRANSLATE_NOOP("AttentionWall", "Most on the previous token"),
        QT_TRANSLATE_NOOP("AttentionWall", "previous token"), false, 1,
        [](const core::HeadScores& scores) { return scores.previousToken; }},
    WallScore{"induction", QT_TRANSLATE_NOOP("AttentionWall", "Induction (what followed before)"),
        QT_TRANSLATE_NOOP("AttentionWall", "induction"), false, 1,
        [](const core::HeadScores& scores) { return scores.induction; }},
    WallScore{"first", QT_TRANSLATE_NOOP("AttentionWall", "Most on the first token"),
        QT_TRANSLATE_NOOP("AttentionWall", "first token"), false, 1,
        [](const core::HeadScores& scores) { return scores.firstToken; }},
    WallScore{"entropy", QT_TRANSLATE_NOOP("AttentionWall", "Most focused: entropy, nat"),
        QT_TRANSLATE_NOOP("AttentionWall", "entropy"), true, 0, [](const core::HeadScores& scores) { return scores.entropy; },
        false},
    WallScore{"distance", QT_TRANSLATE_NOOP("AttentionWall", "Farthest: mean distance, tokens"),
        QT_TRANSLATE_NOOP("AttentionWall", "distance"), false, 0, [](const core::HeadScores& scores) { return scores.distance; }},
};

constexpr double kSortedShape = 1.6; // columns for each row
constexpr double kNarrowShape = 0.8;

/// The runs whose heads are on the wall: both where both are shown.
std::vector<RunPtr> runsOf(const FigureData& data)
{
    if (data.a && showsBoth(data))
        return {data.a, data.b};
    const RunPtr& run = data.mode == SlotMode::B && data.b ? data.b : data.a;
    return run ? std::vector{run} : std::vector<RunPtr>();
}

const WallScore* sortOf(const FigureData& data)
{
    const WallScore* score = findWallScore(sortOption.in(data));
    const std::vector<RunPtr> runs = runsOf(data);
    return score && !runs.empty() && !isUnfinished(data.a, data.b) && weighingOf(data) != Weighing::Rollout
            && whyNoScore(*score, *runs.front(), partOf(data)).isEmpty()
        ? score
        : nullptr;
}

} // namespace

QString headingOf(const WallScore& score) { return AttentionWall::tr(score.heading); }

QString nameOf(const WallScore& score) { return AttentionWall::tr(score.name); }

std::span<const WallScore> wallScores() { return kScores; }

QStringList wallScoreIds()
{
    QStringList ids;
    for (const WallScore& score : wallScores())
        ids << QString::fromLatin1(score.id);
    return ids;
}

const WallScore* findWallScore(const QString& id)
{
    for (const WallScore& score : kScores)
        if (id == QLatin1String(score.id))
            return &score;
    return nullptr;
}

HeadPlace WallOrder::at(int row, int column) const
{
    if (row < 0 || row >= rows || column < 0 || column >= columns)
        return {};
    return places[std::size_t(row) * std::size_t(columns) + std::size_t(column)];
}

Cell WallOrder::cellOf(int layer, int head) const
{
    const auto found = std::find(places.begin(), places.end(), HeadPlace{layer, head});
    if (layer < 0 || head < 0 || found == places.end())
        return {};
    const int index = int(found - places.begin());
    return {index / columns, index % columns};
}

WallOrder wallOrder(const FigureData& data, int parts)
{
    const std::vector<RunPtr> runs = runsOf(data);
    int layers = 0, heads = 0;
    for (const RunPtr& run : runs) {
        layers = std::max(layers, layersOf(*run, partOf(data)));
        for (int layer = 0; layer < layersOf(*run, partOf(data)); ++layer)
            heads = std::max(heads, headsOf(*run, layer, partOf(data)));
    }
    WallOrder order;
    if (layers == 0 || heads == 0)
        return order;
    if (weighingOf(data) == Weighing::Rollout)
        heads = 1; // it is of a layer
    const bool isNarrow = runs.size() == 2 && data.mode == SlotMode::All; // three panels beside each other are high
    const WallScore* sort = sortOf(data);
    if (!sort) {
        order.parts = std::clamp(parts, 1, layers);
        order.rows = (layers + order.parts - 1) / order.parts;
        order.columns = heads * order.parts;
        for (int row = 0; row < order.rows; ++row)
            for (int column = 0; column < order.columns; ++column) {
                const int layer = order.rows - 1 - row + column / heads * order.rows;
                order.places.push_back(layer < layers ? HeadPlace{layer, column % heads} : HeadPlace{});
            }
        return order;
    }
    for (const RunPtr& run : runs) {
        std::vector<ScoredHead> scored = scoredHeads(data.results, run, partOf(data));
        std::stable_sort(scored.begin(), scored.end(), [&](const ScoredHead& x, const ScoredHead& y) {
            return sort->isLowFirst ? sort->of(x.scores) < sort->of(y.scores) : sort->of(x.scores) > sort->of(y.scores);
        });
        for (const ScoredHead& head : scored)
            if (const HeadPlace place{head.layer, head.head};
                std::find(order.places.begin(), order.places.end(), place) == order.places.end())
                order.places.push_back(place);
    }
    order.isSorted = true;
    const auto count = double(order.places.size());
    order.columns = std::max(1, int(std::lround(std::sqrt(count * (isNarrow ? kNarrowShape : kSortedShape)))));
    order.rows = int(std::ceil(count / order.columns));
    order.places.resize(std::size_t(order.rows) * std::size_t(order.columns));
    return order;
}

QString whyNotSorted(const FigureData& data)
{
    const WallScore* const said = findWallScore(sortOption.in(data));
    const std::vector<RunPtr> runs = runsOf(data);
    if (!said || runs.empty() || isUnfinished(data.a, data.b) || sortOf(data))
        return {};
    if (weighingOf(data) == Weighing::Rollout)
        return AttentionWall::tr("Not sorted: rollout is of a layer, not of a head.");
    if (partOf(data) == core::AttentionPart::Cross)
        return AttentionWall::tr("Not sorted by %1: places of the target are not places of the source.").arg(nameOf(*said));
    return AttentionWall::tr("Not sorted by induction: no token of this text occurs twice. Repeat a few words.");
}

QString whyNoScore(const WallScore& score, const RunResult& run, core::AttentionPart part)
{
    if (part == core::AttentionPart::Cross && score.isOfPlaces)
        return AttentionWall::tr("Places of the target are not places of the source.");
    if (part != core::AttentionPart::Cross && core::tokensOfPart(*run.trace, part, true).size() < 2)
        return AttentionWall::tr("One token has none before it.");
    const bool isInduction = QLatin1String(score.id) == QLatin1String("induction");
    return isInduction && !canInduce(run, part) ? AttentionWall::tr("No token of this text occurs twice.") : QString();
}

bool canInduce(const RunResult& run, core::AttentionPart part)
{
    return part != core::AttentionPart::Cross && core::hasRepeats(core::idsOfPart(*run.trace, part, false));
}

} // namespace widgets
