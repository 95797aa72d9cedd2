#include "widgets/panels/token_strip.h"

#include "core/text/characters.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/bracket.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/read_out.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionSlider>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace widgets {

namespace {
constexpr int kLongest = 40; // letters of a chip
constexpr double characterBracketDepth = 6; // px
}// namespace

// The row of chips; drawn in one go, because a text may have thousands of tokens.
class TokenChips : public QWidget
{
public:
    using Asked = std::function<void(int token, const QPoint& where)>;

    /// `asked`: what can be done with a token.
    TokenChips(SelectionModel* selection, Asked asked, QWidget* parent)
        : QWidget(parent)
        , m_selection(selection)
        , m_asked(std::move(asked))
    {
        setFocusPolicy(Qt::StrongFocus);
        setMouseTracking(true);
        connect(selection, &SelectionModel::pinnedChanged, this, [this] { refresh(); });
        connect(selection, &SelectionModel::hoveredChanged, this, [this] { update(); });
    }

    void setRun(const RunPtr& run)
    {
        m_run = run;
        layOut();
    }

    QRect chip(int i) const { return m_chips[std::size_t(i)]; }
    int count() const { return m_run ? int(streamTokens(*m_run->trace).size()) : 0; } // without those left out

    void layOut()
    {
        const double scale = currentTheme().scale;
        setFont(fontOf(TextRole::Body, currentTheme()));
        const QFontMetrics metrics(font());
        const int padding = int(space::s * scale);
        const int gap = int(space::xs * scale);
        const int height = metrics.height() + padding;
        m_texts.clear();
        m_chips.clear();
        int x = gap;
        const auto add = [&](const std::string& token) {
            m_texts << visibleToken(QString::fromStdString(token), kLongest);
            const int width = std::max(metrics.horizontalAdvance(m_texts.back()) + 2 * padding, height);
            m_chips.push_back(QRect(x, gap, width, height));
            x += width + gap;
        };
        if (m_run) {
            std::ranges::for_each(streamTokens(*m_run->trace), add);
            std::ranges::for_each(m_run->leftOut, add);
        }
        // Characters that are spelled in several tokens are below them.
        m_characters = m_run ? core::splitCharacters(streamTokens(*m_run->trace)) : std::vector<core::CharacterSpan>();
        const int below = m_characters.empty() ? 0 : metrics.height() + int(characterBracketDepth * scale);
        setFixedSize(std::max(x, 1), height + 2 * gap + int(space::xs * scale) + below);
        refresh();
    }

    QString tokenText(int i) const { return m_texts.value(i); }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const Theme& theme = currentTheme();
        const Selection& pinned = m_selection->pinned();
        const Selection& hovered = m_selection->hovered();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(font());
        const double radius = 4 * theme.scale;
        for (int i = 0; i < int(m_chips.size()); ++i) {
            if (!event->rect().intersects(chip(i).adjusted(-4, -4, 4, 8)))
                continue;
            const bool isQuery = i == pinned.query;
            const bool isKey = i == pinned.key;
            const bool isHovered = i == hovered.query || i == hovered.key;
            const QColor border = isQuery ? theme.slotA : isKey ? theme.slotB : isHovered ? theme.accent : theme.border;
            const bool isLeftOut = i >= count();
            // Dashed: not like the others. A token that no training row held, or one that the model does not read.
            const Qt::PenStyle line = isLeftOut || isUnseen(i) ? Qt::DashLine : Qt::SolidLine;
            const QColor shown = line == Qt::DashLine && border == theme.border ? theme.warning : border;
            painter.setPen(
                QPen(isLeftOut ? theme.disabled : shown, (isQuery || isKey || isHovered ? 1.5 : 1) * theme.scale, line));
            painter.setBrush(isQuery ? theme.selection : theme.surface);
            painter.drawRoundedRect(QRectF(chip(i)).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
            painter.setPen(isLeftOut ? theme.disabled : isQuery ? theme.selectionText : theme.text);
            painter.drawText(chip(i), Qt::AlignCenter, m_texts[i]);
            // A full dot under the query, an open one under the key: not told by colour only.
            const double dot = 2.5 * theme.scale;
            QPointF foot(chip(i).center().x(), chip(i).bottom() + 4 * theme.scale);
            if (isQuery && isKey)
                foot.rx() -= 2 * dot;
            if (isQuery) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(theme.slotA);
                painter.drawEllipse(foot, dot, dot);
                foot.rx() += 4 * dot;
            }
            if (isKey) {
                painter.setPen(QPen(theme.slotB, 1.2 * theme.scale));
                painter.setBrush(Qt::NoBrush);
                painter.drawEllipse(foot, dot, dot);
            }
        }
        for (const core::CharacterSpan& character : m_characters)
            drawBracket(painter, character);
        if (hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect().adjusted(1, 1, -1, -1));
        }
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        const int token = tokenAt(event->position().toPoint());
        Selection hovered = m_selection->pinned();
        hovered.query = token;
        hovered.key = -1;
        m_selection->hover(token < 0 ? SelectionModel::nothing() : hovered);
        setCursor(token < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    }

    void leaveEvent(QEvent*) override { m_selection->unhover(); }

    void mousePressEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton)
            choose(tokenAt(event->position().toPoint()), event->modifiers() & Qt::ShiftModifier);
    }

    /// Of the token under the mouse, or with the menu key of the query.
    void contextMenuEvent(QContextMenuEvent* event) override
    {
        const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
        const int query = m_selection->pinned().query;
        const int token = !isByKey ? tokenAt(event->pos()) : query < count() ? query : -1;
        if (token >= 0)
            m_asked(token, isByKey ? mapToGlobal(chip(token).center()) : event->globalPos());
        event->setAccepted(token >= 0);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const bool key = event->modifiers() & Qt::ShiftModifier;
        const Selection& pinned = m_selection->pinned();
        const int now = key ? pinned.key : pinned.query;
        switch (event->key()) {
        case Qt::Key_Left:
            return choose(std::max(0, now - 1), key);
        case Qt::Key_Right:
            return choose(std::min(count() - 1, now + 1), key);
        case Qt::Key_Home:
            return choose(0, key);
        case Qt::Key_End:
            return choose(count() - 1, key);
        case Qt::Key_Escape:
            return m_selection->unpin();
        default:
            QWidget::keyPressEvent(event);
        }
    }

    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip)
            setToolTip(tipAt(static_cast<QHelpEvent*>(event)->pos()));
        return QWidget::event(event);
    }

private:
    void drawBracket(QPainter& painter, const core::CharacterSpan& character) const
    {
        const Theme& theme = currentTheme();
        const QRect first = chip(int(character.first)), last = chip(int(character.last));
        const double edge = first.bottom() + 8 * theme.scale,
                     line = edge + characterBracketDepth * theme.scale / 2; // below the dots
        const double from = first.left() + 2, to = last.right() - 2;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.borderStrong, theme.scale));
        widgets::drawBracket(painter, {from, line, to, line}, {0, edge - line});
        painter.setPen(theme.text);
        painter.drawText(QRectF(from - 20, line, to - from + 40, QFontMetricsF(font()).height()), Qt::AlignCenter,
            visibleToken(QString::fromStdString(character.text)));
    }

    int chipAt(const QPoint& position) const
    {
        for (int i = 0; i < int(m_chips.size()); ++i)
            if (chip(i).adjusted(-2, -4, 2, 8).contains(position))
                return i;
        return -1;
    }

    int tokenAt(const QPoint& position) const
    {
        const int token = chipAt(position);
        return token < count() ? token : -1;
    }

    bool isUnseen(int token) const
    {
        const std::vector<core::TokenId>& ids = streamIds(*m_run->trace);
        return m_run->unseenIds && std::size_t(token) < ids.size()
            && std::ranges::binary_search(*m_run->unseenIds, ids[std::size_t(token)]);
    }

    QString tipAt(const QPoint& position) const
    {
        const int token = chipAt(position);
        if (token >= count())
            return TokenStrip::tr("Left out: the model has no position beyond %1.").arg(counted(count() - 1));
        if (token < 0 || std::size_t(token) >= streamIds(*m_run->trace).size())
            return {};
        const QString text = TokenStrip::tr("Token %1 %2, id %3\nClick: query. Shift+click: key.")
                                 .arg(counted(token))
                                 .arg(quotedToken(*m_run->trace, token))
                                 .arg(streamIds(*m_run->trace)[std::size_t(token)]);
        return isUnseen(token)
            ? text + QLatin1Char('\n') + TokenStrip::tr("It is in no training text: the model never learned what it means.")
            : text;
    }

    void choose(int token, bool isKey)
    {
        if (token < 0 || token >= count())
            return;
        Selection selection = m_selection->pinned();
        (isKey ? selection.key : selection.query) = token;
        m_selection->pin(selection);
    }

    void refresh()
    {
        const Selection& pinned = m_selection->pinned();
        QStringList spoken;
        if (pinned.query >= 0 && pinned.query < count())
            spoken << TokenStrip::tr("query %1 %2").arg(counted(pinned.query)).arg(m_texts[pinned.query]);
        if (pinned.key >= 0 && pinned.key < count())
            spoken << TokenStrip::tr("key %1 %2").arg(counted(pinned.key)).arg(m_texts[pinned.key]);
        setAccessibleName(TokenStrip::tr("Tokens"));
        setAccessibleDescription(spoken.join(QStringLiteral(", ")));
        update();
    }

    SelectionModel* m_selection;
    Asked m_asked;
    RunPtr m_run;
    QStringList m_texts;
    std::vector<QRect> m_chips;
    std::vector<core::CharacterSpan> m_characters;
};

namespace {

/// As thin as it can be taken hold of: its place is there, whether the text is long or short, so that nothing moves for it.
class ThinBar : public QScrollBar
{
public:
    explicit ThinBar(QWidget* parent)
        : QScrollBar(Qt::Horizontal, parent)
    {
    }

    QSize sizeHint() const override { return {QScrollBar::sizeHint().width(), int(std::lround(7 * currentTheme().scale))}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionSlider option;
        initStyleOption(&option);
        const QRect thumb = style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(currentTheme().borderStrong);
        painter.drawRoundedRect(thumb.adjusted(0, 1, 0, -1), 3, 3);
    }
};

} // namespace

TokenStrip::TokenStrip(SelectionModel* selection, QWidget* parent)
    : QScrollArea(parent)
    , m_selection(selection)
    , m_chips(new TokenChips(
          selection, [this](int token, const QPoint& where) { emit tokenAsked(token, where); }, this))
{
    setFrameShape(QFrame::NoFrame);
    setWidget(m_chips);
    setFocusProxy(m_chips);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBar(new ThinBar(this));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewport()->setAutoFillBackground(false);
    m_chips->setAutoFillBackground(false);
    connect(selection, &SelectionModel::pinnedChanged, this, &TokenStrip::follow);
    m_chips->layOut();
}

void TokenStrip::setRun(const RunPtr& run)
{
    m_chips->setRun(run);
    updateGeometry();
    follow();
}

QSize TokenStrip::sizeHint() const { return {m_chips->width(), m_chips->height() + horizontalScrollBar()->sizeHint().height()}; }

QSize TokenStrip::minimumSizeHint() const
{
    return {m_chips->height(), sizeHint().height()}; // a scroll area asks for much more
}

void TokenStrip::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    updateGeometry();
    follow();
}

void TokenStrip::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    follow(); // hidden, it had no range to scroll in
}

void TokenStrip::follow()
{
    const int query = m_selection->pinned().query;
    if (query >= 0 && query < m_chips->count())
        ensureVisible(m_chips->chip(query).center().x(), 0, m_chips->chip(query).width(), 0);
}

void TokenStrip::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (meansRestyle(*event) && m_chips) {
        m_chips->layOut();
        updateGeometry();
    }
}

void TokenStrip::wheelEvent(QWheelEvent* event)
{
    // The strip only scrolls sideways: an ordinary wheel does it too.
    const QPoint turn = event->angleDelta();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - (turn.x() != 0 ? turn.x() : turn.y()) / 2);
    event->accept();
}

} // namespace widgets
