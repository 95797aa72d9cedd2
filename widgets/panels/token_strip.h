#pragma once

// TokenStrip: the tokens of the run as chips, the master control of the linked cursor.
// Click = query, Shift+click = key, arrows move the query (with Shift: the key); it scrolls when the text is longer.

#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QScrollArea>

namespace widgets {

class TokenChips;

class TokenStrip : public QScrollArea
{
    Q_OBJECT
public:
    explicit TokenStrip(SelectionModel* selection, QWidget* parent = nullptr);

    /// A null run empties the strip.
    void setRun(const RunPtr& run);

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
