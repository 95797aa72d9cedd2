#pragma once

// ModelDiagram: the model as navigation. The residual stream is one line, the branches hang on it; below them a mini-map
// of all blocks. Driven by what the engine plans for a ModelConfig (layout.h), so it cannot differ from what runs.

#include "widgets/diagram/layout.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QWidget>

namespace widgets {

class ModelDiagram : public QWidget
{
    Q_OBJECT
public:
    explicit ModelDiagram(SelectionModel* selection, QWidget* parent = nullptr);

    /// Null empties the diagram.
    void setSetup(const core::SetupPtr& setup);

    /// Each node says how far B is from A there: where the two part. Null ends it.
    void setComparison(const RunPtr& a, const RunPtr& b);

    const Diagram& diagram() const { return m_diagram; }
    /// Marks the operation that this tensor belongs to: its own node, or the next one on the way that has one.
    void showTensor(const QString& name);
    QString shownNode() const { return m_selected; } // id

    int currentNode() const { return m_current; } // with the keyboard focus; -1 = none

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A node was clicked or entered. Its tensor may be empty.
    void nodeActivated(const QString& tensorName);

    /// The person asks what can be done with the place `at` of a node's tensor. `where` on the screen.
    void placeAsked(const QString& tensor, const widgets::Selection& at, const QPoint& where);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void rebuild();
    void compare();
    void setCurrent(int node);
    void activate(int node);
    void selectLayer(int layer);

    SelectionModel* m_selection;
    core::SetupPtr m_setup;
    RunPtr m_a, m_b;
    Diagram m_diagram;
    int m_current = -1;
    int m_hovered = -1;
    QString m_selected = QStringLiteral("attn.pattern"); // id of the node that was opened last
};

} // namespace widgets
