#pragma once

// StepTimeline: the pass, operation by operation, forwards and backwards. What it shows is a function of Selection.step alone:
// the layer of the selection, the tensor, the page. Playing only counts the step up.

#include "widgets/panels/step_table.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QWidget>

class QKeyEvent;
class QTimer;
class QToolButton;

namespace widgets {

class StepTrack;
class ElidedLabel;
class TextLabel;

class StepTimeline : public QWidget
{
    Q_OBJECT
public:
    explicit StepTimeline(SelectionModel* selection, QWidget* parent = nullptr);

    /// Keeps the operation where the run has it too. Null: no steps.
    void setRun(const RunPtr& run);

    /// Begins at the first operation, or ends: then no step is selected.
    void setActive(bool active);
    bool isActive() const { return m_isActive; }

    const std::vector<PassStep>& steps() const { return m_steps; }
    int step() const { return m_selection->pinned().step; }

    /// Clamped to the steps that there are.
    void setStep(int step);
    void moveBy(int steps) { setStep(step() + steps); }

    void setPlaying(bool playing);
    bool isPlaying() const;

    /// Space, Home, End. True when the key was one of them; the caller asks only when no text field wants it.
    bool handleKey(const QKeyEvent& event);

    QString placeText() const; // "17 / 37 · L2 · softmax"
    QString sentenceText() const;

signals:
    /// The operation at the cursor: its tensor, and the pages that show it when the person wants to go along.
    void stepShown(const QString& tensor, const QStringList& views);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showStep(bool isNew);
    void retranslate();

    SelectionModel* m_selection;
    RunPtr m_run;
    std::vector<PassStep> m_steps;
    bool m_isActive = false;
    int m_shown = -1;
    QTimer* m_clock;
    QToolButton* m_first;
    QToolButton* m_back;
    QToolButton* m_play;
    QToolButton* m_next;
    QToolButton* m_last;
    StepTrack* m_track;
    TextLabel* m_place;
    ElidedLabel* m_sentence;
    TextLabel* m_number;
    QToolButton* m_pagesFollow;
};

} // namespace widgets
