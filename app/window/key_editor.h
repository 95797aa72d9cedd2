#pragma once

// KeyEditor: the keys of every action, to be changed. A key that something else in the window has is refused, and who has it is
// said.

#include "app/window/window_actions.h"

#include <QKeySequenceEdit>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace widgets {
class TextLabel;
}

namespace app {

/// One key with its modifiers, told at once. Qt's own field waits for up to four in a row.
class KeyField : public QKeySequenceEdit
{
    Q_OBJECT
public:
    using QKeySequenceEdit::QKeySequenceEdit;

signals:
    void typed(const QKeySequence& key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

class KeyEditor : public QWidget
{
    Q_OBJECT
public:
    /// REQUIRES: the parent of the actions is the window where the keys act.
    KeyEditor(WindowActions* actions, QWidget* parent);

    /// As if chosen in the list.
    void choose(Act act);
    KeyField* field() const { return m_field; }
    QTreeWidget* list() const { return m_list; }
    QLineEdit* search() const { return m_search; }
    QPushButton* noneButton() const { return m_none; }
    QPushButton* ownButton() const { return m_own; }
    QPushButton* allOwnButton() const { return m_allOwn; }

    /// Why the last key was refused; empty: it was not.
    QString problem() const;

signals:
    void changed(); // by the person; the actions have the keys

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fill();
    void fillRow(QTreeWidgetItem& row);
    void filter();
    void apply(const QList<QKeySequence>& keys);
    void replaceFirst(const QKeySequence& key);
    void showKeys();
    QTreeWidgetItem* chosen() const;
    QString holderOf(const QKeySequence& key, Act act) const;
    QString refusal(const QKeySequence& key, Act act) const;

    WindowActions* m_actions;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    KeyField* m_field;
    QPushButton *m_none, *m_own, *m_allOwn;
    widgets::TextLabel* m_problem;
};

} // namespace app
