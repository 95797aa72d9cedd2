#include "app/window/key_editor.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

namespace {

enum Column
{
    ActionColumn,
    KeysColumn,
    PlaceColumn
};

Act actOf(const QTreeWidgetItem& row) { return Act(row.data(ActionColumn, Qt::UserRole).toInt()); }

/// Keys that move the focus or work what has it: an action that had one would take it from every field and picture.
bool isOfControls(const QKeySequence& key)
{
    static constexpr Qt::Key keys[] = {Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down,
        Qt::Key_Home, Qt::Key_End, Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Backspace, Qt::Key_Delete};
    const QKeyCombination pressed = key[0];
    return (pressed.keyboardModifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier
        && std::ranges::find(keys, pressed.key()) != std::end(keys);
}

QString keysText(const QList<QKeySequence>& keys) { return QKeySequence::listToString(keys, QKeySequence::NativeText); }

} // namespace

void KeyField::keyPressEvent(QKeyEvent* event)
{
    QKeySequenceEdit::keyPressEvent(event);
    if (keySequence().isEmpty()) // a modifier, so far
        return;
    const QKeySequence key(keySequence()[0]);
    setKeySequence(key); // and waits for no other one
    emit typed(key);
}

KeyEditor::KeyEditor(WindowActions* actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_search(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_field(new KeyField(this))
    , m_none(new QPushButton(this))
    , m_own(new QPushButton(this))
    , m_allOwn(new QPushButton(this))
    , m_problem(new widgets::TextLabel(widgets::TextRole::Body, widgets::Tone::Error, this))
{
    m_search->setClearButtonEnabled(true);
    m_list->setRootIsDecorated(false);
    m_list->setColumnCount(PlaceColumn + 1);
    m_list->setUniformRowHeights(true);
    m_list->setMinimumHeight(0); // it scrolls
    m_problem->setFlowing();
    auto* const column = new QVBoxLayout(this);
    auto* const row = new QHBoxLayout;
    row->addWidget(m_field, 1);
    for (QPushButton* const button : {m_none, m_own, m_allOwn}) {
        button->setAutoDefault(false); // Return is a key to be typed, and no click
        row->addWidget(button);
    }
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    column->addLayout(row);
    column->addWidget(m_problem);
    connect(m_search, &QLineEdit::textChanged, this, &KeyEditor::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &KeyEditor::showKeys);
    connect(m_field, &KeyField::typed, this, &KeyEditor::replaceFirst);
    connect(m_field, &QKeySequenceEdit::editingFinished, this, [this] {
        if (m_field->keySequence().isEmpty()) // a modifier alone
            showKeys();
    });
    connect(m_none, &QPushButton::clicked, this, [this] { apply({}); });
    connect(m_own, &QPushButton::clicked, this, [this] {
        if (const QTreeWidgetItem* const at = chosen())
            apply(WindowActions::ownKeys(actOf(*at)));
    });
    connect(m_allOwn, &QPushButton::clicked, this, [this] {
        m_actions->setChangedKeys({});
        fill();
        emit changed();
    });
    for (int act = 0; act < int(Act::Count); ++act)
        (new QTreeWidgetItem(m_list))->setData(ActionColumn, Qt::UserRole, act);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    retranslate();
}

QString KeyEditor::problem() const { return m_problem->text(); }

void KeyEditor::choose(Act act) { m_list->setCurrentItem(m_list->topLevelItem(int(act))); }

QTreeWidgetItem* KeyEditor::chosen() const
{
    QTreeWidgetItem* const at = m_list->currentItem();
    return at && !at->isHidden() ? at : nullptr;
}

void KeyEditor::retranslate()
{
    m_list->setHeaderLabels({tr("Action"), tr("Keys"), tr("Menu")});
    m_list->setAccessibleName(tr("Keys of all actions"));
    m_search->setPlaceholderText(tr("Find an action or a key"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_field->setAccessibleName(tr("New keys"));
    m_field->setToolTip(tr("Press the new key here"));
    m_none->setText(tr("No keys"));
    m_own->setText(tr("As delivered"));
    m_allOwn->setText(tr("All as delivered"));
    fill();
}

void KeyEditor::fill()
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        fillRow(*m_list->topLevelItem(row));
    for (const Column one : {ActionColumn, KeysColumn})
        m_list->resizeColumnToContents(one);
    filter();
    showKeys();
}

/// Changed keys are in bold.
void KeyEditor::fillRow(QTreeWidgetItem& row)
{
    const Act act = actOf(row);
    const QList<QKeySequence> keys = (*m_actions)[act]->shortcuts();
    row.setText(ActionColumn, m_actions->textOf(act));
    row.setText(KeysColumn, keysText(keys));
    row.setText(PlaceColumn, m_actions->placeOf((*m_actions)[act]));
    QFont font = m_list->font();
    font.setBold(keys != WindowActions::ownKeys(act));
    row.setFont(KeysColumn, font);
}

void KeyEditor::filter()
{
    const QString wanted = m_search->text().trimmed();
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem& row = *m_list->topLevelItem(i);
        bool isWanted = wanted.isEmpty();
        for (const Column one : {ActionColumn, KeysColumn, PlaceColumn})
            isWanted = isWanted || row.text(one).contains(wanted, Qt::CaseInsensitive);
        row.setHidden(!isWanted);
    }
    for (QWidget* const part : std::initializer_list<QWidget*>{m_field, m_none, m_own})
        part->setEnabled(chosen());
}

void KeyEditor::showKeys()
{
    const QSignalBlocker quiet(m_field);
    const QTreeWidgetItem* const at = chosen();
    m_field->setKeySequence(at ? (*m_actions)[actOf(*at)]->shortcut() : QKeySequence());
    m_problem->setText({});
    for (QWidget* const part : std::initializer_list<QWidget*>{m_field, m_none, m_own})
        part->setEnabled(at);
}

/// What else in the window has this key, in the words of the person; empty: nothing.
QString KeyEditor::holderOf(const QKeySequence& key, Act act) const
{
    const auto* const window = static_cast<const QObject*>(m_actions->parent());
    for (int other = 0; other < int(Act::Count); ++other)
        if (Act(other) != act && (*m_actions)[Act(other)]->shortcuts().contains(key))
            return m_actions->textOf(Act(other));
    const QAction* const own = (*m_actions)[act];
    for (const QAction* const other : window->findChildren<QAction*>())
        if (other != own && other->shortcuts().contains(key))
            return WindowActions::withoutMnemonic(other->text());
    for (const QAction* const menu : m_actions->menus()) // by their letters
        if (QKeySequence::mnemonic(menu->text()) == key)
            return tr("menu %1").arg(WindowActions::withoutMnemonic(menu->text()));
    for (const QAbstractButton* const button : window->findChildren<QAbstractButton*>())
        if (button->shortcut() == key)
            return button->accessibleName().isEmpty() ? WindowActions::withoutMnemonic(button->text()) : button->accessibleName();
    return {};
}

/// Why this action cannot have the key; empty: it can.
QString KeyEditor::refusal(const QKeySequence& key, Act act) const
{
    const QString name = key.toString(QKeySequence::NativeText);
    if (isOfControls(key) && !WindowActions::ownKeys(act).contains(key))
        return tr("%1 is for the control or picture that has the focus.").arg(name);
    const QString holder = holderOf(key, act);
    return holder.isEmpty() ? QString() : tr("%1 belongs to “%2”.").arg(name, holder);
}

/// The key that is typed is instead of the first; further ones, as those of a clicker, stay.
void KeyEditor::replaceFirst(const QKeySequence& key)
{
    QList<QKeySequence> keys = chosen() ? (*m_actions)[actOf(*chosen())]->shortcuts() : QList<QKeySequence>();
    if (!keys.isEmpty())
        keys.removeFirst();
    keys.removeAll(key);
    keys.prepend(key);
    apply(keys);
}

/// Keys of the action that is chosen; refused where they would do two things.
void KeyEditor::apply(const QList<QKeySequence>& keys)
{
    QTreeWidgetItem* const at = chosen();
    if (!at)
        return;
    const Act act = actOf(*at);
    for (const QKeySequence& key : keys) {
        const QString why = refusal(key, act);
        if (why.isEmpty())
            continue;
        showKeys(); // those that it has
        return m_problem->setText(why);
    }
    m_actions->setKeys(act, keys);
    fillRow(*at);
    showKeys();
    emit changed();
}

void KeyEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || widgets::meansRestyle(*event))
        retranslate();
}

} // namespace app
