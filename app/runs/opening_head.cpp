#include "app/runs/opening_head.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {

namespace {

constexpr double visible = 0.3; // of a head's attention

struct OpeningHead
{
    Q_DECLARE_TR_FUNCTIONS(OpeningHead)
};

/// The head of a trained model that copies best, if that can be seen.
std::optional<core::ScoredHead> copyingHead(const widgets::RunResult& run, const HeadTable& heads)
{
    if (!run.setup || !run.setup->model->trained)
        return std::nullopt;
    const auto best = std::ranges::max_element(heads, {}, [](const core::ScoredHead& head) { return head.scores.induction; });
    return best == heads.end() || !(best->scores.induction >= visible) ? std::nullopt : std::optional(*best);
}

} // namespace

std::optional<widgets::Selection> openingHead(
    const widgets::RunResult& run, const HeadTable& heads, const core::CuratedPrompt* guide)
{
    if (guide) {
        const int last = int(widgets::streamTokens(*run.trace).size()) - 1;
        return widgets::Selection{
            .layer = guide->layer, .head = guide->head, .query = std::min(guide->query, last), .key = std::min(guide->key, last)};
    }
    const std::optional<core::ScoredHead> best = copyingHead(run, heads);
    return best ? std::optional(widgets::Selection{.layer = best->layer, .head = best->head}) : std::nullopt;
}

QString copyingSentence(const widgets::RunResult& run, const HeadTable& heads, int layer, int head)
{
    const std::optional<core::ScoredHead> best = copyingHead(run, heads);
    if (!best || best->layer != layer || best->head != head)
        return {};
    return OpeningHead::tr("Of all heads L%1 H%2 copies most: %3 of its attention goes to what followed the same token before.")
        .arg(widgets::counted(layer))
        .arg(widgets::counted(head))
        .arg(widgets::formatPercent(best->scores.induction));
}

} // namespace app
