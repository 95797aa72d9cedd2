#pragma once

// CircuitsView: which parts an answer needs (ablation), where it is decided (patching), and which paths carry it.

#include "widgets/views/circuits/map_table.h"
#include "widgets/views/shared/figure_view.h"

#include <optional>
#include <string>

namespace core {
struct CircuitSteps;
}

namespace widgets {

class Dial;
class MetricChoice;
class SegmentedSwitch;
class TextsChoice;

class CircuitsView : public FigureView
{
    Q_OBJECT
public:
    explicit CircuitsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;
    bool marksPlace() const override { return false; }
    QString markedPart() const override; // the head of an ablation
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QVariantMap whatIf() const override; // the threshold of the circuit and the tokens of the metric that were chosen
    void setWhatIf(const QVariantMap& numbers) override;

protected:
    QVariantMap options() const override;
    bool showFigure(const QString& figureId) override;
    void refreshControls(const FigureData& now) override;
    void retranslate() override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    QString barPart(const QString& chart, int bar, Selection& at) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;

private:
    bool shows(const FigureInfo& figure) const;
    bool showsTexts() const;
    void takeStep(int step);
    void pointAt(const FigureData& now, int row, int column, Selection& hovered) const;
    std::optional<core::MeasuredMap> shownMap(const FigureData& now) const;
    std::string measuredOf(const FigureData& now) const;
    const core::CircuitSteps* shownCircuits(const FigureData& now) const; // nullptr: none are on screen
    MapTable tableOf(const core::MeasuredMap& map) const;
    std::pair<int, int> cellOfBar(int bar) const; // row and column; −1: none

    SegmentedSwitch *m_show, *m_ablated, *m_patched, *m_with, *m_instead, *m_heads;
    TextsChoice* m_texts; // whose mean comes in place of a part
    MetricChoice* m_metric;
    Dial* m_threshold;
    double m_smallest = 0; // the threshold that was chosen; 0: the figure's own
};

extern const ViewInfo circuitsView;

} // namespace widgets
