#include "app/export/figure_book.h"

#include "core/base/error.h"
#include "widgets/figure/pdf_text.h"
#include "widgets/plot/plot.h"

#include <QJsonDocument>
#include <QPageSize>
#include <QPdfWriter>

#include <cmath>

namespace app {

namespace {

constexpr double headingHeight = 52, headingMargin = 16; // px
constexpr double headingGrowth = 1.3; // times the title of a figure

double headingOf(const HeadedFigure& page) { return page.heading.isEmpty() ? 0 : headingHeight; } // px

/// In px of the page, as the painter counts now.
void drawHeading(QPainter& painter, const QString& words, const widgets::FigureStyle& page)
{
    if (words.isEmpty())
        return;
    const widgets::Theme& theme = widgets::themeOf(page);
    QFont font = widgets::figureFont(page, page.titlePoints, QFont::DemiBold);
    font.setPixelSize(int(std::lround(page.titlePoints * headingGrowth * 96 / 72)));
    const QRectF place(headingMargin, 0, page.size.width() - 2 * headingMargin, headingHeight);
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(
        place, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(font).elidedText(words, Qt::ElideRight, place.width()));
}

} // namespace

widgets::FigureStyle figureStyleOf(const HeadedFigure& page)
{
    widgets::FigureStyle style = page.page;
    style.size.rheight() -= headingOf(page);
    return style;
}

QImage headedImage(const HeadedFigure& page, double dpi)
{
    const QSize size = (page.page.size * dpi / 96).toSize();
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("the picture is too large")});
    image.fill(widgets::themeOf(page.page).surface);
    const QImage figure = widgets::figureImage(page.figure, page.data, figureStyleOf(page), dpi);
    QPainter painter(&image);
    painter.drawImage(0, size.height() - figure.height(), figure);
    painter.scale(dpi / 96, dpi / 96);
    drawHeading(painter, page.heading, page.page);
    return image;
}

FigureBook::FigureBook(const QSizeF& size, const QString& title)
    : m_buffer(&m_bytes)
    , m_dpi(widgets::Plot().logicalDpiY()) // what QCustomPlot measures text with
{
    m_buffer.open(QIODevice::WriteOnly);
    m_writer = std::make_unique<QPdfWriter>(&m_buffer);
    const QPageSize page(size * 72 / 96, QPageSize::Point, QString(), QPageSize::ExactMatch);
    m_writer->setPageLayout(QPageLayout(page, QPageLayout::Portrait, {}, QPageLayout::Point));
    m_writer->setResolution(int(std::lround(m_dpi)));
    m_writer->setTitle(title);
    m_writer->setCreator(QStringLiteral("Cutaway"));
    m_painter = std::make_unique<QCPPainter>();
    if (!m_painter->begin(m_writer.get()))
        throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("cannot draw the figure")});
    m_painter->setMode(QCPPainter::pmVectorized);
}

FigureBook::~FigureBook() = default;

void FigureBook::add(const HeadedFigure& page, const QJsonObject& recipe)
{
    if (m_pages++ > 0)
        m_writer->newPage();
    if (!recipe.isEmpty())
        m_writer->addFileAttachment(QStringLiteral("recipe-%1.json").arg(m_pages, 2, 10, QLatin1Char('0')),
            QJsonDocument(recipe).toJson(QJsonDocument::Compact), QStringLiteral("application/json"));
    m_painter->save();
    m_painter->scale(m_dpi / 96, m_dpi / 96);
    widgets::FigureStyle whole = page.page;
    whole.plainLetters = true;
    m_painter->fillRect(QRectF(QPointF(), whole.size), widgets::themeOf(whole).surface);
    drawHeading(*m_painter, page.heading, whole);
    const HeadedFigure plain{page.heading, page.figure, page.data, whole};
    m_painter->translate(0, headingOf(plain));
    const widgets::FigureStyle below = figureStyleOf(plain);
    widgets::paintFigure(*widgets::buildFigure(page.figure, page.data, below), *m_painter, below, 1);
    m_painter->restore();
}

QByteArray FigureBook::finish()
{
    m_painter->end();
    m_painter.reset();
    m_writer.reset();
    widgets::repairPdfText(m_bytes);
    return m_bytes;
}

} // namespace app
