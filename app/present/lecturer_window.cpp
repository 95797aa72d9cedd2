#include "app/present/lecturer_window.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QTime>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace app {

using widgets::TextLabel;
using widgets::TextRole;
using widgets::Tone;
namespace space = widgets::space;

namespace {

constexpr double shareOver = 0.46; // of the screen's width and height

/// Has room for the widest digits: else the window over a corner, and the lines of its titles, would depend on the hour.
void showTime(const QString& time, TextLabel* label)
{
    const QFontMetrics metrics = label->fontMetrics();
    int widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit) {
        QString digits = time;
        for (QChar& letter : digits)
            if (letter.isDigit())
                letter = QLatin1Char(digit);
        widest = std::max(widest, metrics.horizontalAdvance(digits));
    }
    label->setMinimumWidth(widest);
    label->setText(time);
}

} // namespace

LecturerWindow::LecturerWindow(QWidget* owner)
    : QWidget(owner, Qt::Window)
    , m_clock(new TextLabel(TextRole::Display, Tone::Normal, this))
    , m_elapsed(new TextLabel(TextRole::Display, Tone::Muted, this))
    , m_restart(new QPushButton(this))
    , m_title(new TextLabel(TextRole::Title, Tone::Normal, this))
    , m_notes(new QPlainTextEdit(this))
    , m_next(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_picture(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_back(new QPushButton(QStringLiteral("‹"), this))
    , m_on(new QPushButton(QStringLiteral("›"), this))
    , m_tick(new QTimer(this))
{
    setObjectName("lecturerWindow");
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_QuitOnClose, false);
    m_title->setFlowing();
    m_next->setFlowing();
    m_notes->setReadOnly(true);
    m_notes->setMinimumHeight(1); // they scroll; titles do not
    m_notes->setFocusPolicy(Qt::NoFocus); // the keys are those of the clicker
    m_notes->setFrameShape(QFrame::NoFrame);
    m_picture->setMinimumSize(1, 1);
    m_picture->setAlignment(Qt::AlignBottom | Qt::AlignRight); // above its title
    m_next->setAlignment(Qt::AlignVCenter | Qt::AlignRight);
    auto* const times = new QHBoxLayout;
    times->addWidget(m_clock);
    times->addStretch();
    times->addWidget(m_elapsed);
    times->addWidget(m_restart);
    auto* const middle = new QHBoxLayout;
    middle->setSpacing(space::xl);
    middle->addWidget(m_notes, 3);
    middle->addWidget(m_picture, 2);
    auto* const steps = new QHBoxLayout;
    steps->addWidget(
        m_next, 1); // as wide as the window: over a corner of the only screen, a column of it has no room for a title
    steps->addWidget(m_back);
    steps->addWidget(m_on);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(space::xl, space::l, space::xl, space::l);
    column->setSpacing(space::l);
    column->addLayout(times);
    column->addWidget(m_title);
    column->addLayout(middle, 1);
    column->addLayout(steps);
    m_tick->setInterval(1000);
    connect(m_tick, &QTimer::timeout, this, &LecturerWindow::refreshTime);
    connect(m_restart, &QPushButton::clicked, this, [this] {
        m_begun.start();
        refreshTime();
    });
    connect(m_back, &QPushButton::clicked, this, [this] { emit walked(-1); });
    connect(m_on, &QPushButton::clicked, this, [this] { emit walked(1); });
    retranslate();
}

void LecturerWindow::showOn(QScreen* screen)
{
    setOver(false);
    setScreen(screen);
    setGeometry(screen->availableGeometry());
    begin();
}

void LecturerWindow::showOver()
{
    setOver(true);
    const bool isPlaced = isVisible();
    if (!isPlaced)
        toCorner(); // before it is shown: else a window manager has a place of its own for it
    begin(); // in its type, which decides how small it can be
    if (!isPlaced)
        toCorner();
}

void LecturerWindow::toCorner()
{
    ensurePolished();
    layout()->activate();
    QScreen* const screen = parentWidget()->screen();
    const QRect room = screen->availableGeometry();
    const QSize size = (QSizeF(room.size()) * shareOver).toSize().expandedTo(minimumSizeHint());
    setScreen(screen);
    setGeometry(QRect(room.bottomRight() - QPoint(size.width(), size.height()), size));
}

/// Window systems keep nothing but a dialog of it before a window that fills its screen.
void LecturerWindow::setOver(bool isOver)
{
    if (std::exchange(m_isOver, isOver) != isOver)
        setWindowFlags(isOver ? Qt::Dialog : Qt::Window); // hidden by this
}

void LecturerWindow::startClock()
{
    if (!m_begun.isValid())
        m_begun.start();
}

void LecturerWindow::begin()
{
    startClock();
    show();
    m_tick->start();
    refreshTime();
}

void LecturerWindow::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    emit closed();
}

void LecturerWindow::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_tick->stop();
}

void LecturerWindow::refreshTime()
{
    showTime(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat), m_clock);
    const qint64 seconds = m_begun.isValid() ? m_begun.elapsed() / 1000 : 0;
    showTime(QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')), m_elapsed);
}

void LecturerWindow::setStep(int at, int count, const PlannedStep* now, const PlannedStep* next)
{
    m_title->setText(now ? tr("%1 / %2 · %3").arg(QString::number(at + 1), QString::number(count), now->title)
            : count > 0  ? tr("%n scene(s) · Page Down begins", nullptr, count)
                         : QString());
    m_notes->setPlainText(now ? now->notes : QString());
    m_nextTitle = next ? next->title : QString();
    m_next->setText(next ? tr("Next: %1").arg(m_nextTitle) : count > 0 ? tr("This is the last one.") : QString());
    setNextPicture({});
    m_back->setEnabled(at > 0);
    m_on->setEnabled(next != nullptr);
}

void LecturerWindow::setNextPicture(const QPixmap& picture)
{
    m_whole = picture;
    fitPicture();
}

void LecturerWindow::fitPicture()
{
    m_picture->setPixmap(m_whole.isNull()
            ? QPixmap()
            : m_whole.scaled(m_picture->size() * devicePixelRatioF(), Qt::KeepAspectRatio, Qt::SmoothTransformation));
}

QString LecturerWindow::notes() const { return m_notes->toPlainText(); }

QString LecturerWindow::nextTitle() const { return m_nextTitle; }

/// Over a corner of the screen it grows upwards where the titles need more lines.
bool LecturerWindow::event(QEvent* event)
{
    const bool isTaken = QWidget::event(event);
    const int least = event->type() == QEvent::LayoutRequest && m_isOver ? layout()->minimumHeightForWidth(width()) : 0;
    if (height() < least) {
        const int bottom = std::min(geometry().bottom(), screen()->availableGeometry().bottom());
        setGeometry(geometry().x(), bottom + 1 - least, width(), least);
    }
    return isTaken;
}

void LecturerWindow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitPicture();
}

void LecturerWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void LecturerWindow::retranslate()
{
    setWindowTitle(tr("Lecturer's screen — Cutaway"));
    m_restart->setText(tr("From 0:00"));
    m_restart->setToolTip(tr("The time begins anew"));
    m_back->setAccessibleName(tr("Previous step"));
    m_back->setToolTip(m_back->accessibleName());
    m_on->setAccessibleName(tr("Next step"));
    m_on->setToolTip(m_on->accessibleName());
    m_notes->setAccessibleName(tr("Notes for the lecturer"));
    m_notes->setPlaceholderText(tr("No notes. They are written with a scene: Scenes, at the right of the window."));
}

} // namespace app
