// Tokens per sentence over the size of the vocabulary: what a larger vocabulary buys.

#include "core/run/cost.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/model_points.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/tokenized_texts.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr std::pair<const char*, const char*> families[] = {{"bpe", "BPE"}, {"wordpiece", "WordPiece"}, {"unigram", "Unigram"}};
constexpr double losesSome = 0.005; // unknown tokens per sentence

QString whyNotTokenVocabulary(const FigureData& data)
{
    return data.a ? QString() : TokensWords::tr("Type a text first: it is cut into tokens here.");
}

Needs tokenVocabularyNeeds(const FigureData& data)
{
    if (!data.a)
        return {};
    Needs all{tokenizerListNeed()};
    for (const ShownTokenizer& one : shownTokenizers(data))
        for (Need& need : sentencesNeeds(data, one.id)) {
            need.isPart = one.family.empty(); // a file without a tokenizer leaves the others as they are
            all.push_back(std::move(need));
        }
    return all;
}

bool isOf(const RunPtr& run, const ShownTokenizer& one)
{
    return run && run->setup && run->setup->model && run->setup->model->name == one.id;
}

struct Point
{
    ShownTokenizer tokenizer;
    SentenceCounts counts;
};

std::vector<Point> pointsOf(const FigureData& data)
{
    std::vector<Point> points;
    for (ShownTokenizer& one : shownTokenizers(data))
        if (const SentenceCounts* const counts = sentencesUnder(data, one.id))
            points.push_back({std::move(one), *counts});
    return points;
}

std::size_t largest(const std::vector<Point>& points, const std::string& family)
{
    std::size_t most = 0;
    for (const Point& point : points)
        most = point.tokenizer.family == family ? std::max(most, point.counts.vocabulary) : most;
    return most;
}

void setUpAxes(QCPAxisRect* rect, const std::vector<Point>& points)
{
    double left = 300, right = 4000, top = 1;
    for (const Point& point : points) {
        left = std::min(left, double(point.counts.vocabulary));
        right = std::max(right, double(point.counts.vocabulary));
        top = std::max(top, point.counts.tokens);
    }
    QCPAxis* const x = rect->axis(QCPAxis::atBottom);
    x->setScaleType(QCPAxis::stLogarithmic);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (double power = 100; power < 1e7; power *= 10)
        for (const double step : {1.0, 3.0})
            ticker->addTick(step * power, formatCount(std::int64_t(step * power)));
    x->setTicker(ticker);
    x->setRange(0.75 * left, 1.9 * right);
    x->setLabel(TokensWords::tr("vocabulary, tokens"));
    QCPAxis* const y = rect->axis(QCPAxis::atLeft);
    y->setTicker(QSharedPointer<NumberTicker>::create());
    y->setRange(0, 1.1 * top);
    y->setLabel(TokensWords::tr("tokens per sentence"));
}

void drawTokenVocabulary(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<Point> points = pointsOf(data);
    const Theme& theme = themeOf(style);
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    auto* const lines = new LineChart(rect, style);
    const LineStyle styles[] = {{theme.q, Qt::SolidLine}, {theme.k, Qt::DashLine}, {theme.v, Qt::DotLine}};
    for (std::size_t family = 0; family < std::size(families); ++family) {
        QVector<double> x, y;
        for (const Point& point : points)
            if (point.tokenizer.family == families[family].first) {
                x << double(point.counts.vocabulary);
                y << point.counts.tokens;
            }
        if (!x.isEmpty())
            lines->addLine(x, y, {}, styles[family]);
    }
    auto* const dots = new ModelPoints(rect, style);
    setUpAxes(rect, points); // which the points keep
    dots->setName(QLatin1String(countsName));
    std::vector<ModelPoint> shown;
    for (const Point& point : points) {
        ModelPoint one;
        one.id = QString::fromStdString(point.tokenizer.id);
        one.name = one.label = point.tokenizer.label;
        if (!point.tokenizer.family.empty()) // the largest names its line
            one.label = point.counts.vocabulary < largest(points, point.tokenizer.family)
                ? QString()
                : one.label.section(QLatin1Char(' '), 0, 0);
        one.x = double(point.counts.vocabulary);
        one.y = point.counts.tokens;
        one.isHollow = point.counts.unknown > losesSome;
        one.mark = isOf(data.a, point.tokenizer) ? ModelPoint::MineA
            : isOf(data.b, point.tokenizer)      ? ModelPoint::MineB
                                                 : ModelPoint::Plain;
        shown.push_back(std::move(one));
    }
    dots->setPoints(std::move(shown));
}

QString tokenVocabularySubtitle(const FigureData& data)
{
    return sentencesOption.is(data, "zh_CN")
        ? TokensWords::tr("Mean over 100 Chinese sentences that no training saw. Hollow: some characters are unknown and lost.")
        : TokensWords::tr("Mean over 100 English sentences that no training saw. Hollow: some characters are unknown and lost.");
}

/// What the vocabulary costs this model: one table, or two where the output has one of its own.
QString tablesSentence(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->setup->config.outputHead == core::OutputHead::None)
        return {};
    const core::ModelConfig& config = run->setup->config;
    const core::Cost cost = core::costOf(config);
    const double table = double(config.vocabulary) * double(config.tableWidth());
    const QString size = QStringLiteral("%1 × %2").arg(formatCount(config.vocabulary), formatCount(config.tableWidth()));
    const QString share = formatPercent((config.tied ? 1 : 2) * table / double(cost.parameters));
    return (config.tied
            ? TokensWords::tr("Tied: one table of %1 for embedding and output, %2 of the %3 parameters of this model.")
            : TokensWords::tr("Not tied: two tables of %1, embedding and output, %2 of the %3 parameters of this model."))
        .arg(size, share, formatCount(cost.parameters));
}

QString tokenVocabularyCaption(const FigureData& data)
{
    const std::vector<Point> points = pointsOf(data);
    const auto of = [&](const char* id) {
        return std::ranges::find_if(points, [&](const Point& point) { return point.tokenizer.id == id; });
    };
    const auto small = of("bpe-300"), large = of("bpe-4000"), lossy = of("wordpiece-300");
    if (small == points.end() || large == points.end() || lossy == points.end())
        return {};
    const QString first = TokensWords::tr("BPE needs %1 tokens per sentence with 300 entries and %2 with 4,000.")
                              .arg(formatNumber(small->counts.tokens), formatNumber(large->counts.tokens));
    return joinedSentences({first,
        TokensWords::tr("A larger vocabulary shortens the text and lengthens the table of embeddings."), tablesSentence(data),
        lossy->counts.unknown > losesSome ? TokensWords::tr(
            "WordPiece with 300 loses text: %1 unknown tokens per sentence stand for words that it cannot spell.")
                                                .arg(formatNumber(lossy->counts.unknown))
                                          : QString()});
}

QString tokenVocabularyTable(const FigureData& data)
{
    QString csv = QStringLiteral("tokenizer,vocabulary,tokens_per_sentence,unknown_per_sentence\n");
    for (const Point& point : pointsOf(data))
        csv += QStringLiteral("%1,%2,%3,%4\n")
                   .arg(QString::fromStdString(point.tokenizer.id))
                   .arg(qlonglong(point.counts.vocabulary))
                   .arg(exactText(float(point.counts.tokens)), exactText(float(point.counts.unknown)));
    return csv;
}

FigureOptions options(const FigureData&) { return {sentencesOption, alsoOption}; }

} // namespace

const FigurePage tokenVocabularyPage{.id = "vocabulary",
    .title = QT_TRANSLATE_NOOP("figures", "What does a larger vocabulary buy?"),
    .draw = drawTokenVocabulary,
    .caption = tokenVocabularyCaption,
    .whyNot = whyNotTokenVocabulary,
    .subtitle = tokenVocabularySubtitle,
    .table = tokenVocabularyTable,
    .needs = tokenVocabularyNeeds,
    .options = options,
    .minPanel = minPanelOf<240, 140>,
    .minRoom = {220, 110},
    .concepts = "C33 C43"};

} // namespace widgets
