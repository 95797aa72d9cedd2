#include "widgets/views/attention/part_place.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/standard_offers.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AttentionStacks)
};

core::AttentionPart partIn(const RunResult& run, core::AttentionPart part) { return core::partIn(*run.trace, part); }

int tokensOf(const RunResult& run, core::AttentionPart part, bool areQueries)
{
    return int(core::tokensOfPart(*run.trace, part, areQueries).size());
}

} // namespace

FigureOptions partOptions(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const int last = run && !run->trace->tokens.empty() ? int(run->trace->tokens.size()) - 1 : WholeOption::many;
    return {partOption, sourceQueryOption.upTo(last), sourceKeyOption.upTo(last)};
}

bool hasPart(const RunResult& run, core::AttentionPart part)
{
    const core::AttentionPart there = partIn(run, part);
    return core::hasPart(*run.trace, there)
        || (isUnfinished(run) && (there == core::AttentionPart::Self || run.setup->config.hasEncoder()));
}

core::AttentionPart partOf(const FigureData& data) { return core::attentionPart(partOption.in(data).toStdString()); }

PartPlace placeOf(const FigureData& data)
{
    PartPlace at(data.selection, partOf(data));
    if (at.part != core::AttentionPart::Self)
        at.key = sourceKeyOption.in(data, -1);
    if (at.part == core::AttentionPart::Encoder)
        at.query = sourceQueryOption.in(data, -1);
    return at;
}

std::string tensorAt(const RunResult& run, const PartPlace& at, std::string_view rest)
{
    constexpr std::string_view prefix = "attn.";
    return core::attentionName(partIn(run, at.part), at.layer, rest.starts_with(prefix) ? rest.substr(prefix.size()) : rest);
}

Grid headGridAt(const RunResult& run, const PartPlace& at, std::string_view rest)
{
    return headGrid(*run.trace, tensorAt(run, at, rest), at.head);
}

Grid headMaskAt(const RunResult& run, const PartPlace& at)
{
    return headMask(run, partIn(run, at.part), at.layer, at.head);
}

const core::BlockConfig* blockAt(const RunResult& run, const PartPlace& at)
{
    return core::blockOfPart(run.setup.get(), partIn(run, at.part), at.layer);
}

TokenGroups partGroups(const RunResult& run, core::AttentionPart part, bool areQueries, bool sums)
{
    return tokenGroups(core::tokensOfPart(*run.trace, part, areQueries), sums);
}

QString quotedPart(const RunResult& run, core::AttentionPart part, bool isQuery, int position)
{
    if (position < 0 || position >= tokensOf(run, part, isQuery))
        return QStringLiteral("?");
    return Words::tr("“%1”").arg(visibleToken(tokenWord(core::tokensOfPart(*run.trace, part, isQuery), position)));
}

Selection selectionAt(const FigureData& data, int row, int column, bool isSquare)
{
    Selection at = data.selection;
    if (partOf(data) != core::AttentionPart::Encoder)
        at.query = row;
    if (!isSquare)
        at.dim = column;
    else if (partOf(data) == core::AttentionPart::Self)
        at.key = column;
    return at;
}

QString whyNoPart(const FigureData& data, int layer)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    const core::AttentionPart part = partIn(run, partOf(data));
    if (part == core::AttentionPart::Self)
        return whyNoWeights(data, layer);
    if (!hasPart(run, part))
        return Words::tr(
            "One stack has no source to look at. Open the model “translator”, or choose the encoder–decoder topology.");
    if (layer >= 0 && run.setup && layer >= int(run.setup->config.encoderBlocks.size()) && part == core::AttentionPart::Encoder)
        return Words::tr("The encoder has %1 layers: there is no layer %2.")
            .arg(run.setup->config.encoderBlocks.size())
            .arg(counted(layer));
    if (tokensOf(run, part, false) == 1)
        return Words::tr("The source is one token, which takes all weight: add a word to it.");
    return {};
}

QString whyTokensDiffer(const FigureData& data)
{
    if (!data.a || !data.b)
        return {};
    for (const bool areQueries : {true, false}) {
        const int a = tokensOf(*data.a, partOf(data), areQueries), b = tokensOf(*data.b, partOf(data), areQueries);
        if (a != b && partOf(data) != core::AttentionPart::Self) // of the stream the page says it
            return Words::tr("The source of A has %1 tokens and that of B %2. Look at A | B.").arg(a).arg(b);
    }
    return {};
}

ChoiceOffer partOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (partOf(data) == core::AttentionPart::Self && run && stageOption.in(data) == QLatin1String("bias") && hasAddedPositions(*run))
        return {Words::tr("Show the four terms of a score"), QLatin1String(conceptOffer), QStringLiteral("C04 alibi show=terms")};
    if (partOf(data) == core::AttentionPart::Self)
        return weightsOffer(data);
    const bool isMissing = run && !hasPart(*run, partOf(data));
    return isMissing && run->setup && whyNoTokens(data).isEmpty() ? sourceOffer() : ChoiceOffer();
}

ChoiceOffer sourceOffer()
{
    if (const ChoiceOffer translator = openOffer(QStringLiteral("translator")); !translator.key.isEmpty())
        return translator;
    return {Words::tr("Use an encoder–decoder"), QStringLiteral("topology"), QStringLiteral("encoder_decoder")};
}

} // namespace widgets
