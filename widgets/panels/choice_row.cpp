#include "widgets/panels/choice_row.h"

#include "widgets/panels/choice_control.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/panels/text_label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QPainter>
#include <QStandardItemModel>
#include <QToolButton>

#include <utility>

namespace widgets {

namespace {
constexpr int kDotRoom = 10; // px left of the name
} // namespace

ChoiceRow::ChoiceRow(const core::ChoiceKey& key, QWidget* parent)
    : QWidget(parent)
    , m_key(key)
    , m_label(new TextLabel(TextRole::Label, key.ofKey.empty() ? Tone::Normal : Tone::Muted, this))
    , m_control(makeControl(
          key, this, [this](const core::Json& value, bool later) { emit chosen(value, later); },
          [this] {
              if (!std::exchange(m_knowsRefused, true))
                  emit refusedWordsAsked();
          }))
    , m_reset(new QToolButton(this))
    , m_note(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_problem(new TextLabel(TextRole::Caption, Tone::Error, this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(kDotRoom, 0, 0, 0);
    grid->setHorizontalSpacing(space::xs);
    grid->setVerticalSpacing(0);
    const bool isTall = key.type == core::ChoiceType::Table; // its own line below the name
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_control, isTall ? 1 : 0, isTall ? 0 : 1, 1, isTall ? 3 : 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_note, 2, 0, 1, 3);
    grid->addWidget(m_problem, 3, 0, 1, 3);
    const bool isCheck = key.type == core::ChoiceType::Bool; // leaves its room to the name
    grid->setColumnStretch(0, isCheck ? 1 : 5);
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
    connect(m_reset, &QToolButton::clicked, this, &ChoiceRow::resetAsked);
    retranslate();
}

QString ChoiceRow::name() const { return coreLabel(m_key.label); }

void ChoiceRow::setValue(const core::Json& value, int differsByLayer)
{
    showValue(m_control, value);
    m_note->setText(tr("Differs by layer; shown: layer %1.").arg(differsByLayer));
    m_note->setVisible(differsByLayer >= 0);
    refreshTip();
}

void ChoiceRow::setTokens(int tokens)
{
    if (auto* painter = qobject_cast<MaskPainter*>(m_control))
        painter->setTokens(tokens);
}

void ChoiceRow::setDifference(bool differs, bool canReset)
{
    m_differs = differs;
    m_reset->setVisible(canReset);
    setAccessibleDescription(differs ? tr("differs from the model") : QString());
    update();
}

void ChoiceRow::setFixed(const QString& reason)
{
    m_fixedReason = reason;
    m_control->setEnabled(reason.isEmpty());
    refreshTip();
}

void ChoiceRow::forgetRefusedWords() { m_knowsRefused = false; }

void ChoiceRow::setWordRefused(int word, const QString& reason)
{
    auto* combo = qobject_cast<QComboBox*>(m_control);
    auto* model = combo ? qobject_cast<QStandardItemModel*>(combo->model()) : nullptr;
    if (!model || word < 0 || word >= model->rowCount())
        return;
    const QString formula = std::size_t(word) < m_key.formulas.size() ? coreLabel(m_key.formulas[std::size_t(word)]) : QString();
    QStandardItem* item = model->item(word);
    item->setEnabled(reason.isEmpty());
    item->setToolTip(reason.isEmpty() ? formula : reason);
    item->setData(item->toolTip(), Qt::AccessibleDescriptionRole);
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
    if (auto* combo = qobject_cast<QComboBox*>(m_control); combo && combo->currentIndex() >= 0) {
        const auto word = std::size_t(combo->currentIndex());
        if (word < m_key.formulas.size() && !m_key.formulas[word].empty())
            lines << coreLabel(m_key.formulas[word]);
    }
    if (!m_fixedReason.isEmpty())
        lines << m_fixedReason;
    m_control->setToolTip(lines.join(QLatin1Char('\n')));
    m_label->setToolTip(m_label->text() + QLatin1Char('\n') + m_control->toolTip());
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
    painter.drawEllipse(QPointF(kDotRoom / 2.0 - 1, m_control->geometry().center().y() + 0.5), 3, 3);
}

} // namespace widgets
