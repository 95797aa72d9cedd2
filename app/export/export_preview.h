#pragma once

// ExportPreview: the page as it will be in the file: its proportions, its type, its colours. Fitted into the place, or as large
// as on paper.

#include "app/export/export_settings.h"

#include <QImage>
#include <QWidget>

namespace app {

class ExportPreview : public QWidget
{
    Q_OBJECT
public:
    explicit ExportPreview(QWidget* parent = nullptr);

    /// Draws the first picture of `source` in this style. An empty figure, or one with nothing to draw, empties the page.
    void showPage(const ExportSource& source, const widgets::FigureStyle& style);

    /// One pixel of the page is one of the screen (96 an inch) instead of all that fits.
    void setActualSize(bool on);

    QImage page() const { return m_page; } // as drawn last
    QRectF pageRect() const;               // in the widget
    QSize sizeHint() const override { return {620, 460}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    double scale() const; // pixels of the widget for one of the page
    void render();

    ExportSource m_source;
    widgets::FigureStyle m_style;
    QImage m_page;
    QSize m_renderedFor;
    bool m_isActualSize = false;
};

} // namespace app
