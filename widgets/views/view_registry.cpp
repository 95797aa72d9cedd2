// The only place that lists the views and the figures. To add one: its pair of files and its row here.

#include "widgets/panels/diagram_figure.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/attention_view.h"
#include "widgets/views/output_figure.h"
#include "widgets/views/output_view.h"
#include "widgets/views/residual_figure.h"
#include "widgets/views/residual_view.h"
#include "widgets/views/training_figure.h"
#include "widgets/views/training_view.h"

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
    {"attention", QT_TRANSLATE_NOOP("views", "Attention"), create<AttentionView>},
    {"residual", QT_TRANSLATE_NOOP("views", "Residual stream"), create<ResidualView>},
    {"output", QT_TRANSLATE_NOOP("views", "Output"), create<OutputView>},
    {"training", QT_TRANSLATE_NOOP("views", "Training"), create<TrainingView>},
};

} // namespace

std::span<const ViewInfo> allViews() { return kViews; }

std::span<const FigureInfo> allFigures()
{
    static const std::vector<FigureInfo> figures{
        attentionFigure, attentionWallFigure, attentionStagesFigure, attentionCellFigure, residualFigure, outputFigure, trainingFigure, diagramFigure};
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
