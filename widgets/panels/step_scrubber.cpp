#include "widgets/panels/step_scrubber.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/number_format.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace widgets {

namespace {
constexpr int kWidth = 120; // of the slider
}// namespace

StepScrubber::StepScrubber(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_slider(new QSlider(Qt::Horizontal, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::xs, 0, space::l, 0);
    row->setSpacing(space::s);
    row->addWidget(m_title);
    row->addWidget(m_slider);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setTickInterval(1);
    m_slider->setPageStep(1);
    setFocusProxy(m_slider);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_note.clear(); // of the place before
        refresh();
        emit stepChosen(step());
    });
    setSteps({}, 0);
}

void StepScrubber::setSteps(std::vector<long> steps, long last)
{
    m_last = last;
    setVisible(!steps.empty());
    if (steps != m_steps) {
        m_steps = std::move(steps);
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, int(m_steps.size()));
        m_slider->setValue(m_slider->maximum());
    }
    refresh();
}

void StepScrubber::setStep(long step)
{
    const auto found = std::find(m_steps.begin(), m_steps.end(), step);
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(int(found - m_steps.begin())); // not found: the end
    refresh();
}

long StepScrubber::step() const
{
    const auto place = std::size_t(m_slider->value());
    return place < m_steps.size() ? m_steps[place] : -1;
}

void StepScrubber::setNote(const QString& note)
{
    m_note = note;
    refresh();
}

void StepScrubber::refresh()
{
    const long now = step();
    QStringList words;
    if (now >= 0)
        words << tr("step %1 of %2").arg(formatCount(now), formatCount(m_last));
    else if (m_last > 0)
        words << tr("finished: step %1").arg(formatCount(m_last));
    m_slider->setAccessibleDescription(words.join(QString()));
    if (!m_note.isEmpty())
        words << m_note;
    const QString title = tr("Training"), all = words.join(QStringLiteral(" · "));
    m_title->setText(now >= 0 ? tr("step %1").arg(formatCount(now)) : title);
    const QFontMetrics metrics(fontOf(TextRole::Body, currentTheme()));
    int widest = metrics.horizontalAdvance(title); // the slider stays where it is
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        widest = std::max(widest, metrics.horizontalAdvance(tr("step %1").arg(formatCount(m_steps[i]))));
    m_title->setMinimumWidth(widest);
    m_title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_slider->setFixedWidth(int(kWidth * currentTheme().scale));
    m_slider->setAccessibleName(tr("Step of the training"));
    const QString tip = tr("Runs the text with the weights of that step");
    m_slider->setToolTip(!all.isEmpty() ? all + QLatin1Char('\n') + tip : tip);
}

void StepScrubber::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event))
        refresh();
}

} // namespace widgets
