#pragma once

// PositionsView: what each kind of position encoding brings to the scores, and which survives longer texts.

#include "widgets/views/shared/figure_view.h"

class QComboBox;

namespace widgets {

class SegmentedSwitch;

class PositionsView : public FigureView
{
    Q_OBJECT
public:
    explicit PositionsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    QString markedTensor() const override;
    bool marksPlace() const override { return !markedTensor().isEmpty(); }
    QString markedPart() const override; // the head whose line stands out

    /// Of another kind of positions: that one is shown where the page has it, whatever was chosen before.
    void setRun(const RunPtr& a, const RunPtr& b) override;
    bool restore(const QString& figureId, const QVariantMap& options) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString termAt(const QPointF& pixel) const;

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_kinds; // of the page of relative positions
    SegmentedSwitch* m_of;    // of longer texts: loss, scores, weights
    QComboBox* m_rows;        // of longer texts and windows
    QString m_kind;           // chosen by the person; empty: that of the run
};

extern const ViewInfo positionsView;

} // namespace widgets
