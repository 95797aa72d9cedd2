#pragma once

// VariantPanel: every choice of the architecture, generated from core::choiceKeys(). It knows no family by name: a new
// kind or parameter in core appears here by itself.

#include "core/model/model.h"

#include <QWidget>

class QTimer;

namespace widgets {

class ChoiceRow;

class VariantPanel : public QWidget
{
    Q_OBJECT
public:
    explicit VariantPanel(QWidget* parent = nullptr);
    ~VariantPanel() override;

    /// Shows what this setup runs with. Emits nothing. Null disables the panel.
    void setSetup(const core::SetupPtr& setup);

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
    void refresh();
    void say(const std::string& key, const core::Json& value, bool later);
    void reset(const std::string& key);
    void announce(const core::Choices& said, ChoiceRow& row, bool later);
    ChoiceRow* rowOf(const std::string& key);

    core::SetupPtr m_setup;
    core::Choices m_said;     // includes a number not yet announced
    core::Choices m_resolved; // what runs
    core::Choices m_own;      // the model without anything said
    std::vector<ChoiceRow*> m_rows;
    std::vector<QWidget*> m_sections;
    QTimer* m_debounce;
};

} // namespace widgets
