#pragma once

// MaskPainter: a table of yes and no to paint in: queries down, keys across, with their tokens; a dark cell is seen.

#include "core/model/choices.h"

#include <QWidget>

namespace widgets {

class MaskPainter : public QWidget
{
    Q_OBJECT
public:
    explicit MaskPainter(QWidget* parent = nullptr);

    /// Rows of 0 and 1, query by query. Emits nothing.
    void setTable(const core::Json& table);

    /// Cells beyond the text are kept but not shown. None: all are shown, by number.
    void setTokens(const QStringList& tokens);

    core::Json table() const;

    /// Px that it is as high and wide at most; it has a largest size of its own, too.
    void setMaxSide(int side);

    /// Where a cell is, px.
    QRectF cellRect(int query, int key) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return std::min(width, maxPixels()); }
    QSize sizeHint() const override { return {maxPixels(), maxPixels()}; }
    QSize minimumSizeHint() const override { return {96, 96}; }

signals:
    /// The person let go of the mouse or toggled a cell by key: one change, however many cells.
    void painted(const core::Json& table);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    int maxPixels() const;
    int shown() const; // rows and columns visible
    double nameWidth() const; // px left of the cells, and above them
    double cellSize() const;
    QString nameOf(int token) const;
    void paintNames(QPainter& painter) const;
    QPoint cellAt(const QPointF& position) const; // x key, y query; (−1, −1) = none
    bool cell(const QPoint& at) const;
    void setCell(const QPoint& at, bool seen);
    void speak();

    core::BoolTable m_cells;
    QStringList m_tokens;
    QPoint m_cursor{0, 0};
    bool m_brush = false; // what dragging paints
    bool m_changed = false;
    int m_maxSide = QWIDGETSIZE_MAX;
};

} // namespace widgets
