#pragma once

#include "widgets/run_result.h"
#include "widgets/selection_model.h"

#include <QWidget>

#include <vector>

namespace app {

/// The most probable tokens after the pinned position (the last one when nothing is pinned), with bars.
class NextTokens : public QWidget
{
    Q_OBJECT
public:
    explicit NextTokens(widgets::SelectionModel* selection, QWidget* parent = nullptr);

    void setRun(const widgets::RunPtr& run);

    struct Row
    {
        QString token;
        double probability = 0; // 0..1
    };
    const std::vector<Row>& rows() const { return m_rows; } // most probable first

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    widgets::SelectionModel* m_selection;
    widgets::RunPtr m_run;
    int m_position = -1;
    std::vector<Row> m_rows;
};

} // namespace app
