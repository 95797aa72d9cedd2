// Which answers the model gets right: of every text whose next token is known, how far the right one is above the wrong one.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/texts/numbers.h"
#include "widgets/views/texts/pages.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

constexpr double roomForSide = 640; // px of ordinary type
constexpr int wordsOfBar = 14;      // characters of a text beside its bar

/// log p of the right token, or how far its logit is above that of the wrong one where every text names one.
bool isOfDifference(const core::TextStatistics& all)
{
    return std::ranges::all_of(
        all.texts, [](const core::TextResult& text) { return !text.answer || text.answer->difference.has_value(); });
}

double marginOf(const core::TextResult& text, bool ofDifference)
{
    return ofDifference ? *text.answer->difference : text.answer->logProb;
}

/// The texts with an answer, the most wrong first.
std::vector<const core::TextResult*> worstFirst(const core::TextStatistics& all)
{
    std::vector<const core::TextResult*> texts;
    for (const core::TextResult& text : all.texts)
        if (text.answer)
            texts.push_back(&text);
    std::ranges::stable_sort(
        texts, {}, [ofDifference = isOfDifference(all)](const core::TextResult* text) { return marginOf(*text, ofDifference); });
    return texts;
}

QString whyNotTextAnswers(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Texts::tr("Answers are counted for each model: look at A | B.");
    const core::ModelConfig& config = shownRun(data)->setup->config;
    if (config.topology != core::Topology::CausalDecoder || config.outputHead == core::OutputHead::None)
        return Texts::tr("This model has no next token to be right about. Open a causal decoder with an output, such as main.");
    const core::TextStatistics* const all = statisticsOf(data, shownRun(data));
    return all && all->answered() == 0
        ? Texts::tr("None of these texts says its answer: a .jsonl line does, with {\"text\": …, \"answer\": …}.")
        : QString();
}

void drawTextAnswers(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunPtr& run = shownRun(data);
    const core::TextStatistics& all = *statisticsOf(data, run);
    const bool ofDifference = isOfDifference(all);
    const std::vector<const core::TextResult*> texts = worstFirst(all);
    const Theme& theme = themeOf(style);
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(Texts::tr("texts, the most wrong first"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atLeft)
        ->setLabel(
            ofDifference ? Texts::tr("logit of the right − of the wrong token") : Texts::tr("log p of the right token, nat"));
    auto* const chart = new LineChart(rect, style);
    for (const bool isRight : {true, false}) {
        QVector<double> x, y;
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (texts[i]->answer->isRight() == isRight) {
                x << double(i + 1);
                y << marginOf(*texts[i], ofDifference);
            }
        if (!x.isEmpty())
            chart
                ->addLine(x, y, isRight ? Texts::tr("right %1").arg(x.size()) : Texts::tr("wrong %1").arg(x.size()),
                    {.color = isRight ? theme.slotA : theme.slotB, .pen = Qt::NoPen, .points = true})
                ->setName(isRight ? QStringLiteral("right") : QStringLiteral("wrong"));
    }
    chart->fitAxes(ofDifference);
    rect->axis(QCPAxis::atBottom)->setRange(0.5, double(texts.size()) + 0.5);
    if (ofDifference)
        addLevelMark(rect, 0, QString(), style);
    const QString ofWorst = Texts::tr("The most wrong, and what it says");
    if (roomOf(style).width() < roomForSide)
        return sayNoRoomFor(plot, {ofWorst}, style);
    SidePanel side(*plot.panel(), plot, 0, 1, style);
    auto* const worst = new BarChart(side.add(ofWorst), style);
    worst->setName(QStringLiteral("worst"));
    QVector<Bar> bars;
    for (const core::TextResult* const text : texts) {
        if (std::size_t(bars.size()) == barsFitting(style))
            break;
        bars << Bar{shortText(*text, wordsOfBar), marginOf(*text, ofDifference),
            visibleToken(tokenText(*run, text->answer->said), 10), !text->answer->isRight()};
    }
    worst->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 1.6);
    plot.panel()->setColumnSpacing(space::xl);
}

QString textAnswersSubtitle(const FigureData&)
{
    return Texts::tr("Each dot: a text whose next token is known; right: the model finds it the likeliest of all.");
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::TextStatistics& all = *statisticsOf(data, run);
    const core::Index answered = all.answered();
    if (answered == 0)
        return {};
    double sum = 0;
    core::Index above = 0;
    for (const core::TextResult& text : all.texts)
        if (text.answer) {
            sum += text.answer->logProb;
            above += text.answer->difference && *text.answer->difference > 0;
        }
    const QString right
        = Texts::tr("%1 of %2 answers are right (%3), mean log p %4 nat.")
              .arg(all.right())
              .arg(answered)
              .arg(probabilityText(double(all.right()) / double(answered)), formatFixed(sum / double(answered), 2));
    return joinedSentences({right, isOfDifference(all) ? Texts::tr("%1 are above the wrong one.").arg(above) : QString(),
        Texts::tr("Read: %1.").arg(overTexts(all, data))});
}

QString textAnswersCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString textAnswersTable(const FigureData& data)
{
    const core::TextStatistics* const all = statisticsOf(data, shownRun(data));
    if (!all)
        return {};
    QString text = QStringLiteral("line,right_id,said_id,rank,log_prob,logit_difference\n");
    for (const core::TextResult& one : all->texts)
        if (one.answer)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                        .arg(one.text.line)
                        .arg(one.answer->right)
                        .arg(one.answer->said)
                        .arg(one.answer->rank)
                        .arg(exactNumber(one.answer->logProb),
                            one.answer->difference ? exactNumber(*one.answer->difference) : QString());
    return text;
}

} // namespace

const FigurePage textAnswersPage{.id = "answers",
    .title = QT_TRANSLATE_NOOP("figures", "How many answers does the model get right?"),
    .draw = drawTextAnswers,
    .caption = textAnswersCaption,
    .whyNot = whyNotTextAnswers,
    .subtitle = textAnswersSubtitle,
    .table = textAnswersTable,
    .needs = statisticsNeeds,
    .options = statisticsOptions,
    .minPanel = minPanelOf<320, 170>,
    .minRoom = {260, 130}};

} // namespace widgets
