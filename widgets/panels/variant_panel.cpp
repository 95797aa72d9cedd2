#include "widgets/panels/variant_panel.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_group.h"
#include "widgets/panels/choice_order.h"
#include "widgets/panels/choice_row.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/plot/counting.h"

#include <QCoreApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

namespace widgets {

VariantPanel::VariantPanel(QWidget* parent)
    : QWidget(parent)
    , m_editor(new ChoiceEditor(this))
    , m_scope(new SegmentedSwitch({"all", "one"}, this))
    , m_note(new TextLabel(TextRole::Body, Tone::Muted, this))
{
    connect(m_editor, &ChoiceEditor::changed, this, &VariantPanel::refresh);
    connect(m_scope, &SegmentedSwitch::chosen, m_editor,
        [this](const QString& scope) { m_editor->setOneLayer(scope == QLatin1String("one")); });
    build();
    refresh();
}

ChoiceRow* VariantPanel::makeRow(const core::ChoiceKey& key, QWidget* parent)
{
    auto* row = new ChoiceRow(m_editor, key, parent);
    connect(row, &ChoiceRow::pinToggled, this, &VariantPanel::pinToggled);
    m_rows.push_back(row);
    return row;
}

/// The row of a key and, below it, its parameters, whose own parameters follow in turn.
void VariantPanel::addRows(ChoiceGroup& group, const core::ChoiceKey& key)
{
    if (!isHead(key))
        group.add(makeRow(key, &group));
    for (const core::ChoiceKey& parameter : core::choiceKeys())
        if (parameter.ofKey == key.id)
            addRows(group, parameter);
}

void VariantPanel::build()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    auto* scopeLine = new QHBoxLayout;
    scopeLine->setContentsMargins(space::l, space::s, space::m, 0);
    scopeLine->addWidget(m_scope);
    scopeLine->addStretch(1);
    outer->addLayout(scopeLine);
    m_note->setFlowing();
    m_note->setAlignment(Qt::AlignTop);
    m_note->setContentsMargins(space::l, space::s, space::m, space::s);
    outer->addWidget(m_note);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // the rows are the stops, and come into sight by themselves
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inside = new QWidget(scroll);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(space::xs, space::s, space::xs, space::s);
    column->setSpacing(2);

    const std::vector<core::ChoiceKey>& keys = core::choiceKeys();
    for (const core::ChoiceKey& head : keys) {
        if (!isHead(head))
            continue;
        auto* group = new ChoiceGroup(makeRow(head, inside), inside);
        connect(group->head(), &ChoiceRow::accepted, group, [group, scroll, inside] { // what the new kind brings with it
            group->setOpen(true);
            QTimer::singleShot(0, group, [group, scroll, inside] { // when it has its height
                inside->layout()->activate();
                scroll->ensureWidgetVisible(group, 0, 0);
            });
        });
        addRows(*group, head);
        for (const core::ChoiceKey& key : keys)
            if (!isHead(key) && key.ofKey.empty() && headOf(key) == head.id)
                addRows(*group, key);
        m_groups.emplace_back(group, nullptr);
        column->addWidget(group);
    }
    for (const char* title : choiceTitles()) {
        auto* group = new ChoiceGroup(inside);
        for (const core::ChoiceKey& key : keys)
            if (!isHead(key) && key.ofKey.empty() && headOf(key).empty() && titleOf(key) == title)
                addRows(*group, key);
        m_groups.emplace_back(group, title);
        column->addWidget(group);
    }
    column->addStretch(1);
    scroll->setWidget(inside);
    outer->addWidget(scroll, 1);
    m_list = scroll;
}

void VariantPanel::setTokens(const QStringList& tokens)
{
    m_editor->setTokens(int(tokens.size()));
    for (ChoiceRow* row : m_rows)
        row->setTokens(tokens);
}

void VariantPanel::setPinned(const QStringList& keys)
{
    for (ChoiceRow* row : m_rows)
        row->setPinned(keys.contains(QString::fromStdString(row->key().id)));
}

void VariantPanel::refresh()
{
    const bool isOpening = !m_editor->opening().isEmpty();
    m_list->setEnabled(m_editor->canEdit());
    m_list->setVisible(m_editor->isKnown());
    m_note->setVisible(m_editor->isRecorded() || isOpening);
    m_note->setText(isOpening     ? tr("Opening %1 …").arg(m_editor->opening())
            : m_editor->isKnown() ? tr("A recorded run: this is what ran. Open its model to change it.")
                                  : tr("A recorded run: its file does not say what ran."));
    m_scope->setVisible(m_editor->canEdit() && m_editor->config().layers() > 1);
    m_scope->setLabel(QStringLiteral("all"), tr("All layers"), tr("A change applies to every layer"));
    m_scope->setLabel(
        QStringLiteral("one"), tr("Layer %1 only").arg(counted(m_editor->layer())), tr("A change applies to the selected layer"));
    m_scope->setCurrent(m_editor->isOneLayer() ? QStringLiteral("one") : QStringLiteral("all"));
    for (ChoiceRow* row : m_rows)
        row->refresh();
    for (const auto& [group, title] : m_groups) {
        group->setTitle(title ? QCoreApplication::translate("widgets::VariantPanel", title) : QString());
        group->refresh();
    }
}

/// The rows are as wide without a scroll bar as beside it: else it would come and go with the words that wrap for it.
void VariantPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_list->widget()->setMaximumWidth(width() - m_list->verticalScrollBar()->sizeHint().width());
    for (MaskPainter* const table : findChildren<MaskPainter*>()) // is seen at once, with the names of its rows and columns
        table->setMaxSide(m_list->height());
}

QSize VariantPanel::sizeHint() const { return QSize(316, 520) * currentTheme().scale; }

QSize VariantPanel::minimumSizeHint() const { return QSize(230, 190) * currentTheme().scale; }

void VariantPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        for (ChoiceRow* row : m_rows)
            row->retranslate();
        refresh();
    }
    if (meansRestyle(*event))
        updateGeometry();
}

} // namespace widgets
