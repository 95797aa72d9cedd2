#include "widgets/panels/intervention_row.h"

#include "widgets/controls/text_label.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/plot/number_format.h"

#include <QApplication>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace widgets {

namespace {

constexpr int fullStrength = 100; // steps of the slider
constexpr double maxNumber = 1e6;

/// Whether one number is what it puts there, so that it can be typed.
bool hasOneNumber(const core::Intervention& what)
{
    using Op = core::InterventionOp;
    return (what.op == Op::Set || what.op == Op::Add || what.op == Op::Scale) && what.value.numbers.size() == 1
        && std::abs(double(what.value.numbers.front())) <= maxNumber;
}

QToolButton* toolButton(QWidget* parent, const QString& sign, const char* name)
{
    auto* button = new QToolButton(parent);
    button->setText(sign);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setObjectName(QString::fromLatin1(name));
    return button;
}

} // namespace

InterventionRow::InterventionRow(QWidget* parent)
    : QWidget(parent)
    , m_on(new QCheckBox(this))
    , m_words(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_strength(new QSlider(Qt::Horizontal, this))
    , m_share(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_number(new QDoubleSpinBox(this))
    , m_up(toolButton(this, QStringLiteral("↑"), "up"))
    , m_down(toolButton(this, QStringLiteral("↓"), "down"))
    , m_remove(toolButton(this, QStringLiteral("×"), "remove"))
    , m_why(new TextLabel(TextRole::Caption, Tone::Error, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* first = new QHBoxLayout;
    first->setSpacing(space::s);
    first->addWidget(m_on);
    first->addWidget(m_words, 1);
    first->addWidget(m_remove);
    auto* second = new QHBoxLayout;
    second->setSpacing(space::s);
    second->addWidget(m_number);
    second->addWidget(m_strength, 1);
    second->addWidget(m_share);
    second->addWidget(m_up);
    second->addWidget(m_down);
    m_words->setFlowing(); // what two of a list differ in may be at the end
    m_words->setTextFormat(Qt::PlainText);
    m_words->setObjectName(QStringLiteral("words"));
    m_why->setFlowing();
    m_why->setObjectName(QStringLiteral("why"));
    column->addLayout(first);
    column->addWidget(m_why);
    column->addLayout(second);

    m_on->setObjectName(QStringLiteral("on"));
    m_strength->setObjectName(QStringLiteral("strength"));
    m_strength->setRange(0, fullStrength);
    m_number->setObjectName(QStringLiteral("number"));
    m_number->setRange(-maxNumber, maxNumber);
    m_number->setDecimals(3);
    m_number->setKeyboardTracking(false); // what is typed counts when it is whole
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    const auto changes = [this](auto&& change) {
        core::Intervention next = m_what;
        change(next);
        emit changed(next);
    };
    connect(
        m_on, &QCheckBox::clicked, this, [changes](bool on) { changes([&](core::Intervention& next) { next.isOff = !on; }); });
    connect(m_strength, &QSlider::valueChanged, this,
        [changes](int value) { changes([&](core::Intervention& next) { next.strength = float(value) / float(fullStrength); }); });
    connect(m_strength, &QSlider::sliderReleased, this, &InterventionRow::strengthReleased);
    connect(m_number, &QDoubleSpinBox::valueChanged, this, [changes](double value) {
        changes([&](core::Intervention& next) {
            next.value.numbers = {float(value)};
            if (next.op == core::InterventionOp::Set)
                next.origin = {}; // it is the person's now
        });
    });
    connect(m_up, &QToolButton::clicked, this, [this] { emit moveWanted(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { emit moveWanted(1); });
    connect(m_remove, &QToolButton::clicked, this, &InterventionRow::removeWanted);
    for (const auto& [key, by] : {std::pair{Qt::Key_Up, -1}, {Qt::Key_Down, 1}}) {
        auto* const shortcut = new QShortcut(QKeySequence(Qt::ALT | key), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, by = by] { emit moveWanted(by); });
    }
    retranslate();
}

void InterventionRow::show(const core::Intervention& what, const QString& problem)
{
    m_what = what;
    m_problem = problem;
    const QSignalBlocker quiet[] = {QSignalBlocker(m_on), QSignalBlocker(m_strength), QSignalBlocker(m_number)};
    m_on->setChecked(!what.isOff);
    if (!m_strength->isSliderDown())
        m_strength->setValue(qRound(what.strength * float(fullStrength)));
    m_number->setVisible(hasOneNumber(what));
    if (hasOneNumber(what))
        m_number->setValue(double(what.value.numbers.front()));
    say();
}

void InterventionRow::setPlace(bool isFirst, bool isLast)
{
    m_up->setEnabled(!isFirst);
    m_down->setEnabled(!isLast);
    m_isAlone = isFirst && isLast;
    setToolTip(m_isAlone ? QString() : tr("Drag it to change the order, or press Alt+Up and Alt+Down"));
    if (!m_isDragged)
        setCursor(m_isAlone ? Qt::ArrowCursor : Qt::OpenHandCursor);
    for (QWidget* const part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (part->focusPolicy() != Qt::NoFocus)
            part->setCursor(Qt::ArrowCursor);
}

void InterventionRow::endDrag()
{
    m_pressed.reset();
    m_isDragged = false;
    setCursor(m_isAlone ? Qt::ArrowCursor : Qt::OpenHandCursor);
}

void InterventionRow::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->button() == Qt::LeftButton && !m_isAlone ? std::optional(event->pos()) : std::nullopt;
}

void InterventionRow::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed)
        return;
    if (!m_isDragged && (event->pos() - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragged = true;
    setCursor(Qt::ClosedHandCursor);
    emit dragged(event->globalPosition().toPoint());
}

void InterventionRow::mouseReleaseEvent(QMouseEvent*)
{
    if (m_isDragged)
        emit dropped();
    endDrag();
}

/// What is off or does not fit is dimmed; a reason is said in its own line.
void InterventionRow::say()
{
    core::Intervention whole = m_what;
    whole.strength = 1; // is beside it
    const QString words = interventionText(whole);
    m_words->setText(words);
    const QString said = interventionText(whole, SaidTexts::Whole);
    m_words->setToolTip(said == words ? QString() : said);
    m_words->setTone(m_what.isOff || !m_problem.isEmpty() ? Tone::Muted : Tone::Normal);
    m_share->setText(formatFixed(double(m_what.strength), 2));
    m_on->setAccessibleName(words);
    m_strength->setAccessibleName(tr("Strength of %1").arg(words));
    m_number->setAccessibleName(tr("Number of %1").arg(words));
    for (QWidget* const part : {static_cast<QWidget*>(m_strength), static_cast<QWidget*>(m_share)})
        part->setEnabled(m_problem.isEmpty());
    m_why->setText(m_problem);
    m_why->setToolTip(m_problem);
    m_why->setVisible(!m_problem.isEmpty());
    for (QToolButton* button : {m_up, m_down, m_remove})
        button->setAccessibleName(tr("%1: %2").arg(button->toolTip(), words));
}

void InterventionRow::retranslate()
{
    m_on->setToolTip(tr("In force, or kept without effect"));
    m_strength->setToolTip(tr("Strength: 0 leaves the numbers, 1 replaces them"));
    m_number->setToolTip(tr("The number that is put there, or the factor"));
    m_up->setToolTip(tr("Earlier"));
    m_down->setToolTip(tr("Later"));
    m_remove->setToolTip(tr("Remove"));
    say();
}

void InterventionRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace widgets
