#include "widgets/views/gradients/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/metric_choice.h"
#include "widgets/views/gradients/figure.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"

#include <algorithm>

namespace widgets {

GradientsView::GradientsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(gradientsFigure), this))
{
    m_show->setObjectName(showOption.name());
    controls()->addWidget(m_show);
    m_metric = new MetricChoice({QLatin1String(answerMetric), QStringLiteral("loss")}, *controls(), this);
    connect(m_show, &SegmentedSwitch::chosen, this, &GradientsView::redraw);
    connect(m_metric, &MetricChoice::chosen, this, &GradientsView::redraw);
    connect(m_metric, &MetricChoice::tokensChosen, this, &GradientsView::whatIfChanged);
    GradientsView::retranslate();
}

const FigureInfo& GradientsView::figure() const { return gradientsFigure; }

bool GradientsView::shows(const char* page) const { return m_show->current() == QLatin1String(page); }

bool GradientsView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    m_metric->restore(metricOption.in(options));
    redraw();
    return true;
}

QVariantMap GradientsView::options() const
{
    return {{showOption.name(), m_show->current()}, {metricOption.name(), m_metric->current()}};
}

QVariantMap GradientsView::whatIf() const { return m_metric->whatIf(); }

void GradientsView::setWhatIf(const QVariantMap& numbers)
{
    if (numbers == whatIf())
        return;
    m_metric->setWhatIf(numbers);
    redraw();
}

void GradientsView::retranslate()
{
    m_show->setLabel(QStringLiteral("tokens"), tr("Tokens"), tr("What each token brings to the answer, at every depth"));
    m_show->setLabel(
        QStringLiteral("occlusion"), tr("Occlusion"), tr("What the answer loses without each token, measured without gradients"));
    m_show->setLabel(QStringLiteral("placements"), tr("Placements"),
        tr("What reaches each layer before anything is learned, for every norm placement"));
    m_show->setLabel(QStringLiteral("softmax"), tr("Softmax"), tr("What a softmax passes back, with ÷√d and without"));
    m_show->setLabel(QStringLiteral("steps"), tr("Weights"), tr("Which weights a step of training would change most"));
    m_metric->retranslate();
}

void GradientsView::refreshControls(const FigureData& now)
{
    m_metric->setVisible(!shows(gradientPlacementsPage.id));
    m_metric->show(now, {});
}

/// Of a place behind the last block the last layer.
void GradientsView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String("map")) {
        hovered.layer = column;
        return;
    }
    if (map != QLatin1String("stream")) {
        hovered.query = row;
        hovered.key = column;
        return;
    }
    const FigureData now = figureData();
    if (const core::TokenAttribution* const found = now.a ? attributionOf(now, shownRun(now)) : nullptr) {
        const int places = int(found->stream.rows());
        hovered.layer = std::clamp(places - 1 - row, 0, places - 2);
        hovered.query = column;
    }
}

void GradientsView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    hoverCell(map, row, column, pinned);
}

/// A bar of the integrated gradients, or of occlusion, is a token, which its name begins with; one of a source does not.
void GradientsView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    if (chart != QLatin1String("integrated") && chart != QLatin1String("occlusion"))
        return;
    for (int i = 0; i < plot()->plottableCount(); ++i)
        if (const auto* const bars = qobject_cast<BarChart*>(plot()->plottable(i));
            bars && bars->name() == chart && bar >= 0 && bar < bars->bars().size()) {
            bool isOfText = false;
            if (const int token = bars->bars()[bar].name.section(QLatin1Char(' '), 0, 0).toInt(&isOfText); isOfText)
                pinned.query = fromCounted(token);
        }
}

/// What a bar of a token is measured at: its vector that enters the first block.
QString GradientsView::barPart(const QString& chart, int bar, Selection& at)
{
    at.query = -1;
    clickBar(chart, bar, at);
    if (at.query < 0)
        return {};
    at.layer = 0;
    at.key = at.dim = -1;
    return QStringLiteral("blocks.0.resid_pre");
}

/// The stream whose gradient a cell of the tokens is of.
QString GradientsView::partOf(const QString& map, int row, int column, Selection& at) const
{
    const FigureData now = figureData();
    const core::TokenAttribution* const found
        = map == QLatin1String("stream") && now.a ? attributionOf(now, shownRun(now)) : nullptr;
    if (!found)
        return {};
    const int places = int(found->stream.rows()), place = places - 1 - row;
    at.layer = std::clamp(place, 0, places - 2);
    at.query = column;
    at.key = at.dim = -1;
    return QStringLiteral("blocks.%1.").arg(at.layer)
        + (place < places - 1 ? QStringLiteral("resid_pre") : QStringLiteral("resid_post"));
}

const ViewInfo gradientsView{.id = "gradients",
    .title = QT_TRANSLATE_NOOP("views", "Backward pass"),
    .create = createView<GradientsView>,
    .families = {"norm.placement"},
    .figures = {&gradientsFigure}};

} // namespace widgets
