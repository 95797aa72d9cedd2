#pragma once

// FlowView: the first page. A click on any part of it opens the page of that part. The lens of a large model is read in turns of
// the event loop, so that nothing waits for it.

#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/growing_view.h"

class QTimer;

namespace widgets {

class FlowGrid;

class FlowView : public FigureView, public GrowingView
{
    Q_OBJECT
public:
    explicit FlowView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    QString markedTensor() const override;
    bool drawsUnfinished() const override { return true; }

protected:
    QString handling() const override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    QString barPart(const QString& chart, int bar, Selection& at) override;
    void showHover(const Selection& hovered) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString readAfter(int layer) const;
    QString streamAfter(int layer) const;
    int position() const;
    QList<FlowGrid*> grids() const;
    int headOf(const QString& chart, int bar) const; // −1: the bar is of none
    int rowBeside(const QPointF& pixel) const; // of the bars beside the rows; −1: none
    bool clickBeside(const QPointF& pixel); // an arc, or the bars beside the rows
    bool offerBranch(const QPoint& pixel, const QPoint& where); // of the bars beside the rows

    QPoint m_pressed;
};

extern const ViewInfo flowView;

} // namespace widgets
