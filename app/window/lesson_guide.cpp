#include "app/window/lesson_guide.h"

#include "app/window/drawers.h"
#include "app/window/lesson_board.h"
#include "app/window/lesson_panel.h"

#include "widgets/panels/notification_bar.h"

#include <QApplication>
#include <QEvent>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace app {

static constexpr int frameReach = 4; // px around a map that the frame of the marked cell takes

LessonGuide::LessonGuide(QWidget* under, QObject* parent)
    : QObject(parent)
    , m_under(under)
    , m_panel(new LessonPanel(&m_player))
    , m_board(new LessonBoard(&m_player))
    , m_marks(new LessonMarks(under))
    , m_due(new QTimer(this))
{
    m_due->setSingleShot(true);
    m_due->setInterval(0);
    connect(m_due, &QTimer::timeout, this, [this] { // the window is laid out
        place();
        if (isActive() && m_isSettled && std::exchange(m_areFaultsDue, false))
            tellFaults();
    });
    connect(&m_player, &LessonPlayer::stepChanged, this, [this] {
        m_isSettled = false;
        m_solvedAt = -1;
        m_areFaultsDue = true;
        place(); // before its picture is drawn
        for (LessonVeil* const veil : m_veils)
            if (!veil->isHidden())
                veil->repaint(); // what is prepared for its picture may take a while
    });
    connect(&m_player, &LessonPlayer::progressChanged, m_due, qOverload<>(&QTimer::start));
}

void LessonGuide::begin(const Lesson& lesson)
{
    qApp->installEventFilter(this);
    const auto left = m_left.find(lesson.file);
    m_player.begin(lesson, left == m_left.end() ? 0 : left->second);
}

void LessonGuide::end()
{
    qApp->removeEventFilter(this);
    const bool isOver = m_player.at() + 1 == m_player.count() && m_player.isFinished();
    m_left[m_player.lesson().file] = isOver ? 0 : m_player.at();
    m_player.end();
}

void LessonGuide::look(const LessonScene& scene, bool isStep)
{
    if (!isActive())
        return;
    m_player.look(scene, isStep);
    if (!m_isSettled && m_player.isHere()) {
        m_isSettled = true;
        place();
    }
    m_due->start();
}

bool LessonGuide::walk(int by)
{
    if (by > 0 && !m_player.areTasksDone() && m_player.step().solution
        && std::exchange(m_solvedAt, m_player.at()) != m_player.at()) {
        m_player.showSolution();
        return true;
    }
    if (by > 0 && m_player.isVeiled()) {
        m_player.revealToClass();
        if (!m_player.isVeiled() || m_isUnderWay())
            return true; // else a key pressed too early leaves the answer out
    }
    const int to = m_player.at() + by;
    if (to < 0 || to >= m_player.count())
        return false;
    m_player.goTo(to);
    return true;
}

/// Before the picture of the step is there, all of it.
std::vector<LessonTarget> LessonGuide::veilTargets() const
{
    if (!isActive() || !m_player.isVeiled() || m_player.step().veil.empty() || (m_isSettled && !m_player.isOnFigure()))
        return {};
    std::vector<LessonTarget> targets
        = m_isSettled ? m_player.step().veil : std::vector<LessonTarget>{{QStringLiteral("picture")}};
    targets.push_back({QStringLiteral("caption")}); // the numbers are said there, too
    targets.push_back({QStringLiteral("status")});
    return targets;
}

/// The drawer over the page, which may be that of the lesson; empty: none is.
QRect LessonGuide::overPage() const
{
    const auto* const drawers = m_under->findChild<const Drawers*>();
    return drawers ? drawers->overPage().translated(drawers->mapTo(m_under, QPoint())) : QRect();
}

void LessonGuide::place()
{
    std::size_t used = 0;
    const std::vector<LessonTarget> targets = m_placeOf ? veilTargets() : std::vector<LessonTarget>();
    const QRect over = targets.empty() ? QRect() : overPage();
    for (const LessonTarget& target : targets) {
        QRect part = m_placeOf(target);
        if (part.isValid() && target.kind == QLatin1String("map"))
            part.adjust(-frameReach, -frameReach, frameReach, frameReach);
        const QRect at = (QRegion(part) - over).boundingRect();
        if (!at.isValid())
            continue;
        if (used == m_veils.size())
            m_veils.push_back(new LessonVeil(m_under));
        LessonVeil* const veil = m_veils[used++];
        veil->setQuiet(target.kind == QLatin1String("caption") || target.kind == QLatin1String("status"));
        const bool isOfLines = target.kind == QLatin1String("plot");
        veil->setGuesses(isOfLines ? guesses(target, at.topLeft()) : std::vector<VeiledGuess>(),
            [this](int answer) { m_player.choose(answer); });
        veil->setGeometry(at);
        veil->show();
        veil->raise();
    }
    for (std::size_t i = used; i < m_veils.size(); ++i)
        m_veils[i]->hide();
    if (auto* const messages = m_under->findChild<widgets::NotificationBar*>(); messages && used > 0)
        messages->raise(); // over the status line they are read
    std::vector<PlacedMark> marks;
    if (isActive() && m_placeOf && m_isSettled)
        for (std::size_t i = 0; i < m_player.step().marks.size(); ++i)
            if (const QRect at = m_placeOf(m_player.step().marks[i]); at.isValid() && !isVeiled(at))
                marks.push_back({int(i) + 1, at, m_panel->isVisible() ? m_panel->anchorOf(int(i) + 1, m_under) : std::nullopt});
    m_marks->setMarks(std::move(marks));
}

/// The answers, where each says how this line would go; `veil`: where it begins.
std::vector<VeiledGuess> LessonGuide::guesses(const LessonTarget& line, const QPoint& veil) const
{
    const auto point = [&](std::optional<double> value) {
        const std::optional<QPointF> at = m_pointOf(line, value);
        return at ? std::optional(*at - veil) : at;
    };
    std::vector<VeiledGuess> all;
    const std::vector<LessonClaim>& answers = m_player.step().answers;
    for (std::size_t i = 0; i < answers.size(); ++i)
        if (const QString shape = answers[i].words["shape"].toString(); !shape.isEmpty()) {
            const std::optional<double> end = exampleOf(answers[i], m_player.answers());
            all.push_back({answerLetter(int(i)), shape, int(i) == m_player.chosen(), point({}), end ? point(end) : std::nullopt});
        }
    return all.size() == answers.size() ? all : std::vector<VeiledGuess>();
}

/// What is covered is not pointed at: it may be the answer.
bool LessonGuide::isVeiled(const QRect& place) const
{
    return std::ranges::any_of(
        m_veils, [&](const LessonVeil* veil) { return !veil->isHidden() && veil->geometry().contains(place.center()); });
}

/// Of the window around the page.
static bool isAroundThePage(const LessonTarget& target)
{
    static const QStringList kinds{"prompt", "tokens", "compare", "choices", "diagram", "page"};
    return kinds.contains(target.kind);
}

/// A presentation does not show the window around the page. What a picture leaves out for want of room needs no veil.
QStringList LessonGuide::lostTargets() const
{
    const bool isPresented = !m_board->isHidden();
    QStringList lost;
    for (const LessonTarget& target : m_player.step().marks)
        if (!m_placeOf(target).isValid() && !(isPresented && isAroundThePage(target)) && !m_hasNoRoom(target))
            lost << targetText(target);
    for (const LessonTarget& target : m_player.step().veil)
        if (!m_placeOf(target).isValid() && !(isPresented && isAroundThePage(target))
            && !(target.isInPicture() && (isPresented || m_leavesOut())))
            lost << targetText(target);
    return lost;
}

void LessonGuide::tellFaults()
{
    const std::string where = "steps[" + std::to_string(m_player.at()) + "]";
    if (const QStringList lost = lostTargets(); !lost.isEmpty())
        emit faultFound({.file = m_player.lesson().file,
            .where = where,
            .problem = CUTAWAY_TR("the lesson points at what the window does not have"),
            .found = lost.join(QStringLiteral(", ")).toStdString()});
    if (const QStringList missing = m_player.missingValues(); !missing.isEmpty())
        emit faultFound({.file = m_player.lesson().file,
            .where = where + ": values",
            .problem = CUTAWAY_TR("what is on screen has no such number, or several"),
            .found = missing.join(QStringLiteral(", ")).toStdString()});
}

std::vector<QRect> LessonGuide::veiled() const
{
    std::vector<QRect> all;
    for (const LessonVeil* veil : m_veils)
        if (!veil->isHidden())
            all.push_back(veil->geometry());
    return all;
}

/// Whatever is laid out anew in the window may move what is marked.
bool LessonGuide::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::LayoutRequest:
    case QEvent::Wheel:
        if (auto* const widget = qobject_cast<QWidget*>(watched);
            widget && watched != m_marks && std::ranges::find(m_veils, watched) == m_veils.end() && m_under->isAncestorOf(widget))
            m_due->start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace app
