#include "widgets/panels/step_timeline.h"

#include "core/analysis/derivation.h"
#include "widgets/controls/elided_label.h"
#include "widgets/panels/derivation_text.h"
#include "widgets/panels/step_track.h"
#include "widgets/plot/counting.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace widgets {

namespace {
constexpr int stepMs = 1400;      // long enough to read the sentence
constexpr core::Index terms = 2;  // of a sum, in the line with live numbers
} // namespace

StepTimeline::StepTimeline(SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_clock(new QTimer(this))
    , m_first(new QToolButton(this))
    , m_back(new QToolButton(this))
    , m_play(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_last(new QToolButton(this))
    , m_track(new StepTrack(this))
    , m_place(new TextLabel(TextRole::Label, Tone::Normal, this))
    , m_sentence(new ElidedLabel(TextRole::Body, Tone::Normal, this))
    , m_number(new TextLabel(TextRole::Mono, Tone::Accent, this))
    , m_pagesFollow(new QToolButton(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::l, space::s, space::l, space::s);
    column->setSpacing(space::xs);
    auto* above = new QHBoxLayout;
    above->setSpacing(space::xs);
    for (QToolButton* button : {m_first, m_back, m_play, m_next, m_last}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        above->addWidget(button);
    }
    above->addSpacing(space::s);
    above->addWidget(m_track, 1);
    above->addSpacing(space::s);
    above->addWidget(m_pagesFollow);
    auto* below = new QHBoxLayout;
    below->setSpacing(space::m);
    below->addWidget(m_place);
    below->addWidget(m_sentence, 1);
    below->addWidget(m_number);
    column->addLayout(above);
    column->addLayout(below);

    m_first->setText(QStringLiteral("|◀"));
    m_back->setText(QStringLiteral("◀"));
    m_next->setText(QStringLiteral("▶"));
    m_last->setText(QStringLiteral("▶|"));
    m_pagesFollow->setAutoRaise(true);
    m_pagesFollow->setCheckable(true);
    m_number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_clock->setInterval(stepMs);

    connect(m_clock, &QTimer::timeout, this, [this] {
        moveBy(1);
        if (step() + 1 >= int(m_steps.size()))
            setPlaying(false);
    });
    connect(m_first, &QToolButton::clicked, this, [this] { setStep(0); });
    connect(m_back, &QToolButton::clicked, this, [this] { moveBy(-1); });
    connect(m_play, &QToolButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(m_next, &QToolButton::clicked, this, [this] { moveBy(1); });
    connect(m_last, &QToolButton::clicked, this, [this] { setStep(int(m_steps.size()) - 1); });
    connect(m_track, &QSlider::valueChanged, this, &StepTimeline::setStep);
    connect(m_pagesFollow, &QToolButton::toggled, this, [this] { showStep(true); });
    connect(selection, &SelectionModel::pinnedChanged, this, [this] { showStep(step() != m_shown); });
    hide();
    retranslate();
}

void StepTimeline::setRun(const RunPtr& run)
{
    const QString now = m_shown >= 0 && m_shown < int(m_steps.size()) ? m_steps[std::size_t(m_shown)].tensor : QString();
    m_run = run;
    m_steps = run ? passSteps(*run->trace) : std::vector<PassStep>();
    std::vector<int> blocks;
    for (const PassStep& step : m_steps)
        blocks.push_back(step.block);
    {
        const QSignalBlocker quiet(m_track);
        m_track->setBlocks(std::move(blocks));
    }
    if (!m_isActive)
        return;
    const auto same = std::find_if(m_steps.begin(), m_steps.end(), [&](const PassStep& step) { return step.tensor == now; });
    setStep(same == m_steps.end() ? step() : int(same - m_steps.begin()));
    showStep(false);
}

void StepTimeline::setActive(bool active)
{
    if (active == m_isActive)
        return;
    m_isActive = active;
    setVisible(active);
    setPlaying(false);
    Selection to = m_selection->pinned();
    to.step = -1;
    m_selection->pin(to);
    if (active)
        setStep(0);
}

void StepTimeline::setStep(int step)
{
    if (!m_isActive || m_steps.empty())
        return;
    Selection to = m_selection->pinned();
    to.step = std::clamp(step, 0, int(m_steps.size()) - 1);
    to.layer = m_steps[std::size_t(to.step)].layer;
    m_selection->pin(to);
}

void StepTimeline::setPlaying(bool playing)
{
    if (playing && m_isActive && step() + 1 >= int(m_steps.size()))
        setStep(0);
    playing&& m_isActive ? m_clock->start() : m_clock->stop();
    retranslate();
}

bool StepTimeline::isPlaying() const { return m_clock->isActive(); }

bool StepTimeline::handleKey(const QKeyEvent& event)
{
    if (!m_isActive || event.modifiers() != Qt::NoModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_Space:
        setPlaying(!isPlaying());
        return true;
    case Qt::Key_Home:
        setStep(0);
        return true;
    case Qt::Key_End:
        setStep(int(m_steps.size()) - 1);
        return true;
    default:
        return false;
    }
}

QString StepTimeline::placeText() const { return m_place->text(); }
QString StepTimeline::sentenceText() const { return m_sentence->text(); }

/// The labels of the step at the cursor; `isNew`: tells the others too.
void StepTimeline::showStep(bool isNew)
{
    const int now = step();
    m_shown = now;
    const bool isThere = m_isActive && now >= 0 && now < int(m_steps.size());
    m_back->setEnabled(isThere && now > 0);
    m_first->setEnabled(m_back->isEnabled());
    m_next->setEnabled(isThere && now + 1 < int(m_steps.size()));
    m_last->setEnabled(m_next->isEnabled());
    if (!isThere)
        return;
    {
        const QSignalBlocker quiet(m_track);
        m_track->setValue(now);
    }
    const PassStep& at = m_steps[std::size_t(now)];
    const QString label = stepLabel(at.tensor);
    const QString block = at.block >= 0 ? QStringLiteral("L%1 · ").arg(counted(at.block)) : QString();
    m_place->setText(QStringLiteral("%1 / %2 · %3%4").arg(now + 1).arg(m_steps.size()).arg(block, label));
    m_place->setToolTip(at.tensor);
    const QString sentence = stepSentence(at.tensor);
    m_sentence->setText(sentence.isEmpty() ? at.tensor : sentence);
    m_sentence->setToolTip(m_sentence->text());
    m_track->setAccessibleDescription(m_place->text());

    // What becomes of the selected number.
    const core::TraceEntry* entry = m_run->trace->findEntry(at.tensor.toStdString());
    const std::vector<core::Index> place
        = entry ? placeOf(*entry, m_selection->pinned(), queryHeads(*m_run, at.layer)) : std::vector<core::Index>();
    m_number->setText(place.empty() || !m_run->setup
            ? QString()
            : derivationLine(core::derivationOf(*m_run->setup, *m_run->trace, entry->name(), place, terms)));
    if (isNew)
        emit stepShown(at.tensor, m_pagesFollow->isChecked() ? viewsShowing(at.tensor) : QStringList());
}

void StepTimeline::retranslate()
{
    m_play->setText(isPlaying() ? QStringLiteral("❚❚") : QStringLiteral("▷"));
    m_first->setToolTip(tr("To the first operation (Home)"));
    m_back->setToolTip(tr("One operation back (Shift+←)"));
    m_play->setToolTip(isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
    m_next->setToolTip(tr("One operation on (Shift+→)"));
    m_last->setToolTip(tr("To the last operation (End)"));
    for (QToolButton* button : {m_first, m_back, m_play, m_next, m_last})
        button->setAccessibleName(button->toolTip());
    m_track->setAccessibleName(tr("Operation of the pass"));
    m_pagesFollow->setText(tr("Pages follow"));
    m_pagesFollow->setToolTip(tr("Opens the page that shows the operation"));
    m_number->setAccessibleName(tr("What becomes of the selected number"));
}

void StepTimeline::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showStep(false);
    }
}

} // namespace widgets
