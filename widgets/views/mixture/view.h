#pragma once

// The mixture view: one token, the map of tokens and experts, a route, the load, and the routings compared.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class MixtureView : public FigureView
{
    Q_OBJECT
public:
    explicit MixtureView(SelectionModel* selection, QWidget* parent = nullptr);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    QString markedTensor() const override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    void showHover(const Selection& hovered) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool offerExpert(const QContextMenuEvent& event); // under the mouse on the page of a token
    bool step(int key); // Backspace: back to the map
    QString place(const FigureData& now) const;
    QString cellText(const QString& map, int row, int column) const;

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_cells;
    bool m_byKey = false; // the last click on a map came from an arrow key
};

extern const ViewInfo mixtureView;

} // namespace widgets
