#include "app/window/drawers.h"

#include "app/window/edge_button.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {

using namespace widgets;

namespace {

constexpr int gripWidth = 5;          // px
constexpr int ordinaryWidths[] = {232, 300};
constexpr int minWidth = 180;       // px of ordinary type
constexpr double widestShare = 0.6;   // of the window
constexpr double foldingShare = 0.5;  // of the narrowest width: dragged to less, a drawer folds

Drawers::Side other(Drawers::Side side) { return side == Drawers::Left ? Drawers::Right : Drawers::Left; }

/// A line between page and drawer that can be dragged.
class Grip : public QWidget
{
public:
    explicit Grip(QWidget* parent)
        : QWidget(parent)
    {
        setCursor(Qt::SplitHCursor);
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(width() / 2, 0, 1, height(), currentTheme().border); }
};

/// The words of a closed drawer, below each other.
class Handle : public QWidget
{
public:
    explicit Handle(QWidget* parent)
        : QWidget(parent)
    {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(space::s);
        column->addStretch(1);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), currentTheme().window);
        painter.setPen(currentTheme().border);
        painter.drawRect(rect().adjusted(0, -1, -1, 0));
    }
};

} // namespace

Drawers::Drawers(QWidget* page, QWidget* left, QWidget* right, QWidget* parent)
    : QWidget(parent)
    , m_page(page)
{
    page->setParent(this);
    for (const Side side : {Left, Right})
        m_wanted[side].width = ordinaryWidths[side];
    build(Left, left);
    build(Right, right);
}

void Drawers::build(Side side, QWidget* content)
{
    Drawer& drawer = m_drawers[side];
    drawer.frame = new QWidget(this);
    drawer.frame->setAutoFillBackground(true);
    drawer.frame->setBackgroundRole(QPalette::Base);
    drawer.grip = new Grip(drawer.frame);
    drawer.grip->setFixedWidth(gripWidth);
    drawer.grip->installEventFilter(this);
    drawer.frame->installEventFilter(this);
    auto* row = new QHBoxLayout(drawer.frame);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(content, 1);
    row->insertWidget(side == Left ? 1 : 0, drawer.grip); // towards the page
    drawer.handle = new Handle(this);
    drawer.frame->hide();
}

void Drawers::setWords(Side side, const QStringList& words)
{
    auto* const column = static_cast<QVBoxLayout*>(m_drawers[side].handle->layout());
    QList<EdgeButton*> buttons = m_drawers[side].handle->findChildren<EdgeButton*>(Qt::FindDirectChildrenOnly);
    while (buttons.size() < words.size()) {
        auto* const button = new EdgeButton(m_drawers[side].handle);
        const int word = int(buttons.size());
        connect(button, &QToolButton::clicked, this, [this, side, word] {
            setOpen(side, true);
            emit wordChosen(side, word);
        });
        column->insertWidget(word, button);
        buttons << button;
    }
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        buttons[i]->setText(words.value(i));
        buttons[i]->setVisible(!words.value(i).isEmpty());
        buttons[i]->setToolTip(tr("Opens %1").arg(words.value(i)));
        buttons[i]->setAccessibleName(buttons[i]->toolTip());
    }
    arrange();
}

void Drawers::setMinPageWidth(int width)
{
    if (std::exchange(m_minPage, width) != width)
        arrange();
}

void Drawers::setBare(bool bare)
{
    m_isBare = bare;
    arrange();
}

void Drawers::setOpen(Side side, bool open)
{
    Drawer& drawer = m_drawers[side];
    if (open == isOpen(side))
        return;
    if (!open) {
        if (drawer.isBeside) {
            m_wanted[side].isOpen = false;
            if (!m_drawers[other(side)].isBeside) // the page gets the room, not the other drawer
                m_wanted[other(side)].isOpen = false;
        }
        drawer.isOver = false;
        return arrange();
    }
    m_wanted[side].isOpen = true;
    arrange();
    drawer.isOver = !drawer.isBeside;
    if (drawer.isOver)
        m_drawers[other(side)].isOver = false; // one at a time is over the page
    arrange();
}

bool Drawers::isOpen(Side side) const { return !m_isBare && (m_drawers[side].isBeside || m_drawers[side].isOver); }

bool Drawers::isBeside(Side side) const { return !m_isBare && m_drawers[side].isBeside; }

void Drawers::setPictures(int pictures)
{
    if (std::exchange(m_pictures, pictures) != pictures)
        arrange();
}

bool Drawers::covers(int pictures) const
{
    const int over = overPage().width();
    return over > 0 && !isRoomFor(pictures, width() - over - handleWidth());
}

/// Whether this width has the room of all of these pictures but one, of those that share the whole.
bool Drawers::isRoomFor(int pictures, int broad) const { return broad * pictures >= width() * (pictures - 1); }

QRect Drawers::overPage() const
{
    for (const Side side : {Left, Right})
        if (isOpen(side) && !isBeside(side))
            return m_drawers[side].frame->geometry();
    return {};
}

bool Drawers::closeOver()
{
    bool closed = false;
    for (Drawer& drawer : m_drawers)
        if (!drawer.isBeside)
            closed = std::exchange(drawer.isOver, false) || closed;
    if (closed)
        arrange();
    return closed;
}

void Drawers::setWishes(const Wishes& wishes)
{
    for (const Side side : {Left, Right}) {
        m_wanted[side] = wishes[side];
        if (m_wanted[side].width < minWidth)
            m_wanted[side].width = ordinaryWidths[side];
        m_drawers[side].isOver = false;
    }
    arrange();
}

int Drawers::handleWidth() const { return EdgeButton::columnWidth(); }

int Drawers::handlesWidth() const { return m_isBare ? 0 : 2 * handleWidth(); }

int Drawers::widthOf(Side side) const
{
    const int least = m_drawers[side].frame->minimumSizeHint().width();
    const int wanted = int(std::lround(m_wanted[side].width * currentTheme().scale));
    return std::clamp(wanted, std::min(least, width()), std::max(least, int(width() * widestShare)));
}

void Drawers::arrange()
{
    const int handle = m_isBare ? 0 : handleWidth();
    int taken[] = {handle, handle};
    for (const Side side : {Right, Left}) { // the left one gives way first
        Drawer& drawer = m_drawers[side];
        const int beside = widthOf(side);
        const bool givesWay = side == Left && m_wanted[Right].isOpen && !m_drawers[Right].isBeside;
        drawer.isBeside = !m_isBare && m_wanted[side].isOpen && !givesWay && width() - beside - taken[other(side)] >= m_minPage;
        const bool givesRoom = m_pictures > 0 && isOpen(side)
            && isRoomFor(std::max(2, m_pictures), width() - beside - taken[other(side)]);
        if (drawer.isBeside || givesRoom)
            taken[side] = beside;
    }
    m_page->setGeometry(taken[Left], 0, width() - taken[Left] - taken[Right], height());
    for (const Side side : {Left, Right}) {
        Drawer& drawer = m_drawers[side];
        const bool isShown = isOpen(side);
        const int broad = widthOf(side);
        drawer.frame->setGeometry(side == Left ? 0 : width() - broad, 0, broad, height());
        drawer.handle->setGeometry(side == Left ? 0 : width() - handle, 0, handle, height());
        drawer.handle->setVisible(!m_isBare && !isShown); // an open drawer says the same at its head
        drawer.frame->setVisible(isShown);
        if (isShown && !drawer.isBeside)
            drawer.frame->raise();
    }
}

/// A drawer beside the page grows as far as the page has room, and does not fold for more: only one that is made much narrower
/// than it can be does.
void Drawers::drag(Side side, int x)
{
    const Drawer& drawer = m_drawers[side];
    const int wanted = side == Left ? x : width() - x;
    const double scale = currentTheme().scale;
    const int least = std::max(int(minWidth * scale), drawer.frame->minimumSizeHint().width());
    if (wanted < least * foldingShare)
        return setOpen(side, false);
    // The left one gives way to the right one.
    const int beyond = side == Left && m_drawers[Right].isBeside ? widthOf(Right) : handleWidth();
    const int most = drawer.isBeside ? std::max(widthOf(side), width() - beyond - m_minPage) : width();
    m_wanted[side].width = std::max(minWidth, int(std::min(wanted, most) / scale));
    arrange();
}

void Drawers::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void Drawers::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event))
        arrange();
}

bool Drawers::eventFilter(QObject* watched, QEvent* event)
{
    for (const Side side : {Left, Right})
        if (watched == m_drawers[side].frame && event->type() == QEvent::LayoutRequest)
            arrange(); // what it needs has changed
        else if (watched == m_drawers[side].grip && event->type() == QEvent::MouseMove
            && static_cast<QMouseEvent*>(event)->buttons().testFlag(Qt::LeftButton))
            drag(side, mapFromGlobal(static_cast<QMouseEvent*>(event)->globalPosition().toPoint()).x());
    return QWidget::eventFilter(watched, event);
}

} // namespace app
