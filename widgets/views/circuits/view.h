#pragma once

// CircuitsView: which parts an answer needs (ablation), and where it is decided (patching).

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class SegmentedSwitch;

class CircuitsView : public FigureView
{
    Q_OBJECT
public:
    explicit CircuitsView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    bool restore(const QString& figureId, const QVariantMap& options) override;

protected:
    QVariantMap options() const override;
    bool showFigure(const QString& figureId) override;
    void refreshControls(const FigureData& now) override;
    void retranslate() override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    QString barPart(const QString& chart, int bar, Selection& at) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;

private:
    bool isPatching() const;

    SegmentedSwitch *m_show, *m_ablated, *m_patched, *m_with, *m_metric;
    QString m_otherMetric; // that an opened file says and the switch does not have
};

extern const ViewInfo circuitsView;

} // namespace widgets
