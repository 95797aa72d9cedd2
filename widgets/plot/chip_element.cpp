#include "widgets/plot/chip_element.h"

#include "widgets/plot/title_element.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {
constexpr int kWords = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
} // namespace

std::vector<QRectF> placeChips(const std::vector<Chip>& chips, const QFont& font, QPaintDevice* device, double width)
{
    const QFontMetricsF metrics(font, device);
    const double room = std::max(40.0, width - 2 * space::s);
    std::vector<QRectF> places;
    QPointF at;
    double line = 0;
    for (const Chip& chip : chips) {
        const QRectF words = metrics.boundingRect(QRectF(0, 0, room, 100'000), kWords, chip.text);
        const QSizeF size(std::ceil(words.width()) + 1 + 2 * space::s, std::ceil(words.height()) + 2 * space::xs);
        if (at.x() > 0 && at.x() + size.width() > width) {
            at = {0, at.y() + line + space::xs};
            line = 0;
        }
        places.emplace_back(at, size);
        at.rx() += size.width() + space::s;
        line = std::max(line, size.height());
    }
    return places;
}

void paintGround(QPainter& painter, const QRectF& place, const Chip& chip, const Theme& theme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(chip.isWarning ? theme.warningSurface : theme.infoSurface);
    painter.drawRoundedRect(place, 4, 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(chip.isWarning ? theme.warning : theme.info);
}

ChipsElement::ChipsElement(QCustomPlot* plot, std::vector<Chip> chips, const FigureStyle& style)
    : QCPLayoutElement(plot)
    , m_chips(std::move(chips))
    , m_style(style)
{
    setMargins({});
}

std::vector<QRectF> ChipsElement::places() const
{
    return placeChips(m_chips, labelFont(m_style), mParentPlot, roomOfPanel(*this));
}

QSize ChipsElement::minimumOuterSizeHint() const
{
    double height = 0;
    for (const QRectF& place : places())
        height = std::max(height, place.bottom());
    return {0, int(std::ceil(height))};
}

QSize ChipsElement::maximumOuterSizeHint() const { return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()}; }

void ChipsElement::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    const std::vector<QRectF> at = places();
    painter->setAntialiasing(true);
    painter->setFont(labelFont(m_style));
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const QRectF place = at[i].translated(rect().topLeft());
        paintGround(*painter, place, m_chips[i], theme);
        painter->drawText(place.adjusted(space::s, space::xs, -space::s + 1, -space::xs), kWords, m_chips[i].text);
    }
}

void addChips(QCPLayoutGrid& layout, std::vector<Chip> chips, const FigureStyle& style)
{
    if (chips.empty())
        return;
    layout.insertRow(0);
    layout.addElement(0, 0, new ChipsElement(layout.parentPlot(), std::move(chips), style));
    layout.setRowStretchFactor(0, 0.001);
}

} // namespace widgets
