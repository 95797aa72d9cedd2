#include "app/window/compare_bar.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

namespace app {

namespace space = widgets::space;

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent)
    , m_slot(new widgets::SegmentedSwitch({"0", "1"}, this))
    , m_mode(new widgets::SegmentedSwitch(widgets::slotModeWords(), this))
    , m_lock(new QToolButton(this))
    , m_swap(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::s);
    row->addWidget(m_slot);
    row->addSpacing(space::s);
    row->addWidget(m_mode);
    row->addWidget(m_lock);
    row->addWidget(m_swap);
    row->addWidget(m_close);

    m_lock->setCheckable(true);
    for (QToolButton* button : {m_lock, m_swap, m_close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_swap->setText(QStringLiteral("⇄"));
    m_close->setText(QStringLiteral("✕"));
    connect(m_slot, &widgets::SegmentedSwitch::chosen, this, [this](const QString& slot) { emit slotChosen(slot.toInt()); });
    connect(m_mode, &widgets::SegmentedSwitch::chosen, this,
        [this](const QString& word) { emit modeChosen(*widgets::slotModeOf(word)); });
    connect(m_lock, &QToolButton::toggled, this, &CompareBar::lockChosen);
    connect(m_swap, &QToolButton::clicked, this, &CompareBar::swapWanted);
    connect(m_close, &QToolButton::clicked, this, &CompareBar::closeWanted);
    retranslate();
}

void CompareBar::setShort(bool isShort)
{
    m_lock->setVisible(!isShort);
    m_swap->setVisible(!isShort && !m_isFixed);
}

void CompareBar::setFixed(bool isFixed)
{
    m_isFixed = isFixed;
    m_swap->setVisible(!isFixed);
    m_close->setVisible(!isFixed);
}

void CompareBar::showSlots(
    const widgets::FigureInfo& figure, const widgets::FigureData& drawn, const widgets::Fairness& fairness, int edited)
{
    m_names = widgets::slotNames(drawn, fairness);
    m_slot->setCurrent(QString::number(edited));
    m_mode->setCurrent(QString::fromLatin1(widgets::slotModeWord(drawn.mode)));
    {
        const QSignalBlocker quiet(m_lock);
        m_lock->setChecked(drawn.isLocked);
    }
    retranslate();
    const QString reason = widgets::whyNoDifference(figure, drawn); // in place of what Δ is
    for (const char* word : {"delta", "abdelta"})
        m_mode->setAvailable(QString::fromLatin1(word), reason.isEmpty() || drawn.mode == *widgets::slotModeOf(word), reason);
}

void CompareBar::retranslate()
{
    const auto [a, b] = m_names;
    const auto tip
        = [](const QString& words, const QString& name) { return name.isEmpty() ? words : name + QLatin1Char('\n') + words; };
    m_slot->setLabel("0", QStringLiteral("● A"), tip(tr("Text and choices are those of A"), a));
    m_slot->setLabel("1", QStringLiteral("◆ B"), tip(tr("Text and choices are those of B"), b));
    m_mode->setLabel("a", QStringLiteral("A"), tr("A alone (1)"));
    m_mode->setLabel("b", QStringLiteral("B"), tr("B alone (2); X toggles"));
    m_mode->setLabel("ab", QStringLiteral("A | B"), tr("Side by side (3)"));
    m_mode->setLabel("delta", QStringLiteral("Δ"), tr("B − A (4)"));
    m_mode->setLabel("abdelta", QStringLiteral("A | B | Δ"), tr("Both and their difference (5)"));
    m_lock->setText(m_lock->isChecked() ? tr("same scale") : tr("scales differ"));
    m_lock->setToolTip(tr("A and B share their scales, so that a colour is the same number in both"));
    m_swap->setToolTip(tr("Exchange A and B"));
    m_close->setToolTip(tr("End the comparison"));
    for (QToolButton* button : {m_lock, m_swap, m_close})
        button->setAccessibleName(button->toolTip());
}

void CompareBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace app
