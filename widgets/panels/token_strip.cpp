#include "widgets/panels/token_strip.h"

#include "core/text/characters.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/token_chip.h"
#include "widgets/plot/bracket.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/theme.h"
#include "widgets/run/same_text.h"
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

constexpr int kLongest = 40; // letters of a chip
constexpr double characterBracketDepth = 6; // px

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

    bool setRun(const RunPtr& run) // whether its chips are others
    {
        if (const RunPtr before = std::exchange(m_run, run); before && run && isOfSameText(*before, *run))
            return false;
        layOut();
        return true;
    }

    void setPart(core::AttentionPart part, const std::pair<int, int>& ofSource)
    {
        if (m_part == part && m_ofSource == ofSource)
            return;
        m_part = part;
        m_ofSource = ofSource;
        refresh();
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
        m_sourceTexts.clear();
        m_sourceChips.clear();
        int x = gap;
        const auto addTo = [&](QStringList& texts, std::vector<QRect>& chips, const std::string& token) {
            texts << visibleToken(QString::fromStdString(token), kLongest);
            const int width = std::max(metrics.horizontalAdvance(texts.back()) + 2 * padding, height);
            chips.push_back(QRect(x, gap, width, height));
            x += width + gap;
        };
        if (m_run && core::hasPart(*m_run->trace, core::AttentionPart::Cross)) {
            for (const std::string& token : core::tokensOfPart(*m_run->trace, core::AttentionPart::Cross, false))
                addTo(m_sourceTexts, m_sourceChips, token);
            m_arrow = QRect(x, gap, metrics.horizontalAdvance(arrow()) + 2 * padding, height);
            x = m_arrow.right() + 1 + gap;
        }
        const auto add = [&](const std::string& token) { addTo(m_texts, m_chips, token); };
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
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(font());
        if (!m_sourceChips.empty()) {
            painter.setPen(theme.text2);
            painter.drawText(m_arrow, Qt::AlignCenter, arrow());
        }
        for (std::size_t i = 0; i < m_sourceChips.size(); ++i)
            if (event->rect().intersects(m_sourceChips[i].adjusted(-4, -4, 4, 8)))
                paintTokenChip(painter, m_sourceChips[i], m_sourceTexts[qsizetype(i)], sourceLook(int(i)));
        for (int i = 0; i < int(m_chips.size()); ++i)
            if (event->rect().intersects(chip(i).adjusted(-4, -4, 4, 8)))
                paintTokenChip(painter, chip(i), m_texts[i], lookOf(i));
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
    static QString arrow() { return QStringLiteral("→"); }

    ChipLook lookOf(int token) const
    {
        const Selection &pinned = m_selection->pinned(), &hovered = m_selection->hovered();
        const bool isLeftOut = token >= count();
        return {.isQuery = token == pinned.query && m_part != core::AttentionPart::Encoder,
            .isKey = token == pinned.key && m_part == core::AttentionPart::Self,
            .isHovered = token == hovered.query || token == hovered.key,
            .isDashed = isLeftOut || isUnseen(token),
            .isPale = isLeftOut};
    }

    ChipLook sourceLook(int token) const
    {
        return {.isQuery = token == m_ofSource.first, .isKey = token == m_ofSource.second, .isOfSource = true};
    }

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
        const auto source = std::ranges::find_if(m_sourceChips, [&](const QRect& one) { return one.contains(position); });
        if (source != m_sourceChips.end())
            return TokenStrip::tr("Token %1 %2 of the source, which the encoder reads.")
                .arg(counted(int(source - m_sourceChips.begin())))
                .arg(m_sourceTexts[source - m_sourceChips.begin()]);
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
        if (pinned.key >= 0 && pinned.key < count() && m_part == core::AttentionPart::Self)
            spoken << TokenStrip::tr("key %1 %2").arg(counted(pinned.key)).arg(m_texts[pinned.key]);
        setAccessibleName(TokenStrip::tr("Tokens"));
        setAccessibleDescription(spoken.join(QStringLiteral(", ")));
        update();
    }

    SelectionModel* m_selection;
    Asked m_asked;
    RunPtr m_run;
    QStringList m_texts, m_sourceTexts;
    std::vector<QRect> m_chips, m_sourceChips;
    QRect m_arrow; // from the source to the target
    core::AttentionPart m_part = core::AttentionPart::Self; // that the page on screen is of
    std::pair<int, int> m_ofSource{-1, -1};                 // its query and its key there
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
    if (m_chips->setRun(run)) {
        updateGeometry();
        follow();
    }
}

void TokenStrip::setPart(core::AttentionPart part, const std::pair<int, int>& ofSource) { m_chips->setPart(part, ofSource); }

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
