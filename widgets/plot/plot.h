#pragma once

// Plot: the QCustomPlot that every picture is drawn in. It repairs what QCustomPlot 2.1.0 gets wrong: a stale device-pixel
// ratio when a window changes screen, fonts and colours that ignore the application, focus and accessibility.

#include "widgets/plot/cell_plottable.h"

#include <qcustomplot.h>

#include <QTimer>

#include <memory>
#include <utility>

namespace widgets {

struct FigureStyle;
class GridAxisRect;
class MapZoom; // widgets/plot/map_zoom.h
class PlotCursor; // widgets/plot/plot_cursor.h

class Plot : public QCustomPlot
{
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);
    ~Plot() override;

    /// Removes everything and prepares an empty layout in this style: background, fonts, no axes.
    void reset(const FigureStyle& style);

    /// Where the figure being drawn puts its elements: the whole layout, or one panel of it.
    QCPLayoutGrid* panel() const { return m_panel ? m_panel.data() : plotLayout(); }

    /// An empty panel in cell (row, column) of the whole layout, which is panel() from now on. `name`: what its numbers are
    /// called by in files, before the names of its parts; empty: nothing.
    void beginPanel(int row, int column, const QString& name = {});

    /// The name of the panel in which an element of the layout is; empty: none.
    QString panelName(const QCPLayoutElement* element) const;

    /// An empty grid for parts of the picture, to be filled and put into the panel in any order. (A plain QCPLayoutGrid with
    /// empty cells crashes QCustomPlot 2.1.0 when it comes to a plot.)
    QCPLayoutGrid* makeGrid();

    /// panel() is the whole layout again.
    void endPanels() { m_panel = nullptr; }

    /// A new axis rect in cell (row, column) of the panel, themed (left and bottom axis only, no box).
    QCPAxisRect* addAxisRect(int row, int column, const FigureStyle& style);

    /// The same for a heat map: no axis lines, square cells, token labels, room for a colour bar.
    GridAxisRect* addGridRect(int row, int column, const FigureStyle& style);

    /// Text left-aligned over the whole width, in row `row` of the panel; wraps when it is too long.
    QCPTextElement* addTitle(int row, const QString& text, const FigureStyle& style, bool subtitle = false);

    /// A heading over one part: left-aligned in cell (row, column) of the panel, as wide as that column.
    QCPTextElement* addPanelTitle(int row, int column, const QString& text, const FigureStyle& style, bool subtitle = false);

    /// Text in the middle of the panel, muted: why there is nothing to draw.
    void showMessage(const QString& text, const FigureStyle& style);

    /// Draws once for all that changes before the event loop turns; not at all when replot() comes first.
    void replotSoon() { m_replotSoon.start(); }

    /// What a screen reader says about the picture: its name, and a sentence with the live numbers.
    void setDescription(const QString& name, const QString& sentence);

    /// Moves the ring of the maps of this name (one in each panel) to this cell without a signal; none removes it.
    /// `mapName` = QCPAbstractPlottable::name(); empty = the first map.
    void setPinned(const QString& mapName, Cell cell);
    void setHovered(const QString& mapName, Cell cell);

    /// The maps of the picture, in the order they were added.
    QList<CellPlottable*> cellMaps() const;
    QList<CellPlottable*> cellMaps(const QString& mapName) const;
    CellPlottable* cellMap(const QString& mapName) const; // the first; nullptr when there is none

    /// Which part of its large maps is shown: state of the widget, which reset() keeps.
    MapZoom& zoom() { return *m_zoom; }

    /// Where the arrow keys are: state of the widget, too.
    const PlotCursor& cursor() const { return *m_cursor; }

signals:
    /// The mouse is over, or has clicked, a cell of a CellPlottable. row and column count from 0; -1 = left the map.
    /// Arrow keys move the pinned cell: the same signal as a click.
    void cellHovered(const QString& mapName, int row, int column);
    void cellClicked(const QString& mapName, int row, int column, Qt::KeyboardModifiers modifiers);

    /// The arrow keys are at a bar or a point: its numbers with all digits (numbersAt()); empty: they left it.
    void numberMarked(const QStringList& numbers);

    /// A bar of a BarChart was clicked.
    void barClicked(const QString& chartName, int bar);

    /// Where the number of a cell or a bar comes from is requested: a double click or the context menu's button or key.
    void cellAsked(const QString& mapName, int row, int column);
    void barAsked(const QString& chartName, int bar);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void updateLayout() override;

private:
    friend class PlotCursor; // hovers, too

    CellPlottable* mapAt(const QPointF& pixel) const;
    std::pair<QString, int> barAt(const QPointF& pixel) const; // chart and bar; −1: none
    void ask(const QPointF& pixel);
    void hover(CellPlottable* map, Cell cell);
    void followLine(const QPointF& pixel);
    void mark(const QString& mapName, Cell (CellPlottable::*now)() const, void (CellPlottable::*set)(Cell), Cell cell);

    QPointer<CellPlottable> m_hoveredMap;
    std::pair<QString, Cell> m_beforeClick; // the map that was clicked last, and what was pinned in it before
    bool m_isHovering = false; // also while its map is drawn anew
    std::unique_ptr<PlotCursor> m_cursor;
    QHash<const QCPLayoutElement*, QString> m_panelNames; // of the panels that have one
    std::unique_ptr<MapZoom> m_zoom;
    QPoint m_pressed;
    bool m_isAsking = false; // the button that is held was pressed twice
    QTimer m_replotSoon;
    QTimer m_clicked; // until it is clear that a click on a zoomed wall is none of two
    QColor m_focusColor;
    QPointer<QCPLayoutGrid> m_panel;
};

} // namespace widgets
