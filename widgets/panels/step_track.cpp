#include "widgets/panels/step_track.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace widgets {

namespace {
constexpr double gap = 7;    // between blocks
constexpr double margin = 2; // at both ends
} // namespace

StepTrack::StepTrack(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{
    setPageStep(10);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepTrack::setBlocks(std::vector<int> blocks)
{
    m_blocks = std::move(blocks);
    setRange(0, std::max(0, int(m_blocks.size()) - 1));
    update();
}

QSize StepTrack::sizeHint() const { return {400, minimumSizeHint().height()}; }

QSize StepTrack::minimumSizeHint() const { return {120, int(30 * currentTheme().scale)}; }

std::vector<double> StepTrack::edges() const
{
    int gaps = 0;
    for (std::size_t i = 1; i < m_blocks.size(); ++i)
        gaps += m_blocks[i] != m_blocks[i - 1];
    const double step = m_blocks.empty() ? 0 : std::max(0.5, (width() - 2 * margin - gaps * gap) / double(m_blocks.size()));
    std::vector<double> edges;
    double x = margin;
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        x += i > 0 && m_blocks[i] != m_blocks[i - 1] ? gap : 0;
        edges.push_back(x);
        x += step;
    }
    edges.push_back(x);
    return edges;
}

int StepTrack::stepAt(double x) const
{
    const std::vector<double> all = edges();
    const auto after = std::upper_bound(all.begin(), all.end(), x);
    return std::clamp(int(after - all.begin()) - 1, minimum(), maximum());
}

void StepTrack::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(fontOf(TextRole::Caption, theme));
    const double text = painter.fontMetrics().height(), bar = height() - text - 4, room = bar * 0.55;
    const std::vector<double> all = edges();
    QColor done = theme.accent;
    done.setAlphaF(0.45F);
    for (int i = 0; i < int(m_blocks.size()); ++i) {
        const double left = all[std::size_t(i)], next = all[std::size_t(i) + 1];
        const bool endsBlock = i + 1 < int(m_blocks.size()) && m_blocks[std::size_t(i) + 1] != m_blocks[std::size_t(i)];
        const double right = endsBlock ? next - gap : next, wide = std::max(1.0, right - left - (right - left > 4 ? 1.5 : 0));
        const bool isNow = i == value();
        const double high = isNow ? bar : room;
        painter.setPen(Qt::NoPen);
        painter.setBrush(isNow ? theme.accent : i < value() ? done : theme.borderStrong);
        painter.drawRoundedRect(QRectF(left, 2 + (bar - high) / 2, isNow ? std::max(wide, 3.0) : wide, high), 1.5, 1.5);
    }
    // Names of the blocks under them, as far as there is room.
    double freeFrom = 0;
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (m_blocks[i] < 0 || (i > 0 && m_blocks[i] == m_blocks[i - 1]))
            continue;
        const QString name = layerLabel(m_blocks[i]);
        const double wide = painter.fontMetrics().horizontalAdvance(name);
        const bool isNow = value() >= 0 && value() < int(m_blocks.size()) && m_blocks[std::size_t(value())] == m_blocks[i];
        if (all[i] < freeFrom)
            continue;
        painter.setPen(isNow ? theme.accent : theme.text2);
        painter.drawText(QPointF(all[i], height() - painter.fontMetrics().descent()), name);
        freeFrom = all[i] + wide + 6;
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
}

void StepTrack::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setValue(stepAt(event->position().x()));
}

void StepTrack::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        setValue(stepAt(event->position().x()));
}

} // namespace widgets
