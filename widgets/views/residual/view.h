#pragma once

// ResidualView: the residual stream over depth, and its norms; and where two runs part.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class ResidualView : public FigureView
{
    Q_OBJECT
public:
    explicit ResidualView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;
    bool openTensor(const QString& tensor) override;

protected:
    QVariantMap options() const override;
    bool showFigure(const QString& figureId) override;
    void refreshControls(const FigureData& now) override;
    void retranslate() override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    QString barTensor(const QString& chart, int bar, Selection& at) override;
    void showHover(const Selection& hovered) override;

private:
    bool showsDivergence() const;

    SegmentedSwitch *m_show, *m_norm;
};

extern const ViewInfo residualView;

} // namespace widgets
