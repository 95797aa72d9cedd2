#pragma once

// Inspector: any tensor of the run by name: shape with axes, statistics, histogram, and the value at the selection.

#include "widgets/run_result.h"
#include "widgets/selection_model.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QTableWidget;

namespace widgets {

class Plot;

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

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fillNames();
    void refresh();
    void drawHistogram();
    void copyValue();

    SelectionModel* m_selection;
    RunPtr m_run;
    QString m_name;
    int m_layer = -1;
    QLineEdit* m_search;
    QListWidget* m_names;
    QTableWidget* m_table;
    Plot* m_histogram;
};

} // namespace widgets
