// The model diagram as a figure: the same painter as the panel.

#include "widgets/diagram/diagram_figure.h"

#include "widgets/diagram/painter.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct DiagramWords
{
    Q_DECLARE_TR_FUNCTIONS(ModelDiagram)
};

class DiagramElement : public QCPLayoutElement
{
public:
    DiagramElement(QCustomPlot* plot, Diagram diagram, const FigureStyle& style)
        : QCPLayoutElement(plot)
        , m_diagram(std::move(diagram))
        , m_style(style)
    {
        setLayer(QStringLiteral("main"));
    }

protected:
    void draw(QCPPainter* painter) override
    {
        // Lines and boxes keep their proportion to the type.
        Theme theme = themeOf(m_style);
        theme.scale = std::max(0.5, m_style.labelPoints / 9);
        const QFont font = labelFont(m_style);
        const bool isWide = rect().width() >= minWideDiagram * theme.scale;
        const auto place = isWide ? layOutWide : layOut;
        const double width = isWide ? rect().width() : std::min(double(rect().width()), 260 * theme.scale);
        QRectF area(0, 0, width, rect().height());
        const double needed = place(m_diagram, area, font, theme.scale);
        const double shrink = std::min(1.0, area.height() / needed); // a page may have less height than the model
        if (shrink < 1)
            place(m_diagram, QRectF(0, 0, isWide ? width / shrink : width, needed), font, theme.scale);
        painter->save();
        painter->translate(rect().topLeft());
        painter->scale(shrink, shrink);
        paintDiagram(*painter, m_diagram, theme, font);
        painter->restore();
    }

    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    Diagram m_diagram;
    FigureStyle m_style;
};

core::SetupPtr setupOf(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run ? run->setup : nullptr;
}

QString whyNot(const FigureData& data)
{
    const core::SetupPtr setup = setupOf(data);
    return setup && !setup->config.blocks.empty() ? QString() : DiagramWords::tr("No model is open.");
}

void draw(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    plot.panel()->addElement(0, 0, new DiagramElement(&plot, diagramOf(setupOf(data)->config, data.selection.layer), style));
}

QString subtitle(const FigureData&)
{
    return DiagramWords::tr("The thick line is the residual stream; every branch reads it and adds to it.");
}

QString caption(const FigureData& data)
{
    const core::SetupPtr setup = setupOf(data);
    const core::ModelConfig& config = setup->config;
    return DiagramWords::tr("%1: %2 blocks of width %3, %4 heads each.")
        .arg(QString::fromStdString(setup->model ? setup->model->name : std::string()), formatCount(config.layers()),
            formatCount(config.dModel), formatCount(config.blocks.front().heads));
}

} // namespace

const FigureInfo diagramFigure{.id = "diagram",
    .title = QT_TRANSLATE_NOOP("figures", "How is the model built?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .isOfRun = false, // of the model, whatever it reads
    .concepts = [](const FigureData&) { return "C41"; }};

} // namespace widgets
