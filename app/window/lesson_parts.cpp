#include "app/window/lesson_parts.h"

#include "app/lessons/lesson_words.h"

#include "widgets/controls/text_label.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace app {

using namespace widgets;

namespace {

// px of ordinary type
constexpr double discRadius = 9, letterRadius = 11, dotRadius = 4.5, dotPitch = 22;
constexpr int answerPad = 8, answerLetterRoom = 34, sketchWidth = 30, sketchHeight = 14;

double scaledBy(double px) { return px * currentTheme().scale; }

/// "①": the sign of a mark in the text.
QString markSign(int mark) { return QString(QChar(0x2460 + std::clamp(mark, 1, 20) - 1)); }

/// The links to marks with their numbers behind them.
QString withSigns(QString markdown)
{
    for (int mark = 1; mark <= 20; ++mark)
        markdown.replace(
            QStringLiteral("](mark:%1)").arg(mark), QChar::Nbsp + markSign(mark) + QStringLiteral("](mark:%1)").arg(mark));
    return markdown;
}

} // namespace

QString withMarks(QString markdown) { return withBoldMarks(withSigns(std::move(markdown))); }

QString mainButtonStyle(const Theme& theme)
{
    return QStringLiteral("QPushButton{border-radius:4px;padding:%1px;border:1px solid %2;background:%2;color:%3;"
                          "font-weight:600}QPushButton:focus{border-color:%4}"
                          "QPushButton:disabled{background:%5;border-color:%6;color:%7}")
        .arg(int(6 * theme.scale))
        .arg(theme.accent.name(), theme.onAccent.name(), theme.text.name(), theme.surfaceAlt.name(), theme.border.name(),
            theme.text2.name());
}

QString linkButtonStyle(const Theme& theme)
{
    return QStringLiteral("QPushButton{border:1px solid transparent;padding:2px;color:%1;text-align:left}"
                          "QPushButton:focus{border-color:%1;border-radius:3px}QPushButton:disabled{color:%2}")
        .arg(theme.accent.name(), theme.disabled.name());
}

double markRadius() { return scaledBy(discRadius); }

void paintMark(QPainter& painter, const QPointF& centre, int number, const Theme& theme)
{
    const double radius = markRadius();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.slotB);
    painter.drawEllipse(centre, radius, radius);
    QFont type = fontOf(TextRole::Caption, theme);
    type.setWeight(QFont::Bold);
    painter.setFont(type);
    painter.setPen(theme.surface);
    painter.drawText(
        QRectF(centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)), Qt::AlignCenter, QString::number(number));
}

bool isOfTheme(const QEvent& event)
{
    return meansRestyle(event) && event.type() != QEvent::FontChange && event.type() != QEvent::StyleChange;
}

LessonTextView::LessonTextView(QWidget* parent)
    : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    restyle();
}

void LessonTextView::setWords(const QString& markdown)
{
    if (m_words == markdown)
        return;
    m_words = markdown;
    restyle();
}

void LessonTextView::restyle()
{
    const QScopedValueRollback guard(m_isRestyling, true);
    const Theme& theme = currentTheme();
    QFont type = fontOf(TextRole::Body, theme);
    setFont(type);
    document()->setDefaultFont(type);
    QPalette colours = palette();
    colours.setColor(QPalette::Base, Qt::transparent);
    colours.setColor(QPalette::Text, theme.text);
    colours.setColor(QPalette::Link, theme.slotB);
    setPalette(colours);
    setMarkdown(withSafeBold(withSigns(m_words)));
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
        format.setTopMargin(0);
        format.setBottomMargin(scaledBy(space::s));
        cursor.setBlockFormat(format);
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (!part.fragment().charFormat().isAnchor())
                continue;
            QTextCursor words(document());
            words.setPosition(part.fragment().position());
            words.setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
            QTextCharFormat strong;
            strong.setFontWeight(QFont::DemiBold);
            strong.setFontUnderline(false);
            strong.setForeground(theme.slotB);
            words.mergeCharFormat(strong);
        }
    }
    fitHeight();
}

void LessonTextView::fitHeight() { setFixedHeight(sizeHint().height()); }

std::optional<QPoint> LessonTextView::anchorOf(int mark) const
{
    const QString link = QStringLiteral("mark:%1").arg(mark);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (part.fragment().charFormat().anchorHref() == link) {
                QTextCursor end(document());
                end.setPosition(part.fragment().position());
                return cursorRect(end).center();
            }
    return {};
}

QSize LessonTextView::sizeHint() const
{
    const std::unique_ptr<QTextDocument> copy(document()->clone());
    copy->setTextWidth(std::max(40, width()));
    return {width(), m_words.isEmpty() ? 0 : int(std::ceil(copy->size().height()))};
}

QSize LessonTextView::minimumSizeHint() const { return {40, 0}; }

void LessonTextView::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (meansRestyle(*event) && !m_isRestyling)
        restyle();
}

void LessonTextView::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitHeight();
}

QPainterPath guessPath(const QRectF& box, double start, double end)
{
    QPainterPath path({box.left(), start});
    path.cubicTo({box.left() + box.width() * 0.4, start}, {box.left() + box.width() * 0.7, end}, {box.right(), end});
    return path;
}

double endShareOf(const QString& shape)
{
    return shape == QLatin1String("rises") ? 0.15 : shape == QLatin1String("falls") ? 0.85 : 0.5;
}

AnswerButton::AnswerButton(const QString& letter, QWidget* parent)
    : QAbstractButton(parent)
    , m_letter(letter)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFont(fontOf(TextRole::Body, currentTheme()));
}

void AnswerButton::setWords(const QString& words)
{
    QTextDocument plain;
    plain.setMarkdown(words);
    if (text() == plain.toPlainText())
        return;
    setText(plain.toPlainText());
    setAccessibleName(m_letter + QStringLiteral(": ") + text());
    updateGeometry();
}

void AnswerButton::setShape(const QString& shape)
{
    if (std::exchange(m_shape, shape) != shape)
        updateGeometry();
}

void AnswerButton::setLook(Look look)
{
    m_look = look;
    const bool isOpen = look == Look::Open || look == Look::Chosen;
    setChecked(look == Look::Chosen || look == Look::Right);
    setEnabled(isOpen);
    setCursor(isOpen ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

QRect AnswerButton::wordsRect(int width) const
{
    const int left = int(scaledBy(answerLetterRoom)), pad = int(scaledBy(answerPad));
    const int sketch = m_shape.isEmpty() ? 0 : int(scaledBy(sketchWidth)) + pad;
    const QRect room(left, pad, std::max(20, width - left - sketch - pad), 10000);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold); // as wide as it gets
    return {room.topLeft(), QSize(room.width(), QFontMetrics(strong).boundingRect(room, Qt::TextWordWrap, text()).height())};
}

QRectF AnswerButton::sketchRect() const
{
    const QSizeF size(scaledBy(sketchWidth), scaledBy(sketchHeight));
    return {QPointF(width() - scaledBy(answerPad) - size.width(), (height() - size.height()) / 2), size};
}

int AnswerButton::heightForWidth(int width) const { return wordsRect(width).height() + 2 * int(scaledBy(answerPad)); }

QSize AnswerButton::sizeHint() const { return {200, heightForWidth(width() > 40 ? width() : 240)}; }

void AnswerButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor border = m_look == Look::Right ? theme.ok
        : m_look == Look::Wrong                 ? theme.error
        : m_look == Look::Chosen                ? theme.slotB
        : m_look == Look::Gone                  ? theme.border
                                                : theme.borderStrong;
    painter.setPen(QPen(border, m_look == Look::Open || m_look == Look::Gone ? 1 : 2));
    painter.setBrush(m_look == Look::Right ? theme.okSurface
            : m_look == Look::Wrong        ? theme.errorSurface
            : underMouse() && isEnabled()  ? theme.surfaceAlt
                                           : theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
    const QColor ink = m_look == Look::Gone ? theme.text2 : m_look == Look::Right ? theme.ok : theme.text;
    const QPointF centre(scaledBy(answerLetterRoom) / 2 + 1, height() / 2.0);
    painter.setBrush(m_look == Look::Chosen ? QBrush(theme.slotB) : QBrush(Qt::NoBrush));
    painter.setPen(QPen(m_look == Look::Open ? theme.slotB : border, 1.2));
    painter.drawEllipse(centre, scaledBy(letterRadius), scaledBy(letterRadius));
    QFont type = font();
    type.setWeight(QFont::DemiBold);
    painter.setFont(type);
    painter.setPen(m_look == Look::Chosen ? theme.surface : m_look == Look::Open ? theme.slotB : border);
    const double reach = scaledBy(letterRadius);
    painter.drawText(QRectF(centre - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)), Qt::AlignCenter, m_letter);
    type.setWeight(m_look == Look::Right || m_look == Look::Chosen ? QFont::DemiBold : QFont::Normal);
    painter.setFont(type);
    painter.setPen(ink);
    QRect words = wordsRect(width());
    words.moveTop((height() - words.height()) / 2);
    painter.drawText(words, Qt::TextWordWrap | Qt::AlignVCenter, text());
    if (!m_shape.isEmpty()) {
        const QRectF box = sketchRect();
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_look == Look::Open ? theme.slotB : border, 2, Qt::DotLine));
        painter.drawPath(guessPath(box, box.center().y(), box.top() + endShareOf(m_shape) * box.height()));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(3, 3, -3, -3), 4, 4);
    }
}

void AnswerButton::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || !meansRestyle(*event))
        return;
    setFont(fontOf(TextRole::Body, currentTheme()));
    updateGeometry();
}

/// What it needs at least goes with its width.
void AnswerButton::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

LessonDots::LessonDots(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setMouseTracking(true);
}

void LessonDots::setSteps(const std::vector<bool>& finished, int at)
{
    m_finished = finished;
    m_at = at;
    update();
    updateGeometry();
}

QSize LessonDots::sizeHint() const
{
    return {int(scaledBy(dotPitch) * double(m_finished.size())), int(scaledBy(2 * dotRadius + 10))};
}

QPointF LessonDots::centre(int step) const
{
    const double first = scaledBy(dotRadius + 3), count = double(m_finished.size());
    const double pitch = count < 2 ? 0 : std::min(scaledBy(dotPitch), (width() - 2 * first) / (count - 1));
    return {first + pitch * step, height() / 2.0};
}

int LessonDots::stepAt(const QPoint& pixel) const
{
    int nearest = -1;
    double least = scaledBy(dotPitch) / 2;
    for (int step = 0; step < int(m_finished.size()); ++step)
        if (const double away = std::abs(centre(step).x() - pixel.x()); away < least) {
            least = away;
            nearest = step;
        }
    return nearest;
}

void LessonDots::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int step = 0; step < int(m_finished.size()); ++step) {
        const QPointF at = centre(step);
        const bool isDone = m_finished[std::size_t(step)];
        if (step > 0) {
            painter.setPen(QPen(m_finished[std::size_t(step) - 1] ? theme.accent : theme.border, 1.5));
            painter.drawLine(centre(step - 1) + QPointF(scaledBy(dotRadius), 0), at - QPointF(scaledBy(dotRadius), 0));
        }
        painter.setPen(QPen(isDone || step == m_at ? theme.accent : theme.borderStrong, 1.2));
        painter.setBrush(isDone ? theme.accent : theme.surface);
        painter.drawEllipse(at, scaledBy(dotRadius), scaledBy(dotRadius));
        if (step != m_at)
            continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawEllipse(at, scaledBy(dotRadius + 2.5), scaledBy(dotRadius + 2.5));
    }
}

void LessonDots::mousePressEvent(QMouseEvent* event)
{
    if (const int step = stepAt(event->pos()); step >= 0)
        emit chosen(step);
}

bool LessonDots::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* const at = static_cast<QHelpEvent*>(event);
        if (const int step = stepAt(at->pos()); step >= 0)
            QToolTip::showText(at->globalPos(), tr("Step %1").arg(step + 1), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace app
