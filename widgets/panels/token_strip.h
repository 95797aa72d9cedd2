#pragma once

// TokenStrip: the tokens of the run as chips, the master control of the linked cursor; before those of a target the ones of its source,
// which are not selected.
// Click = query, Shift+click = key, arrows move the query (with Shift: the key); it scrolls when the text is longer.

#include "core/analysis/attention_part.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QScrollArea>

#include <utility>

namespace widgets {

class TokenChips;

class TokenStrip : public QScrollArea
{
    Q_OBJECT
public:
    explicit TokenStrip(SelectionModel* selection, QWidget* parent = nullptr);

    /// A null run empties the strip.
    void setRun(const RunPtr& run);

    /// Whose attention the page on screen is of, and the query and key of it that are tokens of a source; −1: none.
    void setPart(core::AttentionPart part, const std::pair<int, int>& ofSource);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The person asks what can be done with a token; `where` on the screen.
    void tokenAsked(int token, const QPoint& where);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void follow();

    SelectionModel* m_selection;
    TokenChips* m_chips;
};

} // namespace widgets
