#pragma once

// SymbolLegend: the letters of the field for sizes, their values in the models on screen, and the letters of each source for the
// same thing. It is over the page, which keeps its place, and stays while pages and models change.

#include "widgets/run/run_result.h"

#include <QFrame>

class QScrollArea;
class QToolButton;

namespace widgets {
class TextLabel;
}

namespace app {

/// "d_model" with the part after "_" lowered and that after "^" raised, as rich text.
QString lettersAsHtml(const QString& letters);

class SymbolLegend : public QFrame
{
    Q_OBJECT
public:
    explicit SymbolLegend(QWidget* parent = nullptr);

    /// The models whose sizes it has, B perhaps null; without A the sizes are not known.
    void setRuns(const widgets::RunPtr& a, const widgets::RunPtr& b);

    /// px of width that all its columns need without wrapping; it takes less.
    QSize sizeHint() const override;

    /// The table as rich text, in the current language and theme.
    QString table() const;

signals:
    void closeWanted();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void refresh();

    widgets::RunPtr m_runs[2];
    widgets::TextLabel* m_title;
    widgets::TextLabel* m_table;
    QScrollArea* m_scroll;
    QToolButton* m_close;
};

} // namespace app
