#pragma once

// VariantPanel: every choice of the architecture, generated from core::choiceKeys(). The families are in a row; each folds
// out its parameters and what belongs to it, the rest behind "more". It knows no kind by name: a new kind or parameter in core
// appears here by itself.

#include "widgets/panels/choice_editor.h"

#include <QWidget>

#include <utility>
#include <vector>

class QScrollArea;

namespace widgets {

class ChoiceGroup;
class ChoiceRow;
class SegmentedSwitch;
class TextLabel;

class VariantPanel : public QWidget
{
    Q_OBJECT
public:
    explicit VariantPanel(QWidget* parent = nullptr);

    /// What the panel shows and edits; the switches on the page share it.
    ChoiceEditor* editor() const { return m_editor; }

    /// Tokens of the text: a mask to paint has as many cells.
    void setTokens(const QStringList& tokens);

    /// The keys that are above the picture, too.
    void setPinned(const QStringList& keys);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The person wants the switch of this key above the picture, or no longer.
    void pinToggled(const QString& key);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void addRows(ChoiceGroup& group, const core::ChoiceKey& key);
    ChoiceRow* makeRow(const core::ChoiceKey& key, QWidget* parent);
    void refresh();

    ChoiceEditor* m_editor;
    std::vector<ChoiceRow*> m_rows;
    std::vector<std::pair<ChoiceGroup*, const char*>> m_groups; // with their titles, null under a choice
    SegmentedSwitch* m_scope;
    TextLabel* m_note; // of a recorded run, or while a model is being opened
    QScrollArea* m_list;
};

} // namespace widgets
