#pragma once

// LogitsView: how large the logits are, and what keeps them small.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class Dial;
class SegmentedSwitch;

class LogitsView : public FigureView
{
    Q_OBJECT
public:
    explicit LogitsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    QString markedTensor() const override;
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QVariantMap whatIf() const override;
    void setWhatIf(const QVariantMap& numbers) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;

private:
    void connectDial(Dial* dial, double* number);
    void takeNumbers(const QVariantMap& numbers);
    void nameDials();

    SegmentedSwitch *m_show, *m_of;
    Dial *m_shiftDial, *m_capDial;
    double m_shift = 0;
    double m_cap = 0; // that is tried; 0: the usual one
};

extern const ViewInfo logitsView;

} // namespace widgets
