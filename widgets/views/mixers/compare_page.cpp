// All mixers on the same text: the matrix of each in the layer that is looked at, as small maps.

#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/mixers/kinds.h"
#include "widgets/views/mixers/pages.h"
#include "widgets/views/mixers/query_chart.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace widgets {

namespace {

constexpr double minOfMap = 110; // px of ordinary type that a map and its heading take in one row

QString whyNotMixerCompare(const FigureData& data)
{
    return data.side == Side::Delta ? Mixers::tr("Each side has all mixers already: look at A | B.")
                                    : whyNoMatrix(*shownRun(data), data);
}

Needs mixerCompareNeeds(const FigureData& data)
{
    return shownRun(data) && whyNoTokens(data).isEmpty() && whyNoMatrix(*shownRun(data), data).isEmpty() ? mixerKindNeeds(data)
                                                                                                         : Needs();
}

/// The share of the last query's weight, by magnitude, that is on the last `keys` keys.
double recentShare(const core::Matrix& matrix, core::Index keys)
{
    const core::Index last = matrix.rows() - 1;
    const double all = double(matrix.row(last).cwiseAbs().sum());
    return all > 0 ? double(matrix.row(last).rightCols(std::min(keys, matrix.cols())).cwiseAbs().sum()) / all : std::nan("");
}

void drawMixerCompare(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const TokenGroups tokens = tokenGroups(*shownRun(data)->trace, false);
    MapRows rows;
    rows.rowTokens = rows.columnTokens = tokens.texts;
    rows.brackets = tokens.brackets;
    std::vector<SquareMap>& maps = rows.rows.emplace_back();
    std::vector<QueryLine> lines;
    QStringList refused;
    for (const MixerKind& kind : mixerKinds(data, shownRun(data))) {
        const core::MixerMatrix* const matrix = mixerMatrixOf(data, kind.run);
        if (!kind.run)
            refused << shortMixerName(kind.kind);
        if (!matrix)
            continue;
        lines.push_back({shortMixerName(kind.kind), mixerColor(kind.kind, style), matrix});
        const Grid grid = mixerGrid(matrix->effective);
        const ColorScale scale = mixerScale({grid});
        maps.push_back({.heading = QStringLiteral("%1 %2").arg(shortMixerName(kind.kind), rangeText(scale)),
            .sign = {},
            .name = QString::fromStdString(kind.kind),
            .quantity = {},
            .grid = grid,
            .scale = scale,
            .pinned = {data.selection.query, data.selection.key},
            .tokens = {}});
    }
    if (!data.b && maps.size() % 2 == 0 && roomOf(style).width() < minOfMap * double(maps.size())) { // two rows of as many
        const auto half = maps.begin() + std::ptrdiff_t(maps.size() / 2);
        std::vector<SquareMap> below(std::make_move_iterator(half), std::make_move_iterator(maps.end()));
        maps.erase(half, maps.end());
        rows.rows.push_back(std::move(below));
    }
    if (!lines.empty())
        addQueryChart(*new MapStage(plot, 0, 0, rows, style), drawing, lines);
    sayNoRoomFor(plot, refused, style);
}

QString mixerCompareSubtitle(const FigureData& data)
{
    return Mixers::tr("Each map (%1) has a scale of its own, beside its name; scales of a large diagonal are without it.")
        .arg(mixerPlaceText(*shownRun(data), data));
}

QString mixerCompareCaption(const FigureData& data)
{
    constexpr core::Index recent = 3;
    QStringList shares;
    std::vector<std::pair<double, QString>> ordered;
    for (const MixerKind& kind : mixerKinds(data, shownRun(data)))
        if (const core::MixerMatrix* const matrix = mixerMatrixOf(data, kind.run); matrix && matrix->effective.rows() > recent) {
            const double share = recentShare(matrix->effective, recent);
            if (!std::isfinite(share))
                continue;
            ordered.emplace_back(share, shortMixerName(kind.kind));
            shares << Mixers::tr("%1 %2").arg(ordered.back().second, formatPercent(ordered.back().first));
        }
    if (shares.isEmpty())
        return Mixers::tr("The same tokens and widths under each mixer.");
    const auto [least, most] = std::ranges::minmax_element(ordered);
    return joinedSentences({Mixers::tr("From the last %1 tokens: %2 (%3) to %4 (%5).")
                                .arg(recent)
                                .arg(formatPercent(least->first), least->second, formatPercent(most->first), most->second),
        Mixers::tr("By magnitude: %1.").arg(shares.join(Mixers::tr(", ")))});
}

QString mixerCompareTable(const FigureData& data)
{
    QString text = QStringLiteral("mixer,query,key,weight\n");
    for (const MixerKind& kind : mixerKinds(data, shownRun(data)))
        if (const core::MixerMatrix* const matrix = mixerMatrixOf(data, kind.run))
            for (core::Index row = 0; row < matrix->effective.rows(); ++row)
                for (core::Index column = 0; column < matrix->effective.cols(); ++column)
                    text += QStringLiteral("%1,%2,%3,%4\n")
                                .arg(QString::fromStdString(kind.kind))
                                .arg(row)
                                .arg(column)
                                .arg(exactText(matrix->effective(row, column)));
    return text;
}

} // namespace

const FigurePage mixerComparePage{.id = "compare",
    .title = QT_TRANSLATE_NOOP("figures", "What does each mixer make of the same text?"),
    .draw = drawMixerCompare,
    .caption = mixerCompareCaption,
    .whyNot = whyNotMixerCompare,
    .subtitle = mixerCompareSubtitle,
    .table = mixerCompareTable,
    .needs = mixerCompareNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {lanesOption, channelOption};
    },
    .minPanel = minPanelOf<330, 200>,
    .caveats = kindsCaveats,
    .concepts = "C42"};

} // namespace widgets
