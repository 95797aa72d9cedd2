#pragma once

// CostView: what each operation of a pass costs, and how long it takes here.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class CostView : public FigureView
{
    Q_OBJECT
public:
    explicit CostView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;

private:
    SegmentedSwitch* m_show;
    SegmentedSwitch* m_rows;
};

extern const ViewInfo costView;

} // namespace widgets
