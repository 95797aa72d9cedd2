#pragma once

// AttentionPen: drawing in the map of a head or of a mask: the cells that the mouse passes while its button is held are one
// stroke. What a stroke means is the page's.

#include "widgets/plot/cell_plottable.h"

#include <QPointer>
#include <QWidget>

#include <vector>

namespace widgets {

class Plot;

class AttentionPen : public QWidget // over the picture while a stroke is drawn
{
    Q_OBJECT
public:
    explicit AttentionPen(Plot& plot);

    /// Whether the left button draws.
    bool isOn() const { return m_isOn; }
    void setOn(bool isOn);

    /// Takes what the mouse does in the maps of this name, or whose names begin with it and a space; false: it is the picture's,
    /// as everything is while the pen is off.
    bool take(const QEvent& event, const QString& mapName);

signals:
    /// The button was let go: the cells of the stroke in a map, each once, in the order they were passed. Never empty.
    void drawn(const QString& map, const std::vector<widgets::Cell>& cells);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool begin(const QPointF& pixel, const QString& mapName);
    void goOn(const QPointF& pixel);
    void add(Cell cell);
    void end();

    Plot& m_plot;
    bool m_isOn = false;
    bool m_isHeld = false; // the button, since a press that was taken
    QPointer<CellPlottable> m_map; // in which the stroke is; gone when the picture is drawn anew
    Cell m_last; // none: the mouse is outside of the map
    std::vector<Cell> m_cells;
};

} // namespace widgets
