#pragma once

// HeadsCacheView: which queries share which keys and values, and what a cache keeps of them.

#include "widgets/views/heads_cache/sharing_links.h"
#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class HeadsCacheView : public FigureView
{
    Q_OBJECT
public:
    explicit HeadsCacheView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QString markedTensor() const override;
    bool marksPlace() const override { return !markedTensor().isEmpty(); }

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void showHover(const Selection& hovered) override;

private:
    SharingLinks::Part sharedPart(Cell cell) const;

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_block; // of the page of blocks
    int m_tokens = 0;         // of a block, as the person wants it; 0: as the model has it
};

extern const ViewInfo headsCacheView;

} // namespace widgets
