#pragma once

// WeightsView: the matrices of a layer as maps, their singular values, their norms over the layers, the spread of their weights,
// and how far those of B are from those of A.

#include "widgets/views/shared/figure_view.h"

class QPushButton;
class QSpinBox;

namespace widgets {

class SegmentedSwitch;

class WeightsView : public FigureView
{
    Q_OBJECT
public:
    explicit WeightsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    QString markedTensor() const override;
    QString markedPart() const override; // a layer, or the weight of the ring

protected:
    QVariantMap options() const override;
    bool showFigure(const QString& figureId) override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    QString barPart(const QString& chart, int bar, Selection& at) override;
    void showHover(const Selection& hovered) override;

private:
    bool showsChange() const;
    void mark(const std::string& weight, Selection& pinned);
    int experts() const;
    bool isOfStack() const; // the picture is of one of two stacks
    QString shownLayer(const FigureData& now) const;

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_change; // what is shown of ΔW
    SegmentedSwitch* m_stack; // of two
    QSpinBox* m_expert; // of a mixture
    QPushButton* m_decay; // siblings that were trained otherwise, as B
    QPushButton* m_dropout;
    std::string m_weight; // of ΔW, by its stored name, that was clicked last
};

extern const ViewInfo weightsView;

} // namespace widgets
