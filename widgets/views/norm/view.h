#pragma once

// NormView: the norm microscope: where the norm stands, one vector in it, which axis it normalises, its statistics,
// what it does for descent.

#include "widgets/views/shared/figure_view.h"

#include <functional>

class QComboBox;

namespace widgets {

class Dial;
class SegmentedSwitch;

class NormView : public FigureView
{
    Q_OBJECT
public:
    explicit NormView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;
    bool marksPlace() const override { return !markedTensor().isEmpty(); }
    bool openTensor(const QString& tensor) override;
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QVariantMap whatIf() const override;
    void setWhatIf(const QVariantMap& numbers) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void showHover(const Selection& hovered) override;

private:
    Dial* addDial(int least, int most, const std::function<void(int)>& take, bool isKept = false);
    void takeNumbers(const QVariantMap& numbers);
    void fillDials();

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_layout;
    SegmentedSwitch* m_of;
    SegmentedSwitch* m_kinds;
    SegmentedSwitch* m_statistic;
    SegmentedSwitch* m_quadratic;
    QComboBox* m_slot;
    QString m_chosenSlot; // empty: the first of the layer
    Dial *m_rateDial, *m_conditionDial;
    double m_rate, m_condition;
};

extern const ViewInfo normView;

} // namespace widgets
