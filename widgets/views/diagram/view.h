#pragma once

// DiagramView: the model as a diagram; of A and B both, with what only one of them has marked. A click on a part opens its page.

#include "widgets/views/shared/figure_view.h"

namespace widgets {

class DiagramView : public FigureView
{
    Q_OBJECT
public:
    explicit DiagramView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    QString markedPart() const override; // a layer

signals:
    /// The person clicked the box of this tensor.
    void pageWanted(const QString& tensor);

protected:
    QString handling() const override;
    void retranslate() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class WalkButton* m_walk;
};

extern const ViewInfo diagramView;

} // namespace widgets
