#pragma once

#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QWidget>

#include <vector>

class QDoubleSpinBox;
class QPushButton;

namespace app {

class TokenBars;

/// The most probable tokens after the pinned position (the last one when nothing is pinned), with bars; and the text written on
/// with them, one at a time by a click, or by the model itself.
class NextTokens : public QWidget
{
    Q_OBJECT
public:
    explicit NextTokens(widgets::SelectionModel* selection, QWidget* parent = nullptr);

    void setRun(const widgets::RunPtr& run);

    /// Whether the text is being written on: the button stops it.
    void setWriting(bool writing);

    struct Row
    {
        QString token;
        double probability = 0; // 0..1
        core::TokenId id = 0;
    };
    const std::vector<Row>& rows() const { return m_rows; } // most probable first
    int position() const { return m_position; }             // that they follow; −1 without a run

    double temperature() const; // 0: always the most probable
    void setTemperature(double temperature);
    bool canWrite() const { return m_canWrite; }

signals:
    /// This token is to be behind token `position` of the text.
    void tokenChosen(int position, core::TokenId id);
    /// What can be done with this token behind token `position`; `where` on the screen.
    void tokenAsked(int position, core::TokenId id, const QPoint& where);
    void continueWanted(double temperature);
    void stopWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void say();

    widgets::SelectionModel* m_selection;
    widgets::RunPtr m_run;
    TokenBars* m_bars;
    QPushButton* m_continue;
    QDoubleSpinBox* m_temperature;
    int m_position = -1;
    bool m_canWrite = false;
    bool m_isWriting = false;
    std::vector<Row> m_rows;
};

} // namespace app
