#pragma once

// EmbeddingsView: the vectors of the tokens before the first block: their addends, their similarity, their plane.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class EmbeddingsView : public FigureView
{
    Q_OBJECT
public:
    explicit EmbeddingsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;
    bool openTensor(const QString& tensor) override;

    /// "sum", "similarity" or "plane".
    QString shown() const;
    void setShown(const QString& picture);

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& data) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void showHover(const Selection& hovered) override;

private:
    int dimensionsOfColumn(const QString& map) const;

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_maps; // of positions
};

extern const ViewInfo embeddingsView;

} // namespace widgets
