#include "app/export/export_preview.h"

#include "app/base/languages.h"

#include <QPainter>

#include <algorithm>

namespace app {

namespace {

constexpr int margin = 24;     // around the page
constexpr int ruler = 20;      // left and above, in centimetres
constexpr double smallest = 0.05;

} // namespace

ExportPreview::ExportPreview(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(240, 180);
    setObjectName("exportPreview");
}

void ExportPreview::showPage(const ExportSource& source, const widgets::FigureStyle& style)
{
    m_source = source;
    m_style = style;
    setActualSize(m_isActualSize);
    render();
}

void ExportPreview::setActualSize(bool on)
{
    const bool isOther = on != m_isActualSize;
    m_isActualSize = on;
    if (on)
        setMinimumSize((m_style.size + QSizeF(2 * margin + ruler, 2 * margin + ruler)).toSize());
    else
        setMinimumSize(240, 180);
    if (isOther)
        render();
}

double ExportPreview::scale() const
{
    if (m_isActualSize)
        return 1;
    const double across = (width() - 2 * margin - ruler) / std::max(1.0, m_style.size.width());
    const double down = (height() - 2 * margin - ruler) / std::max(1.0, m_style.size.height());
    return std::max(smallest, std::min(across, down));
}

QRectF ExportPreview::pageRect() const
{
    const QSizeF size = m_style.size * scale();
    return {ruler + (width() - ruler - size.width()) / 2, ruler + (height() - ruler - size.height()) / 2, size.width(),
        size.height()};
}

void ExportPreview::render()
{
    m_renderedFor = size();
    m_page = {};
    if (m_source.figure && m_source.data.a) {
        const Speaking speaking(m_style.language);
        m_page = widgets::figureImage(*m_source.figure, m_source.data, m_style, 96 * scale() * devicePixelRatioF());
    }
    update();
}

void ExportPreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (isVisible() && size() != m_renderedFor && !m_isActualSize)
        render();
}

void ExportPreview::paintEvent(QPaintEvent*)
{
    const widgets::Theme& theme = widgets::currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surfaceAlt);
    const QRectF page = pageRect();
    if (m_style.transparent) { // squares show through
        const widgets::Theme& paper = widgets::themeOf(widgets::ThemeId::Light);
        painter.fillRect(page, paper.surface);
        constexpr int square = 8;
        for (int row = 0; row * square < page.height(); ++row)
            for (int column = row % 2; column * square < page.width(); column += 2)
                painter.fillRect(
                    QRectF(page.left() + column * square, page.top() + row * square, square, square) & page, paper.surfaceAlt);
    }
    if (!m_page.isNull())
        painter.drawImage(page, m_page);
    painter.setPen(theme.border);
    painter.drawRect(page.adjusted(-0.5, -0.5, 0.5, 0.5));

    // Centimetres along the page, each fifth named.
    const double centimetre = 96 / 2.54 * scale();
    const QFont font = fontOf(widgets::TextRole::Caption, theme);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double high = metrics.height();
    const int every = centimetre > 24 ? 1 : centimetre > 6 ? 5 : 10;
    for (int axis = 0; axis < 2; ++axis) {
        const double length = axis == 0 ? page.width() : page.height();
        for (int i = 0; i * centimetre <= length + 0.5; ++i) {
            const bool isNamed = i % every == 0;
            const double tick = isNamed ? 6 : 3;
            painter.setPen(theme.borderStrong);
            if (centimetre < 4 && !isNamed)
                continue;
            if (axis == 0)
                painter.drawLine(QPointF(page.left() + i * centimetre, page.top() - 4),
                    QPointF(page.left() + i * centimetre, page.top() - 4 - tick));
            else
                painter.drawLine(QPointF(page.left() - 4, page.top() + i * centimetre),
                    QPointF(page.left() - 4 - tick, page.top() + i * centimetre));
            if (!isNamed || i == 0)
                continue;
            painter.setPen(theme.text2);
            const QRectF box = axis == 0 ? QRectF(page.left() + i * centimetre - 20, page.top() - 11 - high, 40, high)
                                         : QRectF(page.left() - 42, page.top() + i * centimetre - high / 2, 30, high);
            painter.drawText(
                box, axis == 0 ? Qt::AlignHCenter | Qt::AlignBottom : Qt::AlignRight | Qt::AlignVCenter, QString::number(i));
        }
    }
}

} // namespace app
