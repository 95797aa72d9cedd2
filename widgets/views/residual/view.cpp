#include "widgets/views/residual/view.h"

#include "core/analysis/stream_scale.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/plot.h"
#include "widgets/views/residual/figure.h"

namespace widgets {

namespace {

const QString kStream = QStringLiteral("stream"), kDivergence = QStringLiteral("divergence");

} // namespace

ResidualView::ResidualView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch({kStream, kDivergence}, this))
    , m_norm(new SegmentedSwitch(lengthOption.list(), this))
{
    m_norm->setObjectName(lengthOption.name());
    for (SegmentedSwitch* control : {m_show, m_norm}) {
        controls()->addWidget(control);
        connect(control, &SegmentedSwitch::chosen, this, &ResidualView::redraw);
    }
    retranslate();
}

bool ResidualView::showsDivergence() const { return m_show->current() == kDivergence; }

const FigureInfo& ResidualView::figure() const { return showsDivergence() ? divergenceFigure : residualFigure; }

bool ResidualView::showFigure(const QString& figureId)
{
    const bool isDivergence = figureId == QLatin1String(divergenceFigure.id);
    if (!isDivergence && figureId != QLatin1String(residualFigure.id))
        return false;
    m_show->setCurrent(isDivergence ? kDivergence : kStream);
    return true;
}

QVariantMap ResidualView::options() const
{
    return showsDivergence() ? QVariantMap() : QVariantMap{{lengthOption.name(), m_norm->current()}};
}

void ResidualView::refreshControls(const FigureData&) { m_norm->setVisible(!showsDivergence()); }

void ResidualView::retranslate()
{
    m_show->setLabel(kStream, tr("stream"), tr("How large the stream is at each depth"));
    m_show->setLabel(kDivergence, tr("A against B"), tr("Where the two runs part, tensor by tensor"));
    m_norm->setLabel(QStringLiteral("rms"), tr("RMS"), tr("Root mean square: does not depend on the width of the model"));
    m_norm->setLabel(QStringLiteral("l2"), tr("L2"), tr("Length of the vector"));
}

void ResidualView::hoverCell(const QString&, int row, int column, Selection& hovered)
{
    const std::vector<core::StreamPlace> places = core::streamPlaces(*run()->trace, core::VectorLength::Rms);
    const std::size_t place = places.size() - 1 - std::size_t(row); // the embedding is the lowest row
    if (place < places.size())
        hovered.layer = int(places[place].layer);
    hovered.query = column;
    hovered.key = -1;
}

void ResidualView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const int key = pinned.key;
    hoverCell(map, row, column, pinned);
    pinned.key = key;
}

void ResidualView::clickBar(const QString&, int bar, Selection& pinned)
{
    const core::NameParts parts = core::partsOfName(tensorOfDivergence(figureData(), bar).toStdString());
    if (parts.layer >= 0 && !parts.isOfEncoder)
        pinned.layer = int(parts.layer);
}

QString ResidualView::barTensor(const QString& chart, int bar, Selection& at)
{
    clickBar(chart, bar, at);
    return tensorOfDivergence(figureData(), bar);
}

bool ResidualView::openTensor(const QString&)
{
    showFigure(QString::fromLatin1(residualFigure.id));
    redraw();
    return true;
}

QString ResidualView::markedTensor() const
{
    if (showsDivergence())
        return {};
    return QString::fromStdString(core::blockName(selectionModel()->pinned().layer, "resid_post"));
}

QString ResidualView::tensorOf(const QString&, int row, int, Selection&) const
{
    const std::vector<core::StreamPlace> places = core::streamPlaces(*run()->trace, core::VectorLength::Rms);
    const std::size_t place = places.size() - 1 - std::size_t(row);
    return place < places.size() ? QString::fromStdString(places[place].name) : QString();
}

void ResidualView::showHover(const Selection& hovered)
{
    int row = -1;
    if (run() && hovered.query >= 0) {
        const std::vector<core::StreamPlace> places = core::streamPlaces(*run()->trace, core::VectorLength::Rms);
        for (std::size_t i = 0; i < places.size(); ++i)
            if (places[i].layer == hovered.layer && row < 0)
                row = int(places.size() - 1 - i);
    }
    plot()->setHovered(QStringLiteral("stream"), Cell{row, hovered.query});
}

static constexpr ShownTensors residualTensors[] = {{"resid_*", Shown::Itself}};

const ViewInfo residualView{.id = "residual",
    .title = QT_TRANSLATE_NOOP("views", "Residual stream"),
    .create = createView<ResidualView>,
    .families = {"norm.placement@residual", "bias.attention@divergence", "block.layout@divergence"},
    .figures = {&residualFigure, &divergenceFigure},
    .shows = residualTensors};

} // namespace widgets
