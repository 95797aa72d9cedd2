#pragma once

// Inspector: any tensor of the run by name: the number at the selection and where it comes from, operand by operand (each a link
// to the tensor that it is in), then shape with axes, statistics and histogram; or what a metric gains for each of its numbers.
// Names of blocks follow the selected layer; a search looks through all layers.

#include "widgets/panels/tensor_gradient.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"
#include "widgets/run/tensor_place.h"

#include "core/analysis/derivation.h"
#include "core/analysis/statistics.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QScrollArea;

namespace widgets {

class Plot;
class SegmentedSwitch;
class StatisticsTable;
class TextLabel;

class Inspector : public QWidget
{
    Q_OBJECT
public:
    explicit Inspector(SelectionModel* selection, QWidget* parent = nullptr);

    /// A null run empties the inspector.
    void setRun(const RunPtr& run);

    /// Selects the tensor with this name, if the run has it.
    void showTensor(const QString& name);
    QString tensorName() const { return m_name; }

    /// Text of a row: "shape", "min", "value" …; for tests and copying.
    QString valueText(const QString& rowId);

    /// Operands of the number at the selection; without lines when nothing is selected or explained.
    const core::Derivation& derivation();

    /// Goes to an operand: its tensor, and the selection that means its element.
    void follow(const core::Element& element);

    /// The number at the selection with all its digits, or that of the current row; empty when there is none.
    QString exactValue();

    /// What is missing of the gradient that is chosen, and what of it has come.
    Needs needs() const;
    void setResults(const NeedResults& arrived);

signals:
    void tensorChanged(const QString& name);
    void needsChanged();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refill();
    void settle();
    void fillNames();
    void retranslate();
    void refresh();
    void showDerivation(const core::TraceEntry* entry, const std::vector<core::Index>& place);
    void drawHistogram(const core::Tensor& tensor, const core::Statistics& numbers);
    bool showsGradient() const;
    TensorGradient gradient() const;
    const core::Tensor* shownNumbers(const core::TraceEntry& entry) const; // null: they are on their way, or there are none

    SelectionModel* m_selection;
    RunPtr m_run;
    QString m_name;
    bool m_filling = false;
    bool m_isStale = true; // a run has come since it was last filled
    QLineEdit* m_search;
    QListWidget* m_names;
    SegmentedSwitch* m_of;  // whose numbers: the tensor's, or the gradient of a metric
    NeedResults m_results;  // of the gradient
    Needs m_asked;
    TextLabel* m_from;   // the question
    TextLabel* m_operands; // its answer, with links
    QScrollArea* m_answer;
    core::Derivation m_derivation;
    StatisticsTable* m_table;
    TextLabel* m_empty;
    Plot* m_histogram;
};

} // namespace widgets
