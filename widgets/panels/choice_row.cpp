#include "widgets/panels/choice_row.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_control.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/plot/counting.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <utility>

namespace widgets {

namespace {
constexpr int kDotRoom = 10; // px left of the name
} // namespace

ChoiceRow::ChoiceRow(ChoiceEditor* editor, const core::ChoiceKey& key, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_key(key)
    , m_label(new TextLabel(TextRole::Label, key.ofKey.empty() ? Tone::Normal : Tone::Muted, this))
    , m_control(makeControl(
          key, this, [this](const core::Json& value, bool later) { say(value, later); }, [this] { refreshWords(); }))
    , m_reset(new QToolButton(this))
    , m_note(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_problem(new TextLabel(TextRole::Caption, Tone::Error, this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(kDotRoom, 0, 0, 0);
    grid->setHorizontalSpacing(space::xs);
    grid->setVerticalSpacing(0);
    const bool isTall = needsOwnLine(key);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_control, isTall ? 1 : 0, isTall ? 0 : 1, 1, isTall ? 3 : 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_note, 2, 0, 1, 3);
    grid->addWidget(m_problem, 3, 0, 1, 3);
    const bool isCheck = key.type == core::ChoiceType::Bool; // leaves its room to the name
    grid->setColumnStretch(0, isCheck ? 1 : 4);
    grid->setColumnStretch(1, isCheck ? 0 : 6);
    m_label->setWordWrap(true);

    m_label->setBuddy(m_control);
    m_label->setMinimumWidth(20);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QSizePolicy keep = m_reset->sizePolicy();
    keep.setRetainSizeWhenHidden(true); // controls stay in line
    m_reset->setSizePolicy(keep);
    m_reset->setAutoRaise(true);
    m_reset->setFixedWidth(20);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->hide();
    for (TextLabel* line : {m_note, m_problem}) {
        line->setWordWrap(true);
        line->hide();
    }
    m_control->setObjectName(QString::fromStdString(key.id));
    connect(m_reset, &QToolButton::clicked, this, [this] { m_editor->reset(m_key.id); });
    connect(m_editor, &ChoiceEditor::refused, this, [this](const QString& id, const QString& why) {
        if (id.toStdString() == m_key.id)
            setProblem(why);
    });
    retranslate();
}

QString ChoiceRow::name() const { return coreLabel(m_key.label); }

void ChoiceRow::say(const core::Json& value, bool later)
{
    m_editor->say(m_key.id, value, later);
    if (!later && m_problem->isHidden())
        emit accepted();
}

void ChoiceRow::refresh()
{
    m_knowsRefused = false;
    if (!m_editor->isKnown())
        return;
    m_isInUse = m_editor->isInUse(m_key);
    m_isUsed = m_editor->isUsed(m_key);
    const int layer = m_editor->layerOf(m_key);
    const bool varies = m_editor->differsByLayer(m_key) && !m_editor->isOneLayer();
    const QString remark = remarkOn(*m_editor, m_key);
    showValue(*m_editor, m_key, m_control);
    if (qobject_cast<SegmentedSwitch*>(m_control)) // visible already
        refreshWords();
    m_note->setText(varies ? tr("Differs by layer; shown: layer %1.").arg(counted(layer)) : remark);
    m_note->setVisible(!m_note->text().isEmpty());
    m_differs = m_editor->differs(m_key);
    m_reset->setVisible(m_editor->canEdit() && m_editor->isSaid(m_key));
    setAccessibleDescription(m_differs ? tr("differs from the model") : QString());
    m_control->setEnabled(m_editor->whyFixed(m_key).isEmpty());
    refreshTip();
    update();
}

/// Which words of a menu can run. Resolves the model once for each word, so only before the menu opens.
void ChoiceRow::refreshWords()
{
    if (!std::exchange(m_knowsRefused, true))
        showRefused(*m_editor, m_key, m_control);
}

void ChoiceRow::setTokens(const QStringList& tokens)
{
    if (auto* painter = qobject_cast<MaskPainter*>(m_control))
        painter->setTokens(tokens);
}

void ChoiceRow::setProblem(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_control->setAccessibleDescription(problem);
}

void ChoiceRow::retranslate()
{
    m_label->setText(name());
    m_control->setAccessibleName(m_label->text());
    m_reset->setToolTip(tr("Back to the model's own choice"));
    m_reset->setAccessibleName(m_reset->toolTip());
    retranslateControl(m_key, m_control);
    refreshTip();
}

void ChoiceRow::refreshTip()
{
    QStringList lines{QString::fromStdString(m_key.id)};
    if (m_editor->isKnown()) {
        const QString word = wordIds(m_key).isEmpty() ? QString() : currentWord(*m_editor, m_key);
        lines << (word.isEmpty() ? QString() : wordText(*m_editor, m_key, word).meaning) << m_editor->whyFixed(m_key);
        lines.removeAll(QString());
    }
    m_control->setToolTip(lines.join(QLatin1Char('\n')));
    m_label->setToolTip(m_label->text() + QLatin1Char('\n') + m_control->toolTip());
}

void ChoiceRow::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu;
    QAction* pin = needsOwnLine(m_key) && wordIds(m_key).isEmpty() ? nullptr : menu.addAction(tr("Keep above every page"));
    QAction* reset = m_reset->isHidden() ? nullptr : menu.addAction(m_reset->toolTip());
    if (pin) {
        pin->setCheckable(true);
        pin->setChecked(m_isPinned);
    }
    const QAction* chosen = menu.isEmpty() ? nullptr : menu.exec(event->globalPos());
    if (chosen && chosen == pin)
        emit pinToggled(QString::fromStdString(m_key.id));
    else if (chosen && chosen == reset)
        m_reset->click();
}

void ChoiceRow::paintEvent(QPaintEvent*)
{
    if (!m_differs)
        return;
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(kDotRoom / 2.0 - 1, m_label->geometry().center().y() + 0.5), 3, 3);
}

} // namespace widgets
