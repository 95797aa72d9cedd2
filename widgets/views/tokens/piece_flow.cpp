#include "widgets/views/tokens/piece_flow.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr double lineHeight = 1.7; // lines of type
constexpr double aroundText = 0.28, betweenWords = 0.34;

} // namespace

PieceFlow::PieceFlow(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void PieceFlow::setWords(std::vector<FlowWord> words, int selected)
{
    m_words = std::move(words);
    m_selected = selected;
    setSize(1, std::max(1, int(m_words.size())));
    setPinned({0, selected}); // arrow keys go from there
}

double PieceFlow::heightOf(int lines, const FigureStyle& style, QPaintDevice* device)
{
    return lines * lineHeight * QFontMetricsF(tickFont(style), device).height();
}

/// Every piece from the origin on, up to the end of line `most` or of the selected word, whichever is later. A word goes to the
/// next line as a whole where it has room there.
std::vector<PieceFlow::Placed> PieceFlow::flowing(double width, int most) const
{
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const double high = metrics.height(), pitch = lineHeight * high;
    std::vector<Placed> all;
    int line = 0;
    double x = 0;
    const auto breakLine = [&] {
        ++line;
        x = 0;
    };
    for (int word = 0; word < int(m_words.size()) && (line < most || word <= m_selected); ++word) {
        const QStringList& pieces = m_words[std::size_t(word)].pieces;
        std::vector<double> widths;
        double whole = 0;
        for (const QString& piece : pieces) {
            widths.push_back(std::min(metrics.horizontalAdvance(piece) + 2 * aroundText * high, width));
            whole += widths.back();
        }
        if (x > 0 && x + whole > width)
            breakLine();
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (x > 0 && x + widths[i] > width)
                breakLine();
            all.push_back({word, int(i), line, QRectF(x, line * pitch, widths[i], pitch)});
            x += widths[i];
        }
        x += betweenWords * high;
    }
    return all;
}

int PieceFlow::linesNeeded(int most, double width) const
{
    const std::vector<Placed> all = flowing(width, most);
    return all.empty() ? 1 : std::clamp(all.back().line + 1, 1, most);
}

/// From the first line on, or from so late a one that the selected word is in sight.
std::vector<PieceFlow::Placed> PieceFlow::placed() const
{
    const QRectF room(mKeyAxis->axisRect()->rect());
    const double pitch = heightOf(1, style(), mParentPlot);
    const int lines = std::max(1, int((room.height() + 0.5) / pitch));
    std::vector<Placed> all = flowing(room.width(), lines);
    int first = 0;
    for (const Placed& one : all)
        if (one.word == m_selected && one.piece == 0)
            first = std::max(0, one.line - lines + 1);
    std::erase_if(all, [&](const Placed& one) { return one.line < first || one.line >= first + lines; });
    for (Placed& one : all)
        one.rect.translate(room.left(), room.top() - first * pitch);
    return all;
}

Cell PieceFlow::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    for (const Placed& one : placed())
        if (one.rect.contains(pixel))
            return {0, one.word};
    return {};
}

void PieceFlow::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(style());
    const QFont plain = tickFont(style());
    const QFontMetricsF metrics(plain, mParentPlot);
    painter->setAntialiasing(true);
    painter->setFont(plain);
    for (const Placed& one : placed()) {
        const FlowWord& word = m_words[std::size_t(one.word)];
        const bool isSelected = one.word == m_selected;
        QColor fill = word.isAdded ? theme.surfaceAlt : theme.accent;
        if (!word.isAdded)
            fill.setAlphaF(isSelected ? 1.0F : one.piece % 2 ? 0.14F : 0.24F);
        const bool isHovered = hovered().column == one.word;
        painter->setPen(isHovered ? QPen(theme.accent, style().lineWidth)
                : word.isAdded    ? QPen(theme.border, 0.5)
                                  : QPen(Qt::NoPen));
        painter->setBrush(fill);
        painter->drawRoundedRect(one.rect.adjusted(0.5, 2, -1, -2), 3, 3);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(word.isAdded ? theme.text2 : isSelected ? theme.onAccent : theme.text);
        const QString text = metrics.elidedText(word.pieces.value(one.piece), Qt::ElideRight, one.rect.width());
        painter->drawText(one.rect.adjusted(-6, 0, 6, 0), Qt::AlignCenter, text);
    }
}

} // namespace widgets
