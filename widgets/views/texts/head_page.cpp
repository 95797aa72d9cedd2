// One head over many texts: its score of each, and how the scores are spread.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/wall_charts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/texts/numbers.h"
#include "widgets/views/texts/pages.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

constexpr int bins = 16;
constexpr int wordsOfBar = 30; // characters of a text beside its bar
constexpr double roomForSide = 560; // px of ordinary type
constexpr double highForBoth = 200; // of a narrow picture that has the histogram below

/// Which of the heads is selected; −1: the model has no such head.
int shownHead(const core::TextStatistics& all, const FigureData& data)
{
    for (std::size_t i = 0; i < all.heads.size(); ++i)
        if (all.heads[i].layer == std::max(0, data.selection.layer) && all.heads[i].head == std::max(0, data.selection.head))
            return int(i);
    return -1;
}

/// A text and the score of the head in it.
struct Scored
{
    std::size_t text;
    double score;
};

/// Those texts that say something, the highest first.
std::vector<Scored> scoresOf(const core::TextStatistics& all, int head, const FigureData& data)
{
    const auto of = shownScore(data).of;
    std::vector<Scored> scores;
    for (std::size_t i = 0; i < all.texts.size(); ++i)
        if (const double score = of(all.texts[i].heads[std::size_t(head)]); std::isfinite(score))
            scores.push_back({i, score});
    std::ranges::stable_sort(scores, std::ranges::greater(), &Scored::score);
    return scores;
}

QString whyNotTextHead(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Texts::tr("Texts are listed by their scores: look at A | B.");
    if (QString reason = whyNoHeads(data); !reason.isEmpty())
        return reason;
    const core::TextStatistics* const all = statisticsOf(data, shownRun(data));
    return all && shownHead(*all, data) < 0 ? Texts::tr("Layer %1 has no head %2. Choose another.")
                                                  .arg(counted(std::max(0, data.selection.layer)))
                                                  .arg(counted(std::max(0, data.selection.head)))
                                            : QString();
}

void drawHistogram(QCPAxisRect* rect, const std::vector<Scored>& scores, double mean, const WallScore& of, const FigureStyle& style)
{
    const bool isShare = of.full > 0;
    const double least = isShare ? 0 : scores.back().score, largest = isShare ? of.full : scores.front().score;
    const double most = largest > least ? largest : least + 1;
    QVector<double> edges, counts(bins, 0);
    for (int i = 0; i <= bins; ++i)
        edges << least + (most - least) * i / bins;
    for (const Scored& one : scores)
        ++counts[std::clamp(int((one.score - least) / (most - least) * bins), 0, bins - 1)];
    auto* const histogram = new Histogram(rect, style);
    histogram->setName(QStringLiteral("spread"));
    histogram->setCounts(edges, counts);
    rect->axis(QCPAxis::atBottom)->setLabel(nameOf(of));
    rect->axis(QCPAxis::atLeft)->setLabel(Texts::tr("texts"));
    addVerticalMark(rect, mean, Texts::tr("mean"), style);
}

void drawTextHead(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::TextStatistics& all = *statisticsOf(data, shownRun(data));
    const int shown = shownHead(all, data);
    const std::vector<Scored> scores = scoresOf(all, shown, data);
    const bool isBeside = roomOf(style).width() >= roomForSide, isBelow = !isBeside && pictureHeight(style) >= highForBoth;
    SidePanel list(*plot.panel(), plot, 0, 0, style);
    auto* const chart = new BarChart(list.add(Texts::tr("Texts, the highest first")), style);
    chart->setName(QStringLiteral("texts"));
    const std::size_t most = std::max<std::size_t>(1, barsFitting(style, 40) / (isBelow ? 2 : 1));
    QVector<Bar> bars;
    for (const Scored& one : scores) {
        if (std::size_t(bars.size()) == most)
            break;
        bars << Bar{shortText(all.texts[one.text], wordsOfBar), one.score, formatFixed(one.score, 2), false};
    }
    const WallScore& of = shownScore(data);
    chart->setBars(bars, of.full);
    const double mean = of.of(all.heads[std::size_t(shown)].mean);
    const QString heading = Texts::tr("Over %1 texts").arg(formatCount(std::int64_t(scores.size())));
    if (isBelow)
        drawHistogram(list.add(heading), scores, mean, of, style);
    if (!isBeside)
        return;
    SidePanel side(*plot.panel(), plot, 0, 1, style);
    drawHistogram(side.add(heading), scores, mean, of, style);
    plot.panel()->setColumnStretchFactor(0, 1.4);
    plot.panel()->setColumnSpacing(space::xl);
}

QString textHeadSubtitle(const FigureData& data)
{
    return Texts::tr("Each bar: a text and the score “%1” of %2 in it.")
        .arg(nameOf(shownScore(data)), headLabel(std::max(0, data.selection.layer), std::max(0, data.selection.head)));
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::TextStatistics& all = *statisticsOf(data, run);
    const int shown = shownHead(all, data);
    if (shown < 0)
        return {};
    const std::vector<Scored> scores = scoresOf(all, shown, data);
    if (scores.empty())
        return {};
    const core::HeadOverTexts& head = all.heads[std::size_t(shown)];
    return joinedSentences({Texts::tr("%1 has %2 %3, from %4 to %5.")
                                .arg(headLabel(head.layer, head.head), nameOf(shownScore(data)),
                                    spreadText(shownScore(data).of(head.mean), shownScore(data).of(head.spread)),
                                    formatFixed(scores.back().score, 2), formatFixed(scores.front().score, 2)),
        Texts::tr("Mean ± standard deviation over %1.").arg(overScoredTexts(all, data, head))});
}

QString textHeadCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString textHeadTable(const FigureData& data)
{
    const core::TextStatistics* const all = statisticsOf(data, shownRun(data));
    const int shown = all ? shownHead(*all, data) : -1;
    if (shown < 0)
        return {};
    QStringList columns{QStringLiteral("line"), QStringLiteral("tokens")};
    for (const WallScore& score : wallScores())
        columns << QLatin1String(score.id);
    QString text = columns.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const core::TextResult& one : all->texts) {
        QStringList row{QString::number(one.text.line), QString::number(one.tokens)};
        for (const WallScore& score : wallScores())
            row << exactNumber(score.of(one.heads[std::size_t(shown)]));
        text += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace

const FigurePage textHeadPage{.id = "head",
    .title = QT_TRANSLATE_NOOP("figures", "In which texts does this head do it?"),
    .draw = drawTextHead,
    .caption = textHeadCaption,
    .whyNot = whyNotTextHead,
    .subtitle = textHeadSubtitle,
    .table = textHeadTable,
    .needs = statisticsNeeds,
    .options = statisticsOptions,
    .minPanel = minPanelOf<320, 170>,
    .minRoom = {260, 130}};

} // namespace widgets
