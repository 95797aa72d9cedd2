#include "widgets/views/feed_forward/width_drawing.h"

#include "widgets/plot/number_format.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr double gap = 4; // px between the matrices of a form

} // namespace

WidthDrawing::WidthDrawing(QCustomPlot* plot, const FigureStyle& style, Forms own, Forms beside)
    : QCPLayoutElement(plot)
    , m_style(style)
    , m_own(std::move(own))
    , m_beside(std::move(beside))
{
    setLayer(QStringLiteral("main"));
    setMargins({});
    setSizeConstraintRect(scrOuterRect);
}

std::vector<NumberSet> WidthDrawing::numbers() const
{
    NumberSet set{
        QStringLiteral("widths"), {"row", "value"}, {core::Index(m_own.forms.size()), 3}, {}, {{}, {"matrices", "width", "d_model"}}};
    for (const FeedForwardForm& form : m_own.forms) {
        set.labels[0] << form.heading;
        for (const double number : {double(form.matrices.size()), form.width, m_own.dModel})
            set.values.push_back(number);
    }
    return {set};
}

double WidthDrawing::line() const { return QFontMetricsF(labelFont(m_style), mParentPlot).height(); }

/// One form above the other where that makes them larger.
bool WidthDrawing::isStacked() const { return pxPerNumber(true) > pxPerNumber(false); }

double WidthDrawing::pxPerNumber(bool isStacked) const
{
    const double own = pxPerNumber(m_own, isStacked);
    return m_beside.forms.isEmpty() ? own : std::min(own, pxPerNumber(m_beside, isStacked));
}

double WidthDrawing::pxPerNumber(const Forms& of, bool isStacked) const
{
    double across = 0, widest = 0, down = 0, most = 0;
    for (const FeedForwardForm& form : of.forms) {
        across += form.width;
        widest = std::max(widest, form.width);
        down += double(form.matrices.size()) * of.dModel;
        most = std::max(most, double(form.matrices.size()) * of.dModel);
    }
    const double words = 2.4 * line(), between = 3 * gap;
    const double side = 3 * line(); // of the height of a matrix
    return isStacked
        ? std::min((rect().width() - side) / widest, (rect().height() - double(of.forms.size()) * (words + between)) / down)
        : std::min((rect().width() - double(of.forms.size()) * side) / across, (rect().height() - words - between) / most);
}

QVector<QRectF> WidthDrawing::places(int form) const
{
    const double unit = std::max(0.0, pxPerNumber(isStacked())), words = 2.4 * line();
    double left = rect().left(), top = rect().top() + 1.2 * line();
    for (int i = 0; i < form; ++i)
        if (isStacked())
            top += double(m_own.forms[i].matrices.size()) * (m_own.dModel * unit + gap) + words;
        else
            left += m_own.forms[i].width * unit + 3 * line();
    QVector<QRectF> all;
    for (qsizetype i = 0; i < m_own.forms[form].matrices.size(); ++i)
        all << QRectF(left, top + double(i) * (m_own.dModel * unit + gap), m_own.forms[form].width * unit, m_own.dModel * unit);
    return all;
}

void WidthDrawing::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    const QFont bold = figureFont(m_style, m_style.labelPoints, QFont::DemiBold), plain = labelFont(m_style);
    for (int i = 0; i < int(m_own.forms.size()); ++i) {
        const FeedForwardForm& form = m_own.forms[i];
        const QVector<QRectF> matrices = places(i);
        QColor fill = form.isOwn ? theme.slotA : theme.text2;
        fill.setAlphaF(form.isOwn ? 0.38F : 0.18F);
        const QRectF first = matrices.first(), last = matrices.last();
        painter->setFont(bold);
        painter->setPen(form.isOwn ? theme.slotA : theme.text2);
        const QFontMetricsF boldMetrics(bold, mParentPlot), metrics(plain, mParentPlot);
        const double room = isStacked() ? rect().right() - first.left() : first.width() + 2.4 * line();
        const auto fitting = [&](const QString& text) { return boldMetrics.elidedText(text, Qt::ElideRight, room); };
        painter->drawText(QRectF(first.left(), first.top() - 1.2 * line(), room + 2, line()), Qt::AlignLeft | Qt::AlignVCenter,
            fitting(form.heading));
        for (qsizetype k = 0; k < matrices.size(); ++k) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(fill);
            painter->drawRect(matrices[k]);
            painter->setBrush(Qt::NoBrush);
            if (matrices[k].height() < 1.1 * line()
                || metrics.horizontalAdvance(form.matrices[k]) + 2 * space::s > matrices[k].width())
                continue;
            painter->setFont(plain);
            painter->setPen(theme.text);
            painter->drawText(matrices[k].adjusted(space::s, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, form.matrices[k]);
        }
        painter->setFont(bold);
        painter->setPen(form.isOwn ? theme.slotA : theme.text2);
        painter->drawText(
            QRectF(last.left(), last.bottom() + 2, room + 2, line()), Qt::AlignLeft | Qt::AlignVCenter, fitting(form.words));
        painter->setPen(QPen(theme.borderStrong, 1));
        const double side = first.right() + gap;
        painter->drawLine(QLineF(side, first.top(), side, first.bottom()));
        painter->setFont(plain);
        painter->setPen(theme.text2);
        const double width = metrics.horizontalAdvance(formatCount(std::int64_t(m_own.dModel)));
        const double end = isStacked() || i + 1 == int(m_own.forms.size()) ? rect().right() : places(i + 1).first().left();
        if (first.height() >= 1.1 * line() && side + gap + width + 2 <= end)
            painter->drawText(QRectF(side + gap, first.center().y() - line() / 2, 4000, line()), Qt::AlignLeft | Qt::AlignVCenter,
                formatCount(std::int64_t(m_own.dModel)));
    }
}

} // namespace widgets
