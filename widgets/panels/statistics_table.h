#pragma once

// StatisticsTable: the numbers of a tensor in few rows: shape with axes, the number at a place, least, largest, mean, norm.

#include "core/analysis/statistics.h"
#include "core/base/tensor.h"

#include <QTableWidget>

#include <vector>

namespace widgets {

class StatisticsTable : public QTableWidget
{
    Q_OBJECT
public:
    explicit StatisticsTable(QWidget* parent);

    /// A tensor and its statistics. `place`: an index an axis, or empty for no place. `isReplaced`: by an intervention.
    void showNumbers(
        const core::Tensor& tensor, const core::Statistics& numbers, const std::vector<core::Index>& place, bool isReplaced);

    /// Text of a row: "shape", "min", "value" …; empty when there is none.
    QString textOf(const QString& rowId) const;

    /// All digits of the number at the place, or while it has the focus of the current row; empty when there is none.
    QString exactValue() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitRows();
    void addRow(const char* id, const QString& label, const QString& text, const QString& exact);
    void copyCurrent();
};

} // namespace widgets
