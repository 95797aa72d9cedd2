#include "widgets/plot/plot.h"

#include "widgets/plot/accessible_plot.h"
#include "widgets/plot/axis_titles.h"
#include "widgets/plot/chart_rect.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot_cursor.h"
#include "widgets/plot/title_element.h"

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

/// Thin axes left and below, faint grid, our numbers.
void dress(QCPAxis* axis, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const bool isShown = axis->axisType() == QCPAxis::atLeft || axis->axisType() == QCPAxis::atBottom;
    axis->setVisible(isShown);
    axis->setBasePen(QPen(theme.borderStrong, 1));
    axis->setTickPen(QPen(theme.borderStrong, 1));
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(space::xs);
    axis->setSubTicks(false);
    axis->setTickLabelFont(tickFont(style));
    axis->setTickLabelColor(theme.text2);
    axis->setTickLabelPadding(space::xs);
    axis->setLabelFont(labelFont(style));
    axis->setLabelColor(theme.text2);
    axis->setLabelPadding(space::xs);
    axis->setTicker(QSharedPointer<NumberTicker>::create());
    QColor faint = theme.borderStrong;
    faint.setAlphaF(0.4F);
    axis->grid()->setPen(QPen(faint, 0.75));
    axis->grid()->setZeroLinePen(QPen(faint, 0.75));
    axis->grid()->setVisible(axis->axisType() == QCPAxis::atLeft);
}

} // namespace

Plot::Plot(QWidget* parent)
    : QCustomPlot(parent)
    , m_cursor(std::make_unique<PlotCursor>(*this))
    , m_zoom(std::make_unique<MapZoom>(*this))
{
    installAccessiblePlots();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setPlottingHint(QCP::phCacheLabels, false); // cached labels come as pixmaps, and blur after a change of screen
    m_replotSoon.setSingleShot(true);
    m_replotSoon.setInterval(0);
    connect(&m_replotSoon, &QTimer::timeout, this, [this] { replot(); });
    connect(this, &QCustomPlot::beforeReplot, &m_replotSoon, &QTimer::stop); // a queued replot of QCustomPlot's would still come
    reset(screenStyle(size()));
}

Plot::~Plot() = default;

void Plot::reset(const FigureStyle& style)
{
    clearPlottables();
    clearItems();
    m_panel = nullptr;
    plotLayout()->clear();
    plotLayout()->setRowSpacing(space::s);
    plotLayout()->setColumnSpacing(space::xl);
    plotLayout()->setAutoMargins(QCP::msNone);
    const int margin = pageMargin(style);
    plotLayout()->setMargins({margin, margin, margin, margin});
    setAutoAddPlottableToLegend(false);
    setBackground(style.transparent ? QBrush(Qt::NoBrush) : QBrush(themeOf(style).surface));
    if (!style.transparent) {
        QPalette p = palette();
        p.setColor(QPalette::Window, themeOf(style).surface);
        setPalette(p);
    }
    setFont(tickFont(style));
    m_hoveredMap = nullptr;
    m_panelNames.clear();
}

QCPAxisRect* Plot::addAxisRect(int row, int column, const FigureStyle& style)
{
    auto* const rect = new ChartRect(this);
    for (QCPAxis* const axis : rect->axes()) {
        dress(axis, style);
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    panel()->addElement(row, column, rect);
    return rect;
}

GridAxisRect* Plot::addGridRect(int row, int column, const FigureStyle& style)
{
    auto* const rect = new GridAxisRect(this, style);
    for (QCPAxis* const axis : rect->axes())
        axis->setLayer(QStringLiteral("axes"));
    panel()->addElement(row, column, rect);
    return rect;
}

QCPTextElement* Plot::addTitle(int row, const QString& text, const FigureStyle& style, bool subtitle)
{
    auto* const title = new TitleElement(this, text, subtitle ? labelFont(style) : titleFont(style),
        subtitle ? themeOf(style).text2 : themeOf(style).text, TitleElement::OfPanel);
    panel()->addElement(row, 0, title);
    return title;
}

QCPTextElement* Plot::addPanelTitle(int row, int column, const QString& text, const FigureStyle& style, bool subtitle)
{
    auto* const title
        = new TitleElement(this, text, subtitle ? tickFont(style) : figureFont(style, style.labelPoints, QFont::DemiBold),
            subtitle ? themeOf(style).text2 : themeOf(style).text, TitleElement::OfColumn);
    panel()->addElement(row, column, title);
    return title;
}

void Plot::showMessage(const QString& text, const FigureStyle& style)
{
    QCPTextElement* const message = addTitle(0, text, style, true);
    message->setTextFlags(Qt::AlignCenter | Qt::TextWordWrap);
    panel()->addElement(1, 0, new QCPLayoutElement(this)); // an empty QCPLayoutGrid would have no room to grow
}

QCPLayoutGrid* Plot::makeGrid()
{
    /// Belongs to the plot before it has cells.
    class PartGrid : public QCPLayoutGrid
    {
    public:
        explicit PartGrid(QCustomPlot* plot) { initializeParentPlot(plot); }
    };
    return new PartGrid(this);
}

void Plot::beginPanel(int row, int column, const QString& name)
{
    m_panel = makeGrid();
    m_panel->setRowSpacing(space::s);
    m_panel->setColumnSpacing(space::xl);
    plotLayout()->addElement(row, column, m_panel);
    if (!name.isEmpty())
        m_panelNames.insert(m_panel, name);
}

QString Plot::panelName(const QCPLayoutElement* element) const
{
    while (element && !m_panelNames.contains(element))
        element = element->layout();
    return m_panelNames.value(element);
}

void Plot::setDescription(const QString& name, const QString& sentence)
{
    setAccessibleName(name);
    setAccessibleDescription(sentence);
}

QList<CellPlottable*> Plot::cellMaps() const
{
    QList<CellPlottable*> maps;
    for (int i = 0; i < mPlottables.size(); ++i)
        if (auto* const map = qobject_cast<CellPlottable*>(mPlottables.at(i)))
            maps << map;
    return maps;
}

CellPlottable* Plot::cellMap(const QString& mapName) const
{
    const QList<CellPlottable*> maps = cellMaps();
    for (CellPlottable* const map : maps)
        if (mapName.isEmpty() || map->name() == mapName)
            return map;
    return nullptr;
}

QList<CellPlottable*> Plot::cellMaps(const QString& mapName) const
{
    QList<CellPlottable*> named;
    for (CellPlottable* const map : cellMaps())
        if (map->name() == mapName)
            named << map;
    return named;
}

void Plot::setPinned(const QString& mapName, Cell cell)
{
    mark(mapName, &CellPlottable::pinned, &CellPlottable::setPinned, cell);
}

void Plot::setHovered(const QString& mapName, Cell cell)
{
    mark(mapName, &CellPlottable::hovered, &CellPlottable::setHovered, cell);
}

void Plot::mark(const QString& mapName, Cell (CellPlottable::*now)() const, void (CellPlottable::*set)(Cell), Cell cell)
{
    CellPlottable* const first = cellMap(mapName);
    bool isChanged = false;
    for (CellPlottable* const map : first ? cellMaps(first->name()) : QList<CellPlottable*>()) {
        isChanged |= !((map->*now)() == cell);
        (map->*set)(cell);
    }
    if (isChanged)
        replotSoon();
}

void Plot::updateLayout()
{
    m_zoom->apply();
    // Labels depend on the room, and the room on the labels: first as if all labels fitted, then as they do.
    const QList<QCPAxisRect*> rects = axisRects();
    QList<GridAxisRect*> grids;
    for (QCPAxisRect* const rect : rects)
        if (auto* const grid = qobject_cast<GridAxisRect*>(rect))
            grids << grid;
    for (QCPAxisRect* const rect : rects)
        restoreAxisTitles(*rect);
    for (GridAxisRect* const grid : std::as_const(grids))
        grid->setMeasuring(true);
    QCustomPlot::updateLayout();
    for (QCPAxisRect* const rect : rects)
        fitAxisTitles(*rect);
    for (GridAxisRect* const grid : std::as_const(grids))
        grid->setMeasuring(false);
    QCustomPlot::updateLayout();
    for (const CellPlottable* const map : cellMaps()) // some are in elements that lay them out themselves
        if (auto* const grid = qobject_cast<GridAxisRect*>(map->keyAxis()->axisRect()); grid && !grids.contains(grid))
            grids << grid;
    QList<TitleElement*> titles;
    for (QCPLayoutElement* const element : plotLayout()->elements(true))
        if (auto* const title = qobject_cast<TitleElement*>(element))
            titles << title;
    constexpr int maxPasses = 5;
    const auto isUnsettled = [](const auto* element) { return element->isUnsettled(); };
    const auto areSettled = [&] {
        return std::none_of(grids.begin(), grids.end(), isUnsettled) && std::none_of(titles.begin(), titles.end(), isUnsettled);
    };
    for (int pass = 0; pass < maxPasses && !areSettled(); ++pass)
        QCustomPlot::updateLayout();
}

/// An empty plot has its first picture later.
void Plot::resizeEvent(QResizeEvent* event)
{
    if (plotLayout()->elementCount() > 0)
        return QCustomPlot::resizeEvent(event);
    setViewport(rect());
    update();
}

void Plot::paintEvent(QPaintEvent* event)
{
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) {
        setBufferDevicePixelRatio(devicePixelRatioF());
        replot(QCustomPlot::rpQueuedRefresh);
    }
    QCustomPlot::paintEvent(event);
    const QRectF number = m_cursor->ring();
    if (!m_focusColor.isValid() && number.isEmpty())
        return;
    QPainter painter(this);
    if (m_focusColor.isValid()) {
        painter.setPen(QPen(m_focusColor, 2));
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
    painter.setPen(QPen(currentTheme().accent, 2));
    if (!number.isEmpty())
        painter.drawRoundedRect(number.adjusted(-2, -2, 2, 2), 3, 3);
}

} // namespace widgets
