#pragma once

// ScanView: what drives a number of the model over many texts, of a file that was opened or of a set that comes with the program.

#include "widgets/views/shared/figure_view.h"

class QSpinBox;

namespace core {
struct Scan;
}

namespace widgets {

class DirectionChoice;
class SegmentedSwitch;
class TextsChoice;

class ScanView : public FigureView
{
    Q_OBJECT
public:
    explicit ScanView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    bool restore(const QString& figureId, const QVariantMap& options) override;

protected:
    QVariantMap options() const override;
    void refreshControls(const FigureData& now) override;
    void retranslate() override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;

private:
    const core::Scan* shownScan(const FigureData& now) const; // nullptr: none is on screen

    SegmentedSwitch *m_of, *m_read;
    TextsChoice* m_texts;
    DirectionChoice* m_along;
    QSpinBox* m_unit;
    int m_chosenUnit = -1; // by the person; −1: the one that stands out most
};

extern const ViewInfo scanView;

} // namespace widgets
