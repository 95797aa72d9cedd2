#pragma once

// SidePanel: a column of small panels beside the main picture of a figure.

#include "widgets/plot/plot.h"

namespace widgets {

class SidePanel
{
public:
    /// In cell (row, column) of a layout of the plot. Copies go on filling the same column.
    SidePanel(QCPLayoutGrid& in, Plot& plot, int row, int column, const FigureStyle& style)
        : m_plot(plot)
        , m_style(style)
        , m_grid(plot.makeGrid())
    {
        in.addElement(row, column, m_grid);
        m_grid->setRowSpacing(4);
    }

    /// A heading and an axis rect below it; `stretch` is its share of the height.
    QCPAxisRect* add(const QString& heading, double stretch = 1)
    {
        // The plot makes its elements in its own layout; from there they move here.
        const int below = m_plot.panel()->rowCount();
        m_grid->addElement(m_row, 0, m_plot.addPanelTitle(below, 0, heading, m_style));
        m_grid->setRowStretchFactor(m_row++, 0.001);
        QCPAxisRect* rect = m_plot.addAxisRect(below, 0, m_style);
        m_grid->addElement(m_row, 0, rect);
        m_grid->setRowStretchFactor(m_row++, stretch);
        m_plot.panel()->simplify();
        return rect;
    }

    /// A heading, or a line of text, without a picture.
    void addText(const QString& text, bool isHeading = false)
    {
        const int below = m_plot.panel()->rowCount();
        m_grid->addElement(m_row, 0, m_plot.addPanelTitle(below, 0, text, m_style, !isHeading));
        m_grid->setRowStretchFactor(m_row++, 0.001);
        m_plot.panel()->simplify();
    }

    /// Keeps the panels above at their share when there are few.
    void addSpace(double stretch)
    {
        m_grid->addElement(m_row, 0, new QCPLayoutElement(&m_plot)); // an empty layout would have no width
        m_grid->setRowStretchFactor(m_row++, stretch);
    }

private:
    Plot& m_plot;
    const FigureStyle& m_style;
    QCPLayoutGrid* m_grid;
    int m_row = 0;
};

} // namespace widgets
