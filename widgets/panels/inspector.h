#pragma once

// Inspector: any tensor of the run by name: shape with axes, statistics, histogram, and the value at the selection.
// Names of blocks follow the selected layer; a search looks through all layers.

#include "widgets/run_result.h"
#include "widgets/selection_model.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QTableWidget;

namespace widgets {

class Plot;
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
    QString valueText(const QString& rowId) const;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fillNames();
    void refresh();
    void drawHistogram(const core::Tensor& tensor, double least, double largest); // largest < least: no finite number
    void copyValue();

    SelectionModel* m_selection;
    RunPtr m_run;
    QString m_name;
    bool m_filling = false;
    QLineEdit* m_search;
    QListWidget* m_names;
    QTableWidget* m_table;
    TextLabel* m_empty;
    Plot* m_histogram;
};

/// Place of the selection in a tensor by its axis words; an axis that the selection does not speak of is at 0.
/// Empty when the selection names no place in it.
std::vector<core::Index> placeOf(const core::TraceEntry& entry, const Selection& selection);

} // namespace widgets
