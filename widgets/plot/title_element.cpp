#include "widgets/plot/title_element.h"

#include "widgets/plot/whole_numbers.h"

#include <QTextLayout>

#include <cmath>

namespace widgets {

namespace {

constexpr double minLast = 0.3;     // of the room: a shorter last line looks like a mistake
constexpr int narrowest = 60;         // percent of the room, for its sake

BrokenText brokenAt(const QString& text, const QFont& font, QPaintDevice* device, double width)
{
    BrokenText result;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        const QString laidOut = withWholeNumbers(paragraph);
        qsizetype written = 0; // of the paragraph
        QTextLayout layout(laidOut, font, device);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            if (result.lines++ > 0)
                result.text += QLatin1Char('\n');
            const QStringView words = QStringView(laidOut).mid(line.textStart(), line.textLength());
            const qsizetype letters = words.size() - joinersIn(words);
            result.text += paragraph.mid(written, letters).trimmed();
            written += letters;
            result.last = line.naturalTextWidth();
        }
        layout.endLayout();
    }
    return result;
}

/// The same with lines broken earlier where the last one would be a word or two, as long as there are as many of them.
BrokenText withoutWidow(const QString& text, const QFont& font, QPaintDevice* device, double room)
{
    const BrokenText whole = brokenAt(text, font, device, room);
    if (whole.lines < 2 || whole.last >= minLast * room)
        return whole;
    for (int percent = 98; percent >= narrowest; percent -= 2) {
        BrokenText broken = brokenAt(text, font, device, percent * room / 100);
        if (broken.lines > whole.lines)
            break;
        if (broken.last >= minLast * room)
            return broken;
    }
    return whole;
}

double heightOf(const BrokenText& broken, const QFont& font, QPaintDevice* device)
{
    return std::ceil(broken.lines * QFontMetricsF(font, device).lineSpacing());
}

} // namespace

double wrappedHeight(const QString& text, const QFont& font, QPaintDevice* device, double width)
{
    return heightOf(brokenAt(text, font, device, width), font, device);
}

int roomOfPanel(const QCPLayoutElement& element)
{
    const QCPLayoutElement* const whole = element.parentPlot()->plotLayout();
    // The panel's width is known from the second pass of the layout on (Plot::updateLayout).
    if (const QCPLayout* const panel = element.layout(); panel && panel != whole && panel->rect().width() > 0)
        return panel->rect().width();
    return element.parentPlot()->viewport().width() - whole->margins().left() - whole->margins().right();
}

TitleElement::TitleElement(QCustomPlot* plot, const QString& text, const QFont& titleFont, const QColor& color, Width width)
    : QCPTextElement(plot, text, titleFont)
    , m_width(width)
{
    setTextColor(color);
    setTextFlags(Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap);
    setMargins({});
}

double TitleElement::room() const
{
    if (m_width == OfColumn && rect().width() > 0)
        return rect().width();
    return std::max(40, roomOfPanel(*this));
}

TitleElement::Measured& TitleElement::measured() const
{
    const double width = room();
    if (m_measured.room != width || m_measured.text != text() || m_measured.font != font())
        m_measured = {text(), font(), width};
    return m_measured;
}

double TitleElement::textHeight() const
{
    Measured& now = measured();
    if (!now.height)
        now.height = wrappedHeight(now.text, now.font, mParentPlot, now.room);
    return *now.height;
}

const BrokenText& TitleElement::broken() const
{
    Measured& now = measured();
    if (!now.broken)
        now.broken = withoutWidow(now.text, now.font, mParentPlot, now.room);
    return *now.broken;
}

QSize TitleElement::minimumOuterSizeHint() const { return {0, int(textHeight()) + margins().top() + margins().bottom()}; }

QSize TitleElement::maximumOuterSizeHint() const { return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()}; }

QString TitleElement::drawnText() const { return broken().text; }

void TitleElement::draw(QCPPainter* painter)
{
    painter->setFont(font());
    painter->setPen(textColor());
    // Broken as it was measured: a file's letters are not exactly as wide, and a line more would have no room.
    painter->drawText(QRectF(rect().topLeft(), QSizeF(room(), heightOf(broken(), font(), mParentPlot) + 1)),
        (textFlags() & ~Qt::TextWordWrap) | Qt::TextDontClip, broken().text);
}

} // namespace widgets
