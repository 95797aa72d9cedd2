#include "widgets/views/shared/veil.h"

#include "widgets/plot/theme.h"

#include <QPainter>

namespace widgets {

Veil::Veil(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("veil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void Veil::setWords(const QString& words)
{
    m_words = words;
    update();
}

void Veil::paintEvent(QPaintEvent*)
{
    QColor ground = currentTheme().window;
    ground.setAlphaF(0.45F);
    QPainter painter(this);
    painter.fillRect(rect(), ground);
    if (m_words.isEmpty())
        return;
    painter.setFont(fontOf(TextRole::Section, currentTheme()));
    const QRect words = painter.fontMetrics().boundingRect(m_words).adjusted(-space::l, -space::s, space::l, space::s);
    const QRect plate(rect().center() - QPoint(words.width(), words.height()) / 2, words.size());
    painter.fillRect(plate, currentTheme().surface);
    painter.setPen(currentTheme().text);
    painter.drawText(plate, Qt::AlignCenter, m_words);
}

} // namespace widgets
