#pragma once

// Plot: the QCustomPlot that every picture is drawn in. It repairs what QCustomPlot 2.1.0 gets wrong: a stale device-pixel
// ratio when a window changes screen, fonts and colours that ignore the application, focus and accessibility.

#include <qcustomplot.h>

namespace widgets {

struct FigureStyle;

class Plot : public QCustomPlot
{
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);

    /// Removes everything and prepares an empty layout in this style: background, fonts, no axes.
    void reset(const FigureStyle& style);

    /// A new axis rect in cell (row, column) of the layout, themed (left and bottom axis only, no box).
    QCPAxisRect* addAxisRect(int row, int column, const FigureStyle& style);

    /// Text left-aligned over the whole width, in row `row` of the layout.
    QCPTextElement* addTitle(int row, const QString& text, const FigureStyle& style, bool subtitle = false);

signals:
    /// The mouse is over, or has clicked, a cell of a HeatmapPlottable. row and column count from 0; -1 = left the map.
    void cellHovered(const QString& mapName, int row, int column);
    void cellClicked(const QString& mapName, int row, int column, Qt::KeyboardModifiers modifiers);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace widgets
