// The norm microscope: one of its five pictures, and what they share.

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/standard_offers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct NormWords
{
    Q_DECLARE_TR_FUNCTIONS(Norm)
};

constexpr const FigurePage* kPages[] = {&placementsPage, &vectorPage, &axesPage, &statisticsPage, &descentPage};

constexpr int many = 3; // kinds that are not listed one by one where all are meant

std::vector<QVariantMap> variants()
{
    std::vector<QVariantMap> all = pageVariants(kPages);
    all.push_back({{layoutOption.name(), QStringLiteral("overlay")}});
    all.push_back({{kindsOption.name(), QStringLiteral("all")}});
    all.push_back({{showOption.name(), QStringLiteral("statistics")}, {statisticOption.name(), QStringLiteral("mean")}});
    all.push_back({{showOption.name(), QStringLiteral("descent")}, {quadraticOption.name(), QStringLiteral("textbook")}});
    return all;
}

/// A mean is taken of what has one number.
QString whyOneNumber(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->setup->config.dModel > 1 || streamTokens(*run->trace).empty())
        return {};
    const core::NormTraits traits = core::traitsOf(run->setup->config.block(0).norm);
    return traits.subtractsMean && !traits.isOverTokens
        ? NormWords::tr("The mean of one number is that number, so that this norm leaves nothing. Choose RMSNorm.")
        : QString();
}

/// A statistic that the kind does not have is offered with one that has it, and a norm where there is none.
ChoiceOffer offer(const FigureData& data)
{
    if (!whyOneNumber(data).isEmpty())
        return {NormWords::tr("Use RMSNorm"), QStringLiteral("norm.kind"), QStringLiteral("rms_norm")};
    if (const RunPtr& run = shownRun(data); run && hasNoNorm(*run))
        return layerNormOffer();
    return showOption.in(data) == QLatin1String(statisticsPage.id) && statisticOption.is(data, "mean") ? layerNormOffer()
                                                                                                       : oneTokenOffer(data);
}

} // namespace

std::vector<KindRun> kindsOf(const FigureData& data, const Family& family)
{
    return shownRun(data) == data.a ? kindRuns(data.results, data.a, family) : std::vector<KindRun>();
}

Needs kindsNeeded(const FigureData& data, const Family& family)
{
    const bool isOfA = data.a && !showsBoth(data) && (data.mode != SlotMode::B || !data.b);
    return isOfA && !streamTokens(*data.a->trace).empty() ? familyNeeds(data.a, family) : Needs();
}

std::vector<Caveat> caveatsOfKinds(const std::vector<NamedRun>& kinds)
{
    QStringList kept, trained;
    for (const NamedRun& kind : kinds)
        if (kind.run && kind.run->setup && kind.run->setup->origin.how != core::WeightsOrigin::How::Seeded)
            (kind.run->setup->origin.how == core::WeightsOrigin::How::Kept ? kept : trained) << kind.name;
    std::vector<Caveat> all;
    const bool isOfAll = kept.size() >= many && std::size_t(kept.size()) == kinds.size();
    const QString comma = NormWords::tr(", ");
    if (!kept.isEmpty() && (isOfAll || !trained.isEmpty())) // in a few words, which stay readable beside the sentence
        all.push_back({NormWords::tr("All but %1 on weights trained with another kind: sensitivity, not quality.")
                           .arg(trained.isEmpty() ? NormWords::tr("this run") : trained.join(comma)),
            true});
    else if (!kept.isEmpty())
        all.push_back(
            {NormWords::tr("On weights trained with another kind: %1. Shows sensitivity, not quality.").arg(kept.join(comma)),
                true});
    else if (!trained.isEmpty())
        all.push_back({NormWords::tr("Each with its own trained weights: %1.").arg(trained.join(comma))});
    return all;
}

FigureOptions slotOptions(const FigureData& data)
{
    QStringList kinds;
    for (const RunPtr& run : {data.a, data.b})
        for (const core::NormSlot& slot : run ? core::normSlots(*run->trace) : std::vector<core::NormSlot>())
            if (const QString kind = QString::fromStdString(slot.kind); !kinds.contains(kind))
                kinds << kind;
    return {slotOption.oneOf(kinds)};
}

std::optional<core::NormSlot> chosenSlot(const RunResult& run, const FigureData& data)
{
    const std::vector<core::NormSlot> all = core::normSlots(*run.trace);
    const std::string wanted = slotOption.in(data).toStdString();
    const auto find = [&](const auto& fits) {
        const auto found = std::find_if(all.begin(), all.end(), fits);
        return found == all.end() ? std::optional<core::NormSlot>() : std::optional(*found);
    };
    const int layer = data.selection.layer;
    if (auto exact
        = find([&](const core::NormSlot& slot) { return slot.kind == wanted && (slot.layer < 0 || slot.layer == layer); }))
        return exact;
    if (auto ofLayer = find([&](const core::NormSlot& slot) { return slot.layer == layer; }))
        return ofLayer;
    return find([&](const core::NormSlot&) { return true; });
}

QString lengthText(double length)
{
    return std::abs(length) >= 0.05 && std::abs(length) < 1000 ? formatFixed(length, 2) : formatNumber(length);
}

QString slotText(const core::NormSlot& slot)
{
    const QString kind = QString::fromStdString(slot.kind);
    return slot.layer < 0 ? kind : QStringLiteral("L%1 %2").arg(counted(slot.layer)).arg(kind);
}

bool hasNoNorm(const RunResult& run)
{
    return run.setup && !run.setup->config.blocks.empty() && !core::traitsOf(run.setup->config.blocks.front().norm).normalizes;
}

QString whyNoNorm(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (!core::normSlots(*run.trace).empty())
        return {};
    if (hasNoNorm(run))
        return NormWords::tr("This model has no norm. Choose LayerNorm or RMSNorm as its norm.");
    const bool isNowhere
        = run.setup && !run.setup->config.blocks.empty() && core::infoOf(run.setup->config.blocks.front().placement).id == "none";
    return isNowhere ? NormWords::tr("No norm is placed in this model. Choose a placement, such as Pre.")
                     : whyNotRecorded("blocks.*.ln*.scale");
}

std::vector<Side> mapSides(const FigureData& data)
{
    return data.side == Side::Both ? std::vector{Side::A, Side::B} : std::vector{data.side};
}

constinit const FigureInfo normFigure = [] {
    FigureInfo figure = figureOf<kPages, whyOneNumber>("norm", QT_TRANSLATE_NOOP("figures", "What does norm placement do to the stream?"));
    figure.comparing = Comparing::Overlay;
    figure.difference = Difference::Any;
    figure.variants = variants;
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
