#include "app/compare_bar.h"

#include "widgets/figure/fairness.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/elided_label.h"
#include "widgets/panels/text_label.h"
#include "widgets/views/segmented_switch.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace app {

using widgets::TextLabel;
using widgets::TextRole;
using widgets::Tone;
namespace space = widgets::space;

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent)
    , m_slot(new widgets::SegmentedSwitch({"0", "1"}, this))
    , m_mode(new widgets::SegmentedSwitch(widgets::slotModeWords(), this))
    , m_lock(new QToolButton(this))
    , m_swap(new QToolButton(this))
    , m_close(new QToolButton(this))
    , m_fairness(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_fairnessLine(new widgets::ElidedLabel(TextRole::Caption, Tone::Muted, this))
    , m_numbers(new TextLabel(TextRole::Caption, Tone::Normal, this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::l, space::s, space::l, space::xs);
    column->setSpacing(space::xs);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::s);
    row->addWidget(m_slot);
    row->addStretch(1);
    row->addWidget(m_mode);
    row->addWidget(m_lock);
    row->addWidget(m_swap);
    row->addWidget(m_close);
    auto* words = new QHBoxLayout;
    words->setSpacing(space::l);
    m_fairness->setWordWrap(true);
    words->addWidget(m_fairness, 1);
    words->addWidget(m_fairnessLine, 1);
    m_fairnessLine->hide();
    words->addWidget(m_numbers);
    column->addLayout(row);
    column->addLayout(words);

    m_lock->setCheckable(true);
    for (QToolButton* button : {m_lock, m_swap, m_close})
        button->setAutoRaise(true);
    m_swap->setText(QStringLiteral("⇄"));
    m_close->setText(QStringLiteral("✕"));
    m_numbers->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_slot, &widgets::SegmentedSwitch::chosen, this, [this](const QString& slot) { emit slotChosen(slot.toInt()); });
    connect(m_mode, &widgets::SegmentedSwitch::chosen, this,
        [this](const QString& word) { emit modeChosen(*widgets::slotModeOf(word)); });
    connect(m_lock, &QToolButton::toggled, this, &CompareBar::lockChosen);
    connect(m_swap, &QToolButton::clicked, this, &CompareBar::swapWanted);
    connect(m_close, &QToolButton::clicked, this, &CompareBar::closeWanted);
    connect(m_numbers, &QLabel::linkActivated, this, [this](const QString& link) {
        const auto metric = std::size_t(link.toInt());
        if (metric < m_metrics.size())
            emit placeChosen(m_metrics[metric].at);
    });
    retranslate();
}

QString CompareBar::fairness() const { return m_fair; }

void CompareBar::setDense(bool dense)
{
    m_isDense = dense;
    layout()->setContentsMargins(space::l, dense ? space::xs : space::s, space::l, dense ? 0 : space::xs);
    layout()->setSpacing(dense ? 0 : space::xs);
    showWords();
}

void CompareBar::showSlots(const widgets::FigureInfo& figure, const widgets::FigureData& drawn, int edited)
{
    const widgets::Fairness fairness = widgets::fairnessOf(drawn);
    m_names = widgets::slotNames(drawn, fairness);
    m_slot->setCurrent(QString::number(edited));
    m_mode->setCurrent(QString::fromLatin1(widgets::slotModeWord(drawn.mode)));
    const QString reason = widgets::whyNoDifference(figure, drawn);
    for (const char* word : {"delta", "abdelta"})
        m_mode->setAvailable(QString::fromLatin1(word), reason.isEmpty() || drawn.mode == *widgets::slotModeOf(word), reason);
    {
        const QSignalBlocker quiet(m_lock);
        m_lock->setChecked(drawn.isLocked);
    }
    m_fair = widgets::fairnessText(drawn, fairness);
    m_metrics = figure.metrics && reason.isEmpty() ? figure.metrics(drawn) : std::vector<widgets::Metric>();
    showWords();
    retranslate();
}

void CompareBar::showWords()
{
    m_fairness->setText(m_fair);
    m_fairness->setVisible(!m_isDense);
    m_fairnessLine->setText(m_fair);
    m_fairnessLine->setVisible(m_isDense);
    QStringList numbers, all;
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        const widgets::Metric& metric = m_metrics[i];
        const QString plain = tr("%1 %2").arg(metric.name, metric.value), text = plain.toHtmlEscaped();
        all << plain;
        if (!m_isDense || (metric.hasPlace && numbers.isEmpty()))
            numbers << (metric.hasPlace ? QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(text) : text);
    }
    const QString between = QStringLiteral(" · ");
    m_numbers->setText(numbers.join(between));
    m_numbers->setToolTip(numbers.size() < all.size() ? all.join(between) : QString());
}

void CompareBar::retranslate()
{
    const auto [a, b] = m_names;
    m_slot->setLabel("0", a.isEmpty() ? QStringLiteral("● A") : tr("● A: %1").arg(a), tr("Text and choices are those of A"));
    m_slot->setLabel("1", b.isEmpty() ? QStringLiteral("◆ B") : tr("◆ B: %1").arg(b), tr("Text and choices are those of B"));
    m_mode->setLabel("a", QStringLiteral("A"), tr("A alone (1)"));
    m_mode->setLabel("b", QStringLiteral("B"), tr("B alone (2); X goes to and fro"));
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
