#include "app/window/presenter.h"

#include "app/base/languages.h"
#include "app/window/presenter_tools.h"
#include "app/window/window_actions.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/files/library/training_runs.h"
#include "widgets/controls/elided_label.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QTextEdit>

#include <algorithm>
#include <utility>

namespace app {

namespace {

constexpr double maxOfLine = 0.36; // that the title of a step has beside the words of a comparison

constexpr Act ownActs[] = {Act::FirstStep, Act::NextStep, Act::PreviousStep, Act::BlackScreen, Act::WhiteScreen, Act::Freeze,
    Act::LecturerNotes, Act::Laser, Act::Spotlight, Act::Pen, Act::ClearDrawing, Act::ZoomRegion, Act::CopyScreen};

/// Where letters are typed. Page Down steps on from there too.
bool isTypedIn(const QWidget* focus)
{
    return qobject_cast<const QLineEdit*>(focus) || qobject_cast<const QTextEdit*>(focus)
        || qobject_cast<const QPlainTextEdit*>(focus);
}

bool isModifier(int key) { return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Meta; }

/// In the program's language; nothing where it is missing or damaged.
std::optional<PlannedSteps> lecture()
{
    const std::string file = lectureFile(currentLanguage());
    try {
        return file.empty() ? std::nullopt : std::optional(readPlannedSteps(file));
    } catch (const core::Error&) {
        return std::nullopt; // opening it from the menu reports the error
    }
}

} // namespace

Presenter::Presenter(QMainWindow* window, const WindowActions& actions)
    : QObject(window)
    , m_window(window)
    , m_tools(new PresenterTools(window, actions))
    , m_actions(actions)
    , m_line(new QWidget(window))
    , m_counter(new widgets::ElidedLabel(widgets::TextRole::Caption, widgets::Tone::Muted, m_line))
{
    m_counter->setObjectName("stepCounter");
    m_counter->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_counter->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); // has room of its own beside the words
    auto* const line = new QHBoxLayout(m_line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(widgets::space::m);
    line->addStretch();
    line->addWidget(m_counter);
    m_line->hide();
    for (const Act act : ownActs) {
        m_actions[act]->setAutoRepeat(false);
        m_actions[act]->setEnabled(false);
    }
    connect(m_actions[Act::FirstStep], &QAction::triggered, this, &Presenter::restart);
    connect(m_actions[Act::NextStep], &QAction::triggered, this, [this] { walk(1); });
    connect(m_actions[Act::PreviousStep], &QAction::triggered, this, [this] { walk(-1); });
}

void Presenter::plan(const PlannedSteps& steps, Asked asked)
{
    const bool isAmongOthers = asked == Asked::File && m_isPresenting && m_plan && !m_walksPages && m_followed.isEmpty();
    if (!isAmongOthers)
        m_interrupted.reset();
    else if (!m_interrupted) // else a walk from within a walk, after which the first steps go on
        m_interrupted = Interrupted{*m_plan, m_asked, m_areScenes, m_at};
    m_plan = steps;
    m_asked = asked;
    m_areScenes = false;
    m_at = asked == Asked::No ? -1 : 0;
    m_isElsewhere = m_walksPages = false;
    m_isOpened = m_at == 0;
    showCounter();
    emit planned();
}

void Presenter::resumeLecture(int step)
{
    const auto steps = lecture();
    if (!steps)
        return;
    plan(*steps, Asked::Lecture);
    m_at = std::clamp(step, 1, int(steps->steps.size())) - 1;
    m_isElsewhere = true; // until a key goes on
    showCounter();
}

void Presenter::setScenes(const QList<PlannedStep>& scenes)
{
    const bool isWalking = m_isPresenting && m_plan && !m_walksPages && !m_areScenes;
    if (isWalking || (scenes.isEmpty() && !m_areScenes))
        return;
    const int at = m_areScenes ? m_at : -1;
    const PlannedStep last = m_areScenes && at >= 0 ? m_plan->steps[std::size_t(at)] : PlannedStep();
    m_plan.reset();
    m_interrupted.reset();
    m_areScenes = !scenes.isEmpty();
    m_asked = m_areScenes ? Asked::File : Asked::No;
    m_at = -1;
    if (m_areScenes) {
        m_plan = PlannedSteps{{}, {scenes.begin(), scenes.end()}};
        const qsizetype now = at >= 0 ? scenes.indexOf(last) : -1; // it may have moved
        m_at = now >= 0 ? int(now) : std::min(at, int(scenes.size()) - 1);
    }
    m_walksPages = !m_plan;
    showCounter();
    emit planned();
}

void Presenter::setPresenting(bool presenting, const std::string& model, bool isOwnText)
{
    if (presenting && !m_plan && isOwnText && core::withoutStep(model) == core::defaultModel())
        if (const auto steps = lecture())
            plan(*steps, Asked::No);
    m_isPresenting = presenting;
    m_isElsewhere |= !presenting;
    m_walksPages = !m_plan || (m_asked == Asked::No && !m_plan->isAbout(model));
    for (const Act act : ownActs)
        m_actions[act]->setEnabled(presenting);
    if (presenting)
        qApp->installEventFilter(this);
    else
        qApp->removeEventFilter(this);
    showCounter();
}

QWidget* Presenter::withCounter(QWidget* words)
{
    if (!m_isPresenting || (m_walksPages && m_followed.isEmpty())) {
        m_line->hide();
        m_line->setParent(m_window); // the page that had it may go
        return words;
    }
    if (words->parentWidget() != m_line)
        static_cast<QHBoxLayout*>(m_line->layout())->insertWidget(0, words, 1);
    m_line->show();
    return m_line;
}

void Presenter::retranslate()
{
    if (m_plan && m_asked != Asked::File)
        if (const auto steps = lecture(); steps && steps->steps.size() == m_plan->steps.size())
            m_plan = steps;
    showCounter();
}

void Presenter::follow(const QString& counter)
{
    m_followed = counter;
    showCounter();
}

void Presenter::walk(int by)
{
    if (!m_followed.isEmpty())
        return emit walkWanted(by);
    if (m_walksPages)
        return emit pageWanted(by);
    if (const int to = m_at + by; m_interrupted && (to < 0 || to >= int(m_plan->steps.size()))) {
        goOn();
        by = std::max(by, 0); // back at the step that was left, or on to the one after it
    }
    m_at = std::clamp(m_at + by, 0, int(m_plan->steps.size()) - 1);
    m_isElsewhere = m_isOpened = false;
    showCounter();
    emit stepWanted(m_plan->steps[std::size_t(m_at)]);
}

/// The steps that were interrupted, at the one that was left.
void Presenter::goOn()
{
    m_plan = std::move(m_interrupted->steps);
    m_asked = m_interrupted->asked;
    m_areScenes = m_interrupted->areScenes;
    m_at = m_interrupted->at;
    m_interrupted.reset();
    retranslate(); // in the language of now
    emit planned();
}

/// What is planned from its beginning; with nothing planned, and in a lesson, nothing.
void Presenter::restart()
{
    if (!m_plan || !m_followed.isEmpty())
        return;
    m_walksPages = false;
    m_at = 0;
    walk(0);
}

bool Presenter::handleArrow(const QKeyEvent& press)
{
    const int by = press.key() == Qt::Key_Right ? 1 : press.key() == Qt::Key_Left ? -1 : 0;
    if (by == 0 || !m_isPresenting || (m_walksPages && m_followed.isEmpty()) || (press.modifiers() & ~Qt::KeypadModifier))
        return false;
    if (!press.isAutoRepeat())
        walk(by);
    return true;
}

void Presenter::again()
{
    if (m_walksPages || m_at < 0)
        return;
    m_isElsewhere = false;
    showCounter();
    emit stepWanted(m_plan->steps[std::size_t(m_at)]);
}

QString Presenter::counterText() const
{
    const QString count = QString::number(m_plan->steps.size()), at = QString::number(m_at + 1);
    if (m_at < 0)
        return tr("– / %1 · Page Down begins").arg(count);
    if (m_isElsewhere) // what is on screen is the person's
        return (m_plan->keepsText ? tr("%1 / %2 left · Page Down goes on") : tr("%1 / %2 left · Page Down goes on with its text"))
            .arg(at, count);
    const QString& title = m_plan->steps[std::size_t(m_at)].title;
    return m_isOpened && m_plan->steps.size() > 1 ? tr("%1 / %2 · → goes on · %3").arg(at, count, title)
                                                  : tr("%1 / %2 · %3").arg(at, count, title);
}

void Presenter::showCounter()
{
    if (!m_plan && m_followed.isEmpty())
        return;
    m_counter->setText(m_followed.isEmpty() ? counterText() : m_followed);
    m_counter->setToolTip(
        m_followed.isEmpty() ? tr("Page Down or →: the next step. Page Up or ←: the one before. Home: the first.") : QString());
    const int whole = m_counter->fontMetrics().horizontalAdvance(m_counter->text()) + 1;
    m_counter->setMinimumWidth(std::min(whole, int(m_window->width() * maxOfLine)));
}

/// Neither a dialog nor an open menu has the keys.
bool Presenter::hasKeys() const
{
    return QApplication::activeWindow() == m_window && !QApplication::activePopupWidget() && !QApplication::activeModalWidget();
}

/// A key that one of its actions has, and that is not typed there. A step is walked from a line of text too.
bool Presenter::isOwn(const QKeyEvent& press) const
{
    if (press.modifiers() & ~Qt::KeypadModifier)
        return false;
    const QKeySequence key(press.key());
    const auto has = [&](Act act) { return m_actions[act]->shortcuts().contains(key); };
    return has(Act::NextStep) || has(Act::PreviousStep)
        || (std::ranges::any_of(ownActs, has) && !isTypedIn(QApplication::focusWidget()));
}

/// A shortcut is asked after the widget with the focus, which may want the key for itself: here it is not asked.
bool Presenter::eventFilter(QObject* watched, QEvent* event)
{
    if ((event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) || !hasKeys())
        return QObject::eventFilter(watched, event);
    auto* const press = static_cast<QKeyEvent*>(event);
    if (m_tools->coversWindow()) { // any key brings the picture back and does nothing else
        if (event->type() == QEvent::KeyPress && !press->isAutoRepeat() && !isModifier(press->key()))
            m_tools->setCover(QColor());
        event->accept();
        return true;
    }
    if (event->type() != QEvent::ShortcutOverride || !isOwn(*press))
        return QObject::eventFilter(watched, event);
    event->ignore(); // to the shortcut
    return true;
}

} // namespace app
