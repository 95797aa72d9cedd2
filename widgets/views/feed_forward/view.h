#pragma once

// FeedForwardView: the activation with the numbers that it meets, gate × up, and the neurons of a layer.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class FeedForwardView : public FigureView
{
    Q_OBJECT
public:
    explicit FeedForwardView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;
    bool marksPlace() const override { return !markedTensor().isEmpty(); }
    bool openTensor(const QString& tensor) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    QString barTensor(const QString& chart, int bar, Selection& at) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    void showHover(const Selection& hovered) override;

private:
    QString place(const FigureData& now) const;
    QString cellText(const Selection& at) const;

    SegmentedSwitch *m_show, *m_values, *m_of, *m_order;
};

extern const ViewInfo feedForwardView;

} // namespace widgets
