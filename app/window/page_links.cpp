#include "app/window/page_links.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QPainter>

#include <utility>

namespace app {

using namespace widgets;

namespace {

// Px of ordinary type between words and edge.
constexpr int besideWords = space::xs, besideArrow = space::s;

QFont linkFont() { return fontOf(TextRole::Label, currentTheme()); }

/// Of a line with the letters of both scripts, which may be of two fonts, whatever the name: “logit 大小”.
int linkHeight() { return QFontMetrics(linkFont()).boundingRect(QRect(), Qt::AlignLeft, QStringLiteral("g大")).height(); }

int px(int ordinary) { return int(ordinary * currentTheme().scale); }

} // namespace

/// "‹ Norm" or "Norm ›"; without its name the arrow alone.
class PageLink : public QAbstractButton
{
public:
    PageLink(bool isForward, QWidget* parent)
        : QAbstractButton(parent)
        , m_isForward(isForward)
    {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
    }

    void setShort(bool isShort)
    {
        if (std::exchange(m_isShort, isShort) != isShort)
            update();
    }

    int widthOf(bool isShort) const
    {
        return isHidden()
            ? 0
            : QFontMetrics(linkFont()).horizontalAdvance(words(isShort)) + 2 * px(isShort ? besideArrow : besideWords);
    }

    QSize sizeHint() const override { return {widthOf(false), linkHeight()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QFont font = linkFont();
        font.setUnderline(underMouse() && !m_isShort);
        painter.setFont(font);
        painter.setPen(theme.accent);
        painter.drawText(rect(), Qt::AlignCenter, words(m_isShort));
        if (!hasFocus())
            return;
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 3, 3);
    }

private:
    QString words(bool isShort) const
    {
        const QString arrow = m_isForward ? QStringLiteral("›") : QStringLiteral("‹");
        return isShort ? arrow : m_isForward ? text() + QLatin1Char(' ') + arrow : arrow + QLatin1Char(' ') + text();
    }

    bool m_isForward;
    bool m_isShort = false;
};

PageLinks::PageLinks(QWidget* parent)
    : QWidget(parent)
    , m_links{new PageLink(false, this), new PageLink(true, this)}
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (int i = 0; i < 2; ++i) {
        m_links[i]->setObjectName(i == 0 ? QStringLiteral("pageBefore") : QStringLiteral("pageAfter"));
        connect(m_links[i], &QAbstractButton::clicked, this, [this, i] { emit chosen(QString(m_ends[i].id)); });
    }
    showEnds();
}

void PageLinks::setEnds(const End& before, const End& after)
{
    if (before == m_ends[0] && after == m_ends[1])
        return; // each run says them anew
    m_ends[0] = before;
    m_ends[1] = after;
    showEnds();
}

void PageLinks::showEnds()
{
    for (int i = 0; i < 2; ++i) {
        const End& end = m_ends[i];
        m_links[i]->setText(end.name);
        m_links[i]->setToolTip(end.tip);
        m_links[i]->setAccessibleName(end.tip);
        m_links[i]->setVisible(!end.id.isEmpty());
    }
    updateGeometry(); // the line arranges itself anew
    arrange();
}

QSize PageLinks::sizeHint() const
{
    return {m_links[0]->widthOf(false) + px(space::s) + m_links[1]->widthOf(false), linkHeight()};
}

QSize PageLinks::minimumSizeHint() const
{
    return {m_links[0]->widthOf(true) + px(space::s) + m_links[1]->widthOf(true), linkHeight()};
}

/// Each at its end of the line, so that the way on stays under the mouse from page to page.
void PageLinks::arrange()
{
    const bool isShort = width() < sizeHint().width();
    int at = width();
    for (PageLink* const link : {m_links[1], m_links[0]}) {
        const int broad = link->widthOf(isShort);
        link->setShort(isShort);
        link->setGeometry(at - broad, 0, broad, height());
        at -= broad + px(space::s);
    }
}

void PageLinks::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PageLinks::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event)) {
        updateGeometry();
        arrange();
    }
}

} // namespace app
