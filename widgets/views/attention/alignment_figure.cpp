// The figure "attention_alignment": which tokens of the source each token of the target attends to, as lines between the two and
// as a map; of a model with two stacks the encoder's and the decoder's own attention, too.

#include "core/analysis/attention_masks.h"
#include "core/experiments/head_alignment.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/aligned_heads.h"
#include "widgets/views/attention/alignment_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/stack_words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Alignment
{
    Q_DECLARE_TR_FUNCTIONS(AttentionAlignment)
};

constexpr double alignedFrom = 0.5; // of the tokens: of fewer a head does something else
constexpr double roomForMap = 620; // px of ordinary type: beside the lines

bool isMean(const FigureData& data) { return headsOption.is(data, "mean"); }

core::AttentionPart linesPart(const FigureData& data) { return core::attentionPart(stackOption.in(data).toStdString()); }

/// The tokens that are looked at, of a source those of the page.
PartPlace lookedAt(const FigureData& data)
{
    FigureData ofPart = data;
    ofPart.options[partOption.name()] = stackOption.in(data);
    return placeOf(ofPart);
}

std::string tensorOf(const FigureData& data) { return core::attentionName(linesPart(data), data.selection.layer, "pattern"); }

NeedId idOf(const RunPtr& run, const FigureData& data)
{
    return {run->trace, {}, tensorOf(data) + (isMean(data) ? " of all" : " of " + std::to_string(data.selection.head))};
}

Needs attentionAlignmentNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (run->trace->find(tensorOf(data)))
            all.push_back(derivedNeed(idOf(run, data),
                [run, name = tensorOf(data), head = isMean(data) ? -1 : data.selection.head](const core::RunControl&) {
                    return std::make_shared<const core::Matrix>(core::patternOf(*run->trace, name, head));
                }));
    if (linesPart(data) == core::AttentionPart::Cross)
        for (Need& need : alignedHeadsNeeds(data))
            all.push_back(std::move(need));
    return all;
}

/// [target, source]; empty while it is computed, and where there is none.
Grid weightsOf(const FigureData& data)
{
    const auto* const found = data.results.value<std::shared_ptr<const core::Matrix>>(idOf(shownRun(data), data));
    return found && (*found)->size() > 0 ? Grid{*found, (*found)->data(), (*found)->rows(), (*found)->cols(), (*found)->cols()}
                                         : Grid();
}

QString whyNotAttentionAlignment(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Alignment::tr("The lines of A and B are not subtracted: look at A | B.");
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (linesPart(data) != core::AttentionPart::Self && !core::hasPart(*run.trace, linesPart(data)))
        return Alignment::tr(
            "One stack has no source to look at. Open the model “translator”, or choose the encoder–decoder topology.");
    if (QString reason = whyNoAttention(run, data.selection.layer); !reason.isEmpty())
        return reason;
    if (!run.trace->find(tensorOf(data)))
        return whyNotRecorded(tensorOf(data));
    return data.results.find(idOf(shownRun(data), data)) && weightsOf(data).isEmpty()
        ? Alignment::tr("Head %1 was not recorded. Choose another one, or the mean of all heads.")
              .arg(counted(data.selection.head))
        : QString();
}

QStringList shownTexts(const FigureData& data, bool isQuery)
{
    QStringList texts;
    for (const QString& token : partTokens(*shownRun(data)->trace, linesPart(data), isQuery))
        texts << visibleToken(token, 12);
    return texts;
}

/// The row that is spoken of: that of the selected token; of the encoder, where none is looked at, that of the largest weight.
int shownRow(const FigureData& data, const Grid& weights)
{
    if (const int query = lookedAt(data).query; query >= 0)
        return std::min(query, int(weights.rows) - 1);
    if (linesPart(data) != core::AttentionPart::Encoder)
        return int(weights.rows) - 1;
    int best = 0;
    float most = -1;
    for (core::Index row = 0; row < weights.rows; ++row)
        for (core::Index column = 0; column < weights.columns; ++column)
            if (weights.at(row, column) > most) {
                most = weights.at(row, column);
                best = int(row);
            }
    return best;
}

/// The key that is looked at; −1: none.
int shownColumn(const FigureData& data, const Grid& weights)
{
    const int key = lookedAt(data).key;
    return key < int(weights.columns) ? key : -1;
}

/// "source" and "target" of cross-attention, "keys" and "queries" of the others.
QString sideText(const FigureData& data, bool isQuery)
{
    if (linesPart(data) == core::AttentionPart::Cross)
        return isQuery ? Alignment::tr("target") : Alignment::tr("source");
    return isQuery ? Alignment::tr("query") : Alignment::tr("key");
}

void addMap(const Drawing& drawing, QCPLayoutGrid& page, const Grid& weights)
{
    const auto& [plot, data, style] = drawing;
    GridAxisRect* const rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    page.addElement(0, 1, rect);
    rect->setCells(int(weights.rows), int(weights.columns));
    rect->setRowTokens(partTokens(*shownRun(data)->trace, linesPart(data), true));
    rect->setColumnTokens(partTokens(*shownRun(data)->trace, linesPart(data), false));
    rect->setAxisTitles(sideText(data, false), sideText(data, true));
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, weights);
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("weights"));
    map->setData(weights, scale);
    map->setPinned({shownRow(data, weights), shownColumn(data, weights)});
    if (style.showColorBar)
        new ColorBar(rect, scale, Alignment::tr("weight"), style);
}

void drawAttentionAlignment(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Grid weights = weightsOf(data);
    if (weights.isEmpty())
        return;
    auto* const left = plot.makeGrid();
    left->setRowSpacing(space::xs);
    left->addElement(0, 0, plot.addPanelTitle(0, 0, sideText(data, false), style, true));
    QCPAxisRect* const rect = plot.addAxisRect(1, 0, style);
    left->addElement(1, 0, rect);
    left->addElement(2, 0, plot.addPanelTitle(2, 0, sideText(data, true), style, true));
    left->setRowStretchFactor(0, 0.001);
    left->setRowStretchFactor(2, 0.001);
    rect->setMinimumSize(60, 50);
    auto* lines = new AlignmentLines(rect, style);
    lines->setName(QStringLiteral("alignment"));
    lines->setWeights(weights, shownTexts(data, true), shownTexts(data, false));
    lines->setPinned({shownRow(data, weights), shownColumn(data, weights)});
    auto* const page = plot.makeGrid();
    page->setColumnSpacing(space::xl);
    page->addElement(0, 0, left);
    if (roomOf(style).width() >= roomForMap) {
        addMap(drawing, *page, weights);
        page->setColumnStretchFactor(0, 1.3);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, page);
    if (roomOf(style).width() < roomForMap)
        sayNoRoomFor(plot, {Alignment::tr("the weights as a map")}, style);
}

QString attentionAlignmentSubtitle(const FigureData& data)
{
    const QString where = isMean(data)
        ? Alignment::tr("mean of the heads of layer %1").arg(counted(data.selection.layer))
        : Alignment::tr("layer %1, head %2").arg(counted(data.selection.layer)).arg(counted(data.selection.head));
    switch (linesPart(data)) {
    case core::AttentionPart::Encoder:
        return Alignment::tr("Each line: attention of the encoder from a token below to one above, %1.").arg(where);
    case core::AttentionPart::Self:
        return Alignment::tr("Each line: self-attention from a token below to one above, %1.").arg(where);
    case core::AttentionPart::Cross:
        break;
    }
    return Alignment::tr("Each line: cross-attention from a token of the target to one of the source, %1.").arg(where);
}

/// How many tokens of the text are written from their source word, and whether the head does that in other texts, too.
QString alignmentSentence(const FigureData& data)
{
    const AlignedHeads* const found = linesPart(data) == core::AttentionPart::Cross ? alignedHeadsOf(data) : nullptr;
    const auto* const weights = data.results.value<std::shared_ptr<const core::Matrix>>(idOf(shownRun(data), data));
    if (!found || !weights || !*weights)
        return {};
    const core::Trace& trace = *shownRun(data)->trace;
    const core::Aligned here = core::alignedIn(**weights, core::tokensOfPart(trace, core::AttentionPart::Cross, true),
        core::tokensOfPart(trace, core::AttentionPart::Cross, false), found->pairs);
    QStringList sentences{here.tokens > 0
            ? Alignment::tr("%1 of %2 tokens look at the source word of the token that follows: they write it.")
                  .arg(here.looked)
                  .arg(here.tokens)
            : Alignment::tr("A token would look at the source word of the token that follows: it writes it.")};
    const core::AlignedHead* const best = core::bestAligned(found->heads);
    const auto own = std::ranges::find_if(found->heads,
        [&](const core::AlignedHead& one) { return one.layer == data.selection.layer && one.head == data.selection.head; });
    if (isMean(data) || !best || own == found->heads.end())
        return sentences.front();
    const QString share = formatPercent(own->share()), of = headLabel(best->layer, best->head);
    const auto count = int(found->pairs.sentences.size());
    sentences << (&*own == best ? Alignment::tr("In %1 bundled sentences %2 do; no head aligns better.").arg(count).arg(share)
            : own->share() >= alignedFrom
            ? Alignment::tr("In %1 bundled sentences %2 do, with %3 %4.").arg(count).arg(share, of, formatPercent(best->share()))
            : Alignment::tr("This head does not align: in %1 bundled sentences %2 do, with %3 %4.")
                  .arg(count)
                  .arg(share, of, formatPercent(best->share())));
    return joinedSentences(sentences);
}

/// How many of all tokens the mask lets this one see.
core::Index seenTokens(const FigureData& data, core::Index row, core::Index all)
{
    const Grid mask = headMask(*shownRun(data), linesPart(data), data.selection.layer, isMean(data) ? 0 : data.selection.head);
    if (mask.isEmpty() || row >= mask.rows || mask.columns != all)
        return all;
    core::Index seen = 0;
    for (core::Index key = 0; key < all; ++key)
        seen += !std::isinf(mask.at(row, key));
    return seen > 0 ? seen : all;
}

QString attentionAlignmentCaption(const FigureData& data)
{
    const Grid weights = weightsOf(data);
    if (weights.isEmpty())
        return {};
    const core::Trace& trace = *shownRun(data)->trace;
    const int target = shownRow(data, weights);
    const core::Index best = largestInRow(weights, target);
    const auto quoted = [&](bool isQuery, core::Index token) {
        return Alignment::tr("“%1”").arg(visibleToken(partTokens(trace, linesPart(data), isQuery).value(token)));
    };
    const core::Index seen = seenTokens(data, target, weights.columns);
    const QString share = formatPercent(double(weights.at(target, best)));
    const int chosen = shownColumn(data, weights);
    const QString ofChosen = chosen >= 0 && chosen != int(best)
        ? Alignment::tr("%1 has %2.").arg(quoted(false, chosen), formatPercent(double(weights.at(target, chosen))))
        : QString();
    if (seen == 1 && weights.columns > 1)
        return joinedSentences({Alignment::tr("%1 sees %2 alone and gives it %3 of its weight: the mask hides all others.")
                                    .arg(quoted(true, target), quoted(false, best), share),
            alignmentSentence(data)});
    return joinedSentences({(isMean(data) ? Alignment::tr("%1 gives %2 of its weight to %3, the most of %4 tokens, in the mean of all heads.")
                                          : Alignment::tr("%1 gives %2 of its weight to %3, the most of %4 tokens."))
                                .arg(quoted(true, target), share, quoted(false, best))
                                .arg(seen),
        ofChosen, Alignment::tr("An even share is %1.").arg(formatPercent(1 / double(seen))), alignmentSentence(data)});
}

ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && run->setup && whyNoTokens(data).isEmpty() && !core::hasPart(*run->trace, core::AttentionPart::Cross)
        ? sourceOffer()
        : ChoiceOffer();
}

FigureOptions alignmentOptions(const FigureData& data)
{
    FigureOptions all = partOptions(data);
    all.front() = stackOption;
    all.push_back(headsOption);
    return all;
}

QSizeF minPanel(const FigureData&) { return {170, 120}; }

} // namespace

const FigureInfo attentionAlignmentFigure{.id = "attention_alignment",
    .title = QT_TRANSLATE_NOOP("figures", "Alignment: which words does each word look at?"),
    .draw = drawAttentionAlignment,
    .caption = attentionAlignmentCaption,
    .whyNot = whyNotAttentionAlignment,
    .subtitle = attentionAlignmentSubtitle,
    .needs = attentionAlignmentNeeds,
    .options = alignmentOptions,
    .offer = offer,
    .minPanel = minPanel,
    .concepts = [](const FigureData&) { return "C18"; }};

} // namespace widgets
