#pragma once

// SweepView: a choice, its values and seeds, and what is measured of the run with each.

#include "widgets/views/shared/figure_view.h"

#include <map>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace widgets {

class MetricChoice;

class SweepView : public FigureView
{
    Q_OBJECT
public:
    explicit SweepView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QVariantMap whatIf() const override; // the tokens of the metric that were chosen
    void setWhatIf(const QVariantMap& numbers) override;

protected:
    QVariantMap options() const override;
    void refreshControls(const FigureData& now) override;
    void retranslate() override;

private:
    void takeKey();
    void takeValues();
    void fillKeys(const core::Setup& setup, const QString& current);
    void fillTensors(const FigureData& now);
    bool isTensor() const { return !m_tensor.isEmpty(); }

    QComboBox* m_key;
    QLineEdit* m_values;
    QSpinBox* m_seeds;
    QComboBox* m_measured; // the metric, or a tensor
    MetricChoice* m_metric;
    QString m_over;   // "KEY=V,V"; empty: what the figure begins with
    QString m_tensor; // whose mean is measured; empty: the metric
    std::map<QString, QString> m_said; // values by key that were chosen
    const core::Setup* m_keysOf = nullptr;
    QStringList m_tensors; // in the box
};

extern const ViewInfo sweepView;

} // namespace widgets
