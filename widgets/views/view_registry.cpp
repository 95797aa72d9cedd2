// The only place that lists the views. To add one: its files, which define its ViewInfo, and its name in a tab here, or in one of
// its own (docs/adding-a-view.md). Where it stands in the forward pass is a row of passOrder().

#include "widgets/views/alibi/view.h"
#include "widgets/views/atlas/view.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/circuits/view.h"
#include "widgets/views/cost/view.h"
#include "widgets/views/diagram/view.h"
#include "widgets/views/embeddings/view.h"
#include "widgets/views/feed_forward/view.h"
#include "widgets/views/flow/view.h"
#include "widgets/views/gradients/view.h"
#include "widgets/views/heads_cache/view.h"
#include "widgets/views/logits/view.h"
#include "widgets/views/mixers/view.h"
#include "widgets/views/mixture/view.h"
#include "widgets/views/norm/view.h"
#include "widgets/views/output/view.h"
#include "widgets/views/pass_order.h"
#include "widgets/views/positions/view.h"
#include "widgets/views/residual/view.h"
#include "widgets/views/rope/view.h"
#include "widgets/views/scan/view.h"
#include "widgets/views/sweep/view.h"
#include "widgets/views/texts/view.h"
#include "widgets/views/tokens/view.h"
#include "widgets/views/training/view.h"
#include "widgets/views/weights/view.h"
#include "widgets/views/writing/view.h"

#include <QCoreApplication>

#include <vector>

namespace widgets {

std::span<const Tab> allTabs()
{
    static const std::vector<Tab> tabs{
        {QT_TRANSLATE_NOOP("views", "Embeddings"), {&embeddingsView, &tokensView}},
        {QT_TRANSLATE_NOOP("views", "Positions"), {&positionsView, &ropeView, &alibiView}},
        {QT_TRANSLATE_NOOP("views", "Attention"), {&attentionView, &headsCacheView, &mixersView, &textsView}},
        {QT_TRANSLATE_NOOP("views", "Feed-forward"), {&feedForwardView, &mixtureView}},
        {QT_TRANSLATE_NOOP("views", "Norm and stream"), {&normView, &residualView, &flowView}},
        {QT_TRANSLATE_NOOP("views", "Output"), {&outputView, &writingView, &logitsView, &circuitsView, &scanView}},
        {QT_TRANSLATE_NOOP("views", "Model"), {&diagramView, &costView, &sweepView, &weightsView, &atlasView}},
        {QT_TRANSLATE_NOOP("views", "Training"), {&trainingView, &gradientsView}},
    };
    return tabs;
}

std::span<const PassStop> passOrder()
{
    static const std::vector<PassStop> stops{
        {&diagramView},
        {&tokensView},
        {&embeddingsView},
        {&positionsView},
        {&normView},
        {&ropeView, "*attn.rot_*"},
        {&alibiView, "*attn.bias"},
        {&attentionView},
        {&headsCacheView},
        {&mixersView},
        {&feedForwardView},
        {&mixtureView, "*mlp.gates"},
        {&residualView},
        {&flowView},
        {&outputView},
        {&logitsView},
        {&writingView},
        {&circuitsView},
        {&scanView},
        {&textsView},
        {&gradientsView},
        {&trainingView},
        {&weightsView},
        {&costView},
        {&sweepView},
        {&atlasView},
    };
    return stops;
}

std::span<const ViewInfo> allViews()
{
    static const std::vector<ViewInfo> views = [] {
        std::vector<ViewInfo> all;
        for (const Tab& tab : allTabs())
            for (const ViewInfo* view : tab.views)
                all.push_back(*view);
        return all;
    }();
    return views;
}

std::span<const FigureInfo> allFigures()
{
    static const std::vector<FigureInfo> figures = [] {
        std::vector<FigureInfo> all;
        for (const ViewInfo& view : allViews())
            for (const FigureInfo* figure : view.figures)
                if (figure)
                    all.push_back(*figure);
        return all;
    }();
    return figures;
}

QString titleText(const FigureInfo& figure, const FigureData& data)
{
    const char* special = figure.titleFor ? figure.titleFor(data) : nullptr;
    return QCoreApplication::translate("figures", special ? special : figure.title);
}

const FigureInfo* findFigure(const QString& id)
{
    for (const FigureInfo& figure : allFigures())
        if (id == QLatin1String(figure.id))
            return &figure;
    return nullptr;
}

} // namespace widgets
