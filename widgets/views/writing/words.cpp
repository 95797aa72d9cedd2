#include "widgets/views/writing/words.h"

#include "core/analysis/half_softmax.h"
#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/predictions.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

QString cutSentence(const Writing& writing)
{
    const core::ContinuationNode& node = writing.node();
    const QString vocabulary = formatCount(writing.run->setup->config.vocabulary);
    if (!node.isRead)
        return WritingWords::tr("Nothing follows %1: its text ends there.").arg(writing.selectedWord());
    if (node.kept == 1)
        return WritingWords::tr("After %1 one of %2 tokens stays: %3 with probability %4.")
            .arg(writing.selectedWord(), vocabulary, WritingWords::tr("“%1”").arg(tokenText(*writing.run, node.next.front().id)),
                formatNumber(node.keptBefore));
    return WritingWords::tr("After %1 the cut leaves %2 of %3 tokens with %4 of the probability.")
        .arg(writing.selectedWord(), formatCount(node.kept), vocabulary, formatNumber(node.keptBefore));
}

QString lossText(const ShownText& text)
{
    return formatNumber(-text.logModel / double(std::max<std::size_t>(1, text.nodes.size())));
}

/// The greedy text beside the first that was drawn.
QString textSentence(const Writing& writing)
{
    if (writing.texts.size() < 2)
        return {};
    const ShownText &greedy = writing.texts[0], &first = writing.texts[1];
    return WritingWords::tr("Without the cut %2 is the text of seed %1, loss %3 nat per token; %4 is the greedy one, loss %5.")
        .arg(first.text->seed)
        .arg(oneIn(first.logBefore), lossText(first), oneIn(greedy.logBefore), lossText(greedy));
}

QString logZSentence(const Writing& writing)
{
    std::vector<double> all = logZOfText(*writing.run);
    for (const ShownText& text : writing.texts)
        for (const core::Index node : text.nodes)
            if (writing.tree->nodes[std::size_t(node)].isRead)
                all.push_back(writing.tree->nodes[std::size_t(node)].logZ);
    std::erase_if(all, [](double value) { return !std::isfinite(value); });
    if (all.empty())
        return {};
    const auto [low, high] = std::ranges::minmax(all);
    const double least = low <= 0 && high >= 0 ? 0 : std::min(std::abs(low), std::abs(high));
    return WritingWords::tr("log Z runs from %1 to %2; z-loss would add between %3 and %4 nat per position.")
        .arg(formatNumber(low), formatNumber(high), formatNumber(core::zLoss(least), 2),
            formatNumber(core::zLoss(std::max(std::abs(low), std::abs(high))), 2));
}

QString endSentence(const Writing& writing)
{
    const auto ends = [&](core::ContinuationEnd end) {
        return int(
            std::ranges::count_if(writing.texts, [&](const ShownText& text) { return text.isWhole && text.text->end == end; }));
    };
    QStringList sentences;
    if (const int full = ends(core::ContinuationEnd::Full))
        sentences << WritingWords::tr("The model reads %1 tokens: %n text(s) end there.", nullptr, full).arg(writing.tree->limit);
    if (const int ended = ends(core::ContinuationEnd::Ended))
        sentences << WritingWords::tr("%n text(s) end with the token that ends a text.", nullptr, ended);
    return joinedSentences(sentences);
}

} // namespace

QString settingText(double value) { return QString::number(value, 'g', 4); }

QString oneIn(double logProbability)
{
    const double count = std::exp(-logProbability);
    if (count < 1.05) // "one in 1.0"
        return WritingWords::tr("almost every one");
    const double step = std::pow(10, std::floor(std::log10(count)) - 1);
    const QString text = count < 10 || !(count < 1e6)
        ? formatNumber(count, 2)
        : formatCount(std::int64_t(std::llround(count / step) * std::llround(step)));
    return WritingWords::tr("one in %1").arg(text);
}

QString shortProbability(double probability)
{
    if (!(probability > 0))
        return QStringLiteral("0");
    return probability < 0.001 ? QStringLiteral("<0.001") : formatFixed(probability, probability < 0.01 ? 3 : 2);
}

QString textName(const core::Continuation& text)
{
    if (text.kind == core::Continuation::Greedy)
        return WritingWords::tr("greedy");
    return text.kind == core::Continuation::Chosen ? WritingWords::tr("chosen") : WritingWords::tr("seed %1").arg(text.seed);
}

QString writingSubtitle(const FigureData& data)
{
    const core::SamplerOptions& sampler = continuationOptions(data).sampler;
    QStringList words{sampler.temperature == 0 ? WritingWords::tr("temperature 0: always the likeliest")
                                               : WritingWords::tr("temperature %1").arg(settingText(sampler.temperature))};
    if (sampler.topK > 0)
        words << QStringLiteral("top-k %1").arg(sampler.topK);
    if (sampler.topP < 1)
        words << QStringLiteral("top-p %1").arg(settingText(sampler.topP));
    if (sampler.minP > 0)
        words << QStringLiteral("min-p %1").arg(settingText(sampler.minP));
    if (sampler.repetitionPenalty != 1)
        words << WritingWords::tr("repetition penalty %1").arg(settingText(sampler.repetitionPenalty));
    return WritingWords::tr("Numbers on branches: probability before the cut; %1.").arg(words.join(WritingWords::tr(", ")));
}

QString writingCaption(const FigureData& data)
{
    const Writing writing = writingOf(data);
    if (showsBoth(data)) // each of the two in one line
        return joinedSentences({cutSentence(writing), endSentence(writing)});
    return joinedSentences({cutSentence(writing), endSentence(writing), textSentence(writing), logZSentence(writing)});
}

std::vector<Caveat> writingCaveats(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (run->trace->replaced.empty())
        return {};
    return {{WritingWords::tr("The texts are written without the interventions of this run."), true}};
}

QString writingTable(const FigureData& data)
{
    const Writing writing = writingOf(data);
    const auto number = [](double value) { return exactText(float(value)); };
    QString text = QStringLiteral("part,name,depth,token,id,parent,probability,before,after,sum,log_z,kept\n");
    const auto row
        = [&](const char* part, const QString& name, const core::ContinuationNode* node, const core::NextToken& token) {
              text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8,%9,")
                          .arg(QLatin1String(part), name)
                          .arg(node ? node->depth : writing.node().depth + 1)
                          .arg(csvField(tokenText(*writing.run, token.id)))
                          .arg(token.id)
                          .arg(node ? node->parent : writing.selected)
                          .arg(number(token.model), number(token.before), number(token.after));
              text += QStringLiteral("%1,%2,%3\n")
                          .arg(number(token.sum), node && node->isRead ? number(node->logZ) : QString(),
                              node && node->isRead ? QString::number(node->kept) : QString());
          };
    for (const ShownText& shown : writing.texts)
        for (const core::Index at : shown.nodes) {
            const core::ContinuationNode& node = writing.tree->nodes[std::size_t(at)];
            const QString seed = shown.text->kind == core::Continuation::Greedy ? QStringLiteral("greedy")
                : shown.text->kind == core::Continuation::Chosen                ? QStringLiteral("chosen")
                                                                                : QStringLiteral("seed %1").arg(shown.text->seed);
            row("text", seed, &node, node.drawn);
        }
    for (const core::NextToken& next : writing.node().next)
        row("next", {}, nullptr, next);
    return text;
}

} // namespace widgets
