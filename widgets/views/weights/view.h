#pragma once

// WeightsView: the matrices of a layer as maps, their singular values, and their norms over the layers.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class WeightsView : public FigureView
{
    Q_OBJECT
public:
    explicit WeightsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;

private:
    SegmentedSwitch* m_show;
};

extern const ViewInfo weightsView;

} // namespace widgets
