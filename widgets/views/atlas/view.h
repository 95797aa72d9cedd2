#pragma once

// AtlasView: the published models, to be sorted, searched, run as replicas and compared. A click selects a model, a double click
// runs it.

#include "widgets/views/shared/figure_view.h"

class QLineEdit;
class QPushButton;

namespace widgets {

class ModelTable;
class SegmentedSwitch;

class AtlasView : public FigureView
{
    Q_OBJECT
public:
    explicit AtlasView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    bool restore(const QString& figureId, const QVariantMap& options) override;

    /// The selected model; empty: none.
    QString model() const { return m_model; }
    void selectModel(const QString& id);

protected:
    QVariantMap options() const override;
    QString handling() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const ModelTable* table() const; // nullptr: another page
    QString modelAt(const QString& map, int row, int column) const;
    void scroll(int by);
    void sortBy(int column);
    void run(bool asB);

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_models;
    SegmentedSwitch* m_over;
    QLineEdit* m_search;
    QPushButton* m_run;
    QPushButton* m_compare;
    class WalkButton* m_walk; // from the original Transformer to LLaMA
    QString m_sort;
    QString m_model;
    QString m_pressed; // whose name the mouse went down on
    int m_from = 0;
};

extern const ViewInfo atlasView;

} // namespace widgets
