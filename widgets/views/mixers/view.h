#pragma once

// MixersView: what carries numbers from token to token: its matrix, its state, its convolution, its bytes.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class Dial;
class SegmentedSwitch;

class MixersView : public FigureView
{
    Q_OBJECT
public:
    explicit MixersView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    QString markedTensor() const override;
    bool marksPlace() const override { return isOneOf({"matrix", "state", "compare"}); }
    bool restore(const QString& figureId, const QVariantMap& options) override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    void showHover(const Selection& hovered) override;

private:
    bool isOneOf(std::initializer_list<const char*> pages) const;

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_lanes; // of the matrices
    Dial* m_channel; // where channels have coefficients of their own
    int m_chosen = 0;
};

extern const ViewInfo mixersView;

} // namespace widgets
