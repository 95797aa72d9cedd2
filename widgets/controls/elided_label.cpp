#include "widgets/controls/elided_label.h"

#include "widgets/plot/quoted.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QToolTip>

namespace widgets {

namespace {

constexpr double smallestOfLine = 0.75; // of its own

/// Whether a dot between blanks multiplies: beside a bracket, a symbol or a single letter, or behind an equals sign.
bool isProduct(const QString& text, qsizetype dot)
{
    const QString before = text.left(dot).trimmed(), after = text.mid(dot + 3);
    const QString left = before.section(QLatin1Char(' '), -1), right = after.section(QLatin1Char(' '), 0, 0);
    static const QRegularExpression symbol(QStringLiteral("[()=√Σσ‖⁻∂]|^.$"));
    return left.contains(symbol) || right.contains(symbol) || before.contains(QLatin1Char('='));
}

} // namespace

QString clausesWithin(const QString& text, const QFont& font, int width, TextWidths& widths)
{
    const auto fits = [&](const QString& words) { return widths.of(font, words) + 2 <= width; };
    if (fits(text))
        return text;
    static const QRegularExpression end(QStringLiteral("[.;](?=\\s)|[。；]| · "));
    QString shown;
    for (auto ends = end.globalMatch(text); ends.hasNext();) {
        const QRegularExpressionMatch one = ends.next();
        if (isQuoted(text, one.capturedStart())
            || (one.captured() == QStringLiteral(" · ") && isProduct(text, one.capturedStart())))
            continue;
        const bool isSentence = one.captured() == QLatin1String(".") || one.captured() == QStringLiteral("。");
        const QString words = text.left(isSentence ? one.capturedEnd() : one.capturedStart());
        if (!fits(words))
            break;
        shown = words;
    }
    return shown.isEmpty() ? text : shown;
}

ElidedLabel::ElidedLabel(TextRole role, Tone tone, QWidget* parent)
    : TextLabel(role, tone, parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

bool ElidedLabel::isElided() const { return m_widths.of(font(), text()) > contentsRect().width(); }

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 4, TextLabel::minimumSizeHint().height()};
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !isElided())
        return TextLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int width = contentsRect().width();
    if (!isElided())
        return painter.drawText(contentsRect(), int(alignment()), text());
    // Rather the first clause in smaller type than a part of it.
    for (double size = 1; size >= smallestOfLine; size -= 0.05) {
        QFont type = font();
        type.setPointSizeF(type.pointSizeF() * size);
        const QString shown = clausesWithin(text(), type, width, m_widths);
        if (m_widths.of(type, shown) > width)
            continue;
        painter.setFont(type);
        return painter.drawText(contentsRect(), int(alignment()), shown);
    }
    painter.drawText(contentsRect(), int(alignment()),
        fontMetrics().elidedText(clausesWithin(text(), font(), width, m_widths), Qt::ElideRight, width));
}

} // namespace widgets
