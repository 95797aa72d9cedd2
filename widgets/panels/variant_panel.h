#pragma once

// VariantPanel: every choice of the architecture, generated from core::choiceKeys(). The families stand in a row; each folds
// out its parameters and what belongs to it. It knows no kind by name: a new kind or parameter in core appears here by itself.

#include "core/model/model.h"

#include <QWidget>

class QTimer;
class QVBoxLayout;

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
    ~VariantPanel() override;

    /// Shows what this setup runs with. Emits nothing. Null disables the panel.
    void setSetup(const core::SetupPtr& setup);

    /// Shows what a recorded run ran with, which cannot be changed; `choices` as in its file, perhaps none. Emits nothing.
    void setRecorded(const core::Json& choices);

    /// The block that "this layer only" speaks of, and whose values are shown where layers differ.
    void setLayer(int layer);

    /// Tokens of the text: a mask to paint has as many cells.
    void setTokens(int tokens);

    /// Whether a change speaks of the shown layer only.
    bool isOneLayer() const;
    void setOneLayer(bool oneLayer);

    /// What was said so far, on top of the model's own choices.
    const core::Choices& said() const { return m_said; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// One change by the person: everything said now. Numbers are announced 80 ms after the last step.
    void choicesChanged(const core::Choices& said);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void addRows(ChoiceGroup& group, const core::ChoiceKey& key);
    ChoiceRow* makeRow(const core::ChoiceKey& key, QWidget* parent);
    void refresh();
    void refreshRow(ChoiceRow& row);
    void refreshWords(ChoiceRow& row);
    const core::Choices& choicesOf(const core::ChoiceKey& key) const;
    int layerOf(const core::ChoiceKey& key) const;
    void say(const std::string& key, const core::Json& value, bool later);
    void reset(const std::string& key);
    void announce(const core::Choices& said, ChoiceRow& row, bool later);
    void put(core::Choices& said, const core::ChoiceKey& key, const core::Json& value) const;
    QString whyRefused(const core::ChoiceKey& key, const core::Json& value) const;
    QString whyFixed(const core::ChoiceKey& key) const;
    QString whyWithoutEffect(const core::ChoiceKey& key) const;
    bool isInUse(const core::ChoiceKey& key) const;
    core::Json startingTable() const;
    ChoiceRow* rowOf(const std::string& key);

    core::SetupPtr m_setup;
    bool m_isRecorded = false;
    bool m_isKnown = true; // what runs; not of every recorded run
    core::Choices m_said;     // includes a number not yet announced
    core::Choices m_resolved; // what runs
    core::Choices m_own;      // the model without anything said
    core::ModelConfig m_config;
    int m_layer = 0;
    int m_tokens = 0;
    std::vector<ChoiceRow*> m_rows;
    std::vector<std::pair<ChoiceGroup*, const char*>> m_groups; // with their titles, null under a choice
    SegmentedSwitch* m_scope;
    TextLabel* m_note; // of a recorded run
    QWidget* m_list;
    QTimer* m_debounce;
};

} // namespace widgets
