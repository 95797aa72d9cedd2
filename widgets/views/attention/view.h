#pragma once

// AttentionView: every head, one head, one weight: three zoom levels on one page, with a breadcrumb back up. One head is shown
// at one stage of its computation, or at all of them;
// of all heads the maps, the masks, or source and target.

#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/shown.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/growing_view.h"
#include "widgets/views/shared/token_groups.h"

class QPushButton;
class QToolButton;

namespace widgets {

class AttentionPen;
class SegmentedSwitch;
extern const FigureInfo attentionAlignmentFigure, attentionMasksFigure;

class AttentionView : public FigureView, public GrowingView
{
    Q_OBJECT
public:
    enum class Level
    {
        Wall,
        Head,
        Cell
    };

    explicit AttentionView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;
    bool openTensor(const QString& tensor) override;
    bool drawsUnfinished() const override; // the wall of weights
    bool marksPlace() const override; // no head of the wall, unless one was chosen; none of masks
    Level level() const { return m_level; }
    void setLevel(Level level);
    void lookCloser() override;

    void setRun(const RunPtr& a, const RunPtr& b) override;
    bool restore(const QString& figureId, const QVariantMap& options) override;

    /// Whose attention the page shows, of a model with two stacks.
    core::AttentionPart part() const;

    /// The stage of one head that is shown: an id of attentionStages(), "all", or "width".
    QString stage() const;
    void setStage(const QString& id);

signals:
    /// The person drew a stroke in the map of a head: places of this tensor, in the order they were passed.
    void cellsDrawn(const QString& tensor, const std::vector<widgets::Selection>& cells);

    /// The person drew a stroke in a mask: cells of a query and a key, of every layer that has the mask of this one.
    void maskDrawn(int layer, const std::vector<widgets::Cell>& cells);

protected:
    QVariantMap options() const override;
    bool showFigure(const QString& figureId) override;
    QString handling() const override;
    void retranslate() override;
    void refreshControls(const FigureData& data) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    QString barTensor(const QString& chart, int bar, Selection& at) override;
    void showHover(const Selection& hovered) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void openHead();
    bool step(QKeyEvent* event);
    bool clickTwice(const QEvent& event);
    void stepStage(int by);
    bool showsAllStages() const;
    bool showsWidth() const;
    bool showsWeights() const;
    const FigureInfo& figureOfAll() const;
    QString whyNoLinesNow(const FigureData& now) const;
    HeadAxes axes() const; // what the places of the map mean
    WallOrder shownOrder() const;
    bool showsAlignment() const { return m_level == Level::Wall && &figureOfAll() == &attentionAlignmentFigure; }
    bool showsStack() const; // whether the page has several to choose from
    void refreshStack(const FigureData& now);
    void refreshBest(const FigureData& now);
    void openBest();
    void sayStack(QVariantMap& options) const;
    bool walk(const QKeyEvent& event);
    void lookAt(int query, int key, Selection& pinned); // tokens of the part
    bool canDraw() const;
    void refreshPen();
    bool showsMasks() const { return m_level == Level::Wall && &figureOfAll() == &attentionMasksFigure; }
    void sayStroke(const QString& map, const std::vector<Cell>& cells);
    void hoverPair(int query, int key, Selection& hovered) const;

    AttentionPen* m_pen = nullptr; // first: events come while the rest is made
    Level m_level = Level::Wall;
    bool m_wantsLines = true; // where there is room
    bool m_isStackChosen = false; // else maps are of the decoder, lines of cross-attention
    Cell m_source; // tokens of the source that are looked at: query, key
    bool m_byKey = false; // whether the last thing pressed was a key: arrows and clicks come as the same signal
    struct Opener
    {
        QString map; // empty: no map was clicked
        Cell cell;
    };
    Opener m_opener; // what was clicked last
    bool m_skipsRelease = false; // of a second click
    SegmentedSwitch* m_all; // what is shown of all heads
    SegmentedSwitch* m_stack;
    SegmentedSwitch* m_heads;
    QPushButton* m_best; // opens the head that aligns best
    SegmentedSwitch* m_stage;
    SegmentedSwitch* m_weighing; // of weights
    SegmentedSwitch* m_scale;
    SegmentedSwitch* m_lines;
    SegmentedSwitch* m_brackets;
    SegmentedSwitch* m_sort;
    QToolButton* m_draw; // a mode: dragging draws what is looked at
};

extern const ViewInfo attentionView;

} // namespace widgets
