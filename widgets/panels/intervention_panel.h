#pragma once

// InterventionPanel: the interventions of a run, each with its switch and its strength, in the order in which they are applied.

#include "core/trace/intervention.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace widgets {

class InterventionRow;
class TextLabel;

class InterventionPanel : public QWidget
{
    Q_OBJECT
public:
    explicit InterventionPanel(QWidget* parent = nullptr);

    /// The list, and of each why the run goes on without it (empty: it fits). `slot`: the letter of the run that it is of, where
    /// two are compared. An empty list hides the panel.
    void show(const std::vector<core::Intervention>& list, const QStringList& problems, const QString& slot);

    /// Another list is above or below (null: none): each has half of the room, what the other does not need, and at least room
    /// for one whole row.
    void shareRoom(const InterventionPanel* other);

    int count() const { return int(m_list.size()); }
    InterventionRow* row(int number) const { return m_rows[std::size_t(number)]; }
    QString heading() const;

    QSize sizeHint() const override;

signals:
    void changed(const std::vector<core::Intervention>& list);
    void strengthReleased(); // what comes next is another change

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // while a row is dragged: Escape

private:
    int rowWidth() const;
    int neededHeight() const;
    int maxHeight() const;
    void setRows(std::size_t count);
    void take(int number, const core::Intervention& what);
    void move(int number, int to);
    void step(int number, int by);
    void drag(int number, const QPoint& where);
    void drop();
    void endDrag();
    void remove(int number);
    void say();

    std::vector<core::Intervention> m_list;
    QString m_slot;
    const InterventionPanel* m_other = nullptr; // shares the room
    TextLabel* m_title;
    QScrollArea* m_scroll;
    QWidget* m_inside;
    QWidget* m_mark; // where the dragged row would go
    int m_dragged = -1, m_gap = -1; // the row, and before which it would go
    QVBoxLayout* m_column;
    std::vector<InterventionRow*> m_rows; // at least one for each; others are hidden
};

} // namespace widgets
