#include "widgets/views/texts/numbers.h"

#include "core/io/shown_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/short_text.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/texts_choice.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

std::string textsIn(const FigureData& data)
{
    const QString said = textsOption.in(data);
    return said.isEmpty() ? defaultStatisticsTexts : said.toStdString();
}

NeedId idOf(const FigureData& data, const RunPtr& run) { return {run->trace, {}, "statistics over " + textsIn(data)}; }

} // namespace

const WallScore& shownScore(const FigureData& data)
{
    const WallScore* const said = findWallScore(scoreOption.in(data));
    return said ? *said : *findWallScore(QStringLiteral("induction"));
}

std::function<double(const core::HeadOverTexts&)> shownNumber(const FigureData& data)
{
    return [of = shownScore(data).of, isSpread = spreadOption.is(data, "spread")](
               const core::HeadOverTexts& head) { return of(isSpread ? head.spread : head.mean); };
}

std::vector<const core::HeadOverTexts*> headsInOrder(const FigureData& data, const core::TextStatistics& all)
{
    const auto number = shownNumber(data);
    std::vector<const core::HeadOverTexts*> heads;
    for (const core::HeadOverTexts& head : all.heads)
        if (std::isfinite(number(head)))
            heads.push_back(&head);
    const bool isLowFirst = shownScore(data).isLowFirst && !spreadOption.is(data, "spread");
    std::ranges::stable_sort(heads, [&](const auto* one, const auto* other) {
        return isLowFirst ? number(*one) < number(*other) : number(*one) > number(*other);
    });
    return heads;
}

FigureOptions statisticsOptions(const FigureData&) { return {textsOption, scoreOption.oneOf(wallScoreIds()), spreadOption}; }

Needs statisticsNeeds(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        if (run->setup && !run->setup->config.hasEncoder() && run->setup->model && run->setup->model->tokenizer)
            needs.push_back(derivedNeed(idOf(data, run), [run, texts = textsIn(data)](const core::RunControl& control) {
                return core::textStatistics(*run->setup, texts, control);
            }));
    return needs;
}

const core::TextStatistics* statisticsOf(const FigureData& data, const RunPtr& run)
{
    return run ? data.results.value<core::TextStatistics>(idOf(data, run)) : nullptr;
}

QString textsName(const FigureData& data) { return textsTitle(textsIn(data)); }

QString whyNoStatistics(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunPtr& run = shownRun(data);
    if (!run->setup)
        return Texts::tr("A recorded run cannot read other texts: open its model.");
    if (run->setup->config.hasEncoder())
        return Texts::tr("This model has two stacks, so a text alone is no input. Open a model with one, such as main.");
    return run->setup->model && run->setup->model->tokenizer
        ? QString()
        : Texts::tr("This model has no tokenizer, so it cannot read texts.");
}

QString whyNoHeads(const FigureData& data)
{
    const core::TextStatistics* const all = statisticsOf(data, shownRun(data));
    if (!all)
        return whyNoAttention(*shownRun(data), -1);
    if (all->texts.empty())
        return Texts::tr("None of these texts has a token. Choose others.");
    if (all->heads.empty())
        return whyNoAttention(*shownRun(data), -1);
    const WallScore& score = shownScore(data);
    return std::ranges::none_of(all->heads, [&](const core::HeadOverTexts& head) { return std::isfinite(score.of(head.mean)); })
        ? Texts::tr("No text of these says anything about “%1”. Choose other texts or another score.").arg(nameOf(score))
        : QString();
}

QString overTexts(const core::TextStatistics& all, const FigureData& data)
{
    const QString count = formatCount(std::int64_t(all.texts.size()));
    return all.left > 0
        ? Texts::tr("the first %1 of %2 texts (%3)").arg(count, formatCount(std::int64_t(all.texts.size() + all.left)), textsName(data))
        : Texts::tr("%1 texts (%2)").arg(count, textsName(data));
}

QString overScoredTexts(const core::TextStatistics& all, const FigureData& data, const core::HeadOverTexts& head)
{
    const auto scored = std::size_t(shownScore(data).of(head.texts));
    const QString texts = overTexts(all, data);
    return scored == all.texts.size() ? texts
                                      : Texts::tr("%1 of %2 that have this score").arg(formatCount(std::int64_t(scored)), texts);
}

QString shortText(const core::TextResult& text, int most)
{
    return cutAtStart(QString::fromStdString(core::shownText(text.text.text, 4096)), most);
}

QString spreadText(double mean, double spread) { return QStringLiteral("%1 ± %2").arg(formatFixed(mean, 2), formatFixed(spread, 2)); }

} // namespace widgets
