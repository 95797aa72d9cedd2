// The only place that lists the views and the figures. To add one: its pair of files and its row here.

#include "widgets/diagram/diagram_figure.h"
#include "widgets/views/alibi/figure.h"
#include "widgets/views/alibi/view.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/embeddings/figure.h"
#include "widgets/views/embeddings/view.h"
#include "widgets/views/flow/figure.h"
#include "widgets/views/flow/view.h"
#include "widgets/views/mixture/figure.h"
#include "widgets/views/mixture/view.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/view.h"
#include "widgets/views/output/figure.h"
#include "widgets/views/output/view.h"
#include "widgets/views/residual/figure.h"
#include "widgets/views/residual/view.h"
#include "widgets/views/rope/figure.h"
#include "widgets/views/rope/view.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/view.h"

#include <QCoreApplication>

#include <vector>

namespace widgets {

namespace {

template <class SomeView>
View* create(SelectionModel* selection, QWidget* parent)
{
    return new SomeView(selection, parent);
}

constexpr ViewInfo kViews[] = {
    {"flow", QT_TRANSLATE_NOOP("views", "Flow"), create<FlowView>, {"norm.placement", "position.kind", "feed_forward.kind"}},
    {"attention", QT_TRANSLATE_NOOP("views", "Attention"), create<AttentionView>,
        {"attention.kind", "mask.kind", "position.kind"}},
    {"embeddings", QT_TRANSLATE_NOOP("views", "Embeddings"), create<EmbeddingsView>, {"position.kind", "output.tied"}},
    {"rope", QT_TRANSLATE_NOOP("views", "RoPE"), create<RopeView>, {"position.kind", "rope.pairing", "rope.scaling"}},
    {"alibi", QT_TRANSLATE_NOOP("views", "ALiBi"), create<AlibiView>, {"position.kind"}},
    {"norm", QT_TRANSLATE_NOOP("views", "Norm"), create<NormView>, {"norm.placement", "norm.kind"}},
    {"residual", QT_TRANSLATE_NOOP("views", "Residual stream"), create<ResidualView>, {"norm.placement", "block.layout"}},
    {"mixture", QT_TRANSLATE_NOOP("views", "Mixture"), create<MixtureView>,
        {"feed_forward.kind", "mixture.routing", "activation.kind"}},
    {"output", QT_TRANSLATE_NOOP("views", "Output"), create<OutputView>, {"output.head", "output.tied"}},
    {"training", QT_TRANSLATE_NOOP("views", "Training"), create<TrainingView>, {"norm.placement", "norm.kind", "position.kind"}},
};

} // namespace

std::span<const ViewInfo> allViews() { return kViews; }

std::span<const FigureInfo> allFigures()
{
    static const std::vector<FigureInfo> figures{flowFigure, attentionFigure, attentionWallFigure, attentionStagesFigure,
        attentionCellFigure, ropeFigure, alibiFigure, normFigure, mixtureFigure, residualFigure, outputFigure, embeddingsFigure,
        trainingFigure, diagramFigure};
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
