#pragma once

// InterventionRow: one intervention of the list in force: its switch and words, strength, number, and place in the order, which
// buttons, Alt+Up, Alt+Down and dragging change.

#include "core/trace/intervention.h"

#include <QPoint>
#include <QWidget>

#include <optional>

class QCheckBox;
class QDoubleSpinBox;
class QSlider;
class QToolButton;

namespace widgets {

class TextLabel;

class InterventionRow : public QWidget
{
    Q_OBJECT
public:
    explicit InterventionRow(QWidget* parent);

    /// `problem`: why the run goes on without it; empty: it fits. A slider that is held keeps its place.
    void show(const core::Intervention& what, const QString& problem);
    void setPlace(bool isFirst, bool isLast);

    /// What drags it lets it go.
    void endDrag();

signals:
    void changed(const core::Intervention& what);
    void strengthReleased(); // what comes next is another change
    void moveWanted(int by);
    void dragged(const QPoint& where); // by its words; on the screen
    void dropped();
    void removeWanted();

protected:
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void retranslate();
    void say();

    core::Intervention m_what;
    QString m_problem;
    QCheckBox* m_on;
    TextLabel* m_words;
    QSlider* m_strength;
    TextLabel* m_share;
    QDoubleSpinBox* m_number;
    QToolButton *m_up, *m_down, *m_remove;
    TextLabel* m_why;
    bool m_isAlone = true; // nothing to change places with
    bool m_isDragged = false;
    std::optional<QPoint> m_pressed; // where the mouse took it
};

} // namespace widgets
