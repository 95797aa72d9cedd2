#pragma once

// GradientsView: what a way back through the run says: of the tokens, of the layers, of a softmax, of the weights.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class MetricChoice;
class SegmentedSwitch;

class GradientsView : public FigureView
{
    Q_OBJECT
public:
    explicit GradientsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QVariantMap whatIf() const override; // the tokens of the metric that were chosen
    void setWhatIf(const QVariantMap& numbers) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    QString barPart(const QString& chart, int bar, Selection& at) override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;

private:
    bool shows(const char* page) const;

    SegmentedSwitch* m_show;
    MetricChoice* m_metric;
};

extern const ViewInfo gradientsView;

} // namespace widgets
