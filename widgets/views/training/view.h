#pragma once

// TrainingView: how models learned. Which trainings are shown is chosen in a menu; without a choice they follow the model.

#include "widgets/views/shared/figure_view.h"
#include "widgets/views/training/train_controls.h"

#include <optional>

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
    QVariantMap whatIf() const override; // what a training in the window is to be
    void setWhatIf(const QVariantMap& numbers) override;
    bool restore(const QString& figureId, const QVariantMap& options) override;

    /// The controls of a training in the window.
    TrainControls* training() const { return m_training; }
    void setTrains(bool trains); // they are on the line
    bool trains() const;

    /// The page of the figure: "gradient".
    void showPage(const QString& id);

    /// How far the training in the window is.
    void setNews(const TrainingNews& news);

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void showEvent(QShowEvent* event) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;

private:
    void sayNews();
    void fillMenu();
    void showPair();
    void leavePair();

    SegmentedSwitch* m_show;
    QToolButton* m_train; // checked: the line is about a training in the window
    TrainControls* m_training;
    QToolButton* m_preAgainstPost; // the comparison of a lecture, one click away
    QToolButton* m_choose;
    QMenu* m_menu;
    QStringList m_runs;
    std::optional<QStringList> m_beforePair; // while Pre against Post is shown: the trainings before it
    bool m_isPairLeft = false; // for a page that it is not of
    TrainingNews m_news;
};

extern const ViewInfo trainingView;

} // namespace widgets
