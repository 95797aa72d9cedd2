// The only place that lists the views. To add one: its files, which define its ViewInfo, and its row here (docs/adding-a-view.md).

#include "widgets/diagram/diagram_figure.h"
#include "widgets/views/alibi/view.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/cost/view.h"
#include "widgets/views/embeddings/view.h"
#include "widgets/views/feed_forward/view.h"
#include "widgets/views/flow/view.h"
#include "widgets/views/heads_cache/view.h"
#include "widgets/views/mixture/view.h"
#include "widgets/views/norm/view.h"
#include "widgets/views/output/view.h"
#include "widgets/views/positions/view.h"
#include "widgets/views/residual/view.h"
#include "widgets/views/rope/view.h"
#include "widgets/views/training/view.h"

#include <QCoreApplication>

#include <vector>

namespace widgets {

std::span<const ViewInfo> allViews()
{
    static const std::vector<ViewInfo> views{
        flowView,
        attentionView,
        headsCacheView,
        embeddingsView,
        positionsView,
        ropeView,
        alibiView,
        normView,
        residualView,
        feedForwardView,
        mixtureView,
        outputView,
        costView,
        trainingView,
    };
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
        all.push_back(diagramFigure);
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
