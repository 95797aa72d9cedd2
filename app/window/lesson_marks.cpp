#include "app/window/lesson_marks.h"

#include "app/window/lesson_parts.h"

#include "widgets/plot/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace app {

using namespace widgets;

namespace {

constexpr double ringWidth = 2.5, corner = 6, bend = 8; // px
constexpr int ringPad = 3;
constexpr double maxSign = 120; // px of the question mark's disc
constexpr QSizeF minGuesses{24, 9}; // room for guesses, in radii of a mark

/// From the ring to the words: across at the height of the ring's edge, then along, with rounded bends.
QPainterPath wayBetween(const QRectF& ring, const QPointF& words)
{
    const double middle = words.x() - 14; // beside the panel's edge
    if (middle > ring.left() + corner && middle < ring.right() - corner
        && words.y() > ring.bottom() + 2 * bend) { // over the words
        QPainterPath down(QPointF(middle, ring.bottom()));
        down.lineTo(middle, words.y() - bend);
        down.quadTo(middle, words.y(), middle + bend, words.y());
        down.lineTo(words);
        return down;
    }
    const QPointF start(ring.right(), std::clamp(words.y(), ring.top() + corner, ring.bottom() - corner));
    QPainterPath path(start);
    if (middle <= ring.right() + 2 * bend || std::abs(start.y() - words.y()) < 1) {
        path.lineTo(words);
        return path;
    }
    const double side = words.y() > start.y() ? bend : -bend,
                 reach = std::min(std::abs(side), std::abs(words.y() - start.y()) / 2);
    const double turn = side < 0 ? -reach : reach;
    path.lineTo(middle - reach, start.y());
    path.quadTo(middle, start.y(), middle, start.y() + turn);
    path.lineTo(middle, words.y() - turn);
    path.quadTo(middle, words.y(), middle + reach, words.y());
    path.lineTo(words);
    return path;
}

/// Of the disc with the letter of a guess.
double guessRadius() { return 1.3 * markRadius(); }

} // namespace

LessonMarks::LessonMarks(QWidget* under)
    : QWidget(under)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void LessonMarks::setMarks(std::vector<PlacedMark> marks)
{
    setGeometry(parentWidget()->rect());
    raise();
    setVisible(!marks.empty());
    if (m_marks == marks)
        return;
    m_marks = std::move(marks);
    update();
}

QPointF LessonMarks::numberOf(const PlacedMark& mark) const
{
    const double room = markRadius() + 1;
    const QPointF corner = QPointF(mark.place.topLeft()) - QPointF(ringPad, ringPad);
    return {std::clamp(corner.x(), room, std::max(room, width() - room)),
        std::clamp(corner.y(), room, std::max(room, height() - room))};
}

void LessonMarks::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PlacedMark& mark : m_marks) {
        const QRectF ring = QRectF(mark.place).adjusted(-ringPad, -ringPad, ringPad, ringPad);
        painter.setBrush(Qt::NoBrush);
        if (mark.words) {
            QColor quiet = theme.slotB;
            quiet.setAlphaF(0.55F); // what it crosses can be read
            painter.setPen(QPen(quiet, 1.5));
            painter.drawPath(wayBetween(ring, *mark.words));
        }
        painter.setPen(QPen(theme.surface, ringWidth + 2));
        painter.drawRoundedRect(ring, corner, corner);
        painter.setPen(QPen(theme.slotB, ringWidth));
        painter.drawRoundedRect(ring, corner, corner);
    }
    for (const PlacedMark& mark : m_marks) // over all lines
        paintMark(painter, numberOf(mark), mark.number, theme);
}

LessonVeil::LessonVeil(QWidget* under)
    : QWidget(under)
{
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    hide();
}

void LessonVeil::setQuiet(bool quiet)
{
    if (std::exchange(m_isQuiet, quiet) != quiet)
        update();
}

void LessonVeil::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    if (m_isQuiet)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), QBrush(theme.border, Qt::BDiagPattern));
    painter.setPen(QPen(theme.borderStrong, 1, Qt::DashLine));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    if (hasGuesses())
        return paintGuesses(painter, theme);
    const double sign = std::min({maxSign, height() * 0.5, width() * 0.5});
    const QRectF disc(QRectF(rect()).center() - QPointF(sign / 2, sign / 2), QSizeF(sign, sign));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.surface);
    painter.drawEllipse(disc);
    QFont type = fontOf(TextRole::Display, theme);
    type.setPixelSize(std::max(8, int(sign * 0.6)));
    type.setWeight(QFont::Bold);
    painter.setFont(type);
    painter.setPen(theme.slotB);
    painter.drawText(disc, Qt::AlignCenter, QStringLiteral("?"));
}

void LessonVeil::setGuesses(std::vector<VeiledGuess> guesses, std::function<void(int)> choose)
{
    m_choose = std::move(choose);
    if (m_guesses == guesses)
        return;
    m_guesses = std::move(guesses);
    update();
}

bool LessonVeil::hasGuesses() const
{
    return !m_guesses.empty() && width() >= minGuesses.width() * markRadius() && height() >= minGuesses.height() * markRadius();
}

QPointF LessonVeil::endOf(std::size_t guess) const
{
    const double letter = guessRadius(), low = height() - letter - 1;
    // From the lowest up: letters that would lie on each other move apart.
    std::vector<double> ends;
    for (const VeiledGuess& one : m_guesses)
        ends.push_back(std::clamp(one.end ? one.end->y() : height() * endShareOf(one.shape), letter + 1, low));
    std::vector<std::size_t> order(ends.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, std::greater(), [&](std::size_t i) { return ends[i]; });
    for (std::size_t i = 1; i < order.size(); ++i)
        ends[order[i]] = std::min(ends[order[i]], ends[order[i - 1]] - 2 * letter - 2);
    const double right = width() - 4 * markRadius();
    const std::optional<QPointF>& known = m_guesses[guess].end;
    return {known ? std::min(known->x() + 2 * markRadius(), right) : right, ends[guess]};
}

/// All begin together, as what they guess at does.
QPainterPath LessonVeil::pathOf(std::size_t guess) const
{
    const VeiledGuess& one = m_guesses[guess];
    const QPointF start = one.start.value_or(QPointF(2 * markRadius(), height() * 0.5)), end = endOf(guess);
    return guessPath(QRectF(start.x(), 0, end.x() - 2 * markRadius() - start.x(), height()), start.y(), end.y());
}

int LessonVeil::guessAt(const QPointF& pixel) const
{
    if (!hasGuesses())
        return -1;
    QPainterPathStroker near;
    near.setWidth(2 * markRadius());
    for (std::size_t i = 0; i < m_guesses.size(); ++i)
        if (QLineF(pixel, endOf(i)).length() <= 1.5 * markRadius() || near.createStroke(pathOf(i)).contains(pixel))
            return int(i);
    return -1;
}

void LessonVeil::paintGuesses(QPainter& painter, const Theme& theme) const
{
    QFont type = fontOf(TextRole::Body, theme);
    type.setWeight(QFont::DemiBold);
    painter.setFont(type);
    for (std::size_t i = 0; i < m_guesses.size(); ++i) {
        const bool isChosen = m_guesses[i].isChosen;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.surface, 6));
        painter.drawPath(pathOf(i));
        painter.setPen(QPen(theme.slotB, isChosen ? 3 : 2, isChosen ? Qt::SolidLine : Qt::DotLine));
        painter.drawPath(pathOf(i));
        const double radius = guessRadius();
        painter.setPen(QPen(theme.slotB, 1.5));
        painter.setBrush(isChosen ? theme.slotB : theme.surface);
        painter.drawEllipse(endOf(i), radius, radius);
        painter.setPen(isChosen ? theme.surface : theme.slotB);
        painter.drawText(
            QRectF(endOf(i) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)), Qt::AlignCenter, m_guesses[i].letter);
    }
}

void LessonVeil::mousePressEvent(QMouseEvent* event)
{
    if (const int guess = guessAt(event->position()); guess >= 0 && m_choose)
        m_choose(guess);
    event->accept();
}

void LessonVeil::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(guessAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    event->accept();
}

void LessonVeil::wheelEvent(QWheelEvent* event) { event->accept(); }

} // namespace app
