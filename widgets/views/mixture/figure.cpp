#include "widgets/views/mixture/figure.h"

#include "widgets/figure/number_files.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/shared/figure_words.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[]
    = {&mixtureTokenPage, &mixtureMapPage, &mixtureRoutePage, &mixtureLoadPage, &mixtureRoutingsPage};

/// Why a run has no router to show.
QString whyNoMixture(const RunResult& run)
{
    if (!mixtureLayers(run).empty())
        return {};
    if (!run.setup)
        return whyNotRecorded("blocks.*.mlp.gates");
    for (int layer = 0; layer < int(run.setup->config.blocks.size()); ++layer)
        if (mixtureAt(run, layer))
            return whyNotRecorded(core::blockName(layer, "mlp.gates"));
    const std::string label(core::infoOf(run.setup->config.blocks.front().feedForward).label);
    return Mixture::tr("This model has no experts: the feed-forward of its blocks is “%1”. Choose “%2” as the feed-forward.")
        .arg(QCoreApplication::translate("core", label.c_str()),
            QCoreApplication::translate("core", std::string(core::MixtureOfExperts::info.label).c_str()));
}

QString whyNotMixture(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (QString reason = whyNoMixture(*shownRun(data)); !reason.isEmpty())
        return reason;
    if (data.side == Side::Delta && data.b)
        if (QString reason = whyNoMixture(*data.b); !reason.isEmpty())
            return reason;
    return {};
}

/// B − A has no sentence of its own: what A and B say is about one router each.
QString mixtureCaption(const FigureData& data)
{
    if (data.side != Side::Delta)
        return pageOf(kPages, data).caption(data);
    const int layer = shownMixtureLayer(data);
    const Grid a = routerGrid(*data.a, layer, "gates"), b = routerGrid(*data.b, layer, "gates");
    if (a.rows != b.rows || a.columns != b.columns)
        return {};
    int same = 0;
    for (core::Index t = 0; t < a.rows; ++t) {
        bool differs = false;
        for (core::Index e = 0; e < a.columns; ++e)
            differs |= (a.at(t, e) != 0) != (b.at(t, e) != 0);
        same += !differs;
    }
    return Mixture::tr("In layer %1 %2 of %3 tokens go to the same experts in A and B.")
        .arg(counted(layer))
        .arg(same)
        .arg(a.rows);
}

std::vector<Metric> mixtureMetrics(const FigureData& data)
{
    const int layer = shownMixtureLayer(data);
    if (layer < 0)
        return {};
    return gridMetrics(routerGrid(*data.a, layer, "gates"), routerGrid(*data.b, layer, "gates"), [&](int row, int) {
        Selection at = data.selection;
        at.layer = layer;
        at.query = row;
        return at;
    });
}

/// Every choice that a router had: all layers, tokens and experts.
QString mixtureTable(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const std::vector<std::string>& tokens = streamTokens(*run.trace);
    QStringList lines{QStringLiteral("layer,position,token,expert,logit,probability,gate,dropped")};
    for (const int layer : mixtureLayers(run)) {
        const Grid gates = routerGrid(run, layer, "gates"), probs = routerGrid(run, layer, "router_probs");
        const Grid logits = routerGrid(run, layer, "router_logits"), dropped = routerGrid(run, layer, "dropped");
        for (core::Index t = 0; t < gates.rows && t < core::Index(tokens.size()); ++t)
            for (core::Index e = 0; e < gates.columns; ++e)
                lines << QStringList{QString::number(layer), QString::number(t),
                    csvField(QString::fromStdString(tokens[std::size_t(t)])), QString::number(e),
                    logits.isEmpty() ? QString() : exactText(logits.at(t, e)), exactText(probs.at(t, e)),
                    exactText(gates.at(t, e)), dropped.isEmpty() ? QStringLiteral("0") : exactText(dropped.at(t, e))}
                             .join(QLatin1Char(','));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

/// A model without experts gets them by one click.
ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || streamTokens(*run->trace).empty() || whyNotMixture(data).isEmpty())
        return {};
    return {Mixture::tr("Use a mixture of experts"), QStringLiteral("feed_forward.kind"), QStringLiteral("mixture")};
}

} // namespace

constinit const FigureInfo mixtureFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNotMixture>("mixture", QT_TRANSLATE_NOOP("figures", "Which experts work on which token?"));
    figure.caption = mixtureCaption;
    figure.table = mixtureTable;
    figure.difference = Difference::ByIndex;
    figure.metrics = mixtureMetrics;
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
