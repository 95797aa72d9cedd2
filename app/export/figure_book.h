#pragma once

// Pages with a heading over a figure: as a PDF of several, each with its recipe, and as pixels.

#include "widgets/figure/figure_export.h"

#include <QBuffer>

class QPdfWriter;

namespace app {

/// What a page has.
struct HeadedFigure
{
    QString heading; // empty: the figure has the whole page
    const widgets::FigureInfo& figure;
    const widgets::FigureData& data;
    const widgets::FigureStyle& page; // of the whole page
};

/// As pixels. Throws core::Error{Output} when it is too large.
QImage headedImage(const HeadedFigure& page, double dpi);

class FigureBook
{
public:
    /// Pages of this size, px. Throws core::Error{Output} when nothing can be drawn.
    FigureBook(const QSizeF& size, const QString& title);
    ~FigureBook();

    /// A page more. The recipe is of the figure below the heading. REQUIRES: it has the size of the book.
    void add(const HeadedFigure& page, const QJsonObject& recipe);

    /// The bytes of the file; after it nothing can be added.
    QByteArray finish();

private:
    QByteArray m_bytes;
    QBuffer m_buffer;
    std::unique_ptr<QPdfWriter> m_writer;
    std::unique_ptr<QCPPainter> m_painter;
    double m_dpi; // of plots
    int m_pages = 0;
};

/// How the figure on it looks.
widgets::FigureStyle figureStyleOf(const HeadedFigure& page);

} // namespace app
