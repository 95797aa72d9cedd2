#pragma once

// TextsView: what heads do over many texts, and which answers the model gets right.

#include "widgets/views/shared/figure_view.h"

class QComboBox;

namespace widgets {

class SegmentedSwitch;
class TextsChoice;

class TextsView : public FigureView
{
    Q_OBJECT
public:
    explicit TextsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool restore(const QString& figureId, const QVariantMap& options) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;

private:
    SegmentedSwitch* m_show;
    TextsChoice* m_texts;
    QComboBox* m_score;
    SegmentedSwitch* m_statistic; // of the page of all heads
};

extern const ViewInfo textsView;

} // namespace widgets
