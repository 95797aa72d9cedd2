#pragma once

// TrainingView: how models learned. Which trainings are shown is chosen in a menu; without a choice they follow the model.

#include "widgets/views/shared/figure_view.h"

class QMenu;
class QToolButton;

namespace widgets {

class SegmentedSwitch;

class TrainingView : public FigureView
{
    Q_OBJECT
public:
    explicit TrainingView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }

    /// The trainings shown; empty: those of the model that runs.
    void showRuns(const QStringList& names);
    QStringList runs() const { return m_runs; }
    bool restore(const QString& figureId, const QVariantMap& options) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;

private:
    void fillMenu();

    SegmentedSwitch* m_show;
    QToolButton* m_preAgainstPost; // the comparison of a lecture, one click away
    QToolButton* m_choose;
    QMenu* m_menu;
    QStringList m_runs;
};

extern const ViewInfo trainingView;

} // namespace widgets
